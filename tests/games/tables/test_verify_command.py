"""`manage.py verify`: a file of published data is checked without a house, a round of the record by its id."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from games.models import Round
from games.proofs import card_text, proof, proof_facts
from games.tables.verify import verify
from tests.games.tables import luck
from tests.room import Room, bet, players_with

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
    assert ("Número", told["drawn"][0]) in proof_facts(told) or ("Number", told["drawn"][0]) in proof_facts(told)
    page = Client().get(f"/verify/{played.pk}/").content.decode()
    assert told["seed"] in page and told["commitment"] in page
    with pytest.raises(CommandError, match="no round"):
        run(10**9)


def test_a_round_that_is_not_open_yet_shows_its_promise_and_no_seed(room: Open) -> None:
    table = room()
    (ana,) = players_with(10_000, 1)
    table.sit([ana])
    table.ring()
    played = Round.objects.get(table=table.table, number=1)
    page = Client().get(f"/verify/{played.pk}/").content.decode()
    assert played.commitment in page and "data-verify" not in page
    assert Client().get("/verify/999999999/").status_code == 404


def test_cards_are_told_as_text() -> None:
    assert [card_text(card) for card in ("10H", "AS")] == ["10♥", "A♠"] and card_text("")
