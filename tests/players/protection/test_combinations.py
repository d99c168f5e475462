"""What counts against a limit, against what becomes of the stake meanwhile: what is left is the limit less
the stakes that were kept, on the page as at the table.

Two absences at once: what holds longest is told, and none hides or outlives another. A request against an
earlier one: a limit, a pause after the hand, a return to the national list, an answer after the stay.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.utils import translation

from games.models import Round
from games.tables.transport import protocol
from players.inbox.models import Message
from players.models import Player, PlaySession
from players.play_records import play_records
from players.protection.document_marks import DocumentType
from players.protection.eligibility import eligibility_of
from players.protection.exclusions import announce_absence_ends, begin_pause, pause_of
from players.protection.limits import cancel_limit, limit_statuses, set_limits
from players.protection.models import AbsenceAfterHand, Exclusion, Limit, Pause
from players.protection.national_list import Change, ListedDocument, apply_listed_change
from players.protection.play_time import ANSWER_GRACE, acknowledge_reality_check
from players.protection.restrictions import restriction_of
from players.shared import clock
from players.signals import disconnect_requested
from tests.combinations import pairs
from tests.games.tables.clocks import DatabaseClock, finish_round
from tests.games.tables.situations import LIMIT, RESUME, SITUATIONS, Scene
from tests.live_table import LiveTable, do, players_with, table_open
from tests.sandbox_cashier import known

Staked = list[int]
SINGLE = "a bet at an individual table"
# At a table between players the chips that are bought are the stake, whatever becomes of the hand.
CHOSEN = [name for name, situation in SITUATIONS.items() if situation.system != "holdem" and name != SINGLE]


def staked(scene: Scene) -> Staked:
    """What each player has newly staked in the running round."""
    by_player = scene.table.transaction.refresh().round_stakes
    return [by_player.get(player.pk, 0) for player in scene.players]


def lies_on_the_table(scene: Scene) -> Staked:
    return staked(scene)


def ends(scene: Scene) -> Staked:
    at_stake = staked(scene)
    finish_round(scene.table)
    return at_stake


def ends_early(scene: Scene) -> Staked:
    assert "round-voided" in scene.table.step(late=1000 * RESUME + 1000)
    assert Round.objects.get(table=scene.table.table, number=scene.table.live.round).status == "void"
    return [0 for _ in scene.players]


def is_repeated_at_another_croupier(scene: Scene) -> Staked:
    at_stake = staked(scene)
    scene.table.new_croupier()
    scene.table.send(scene.last, scene.last)
    return at_stake


def is_followed_by_another_table(scene: Scene) -> Staked:
    """A stake at a second table counts at the first."""
    second = scene.room("american-roulette")
    second.sit(scene.players)
    second.until("bets-opened")
    for player in scene.players:
        (result,) = second.send((player, do(second.round, {"t": "bet", "on": {"red": 700}})))
        assert result.refused is None
    return [cents + 700 for cents in staked(scene)]


OCCURRENCES: dict[str, Callable[[Scene], Staked]] = {
    "it lies there": lies_on_the_table,
    "the round ends": ends,
    "the round ends early": ends_early,
    "it is repeated at another croupier": is_repeated_at_another_croupier,
    "another table": is_followed_by_another_table,
}


@pytest.mark.parametrize(
    ("situation", "occurrence"),
    pairs(
        CHOSEN,
        OCCURRENCES,
        {
            (name, occurrence): "one way to stake in each game is enough"
            for occurrence in ("it lies there", "it is repeated at another croupier", "another table")
            for name in CHOSEN
            if name not in ("a stake in prison", "an insured hand", "a jackpot bet")
        },
    ),
)
def test_a_stake_counts_while_it_is_kept_and_no_longer(
    db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, situation: str, occurrence: str
) -> None:
    def room(system: str, **setting: object) -> LiveTable:
        return LiveTable(tmp_path, table_open(system, **setting))

    scene = Scene(situation, room, monkeypatch, DatabaseClock(monkeypatch))
    before = [LIMIT - (left or 0) for left in scene.left_before]
    counts = [earlier + now for earlier, now in zip(before, OCCURRENCES[occurrence](scene), strict=True)]
    assert scene.stake_left() == [LIMIT - cents for cents in counts]
    for player, cents in zip(scene.players, counts, strict=True):
        shown = {status.period: status for status in limit_statuses(player) if status.kind == "stake"}
        assert {status.used for status in shown.values()} == {cents}
        set_limits(player, {("stake", "day"): cents + 100})  # lower: in force at once, within a round too
    assert scene.stake_left() == [100 for _ in scene.players]


DAY = timedelta(days=1)
# When an absence began and when it ends, in days from now.
ABSENCES = {
    "over": (-9, -1), "over in a moment": (-8, 0), "in force": (-5, 2), "in force for long": (-7, 6),
    "to come": (1, 9),
}  # fmt: skip
OTHERS = [f"{kind}, {name}" for kind in ("pause", "exclusion") for name in ABSENCES]
ASKED, AGAIN = ["100", "300", "none"], ["50", "100", "200", "300", "none"]


def absent(player: Player, kind: str, days: tuple[int, int]) -> Pause | Exclusion:
    """Its row, as an earlier request has left it."""
    now = clock.now()
    starts, ends = (now + day * DAY for day in days)
    if kind == "pause":
        return Pause.objects.create(player=player, starts=starts, ends=ends, notified=days[1] < 0)
    return Exclusion.objects.create(
        player=player,
        source="national",
        reference=uuid4().hex,
        starts=starts,
        ends=ends,
        notified=days[1] < 0,
    )


@pytest.mark.parametrize(("one", "other"), pairs(ABSENCES, ABSENCES))
def test_of_two_pauses_the_one_that_ends_last_is_told(db: None, one: str, other: str) -> None:
    (ana,) = players_with(0, 1)
    rows = [absent(ana, "pause", ABSENCES[name]) for name in (one, other)]
    in_force = [row for row in rows if row.starts <= clock.now() < row.ends]
    found = pause_of(ana)
    assert (found and found.ends) == max((row.ends for row in in_force), default=None)
    with translation.override("en"):
        restriction = restriction_of(ana, "DEMO")
    assert (restriction is not None) == bool(in_force)


@pytest.mark.parametrize(
    ("ended", "other"),
    pairs(
        ["pause", "exclusion"], [f"{kind}, {name}" for kind in ("pause", "exclusion") for name in ABSENCES]
    ),
)
def test_who_is_still_absent_is_not_told_that_play_is_possible(db: None, ended: str, other: str) -> None:
    (ana,) = players_with(0, 1)
    absent(ana, ended, ABSENCES["over in a moment"])
    kind, _comma, name = other.partition(", ")
    absent(ana, kind, ABSENCES[name])
    announce_absence_ends()
    told = Message.objects.filter(player=ana, kind__in=("pause-ended", "exclusion-ended")).exists()
    assert told == (not name.startswith("in force"))


@pytest.mark.parametrize("earlier", [None, *ABSENCES])
def test_who_leaves_after_the_hand_finishes_it_unless_another_pause_is_in_force(
    db: None, earlier: str | None
) -> None:
    ana = known(players_with(10_000, 1)[0])
    AbsenceAfterHand.objects.create(player=ana, kind="pause", length=3, requested_at=clock.now())
    if earlier is not None:
        absent(ana, "pause", ABSENCES[earlier])
    found = eligibility_of([ana.pk], "EUR")[ana.pk]
    is_paused = earlier is not None and earlier.startswith("in force")
    assert (found.barred, found.finishes) == (("paused", False) if is_paused else ("absence-asked", True))


@pytest.mark.parametrize("running", [None, "in force", "in force for long"])
def test_a_pause_that_begins_ends_the_wait_for_one_after_the_hand(db: None, running: str | None) -> None:
    (ana,) = players_with(0, 1)
    asked = AbsenceAfterHand.objects.create(player=ana, kind="pause", length=3, requested_at=clock.now())
    if running is not None:
        absent(ana, "pause", ABSENCES[running])
    begin_pause(ana, 1)
    asked.refresh_from_db()
    assert asked.begun is not None


LIMIT_OF = ("stake", "week")


@pytest.mark.parametrize(("asked", "again"), pairs(ASKED, AGAIN))
def test_the_last_request_of_a_limit_holds(db: None, asked: str, again: str) -> None:
    """A limit of 200, another that is asked for, and a second thought: nothing of the first is left."""
    (ana,) = players_with(0, 1)
    cents = {"none": None, **{str(euros): 100 * euros for euros in (50, 100, 200, 300)}}
    set_limits(ana, {LIMIT_OF: cents["200"]})
    set_limits(ana, {LIMIT_OF: cents[asked]})
    now = cents["100"] if asked == "100" else cents["200"]
    set_limits(ana, {LIMIT_OF: cents[again]})
    last = cents[again]
    at_once = now if last is None or (now is not None and last > now) else last

    def in_force() -> int | None:
        return {(status.kind, status.period): status.value for status in limit_statuses(ana)}[LIMIT_OF]

    assert in_force() == at_once
    for limit in Limit.objects.filter(player=ana, starts__lte=clock.now(), cancelled=None):
        assert not cancel_limit(ana, limit.pk), "a limit in force is not taken back"
    with clock.at(clock.now() + 25 * timedelta(hours=1)):
        assert in_force() == last


def test_P11_who_returns_to_the_national_list_leaves_the_tables_again(
    db: None, django_capture_on_commit_callbacks: Any
) -> None:
    ana = known(players_with(10_000, 1)[0])
    left: list[int] = []

    def note_disconnect(player: int, **_: object) -> None:
        left.append(player)

    disconnect_requested.connect(note_disconnect)
    since = clock.now() - timedelta(hours=1)
    listed = {"number": ana.identity.nif, "nationality": "PT", "starts": since, "reference": "N-1"}
    try:
        for number, (removed, times) in enumerate([(False, 1), (True, 1), (False, 2)]):
            with django_capture_on_commit_callbacks(execute=True):
                document = ListedDocument(kind=DocumentType.TAX_NUMBER, removed=removed, **listed)
                apply_listed_change(Change(f"push-{number}", [document]))
            assert left == [ana.pk] * times
    finally:
        disconnect_requested.disconnect(note_disconnect)


@pytest.mark.parametrize("moment", ["during the stay", "just after it", "long after it"])
def test_a_reality_check_records_the_result_so_far_and_only_of_a_stay_that_counts(
    db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    def room(system: str, **setting: object) -> LiveTable:
        return LiveTable(tmp_path, table_open(system, **setting))

    scene = Scene("a roulette bet", room, monkeypatch, DatabaseClock(monkeypatch))
    player = scene.players[0]
    finish_round(scene.table)
    session = PlaySession.objects.get(player=player)
    net = play_records().session_totals(session.pk).net
    assert net
    if moment != "during the stay":
        (left,) = scene.table.send((player, protocol.Leave(uuid4())))
        assert left.refused is None
        ago = timedelta() if moment == "just after it" else ANSWER_GRACE + timedelta(minutes=1)
        PlaySession.objects.filter(pk=session.pk).update(ended=clock.now() - ago)
    check = acknowledge_reality_check(player, session.pk, "continue")
    if moment == "long after it":
        assert check is None
    else:
        assert check is not None and check.net == net
