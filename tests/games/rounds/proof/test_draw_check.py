"""The published proof of every game passes the check, and every change of it fails."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from games.catalogue import GAMES
from games.draw import card_commitments, generator
from games.draw.proof import build_card_proof, verification_data
from games.rounds.proof.draw_check import check_shoe_sequence, is_dealing_order_valid, verify_round
from games.rules.shared.cards import NAMES, PACK
from tests.games.rounds.proof import sample_rounds

HOUSE_GAMES = [system for system in sample_rounds.SYSTEMS if system != "holdem"]
KEPT = ("blackjack", "baccarat")


def plain(proof: dict[str, Any]) -> dict[str, Any]:
    """The data as JSON gives it back."""
    read: dict[str, Any] = json.loads(json.dumps(proof))
    return read


def changed(proof: dict[str, Any], *way: Any, to: Any) -> dict[str, Any]:
    """The same data with one thing changed."""
    other = copy.deepcopy(proof)
    *path, last = way
    inside: Any = other
    for step in path:
        inside = inside[step]
    assert inside[last] != to
    inside[last] = to
    return other


@pytest.mark.parametrize("system", sample_rounds.SYSTEMS)
def test_every_played_round_passes_the_check_of_its_proof(system: str) -> None:
    for played_round in sample_rounds.rounds(system, 40):
        assert verify_round(system, plain(played_round.build_proof())).good, played_round.number


@pytest.mark.parametrize("system", KEPT)
def test_each_round_of_a_kept_shoe_is_checked_alone_and_after_the_previous_one(system: str) -> None:
    played = sample_rounds.rounds(system, 60, kept=True)
    shoes = {played_round.shoe.began for played_round in played}
    assert 1 < len(shoes) < len(played) / 3, "shoes of several rounds, and more than one"
    assert len({played_round.commitment for played_round in played}) == len(played), "a seed for every round"
    for played_round in played:
        assert verify_round(system, plain(played_round.build_proof())).good, played_round.number
    for shoe in shoes:
        proofs = [played_round.build_proof() for played_round in played if played_round.shoe.began == shoe]
        assert check_shoe_sequence(proofs).good


@pytest.mark.parametrize("system", (*KEPT, "macau-stud"))
def test_proofs_of_the_first_format_stay_checkable(system: str) -> None:
    """There one seed decided the order of a whole shoe."""
    published = json.loads((Path(__file__).parent / "proofs_v1.json").read_text())[system]
    for proof in published:
        assert proof["format"] == "feltro/round/v1" and verify_round(system, proof).good
        for code, other in ordered_shoe_changes(proof):
            assert verify_round(system, other).failed[0] == code, other


@pytest.mark.parametrize("system", KEPT)
def test_a_shoe_of_the_first_format_stays_checkable_as_a_whole(system: str) -> None:
    published = json.loads((Path(__file__).parent / "proofs_v1.json").read_text())[system]
    assert check_shoe_sequence(published).good and check_shoe_sequence(published[::-1]).good
    assert not check_shoe_sequence([*published[:1], *published[2:]]).good
    moved = changed(published[1], "start", to=published[1]["start"] + 1)
    assert not check_shoe_sequence([published[0], moved, *published[2:]]).good
    newer = sample_rounds.rounds(system, 1, kept=True)[0].build_proof()
    assert not check_shoe_sequence([published[0], newer]).good


def ordered_shoe_changes(proof: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    yield "promise", changed(proof, "seed", to="1" * 64)
    yield "drawn", changed(proof, "drawn", to=proof["drawn"][::-1])
    yield "drawn", changed(proof, "drawn", to=["", "", *proof["drawn"][2:]])
    yield "shoe", changed(proof, "decks", to=5)
    yield "shoe", changed(proof, "shoe", to=proof["round"] + 1)
    yield "unreadable", changed(proof, "format", to="feltro/round/v2")
    yield "unreadable", {name: value for name, value in proof.items() if name != "start"}
    if proof["start"]:
        yield "drawn", changed(proof, "start", to=proof["start"] + 1)
    else:
        yield "shoe", changed(proof, "start", to=1)


@pytest.mark.parametrize("system", HOUSE_GAMES)
def test_a_proof_contains_every_visible_card_and_number(system: str) -> None:
    for played_round in sample_rounds.rounds(system, 15):
        proof = json.dumps(played_round.build_proof()["drawn"])
        seen = json.dumps(GAMES[system].engine.view(played_round.state, None))
        cards = [name for name in NAMES if f'"{name}"' in seen]
        assert all(f'"{name}"' in proof for name in cards)


@pytest.mark.parametrize("seat", [None, 1, 2, 3])
def test_a_holdem_proof_opens_only_the_cards_in_the_view(seat: int | None) -> None:
    for number in range(1, 60):
        (played_round,) = sample_rounds.rounds("holdem", 1, number=number)
        proof = played_round.build_proof(seat)
        assert verify_round("holdem", plain(proof)).good
        view = GAMES["holdem"].engine.view(played_round.state, None)
        seen = {
            *view.get("board", ()),
            *(card for place in view["seats"].values() for card in place.get("cards", ())),
        }
        if seat is not None:
            seen |= {*GAMES["holdem"].engine.view(played_round.state, seat).get("cards", ())}
        assert {card["card"] for card in proof["cards"]} == seen
        assert played_round.seed.hex() not in json.dumps(proof)


def test_an_auditor_opens_every_card_and_rebuilds_the_tree() -> None:
    proof = sample_rounds.showdown().build_proof(auditor=True)
    verdict = verify_round("holdem", plain(proof))
    assert verdict.good
    assert len(proof["cards"]) == len(proof["to"])
    (tree,) = [check for check in verdict.checks if check.code == "tree"]
    assert len(tree.details["cards"]) == PACK


def in_a_shoe(system: str) -> sample_rounds.Played:
    """A round that is not the first of its shoe."""
    return sample_rounds.rounds(system, 3, kept=True)[-1]


def changes(proof: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every changed field of a proof against the house, with the code of the check that fails."""
    seat = next(iter(proof["nonces"]))
    yield "promise", changed(proof, "commitment", to="0" * 64)
    yield "promise", changed(proof, "seed", to="1" * 64)
    yield "drawn", changed(proof, "table", to=8)
    yield "drawn", changed(proof, "nonces", seat, to="0" * 32)
    yield "drawn", changed(proof, "nonces", to={})
    other_format = {"feltro/round/v1": "feltro/round/v2", "feltro/round/v2": "feltro/round/v1"}
    yield "unreadable", changed(proof, "format", to=other_format[proof["format"]])
    yield (
        "game",
        changed(
            proof,
            "game",
            to="american-roulette" if proof["game"] != "american-roulette" else "french-roulette",
        ),
    )
    yield "unreadable", changed(proof, "nonces", seat, to="xyz")
    yield "unreadable", proof | {"more": 1}
    yield "unreadable", {name: value for name, value in proof.items() if name != "seed"}
    yield "unreadable", changed(proof, "round", to=0)
    if "wheel" in proof:
        yield "drawn", changed(proof, "round", to=proof["round"] + 1)
        yield "wheel", changed(proof, "wheel", to="39")
        yield "drawn", changed(proof, "drawn", to=["0" if proof["drawn"] != ["0"] else "1"])
        yield "drawn", changed(proof, "drawn", to=[])
        return
    yield "drawn", changed(proof, "drawn", 1, to="2S" if proof["drawn"][1] != "2S" else "3S")
    yield "drawn", changed(proof, "drawn", to=["", "", *proof["drawn"][2:]])
    yield "drawn", changed(proof, "drawn", to=proof["drawn"][::-1])
    yield "shoe", changed(proof, "decks", to=5)
    yield "shoe", changed(proof, "shoe", to=proof["round"] + 1)
    yield "unreadable", changed(proof, "before", to="0" * 63)
    yield "unreadable", changed(proof, "dealt", to=["1X"])
    yield "shoe", changed(proof, "dealt", to=[*proof["dealt"], *["2S"] * 9])
    if proof["shoe"] == proof["round"]:
        yield "shoe", changed(proof, "dealt", to=["2S"])
        yield "shoe", changed(proof, "before", to="0" * 64)
    else:
        yield "drawn", changed(proof, "round", to=proof["round"] + 1)
        yield "shoe", changed(proof, "before", to="")
        yield "shoe", changed(proof, "dealt", to=[])
        yield "shoe", changed(proof, "shoe", to=proof["round"])
        yield "shoe", changed(proof, "drawn", to=["2S"] * 416)
        yield "drawn", changed(proof, "dealt", to=proof["dealt"][:-1])
        yield "drawn", changed(proof, "decks", to=6)


@pytest.mark.parametrize("system", HOUSE_GAMES)
def test_each_changed_field_fails_its_check(system: str) -> None:
    # One time in 38 another seed or share draws the same number: not in this round.
    proof = plain(sample_rounds.rounds(system, 2, number=5)[-1].build_proof())
    for code, other in changes(proof):
        assert verify_round(system, other).failed[0] == code, other


@pytest.mark.parametrize("system", KEPT)
def test_each_changed_field_of_a_kept_shoe_fails_its_check(system: str) -> None:
    proof = plain(in_a_shoe(system).build_proof())
    assert proof["shoe"] < proof["round"] and proof["dealt"]
    for code, other in changes(proof):
        assert verify_round(system, other).failed[0] == code, other


def card_changes(proof: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every changed field of a proof between players."""
    seat = next(iter(proof["nonces"]))
    last = len(proof["cards"]) - 1
    yield "root", changed(proof, "commitment", to="0" * 64)
    yield "root", changed(proof, "nonces", seat, to="0" * 32)
    yield "root", changed(proof, "root", to="0" * 64)
    yield "root", changed(proof, "top", to="0" * 64)
    yield "root", changed(proof, "table", to=8)
    yield "root", changed(proof, "round", to=proof["round"] + 1)
    yield "opening", changed(proof, "cards", 0, "salt", to="0" * 64)
    for at in range(6):
        yield "opening", changed(proof, "cards", last, "path", at, to="0" * 64)
    unseen = next(name for name in NAMES if all(card["card"] != name for card in proof["cards"]))
    yield "opening", changed(proof, "cards", 0, "card", to=unseen)
    yield "opening", changed(proof, "cards", last, "card", to="1X")
    yield "pack", changed(proof, "cards", 0, "card", to=proof["cards"][1]["card"])
    yield "order", changed(proof, "cards", to=proof["cards"][:-1])
    yield "order", changed(proof, "to", to=proof["to"][:-1])
    yield "order", changed(proof, "to", to=[0, *proof["to"][1:]])
    yield "order", changed(proof, "to", 0, to=proof["to"][1])
    yield "pack", changed(proof, "cards", to=[*proof["cards"], proof["cards"][0]])
    yield "unreadable", changed(proof, "cards", 0, "path", to=proof["cards"][0]["path"][:5])
    yield "unreadable", changed(proof, "cards", 0, "salt", to="")
    yield "unreadable", changed(proof, "seed", to="") if "seed" in proof else proof | {"seed": "00"}


@pytest.mark.parametrize("auditor", [False, True])
def test_each_changed_field_of_a_committed_pack_fails_its_check(auditor: bool) -> None:
    proof = plain(
        sample_rounds.showdown(lambda played_round: bool(played_round.nonces)).build_proof(1, auditor)
    )
    for code, other in card_changes(proof):
        assert code in verify_round("holdem", other).failed, (code, verify_round("holdem", other).failed)
    if auditor:
        assert verify_round("holdem", changed(proof, "seed", to="1" * 64)).failed == ("promise", "tree")


def test_an_auditor_detects_a_pack_that_the_seed_does_not_give() -> None:
    """The house commits to a pack that the seed does not give: only the seed reveals it."""
    played_round = sample_rounds.showdown()
    made = played_round.pack()
    stacked = card_commitments.planted(made.order[::-1], made.salts, sample_rounds.TABLE, played_round.number)
    drawn = GAMES["holdem"].engine.draw_record(played_round.state)
    about: dict[str, Any] = {
        "system": "holdem",
        "table": sample_rounds.TABLE,
        "round_number": played_round.number,
        "nonces": played_round.nonces,
        "drawn": drawn,
    }
    positions = range(len(drawn.to))
    seen = build_card_proof(
        stacked, **about, commitment=generator.promise(played_round.seed), positions=positions
    )
    assert verify_round("holdem", seen).good
    audited = build_card_proof(
        stacked,
        **about,
        commitment=generator.promise(played_round.seed),
        positions=positions,
        seed=played_round.seed.hex(),
    )
    assert verify_round("holdem", audited).failed == ("tree",)


@pytest.mark.parametrize(
    ("to", "opened", "right"),
    [
        ([1, 2, 1, 2, 0, 0, 0], {4, 5, 6}, True),
        ([1, 2, 3, 1, 3, 0, 0, 0, 0, 0], {5, 6, 7, 8, 9}, True),  # one left between the two cards
        ([3, 1, 2, 3, 1, 2], set(), True),
        ([], set(), True),
        ([1, 2, 2, 1, 0, 0, 0], {4, 5, 6}, False),  # the second cards went round another way
        ([1, 2, 1, 2, 1], set(), False),  # a third card
        ([1, 2, 1, 2, 0, 0], {4, 5}, False),  # no flop has two cards
        ([1, 2, 1, 2, 0, 0, 0], {4, 6}, False),  # a card of the table that is not open
        ([1, 0, 2, 1, 2, 0, 0], {1, 5, 6}, False),
        ([1, 2, 1, 2], {4}, False),  # a card that was not dealt
    ],
)
def test_the_dealing_order_is_checked(to: list[int], opened: set[int], right: bool) -> None:
    assert is_dealing_order_valid(to, opened, (0, 3, 4, 5)) is right


@pytest.mark.parametrize("system", KEPT)
def test_a_missing_or_changed_round_breaks_the_sequence_of_a_shoe(system: str) -> None:
    proof = [played_round.build_proof() for played_round in sample_rounds.rounds(system, 4, kept=True)]
    assert check_shoe_sequence(proof).good and check_shoe_sequence(proof[::-1]).good
    assert not check_shoe_sequence([*proof[:1], *proof[2:]]).good
    assert not check_shoe_sequence(proof[1:]).good
    for field, to in (("dealt", proof[1]["dealt"][::-1]), ("before", "0" * 64)):
        assert not check_shoe_sequence([proof[0], changed(proof[1], field, to=to), *proof[2:]]).good
    assert not check_shoe_sequence([proof[0], changed(proof[1], "nonces", to={}), *proof[2:]]).good


def test_verification_data_contains_wheels_and_shoes() -> None:
    given = verification_data()
    assert {*given["wheels"], *given["shoes"], *given["promised"]} == set(sample_rounds.SYSTEMS)
    assert [len(wheel) for wheel in given["wheels"]["american-roulette"].values()] == [37, 38]


@pytest.mark.parametrize(
    "junk",
    [
        {},
        {"game": None},
        {"game": ["holdem"]},
        {"game": "bingo"},
        {"game": "holdem"},
        {"game": "blackjack", "seed": 1},
    ],
)
def test_any_data_gets_a_verdict(junk: dict[str, Any]) -> None:
    assert verify_round("holdem", junk).failed[0] in ("game", "unreadable")
    assert not verify_round("bingo", {"game": "bingo"}).good
