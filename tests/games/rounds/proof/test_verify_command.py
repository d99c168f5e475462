"""`manage.py verify`: checks a file without a database, or a round by its id."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client

from games.models import Event, Round
from games.rounds.proof import disclosure
from games.rounds.proof.draw_check import check_shoe_sequence, verify_round
from games.rounds.proof.stored_proof import card_text, format_proof, proof_facts, stored_proof
from games.tables.transport import protocol
from tests.games.rounds.proof import sample_rounds
from tests.games.rounds.proof.test_beacon_check import FORGER, KEYS, ending_changes, signed, void_proof
from tests.live_table import LiveTable, bet, do, players_with

Open = Callable[..., LiveTable]


def run(proof: Any, *options: str) -> tuple[int, str]:
    output = StringIO()
    try:
        call_command("verify", str(proof), *options, stdout=output)
    except SystemExit as ended:
        return int(str(ended.code)), output.getvalue()
    return 0, output.getvalue()


def write_file(folder: Path, proof: Any) -> Path:
    file = folder / "round.json"
    file.write_text(json.dumps(proof))
    return file


@pytest.mark.parametrize("system", sample_rounds.SYSTEMS)
def test_the_file_of_a_real_round_passes(system: str, tmp_path: Path) -> None:
    code, output = run(write_file(tmp_path, sample_rounds.rounds(system, 1)[0].build_proof()))
    assert code == 0 and output.endswith("all agrees\n")


def test_a_file_of_a_whole_shoe_is_checked_round_by_round_and_as_a_whole(tmp_path: Path) -> None:
    proof = [game_round.build_proof() for game_round in sample_rounds.rounds("baccarat", 5, kept=True)]
    code, output = run(write_file(tmp_path, proof))
    assert code == 0 and output.count("ok drawn") == 5 and "ok follows" in output
    code, output = run(write_file(tmp_path, [*proof[:2], *proof[3:]]))
    assert code == 1 and output.endswith("does not agree: follows\n")
    smaller = [published | {"decks": 6} for published in proof]
    code, output = run(write_file(tmp_path, [smaller[0] | {"drawn": ["2S"] * 416}, *smaller[1:]]))
    assert code == 1 and "NO shoe" in output and "NO follows" in output, "it used to end in a traceback"


def test_a_list_of_a_single_later_round_is_no_shoe(tmp_path: Path) -> None:
    """Alone it agrees; as a list it says to begin with the full shoe."""
    proof = [game_round.build_proof() for game_round in sample_rounds.rounds("baccarat", 2, kept=True)][1]
    assert run(write_file(tmp_path, proof))[0] == 0
    code, output = run(write_file(tmp_path, [proof]))
    assert code == 1 and output.endswith("does not agree: follows\n")


def test_a_round_without_a_shoe_belongs_to_no_shoe(tmp_path: Path) -> None:
    """Rounds of roulette are no chain; among rounds of a shoe one breaks it. Red before: nothing was said."""
    wheels = [game_round.build_proof() for game_round in sample_rounds.rounds("french-roulette", 2)]
    code, output = run(write_file(tmp_path, wheels))
    assert code == 0 and "follows" not in output
    shoe = [game_round.build_proof() for game_round in sample_rounds.rounds("baccarat", 2, kept=True)]
    code, output = run(write_file(tmp_path, [*shoe, wheels[0]]))
    assert code == 1 and output.endswith("does not agree: follows\n")


def test_a_changed_round_fails_with_the_code_of_what_does_not_agree(tmp_path: Path) -> None:
    proof = sample_rounds.rounds("macau-stud", 1)[0].build_proof()
    code, output = run(write_file(tmp_path, proof | {"drawn": proof["drawn"][::-1]}))
    assert code == 1 and "NO drawn" in output and output.endswith("does not agree: drawn\n")


def test_the_file_of_a_void_round_is_checked_with_a_key_of_the_house(tmp_path: Path) -> None:
    keys = [option for key in KEYS for option in ("--key", key)]
    code, output = run(write_file(tmp_path, void_proof()), *keys)
    assert code == 0 and "ok ending: the house signed that the round was void" in output
    assert output.endswith("all agrees\n")
    code, output = run(write_file(tmp_path, void_proof()))
    assert code == 0 and "-- ending: not checked: give a public key of the house with --key" in output
    assert output.endswith("all that was checked agrees; not checked: ending\n")
    older = {name: value for name, value in void_proof().items() if name != "ending"}
    code, output = run(write_file(tmp_path, older), *keys)
    assert code == 0 and "-- ending: not signed: that the round was void is the word of the house" in output
    assert output.endswith("all that was checked agrees; not checked: ending\n")
    for wrong in ("00", "x" * 64, KEYS[1].upper()):
        with pytest.raises(CommandError, match="64 hexadecimal digits"):
            run(write_file(tmp_path, void_proof()), "--key", wrong)


@pytest.mark.parametrize(("_what", "was_signed", "proof"), ending_changes())
def test_a_file_that_says_something_else_about_the_end_does_not_agree(
    _what: str, was_signed: Any, proof: dict[str, Any], tmp_path: Path
) -> None:
    code, output = run(write_file(tmp_path, proof), "--key", KEYS[1])
    said = "was void" if proof.get("void") else "counted"
    reason = {
        False: "the house signed that the round counted",
        True: "the house signed that the round was void",
        "other": "the signature is not the house's, or belongs to another table, round or promise",
    }[was_signed]
    assert code == 1 and f"NO ending: the data say that it {said}; {reason}" in output


def test_a_key_of_who_forged_the_file_is_not_the_house(tmp_path: Path) -> None:
    forged = signed(void_proof() | {"void": False}, FORGER)
    assert run(write_file(tmp_path, forged), "--key", KEYS[1])[0] == 1


@pytest.mark.parametrize("text", ["", "[]", "{}", "3", '{"game": 3}', "[1]", "\xff"])
def test_an_invalid_file_is_reported(text: str, tmp_path: Path) -> None:
    file = tmp_path / "round.json"
    file.write_text(text, "latin-1")
    with pytest.raises(CommandError, match=r"round\.json: no"):
        run(file)
    with pytest.raises(CommandError, match="No such file"):
        run(tmp_path / "other.json")


def test_a_stored_round_is_checked_by_its_id(room: Open) -> None:
    table = room()
    (ana,) = players_with(10_000, 1)
    table.sit([ana])
    table.step()
    table.send((ana, bet(1, {"red": 500})))
    played = Round.objects.get(table=table.table, number=1)
    with pytest.raises(CommandError, match="sealed"):
        run(played.pk)
    assert stored_proof(played) is None
    table.until("round-ended")
    code, output = run(played.pk)
    assert code == 0 and "ok drawn" in output
    proof = stored_proof(Round.objects.get(pk=played.pk))
    assert proof is not None and verify_round("american-roulette", proof).good
    assert ("Número", proof["drawn"][0]) in proof_facts(proof) or (
        "Number",
        proof["drawn"][0],
    ) in proof_facts(proof)
    page = Client().get(f"/verify/{played.pk}/").content.decode()
    assert proof["seed"] in page and proof["commitment"] in page
    with pytest.raises(CommandError, match="no round"):
        run(10**9)


LAID = {
    "blackjack": lambda seat: {"t": "bet", "on": {str(seat): 1_000}},
    "baccarat": lambda seat: {"t": "bet", "on": {"banco": 500}},
    "caribbean-stud": lambda seat: {"t": "bet", "on": {"ante": 500}},
    "macau-stud": lambda seat: {"t": "bet", "on": {"ante": 500}},
}


def rounds_at(table: LiveTable, system: str, count: int) -> list[Round]:
    """Rounds of one player at a live table, advanced only by the clock."""
    (ana,) = players_with(100_000, 1)
    table.sit([ana])
    for _ in range(count):
        table.until("bets-opened")
        (answer,) = table.send((ana, do(table.round, LAID[system](table.live.players[ana.pk]))))
        assert answer.refused is None
        while table.live.running:
            table.step()
    return list(
        Round.objects.select_related("table").filter(table=table.table, status="ended").order_by("number")
    )


@pytest.mark.parametrize("system", LAID)
def test_a_stored_card_round_is_checked_by_its_id(room: Open, system: str) -> None:
    for played in rounds_at(room(system), system, 2):
        code, output = run(played.pk)
        assert code == 0 and "ok drawn" in output, output


@pytest.mark.parametrize(
    ("system", "setting"),
    [("baccarat", {"shoe": "kept", "cut_card": 16}), ("blackjack", {"shoe": "cut", "cut": 60})],
)
def test_every_round_of_a_kept_shoe_is_opened_when_it_ends(
    room: Open, system: str, setting: dict[str, Any]
) -> None:
    """On the page, by the command, and to the player; the rounds of the shoe follow one another."""
    table = room(system, **setting)
    played = rounds_at(table, system, 3)
    (player,) = table.live.players
    proofs = []
    for game_round in played:
        proof = stored_proof(game_round)
        assert proof is not None and verify_round(system, proof).good
        assert proof["seed"] in Client().get(f"/verify/{game_round.pk}/").content.decode()
        reply = disclosure.disclose_round(
            table.table.pk, protocol.RequestRound(game_round.pk, player=player), table.transaction.key
        )
        assert reply["view"] and reply["proof"] == proof
        proofs.append(proof)
    code, output = run(played[-1].pk)
    assert code == 0 and output.count("ok drawn") == 3 and "ok follows: rounds 1 2 3" in output
    assert "follows" not in run(played[0].pk)[1], "the first round of a shoe needs no other"
    public = Client()
    for number in (1, 2, 3):
        loaded = public.get(f"/verify/shoe/{table.table.pk}/{number}/")
        assert loaded.json() == json.loads(json.dumps(proofs[:number]))
        page = public.get(f"/verify/{played[number - 1].pk}/").content.decode()
        assert (f'data-shoe="/verify/shoe/{table.table.pk}/{number}/"' in page) == (number > 1)
    assert check_shoe_sequence(proofs).good and [len(proof["dealt"]) > 0 for proof in proofs] == [
        False,
        True,
        True,
    ]
    table.until("bets-opened")
    (shoe,) = {game_round.shoe for game_round in Round.objects.filter(table=table.table).exclude(shoe=0)}
    secret = disclosure.round_seed(
        Round.objects.get(table=table.table, number=table.round), table.transaction.key
    )
    assert shoe == 1 and secret not in json.dumps(proofs), "the seed of the running round stays sealed"


def test_a_record_whose_shoe_lost_other_cards_does_not_follow(room: Open) -> None:
    """An owner of the database who changes what a round took from the shoe, and its digest with it."""
    table = room("baccarat", shoe="kept", cut_card=16)
    played = rounds_at(table, "baccarat", 3)
    ended = Event.objects.get(round=played[0], kind="round-ended")
    data = json.loads(ended.data)
    data["cards"] = data["cards"][::-1]
    assert data["cards"] != json.loads(ended.data)["cards"]
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        Event.objects.filter(pk=ended.pk).update(data=json.dumps(data))
        cursor.execute("SET LOCAL session_replication_role = origin")
    code, output = run(played[-1].pk)
    assert code == 1 and "NO follows" in output and "broken 2" in output


def test_no_shoe_is_published_of_a_round_that_has_none_or_is_running(room: Open) -> None:
    public = Client()
    table = room("baccarat", shoe="kept", cut_card=16)
    played = rounds_at(table, "baccarat", 2)
    table.until("bets-opened")
    address = f"/verify/shoe/{table.table.pk}"
    assert public.get(f"{address}/{played[-1].number}/").status_code == 200
    assert public.get(f"{address}/{table.round}/").status_code == 404, "it is running"
    assert public.get(f"{address}/999/").status_code == 404
    assert public.get(f"/verify/shoe/{10**9}/1/").status_code == 404
    roulette = room()
    (rui,) = players_with(10_000, 1)
    roulette.sit([rui])
    roulette.step()
    roulette.send((rui, bet(1, {"red": 500})))
    roulette.until("round-ended")
    assert public.get(f"/verify/shoe/{roulette.table.pk}/1/").status_code == 404


def test_an_unopened_round_shows_its_commitment_and_no_seed(room: Open) -> None:
    table = room()
    (ana,) = players_with(10_000, 1)
    table.sit([ana])
    table.step()
    played = Round.objects.get(table=table.table, number=1)
    page = Client().get(f"/verify/{played.pk}/").content.decode()
    assert played.commitment in page and "data-verify" not in page
    assert Client().get("/verify/999999999/").status_code == 404


@pytest.mark.parametrize("system", sample_rounds.SYSTEMS)
def test_the_page_shows_the_proof_itself_and_its_cards_as_text(system: str) -> None:
    proof = (
        sample_rounds.showdown().build_proof(1)
        if system == "holdem"
        else sample_rounds.rounds(system, 1)[0].build_proof()
    )
    assert json.loads(format_proof(proof)) == proof and format_proof(proof).count("\n") < 40
    shown = proof_facts(proof)[-1][1]
    drawn = proof["drawn"] if "drawn" in proof else [game_round["card"] for game_round in proof["cards"]]
    assert shown == " ".join(drawn if "wheel" in proof else map(card_text, drawn))


def test_cards_as_text() -> None:
    assert [card_text(card) for card in ("10H", "AS")] == ["10♥", "A♠"] and card_text("")
