"""`manage.py verify`: a file of published data is checked without a house, a round of the record by its id."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from games.models import Round
from games.rounds import disclosure
from games.rounds.draw_check import follows, verify
from games.rounds.stored_proof import card_text, indented, proof, proof_facts
from games.tables.transport import protocol
from players.models import Player
from tests.games.tables import luck
from tests.room import Room, bet, do, players_with

Open = Callable[..., Room]


def run(what: Any) -> tuple[int, str]:
    said = StringIO()
    try:
        call_command("verify", str(what), stdout=said)
    except SystemExit as ended:
        return int(str(ended.code)), said.getvalue()
    return 0, said.getvalue()


def kept(folder: Path, told: Any) -> Path:
    file = folder / "round.json"
    file.write_text(json.dumps(told))
    return file


@pytest.mark.parametrize("system", luck.SYSTEMS)
def test_a_file_of_a_true_round_passes(system: str, tmp_path: Path) -> None:
    code, said = run(kept(tmp_path, luck.rounds(system, 1)[0].told()))
    assert code == 0 and said.endswith("all agrees\n")


def test_a_file_of_a_whole_shoe_is_checked_round_by_round_and_as_a_whole(tmp_path: Path) -> None:
    told = [each.told() for each in luck.rounds("baccarat", 5, kept=True)]
    code, said = run(kept(tmp_path, told))
    assert code == 0 and said.count("ok drawn") == 5 and "ok follows" in said
    code, said = run(kept(tmp_path, [*told[:2], *told[3:]]))
    assert code == 1 and said.endswith("does not agree: follows\n")


def test_a_changed_round_fails_with_the_code_of_what_does_not_agree(tmp_path: Path) -> None:
    told = luck.rounds("macau-stud", 1)[0].told()
    code, said = run(kept(tmp_path, told | {"drawn": told["drawn"][::-1]}))
    assert code == 1 and "NO drawn" in said and said.endswith("does not agree: drawn\n")


@pytest.mark.parametrize("text", ["", "[]", "{}", "3", '{"game": 3}', "[1]", "\xff"])
def test_a_file_that_is_none_is_said_to_be_none(text: str, tmp_path: Path) -> None:
    file = tmp_path / "round.json"
    file.write_text(text, "latin-1")
    with pytest.raises(CommandError, match=r"round\.json: no"):
        run(file)
    with pytest.raises(CommandError, match="No such file"):
        run(tmp_path / "other.json")


def test_a_round_of_the_record_is_checked_by_its_id(room: Open) -> None:
    table = room()
    (ana,) = players_with(10_000, 1)
    table.sit([ana])
    table.ring()
    table.say((ana, bet(1, {"red": 500})))
    played = Round.objects.get(table=table.table, number=1)
    with pytest.raises(CommandError, match="sealed"):
        run(played.pk)
    assert proof(played) is None
    table.until("round-ended")
    code, said = run(played.pk)
    assert code == 0 and "ok drawn" in said
    told = proof(Round.objects.get(pk=played.pk))
    assert told is not None and verify("american-roulette", told).good
    assert ("Número", told["drawn"][0]) in proof_facts(told) or ("Number", told["drawn"][0]) in proof_facts(
        told
    )
    page = Client().get(f"/verify/{played.pk}/").content.decode()
    assert told["seed"] in page and told["commitment"] in page
    with pytest.raises(CommandError, match="no round"):
        run(10**9)


LAID = {
    "blackjack": lambda seat: {"t": "bet", "on": {str(seat): 1_000}},
    "baccarat": lambda seat: {"t": "bet", "on": {"banco": 500}},
    "caribbean-stud": lambda seat: {"t": "bet", "on": {"ante": 500}},
    "macau-stud": lambda seat: {"t": "bet", "on": {"ante": 500}},
}


def rounds_at(table: Room, system: str, count: int) -> list[Round]:
    """So many rounds of one player at a live table, decided by the clock alone."""
    (ana,) = players_with(100_000, 1)
    table.sit([ana])
    for _ in range(count):
        table.until("bets-opened")
        (answer,) = table.say((ana, do(table.round, LAID[system](table.live.players[ana.pk]))))
        assert answer.refused is None
        while table.live.running:
            table.ring()
    return list(
        Round.objects.select_related("table").filter(table=table.table, status="ended").order_by("number")
    )


@pytest.mark.parametrize("system", LAID)
def test_a_round_of_cards_of_the_record_is_checked_by_its_id(room: Open, system: str) -> None:
    for played in rounds_at(room(system), system, 2):
        code, said = run(played.pk)
        assert code == 0 and "ok drawn" in said, said


@pytest.mark.parametrize(
    ("system", "setting"),
    [("baccarat", {"shoe": "kept", "cut_card": 16}), ("blackjack", {"shoe": "cut", "cut": 60})],
)
def test_the_seed_of_a_shoe_is_told_to_nobody_while_it_is_dealt_from(
    room: Open, system: str, setting: dict[str, Any]
) -> None:
    """Not on the page, not by the command, and not to a player who asks for a round of his own that is long over."""
    table = room(system, **setting)
    played = rounds_at(table, system, 3)
    (player,) = table.live.players
    secret = disclosure.seed_of(played[0], table.desk.key)
    for each in played:
        assert proof(each) is None
        assert secret not in Client().get(f"/verify/{each.pk}/").content.decode()
        told = disclosure.recalled(table.table.pk, protocol.Recall(each.pk, player=player), table.desk.key)
        assert told["view"] and secret not in json.dumps(told) and not told["proof"]
    table.say((Player.objects.get(pk=player), protocol.Leave(uuid4())))
    opened = [
        proof(each)
        for each in Round.objects.select_related("table")
        .filter(pk__in=[each.pk for each in played])
        .order_by("number")
    ]
    assert [told["seed"] for told in opened if told] == [secret] * 3, (
        "the shoe is put away with its last player"
    )
    assert (
        all(verify(system, told).good for told in opened if told)
        and follows([told for told in opened if told]).good
    )


def test_a_round_that_is_not_open_yet_shows_its_promise_and_no_seed(room: Open) -> None:
    table = room()
    (ana,) = players_with(10_000, 1)
    table.sit([ana])
    table.ring()
    played = Round.objects.get(table=table.table, number=1)
    page = Client().get(f"/verify/{played.pk}/").content.decode()
    assert played.commitment in page and "data-verify" not in page
    assert Client().get("/verify/999999999/").status_code == 404


@pytest.mark.parametrize("system", luck.SYSTEMS)
def test_what_a_page_shows_of_a_round_is_the_published_data_itself_and_its_cards_in_text(system: str) -> None:
    told = luck.showdown().told(1) if system == "holdem" else luck.rounds(system, 1)[0].told()
    assert json.loads(indented(told)) == told and indented(told).count("\n") < 40
    shown = proof_facts(told)[-1][1]
    drawn = told["drawn"] if "drawn" in told else [each["card"] for each in told["cards"]]
    assert shown == " ".join(drawn if "wheel" in told else map(card_text, drawn))


def test_cards_are_told_as_text() -> None:
    assert [card_text(card) for card in ("10H", "AS")] == ["10♥", "A♠"] and card_text("")
