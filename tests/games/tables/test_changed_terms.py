"""A change of a rule sheet or of a table's setting reaches open pages before the first bet under it."""

from __future__ import annotations

import gc
import json
import tracemalloc
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from msgspec import Raw

from games.catalogue import GAMES
from games.catalogue.table_terms import terms_of
from games.floor import changes, staff_actions
from games.floor.models import TableChange
from games.rulebook import changes as rule_changes
from games.rules.shared.refusals import Refusal
from games.tables.croupier.broadcast import TableBroadcast
from games.tables.domain.commands import CommandRequest
from games.tables.domain.views import table_view
from games.tables.journal_reading import rules_of
from games.tables.transport import protocol
from games.tables.web.spectators import SnapshotRequests
from players.languages import HOUSE_LANGUAGES
from players.models import Person
from tests.games.floor.decisions import confirm_change, with_right
from tests.live_table import (
    SETTINGS,
    SHEETS,
    LiveTable,
    bet,
    do,
    players_with,
    setting_change,
    sheet_in_force,
    table_open,
)

# Fields of shared types that mean nothing at the tables of one game.
NOT_AT = {
    "american-roulette": {"calls"},
    "holdem": {"mode"},
    "caribbean-stud": {"dealing", "dealings", "house_maximum", "jackpot"},
    "macau-stud": {"cor"},
}
Open = Callable[..., LiveTable]
# By game: what changes in the sheet and in the setting, and the terms that the page must name.
CHANGES: list[tuple[str, dict[str, Any], dict[str, Any], dict[str, tuple[str, str]]]] = [
    (
        "american-roulette",
        {"double_bets": False},
        {"minimum": 100, "variant": "38"},
        {
            "setting.minimum": ("€0.50", "€1.00"),
            "sheet.double_bets": ("offered", "not offered"),
        },
    ),
    (
        "french-roulette",
        {"zero_option": "lose-all"},
        {"cap": 5_000},
        {"setting.cap": ("–", "€50.00")},
    ),
    (
        "blackjack",
        {"insurance": False},
        {"minimum": 1_000, "maximum": 10_000, "decision_seconds": 12, "decks": 8},
        {
            "setting.minimum": ("€5.00", "€10.00"),
            "setting.maximum": ("€200.00", "€100.00"),
            "setting.decision_seconds": ("20", "12"),
            "setting.decks": ("6", "8"),
            "sheet.insurance": ("yes", "no"),
        },
    ),
    (
        "baccarat",
        {"charged": "all-prizes"},
        {"minimum": 200, "commission": "b", "max_times": {"tie": 5}},
        {
            "setting.minimum": ("€1.00", "€2.00"),
            "setting.commission": ("5% when banca wins", "50% when banca wins with 5 or 6"),
            "sheet.charged": ("only those of bets on banca", "all those of the round"),
            "setting.max_times.tie": ("15 times the minimum", "5 times the minimum"),
        },
    ),
    (
        "holdem",
        {"rate": 300},
        {"decision_seconds": 30, "buy_in": 30_000, "rebuys": [15_000]},
        {
            "setting.buy_in": ("€200.00", "€300.00"),
            "setting.rebuys": ("€100.00; €200.00", "€150.00"),
            "setting.decision_seconds": ("20", "30"),
        },
    ),
    (
        "caribbean-stud",
        {"cor": "colour"},
        {"minimum": 200},
        {"setting.minimum": ("€1.00", "€2.00")},
    ),
    (
        "macau-stud",
        {"royal_times": 60},
        {"jackpot": {**SETTINGS["macau-stud"]["jackpot"], "bet": 200, "contribution": 150}},
        {
            "setting.jackpot.bet": ("€1.00", "€2.00"),
            "sheet.royal_times": ("100 times the additional bet", "60 times the additional bet"),
        },
    ),
]


def shown(table: LiveTable, player: int) -> dict[str, Any]:
    terms: dict[str, Any] = table.browsers[player].table["terms"]
    return terms


@pytest.mark.parametrize(
    ("system", "sheet", "setting", "expected"), CHANGES, ids=[change[0] for change in CHANGES]
)
def test_a_change_reaches_players_and_spectators_with_the_first_bets_under_it(
    room: Open,
    system: str,
    sheet: dict[str, Any],
    setting: dict[str, Any],
    expected: dict[str, tuple[str, str]],
) -> None:
    """[AR-25] [FR-R26] [BJ-32] [PB-32] [CS-38] [HE-66] [MS-10.3]"""
    table = room(system)
    players = players_with(1_000_000, 2)
    table.sit(players)
    table.until("bets-opened")
    if system == "holdem":
        table.send(*((player, do(table.round, {"t": "buy-in"})) for player in players))
    viewers = [0, *(player.pk for player in players)]
    before = [shown(table, viewer) for viewer in viewers]
    sheet_in_force(system, **sheet)
    setting_change(table.table, **{**SETTINGS[system], **setting, "currency": "EUR"})
    first = table.round
    running = [shown(table, viewer) for viewer in viewers]
    assert running == before, "the round goes on under the terms that it was opened under"
    for _ in range(60):
        if table.round == first:
            table.step()
    loaded = table.transaction.refresh()
    assert loaded.rules is not None
    described = msgspec.to_builtins(loaded.rules.engine.describe(loaded.rules.sheet, loaded.rules.setting))
    for viewer, old in zip(viewers, before, strict=True):
        new = shown(table, viewer)
        assert table.browsers[viewer].table["phase"] == "betting"
        assert (new["sheet"], new["setting"]) > (old["sheet"], old["setting"])
        assert new["describe"] == json.loads(json.dumps(described)) != old["describe"]
        changed = {
            key: (old["words"]["en-GB"][key][1], new["words"]["en-GB"][key][1])
            for key in old["words"]["en-GB"].keys() & new["words"]["en-GB"].keys()
            if old["words"]["en-GB"][key] != new["words"]["en-GB"][key]
        }
        assert expected.items() <= changed.items(), changed
        for language in HOUSE_LANGUAGES:
            old_words, new_words = old["words"][language.tag], new["words"][language.tag]
            assert {key for key in changed if old_words[key] == new_words[key]} == set()


def test_FR_R26_the_zero_rule_is_told_when_it_changes(room: Open) -> None:
    table = room("french-roulette")
    (ana,) = players_with(100_000, 1)
    table.sit([ana])
    table.until("bets-opened")
    old = shown(table, ana.pk)["words"]["en-GB"]["sheet.zero_option"]
    sheet_in_force("french-roulette", zero_option="lose-all")
    table.until("round-ended")
    table.until("bets-opened")
    new = shown(table, ana.pk)["words"]["en-GB"]["sheet.zero_option"]
    assert old[0] == new[0] == "Zero" and old[1] != new[1]
    assert shown(table, ana.pk)["describe"]["zero_option"] == "lose-all"


def test_a_bet_on_its_way_under_the_old_terms_is_refused_with_its_reason(room: Open) -> None:
    table = room("blackjack")
    (ana,) = players_with(100_000, 1)
    table.sit([ana])
    table.until("bets-opened")
    old = table.round
    setting_change(table.table, minimum=1_000, maximum=10_000, currency="EUR")
    table.until("round-ended")
    table.until("bets-opened")
    (result,) = table.send((ana, bet(old, {"1": 500})))
    assert result.refused is not None and result.refused.code is Refusal.STALE


def test_who_opens_or_reopens_the_page_during_the_old_round_sees_its_terms(room: Open) -> None:
    table = room("blackjack")
    (ana,) = players_with(100_000, 1)
    table.sit([ana])
    table.until("bets-opened")
    setting_change(table.table, minimum=1_000, maximum=10_000, currency="EUR")
    loaded = table.transaction.refresh()
    view = msgspec.json.decode(protocol.encode_view(table_view(loaded.live, loaded.current)))
    assert view["terms"]["describe"]["minimum"] == 500


def test_an_empty_table_shows_the_terms_of_its_next_round(room: Open) -> None:
    """A change is no event of the table. Who opens the page, or comes back to it, sees it all the same."""
    table = room("blackjack")
    (ana,) = players_with(100_000, 1)
    table.sit([ana])
    table.until("bets-opened")
    assert table.send((ana, protocol.Leave(uuid4())))[0].refused is None
    table.until("round-ended")
    setting_change(table.table, minimum=1_000, maximum=10_000, currency="EUR")
    loaded = table.transaction.refresh()
    snapshot = json.loads(table.broadcast.snapshot(loaded, 0, 0, None))
    assert snapshot["table"]["phase"] == "asleep"
    assert snapshot["table"]["terms"]["describe"]["minimum"] == 1_000


@pytest.mark.parametrize("system", list(SHEETS))
def test_open_pages_of_an_empty_table_hear_a_change_at_once(room: Open, system: str) -> None:
    """Nobody has to sit down first: a spectator's page, and that of who just left, shows the new terms."""
    table = room(system)
    table.execute([CommandRequest(0, protocol.CheckInactivity(), ("house", 0))])
    old, version = shown(table, 0), table.browsers[0].table_version
    sheet, setting = next((change[1], change[2]) for change in CHANGES if change[0] == system)
    setting_change(table.table, **{**SETTINGS[system], **setting, "currency": "EUR"})
    table.execute([CommandRequest(0, protocol.CheckInactivity(), ("house", 0))])
    second = shown(table, 0)
    assert (second["setting"], table.browsers[0].table_version) != (old["setting"], version + 1)
    assert second["describe"] != old["describe"] and second["setting"] > old["setting"]
    sheet_in_force(system, **sheet)
    table.new_croupier()  # one that does not know what the pages show
    browser = table.browsers[0]
    table.execute([CommandRequest(0, protocol.CheckInactivity(), ("house", 0))])
    assert browser.table["terms"]["sheet"] > second["sheet"]


def test_open_pages_hear_it_from_a_croupier_that_did_not_publish_the_last_events(room: Open) -> None:
    """Red before: it told the difference from what it had published last, which pages ignore that know the
    present version from the other croupier.
    """
    table, (ana,) = room("blackjack"), players_with(100_000, 1)
    slow = TableBroadcast()
    slow.start(table.transaction.refresh())
    table.sit([ana])
    assert table.send((ana, protocol.Leave(uuid4())))[0].refused is None
    browser = table.browsers[0]
    assert browser.table_version == table.live.seq > slow.version
    setting_change(table.table, minimum=1_000, maximum=10_000, currency="EUR")
    loaded = table.transaction.refresh()
    slow.note_terms(loaded, is_new=False)
    browser.receive(slow.frames(loaded, 0).public)
    assert browser.table["terms"]["describe"]["minimum"] == 1_000


def test_a_second_frame_about_the_same_terms_is_not_sent(room: Open) -> None:
    table = room("blackjack")
    for _ in range(2):
        table.execute([CommandRequest(0, protocol.CheckInactivity(), ("house", 0))])
    table.broadcast.note_terms(table.transaction.refresh(), is_new=False)
    assert not table.broadcast.has_changes


def test_who_watches_later_gets_the_new_terms_too() -> None:
    """The web process keeps the last snapshot until the next event, and a change of terms is none."""
    requests = SnapshotRequests()
    old = protocol.snapshot_frame(7, 0, {"phase": "asleep", "seated": 0}, None, None)
    requests.must_ask(1, 5)
    requests.answered(5, old)
    assert requests.current(1, 7, 0)
    requests.note_frame(1, protocol.table_frame(7, 8, 0, {}, []))
    assert requests.current(1, 7, 0)
    requests.note_frame(1, old)
    assert not requests.current(1, 7, 0)


def test_a_change_of_setting_or_rules_wakes_the_tables(
    db: None, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    woken: list[list[int]] = []
    table = table_open("blackjack")
    monkeypatch.setattr(staff_actions, "send_to_tables", lambda tables, command: woken.append(list(tables)))
    monkeypatch.setattr(rule_changes, "send_to_tables", lambda tables, command: woken.append(list(tables)))
    author = Person.objects.create(email="mesas@example.test", is_staff=True)
    setting = msgspec.convert(
        {**SETTINGS["blackjack"], "minimum": 1_000, "currency": "EUR"}, GAMES["blackjack"].engine.setting_type
    )
    second = with_right(Person.objects.create(email="sala@example.test", is_staff=True))
    with django_capture_on_commit_callbacks(execute=True):
        change = changes.propose_change(
            table=table, setting=setting, author=author, reason="a higher minimum"
        )
        if change.state == TableChange.State.PROPOSED:
            confirm_change(change=change.pk, person=second)
    assert woken == [[table.pk]]
    rule_changes.wake_tables("blackjack")
    assert woken == [[table.pk], [table.pk]]


@pytest.mark.parametrize("system", list(SHEETS))
def test_every_field_of_the_sheet_and_the_setting_is_told_or_named_as_an_offer(system: str) -> None:
    """Whatever changes in a sheet or a setting changes a term, or is a bound of what tables may have."""
    engine: Any = GAMES[system].engine
    sheet = msgspec.convert(SHEETS[system], engine.sheet_type, strict=False)
    setting = msgspec.convert(SETTINGS[system], engine.setting_type, strict=False)
    expected = {key.split(".")[1] for key in terms_of(system, sheet, setting)}
    apart = {"system", "languages", "currency", *NOT_AT.get(system, ())}
    fields = {*engine.sheet_type.__struct_fields__, *engine.setting_type.__struct_fields__}
    conditional = {"second_zero"}  # a fact only where stakes are held
    dealt = {"cards"}
    offers = {option.path.partition(".")[0] for option in GAMES[system].sheet.options if option.for_tables}
    missing = fields - expected - offers - apart - conditional - dealt
    assert missing == set()


def test_a_table_in_memory_holds_its_terms_encoded(db: None) -> None:
    """Red before: as objects the terms of a table of roulette took 80 kB of its croupier."""
    tables, sheet = [table_open() for _ in range(20)], sheet_in_force("american-roulette").pk
    rules_of("american-roulette", sheet, tables[0].setting_id)  # what is the same of all tables
    gc.collect()
    tracemalloc.start()
    try:
        for table in tables[1:]:
            rules_of("american-roulette", sheet, table.setting_id)
        gc.collect()
        held, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert held / len(tables[1:]) < 10_000


def test_a_change_of_encoded_terms_is_a_patch_like_any_other() -> None:
    """A client that merges it must not keep what the new terms no longer have."""

    def view(**places: int) -> dict[str, Any]:
        return {"terms": {"describe": Raw(msgspec.json.encode({"minimum": 50, "places": places}))}}

    change = protocol.merge_patch(view(red=1, topline=5), view(red=1))
    assert change == {"terms": {"describe": {"places": {"topline": None}}}}
    assert protocol.merge_patch(view(red=1), view(red=1)) == {}
