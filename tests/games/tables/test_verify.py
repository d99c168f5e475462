"""What is published of a round is enough to check it, for every game; and nothing of it can be changed without being found."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest

from games.catalogue import GAMES
from games.draw import card_commitments, generator
from games.rounds.draw_check import dealt_right, follows, verify
from games.rounds.proof import known, published_cards
from games.rules.shared.cards import NAMES, PACK
from tests.games.tables import luck

HOUSE_GAMES = [system for system in luck.SYSTEMS if system != "holdem"]
KEPT = ("blackjack", "baccarat")


def plain(told: dict[str, Any]) -> dict[str, Any]:
    """As it goes over the wire and into a file."""
    read: dict[str, Any] = json.loads(json.dumps(told))
    return read


def changed(told: dict[str, Any], *way: Any, to: Any) -> dict[str, Any]:
    """The same data with one thing changed."""
    other = copy.deepcopy(told)
    *path, last = way
    inside: Any = other
    for step in path:
        inside = inside[step]
    assert inside[last] != to
    inside[last] = to
    return other


@pytest.mark.parametrize("system", luck.SYSTEMS)
def test_every_round_that_was_played_agrees_with_what_is_published_of_it(system: str) -> None:
    for each in luck.rounds(system, 40):
        assert verify(system, plain(each.told())).good, each.number


@pytest.mark.parametrize("system", KEPT)
def test_rounds_of_a_kept_shoe_agree_with_the_seed_of_its_first_round(system: str) -> None:
    played = luck.rounds(system, 60, kept=True)
    shoes = {each.shoe for each in played}
    assert 1 < len(shoes) < len(played) / 3, "shoes of several rounds, and more than one"
    for each in played:
        assert verify(system, plain(each.told())).good, each.number
    for shoe in shoes - {max(shoes)}:
        assert follows([each.told() for each in played if each.shoe == shoe]).good


@pytest.mark.parametrize("system", HOUSE_GAMES)
def test_the_data_names_every_card_and_number_that_people_saw(system: str) -> None:
    for each in luck.rounds(system, 15):
        told = json.dumps(each.told()["drawn"])
        seen = json.dumps(GAMES[system].engine.view(each.state, None))
        cards = [name for name in NAMES if f'"{name}"' in seen]
        assert all(f'"{name}"' in told for name in cards)


@pytest.mark.parametrize("seat", [None, 1, 2, 3])
def test_holdem_opens_to_each_what_the_view_shows_to_each_and_nothing_else(seat: int | None) -> None:
    for number in range(1, 60):
        (each,) = luck.rounds("holdem", 1, number=number)
        told = each.told(seat)
        assert verify("holdem", plain(told)).good
        view = GAMES["holdem"].engine.view(each.state, None)
        seen = {
            *view.get("board", ()),
            *(card for place in view["seats"].values() for card in place.get("cards", ())),
        }
        if seat is not None:
            seen |= {*GAMES["holdem"].engine.view(each.state, seat).get("cards", ())}
        assert {card["card"] for card in told["cards"]} == seen
        assert each.seed.hex() not in json.dumps(told)


def test_an_auditor_opens_the_whole_deal_and_makes_the_tree_again() -> None:
    told = luck.showdown().told(auditor=True)
    verdict = verify("holdem", plain(told))
    assert verdict.good
    assert len(told["cards"]) == len(told["to"])
    assert verdict.checks[-1].code == "tree" and len(verdict.checks[-1].said["cards"]) == PACK


def in_a_shoe(system: str) -> luck.Played:
    """A round that is not the first of its shoe."""
    return luck.rounds(system, 3, kept=True)[-1]


def changes(told: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every field of a round against the house changed by itself, with the code of what must be found."""
    seat = next(iter(told["nonces"]))
    yield "promise", changed(told, "commitment", to="0" * 64)
    yield "promise", changed(told, "seed", to="1" * 64)
    yield "drawn", changed(told, "table", to=8)
    yield "drawn", changed(told, "nonces", seat, to="0" * 32)
    yield "drawn", changed(told, "nonces", to={})
    yield "unreadable", changed(told, "format", to="feltro/round/v2")
    yield (
        "game",
        changed(
            told, "game", to="american-roulette" if told["game"] != "american-roulette" else "french-roulette"
        ),
    )
    yield "unreadable", changed(told, "nonces", seat, to="xyz")
    yield "unreadable", told | {"more": 1}
    yield "unreadable", {name: value for name, value in told.items() if name != "seed"}
    yield "unreadable", changed(told, "round", to=0)
    if "wheel" in told:
        yield "drawn", changed(told, "round", to=told["round"] + 1)
        yield "wheel", changed(told, "wheel", to="39")
        yield "drawn", changed(told, "drawn", to=["0" if told["drawn"] != ["0"] else "1"])
        yield "drawn", changed(told, "drawn", to=[])
        return
    yield "drawn", changed(told, "drawn", 1, to="2S" if told["drawn"][1] != "2S" else "3S")
    yield "drawn", changed(told, "drawn", to=["", "", *told["drawn"][2:]])
    yield "drawn", changed(told, "drawn", to=told["drawn"][::-1])
    yield "shoe", changed(told, "decks", to=5)
    if told["shoe"] == told["round"]:
        yield "shoe", changed(told, "start", to=1)
        yield (
            "shoe",
            changed(told, "round", to=told["round"] - 1)
            if told["round"] > 1
            else changed(told, "shoe", to=2),
        )
    else:
        yield "shoe", changed(told, "drawn", to=["2S"] * 416)
        yield "drawn", changed(told, "start", to=told["start"] + 1)
        yield "drawn", changed(told, "shoe", to=told["shoe"] + 1)
        yield "drawn", changed(told, "decks", to=6)


@pytest.mark.parametrize("system", HOUSE_GAMES)
def test_each_single_field_changed_is_found_and_named(system: str) -> None:
    # One time in 38 another seed or share draws the same number: not in this round.
    told = plain(luck.rounds(system, 2, number=5)[-1].told())
    for code, other in changes(told):
        assert verify(system, other).failed[0] == code, other


@pytest.mark.parametrize("system", KEPT)
def test_each_single_field_of_a_kept_shoe_changed_is_found_and_named(system: str) -> None:
    told = plain(in_a_shoe(system).told())
    assert told["shoe"] < told["round"] and told["start"] > 0
    for code, other in changes(told):
        assert verify(system, other).failed[0] == code, other


def card_changes(told: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every field of a round among players changed by itself."""
    seat = next(iter(told["nonces"]))
    last = len(told["cards"]) - 1
    yield "root", changed(told, "commitment", to="0" * 64)
    yield "root", changed(told, "nonces", seat, to="0" * 32)
    yield "root", changed(told, "root", to="0" * 64)
    yield "root", changed(told, "top", to="0" * 64)
    yield "root", changed(told, "table", to=8)
    yield "root", changed(told, "round", to=told["round"] + 1)
    yield "opening", changed(told, "cards", 0, "salt", to="0" * 64)
    for at in range(6):
        yield "opening", changed(told, "cards", last, "path", at, to="0" * 64)
    unseen = next(name for name in NAMES if all(card["card"] != name for card in told["cards"]))
    yield "opening", changed(told, "cards", 0, "card", to=unseen)
    yield "opening", changed(told, "cards", last, "card", to="1X")
    yield "pack", changed(told, "cards", 0, "card", to=told["cards"][1]["card"])
    yield "order", changed(told, "cards", to=told["cards"][:-1])
    yield "order", changed(told, "to", to=told["to"][:-1])
    yield "order", changed(told, "to", to=[0, *told["to"][1:]])
    yield "order", changed(told, "to", 0, to=told["to"][1])
    yield "pack", changed(told, "cards", to=[*told["cards"], told["cards"][0]])
    yield "unreadable", changed(told, "cards", 0, "path", to=told["cards"][0]["path"][:5])
    yield "unreadable", changed(told, "cards", 0, "salt", to="")
    yield "unreadable", changed(told, "seed", to="") if "seed" in told else told | {"seed": "00"}


@pytest.mark.parametrize("auditor", [False, True])
def test_each_single_field_of_a_promised_pack_changed_is_found_and_named(auditor: bool) -> None:
    told = plain(luck.showdown(lambda each: bool(each.nonces)).told(1, auditor))
    for code, other in card_changes(told):
        assert code in verify("holdem", other).failed, (code, verify("holdem", other).failed)
    if auditor:
        assert verify("holdem", changed(told, "seed", to="1" * 64)).failed == ("promise", "tree")


def test_a_pack_that_the_seed_does_not_make_is_found_by_the_auditor() -> None:
    """The house promised, before the deal, a pack of its own choice: to the players all is right, and the seed betrays it."""
    each = luck.showdown()
    made = each.pack()
    stacked = card_commitments.planted(made.order[::-1], made.salts, luck.TABLE, each.number)
    drawn = GAMES["holdem"].engine.draw_record(each.state)
    about: dict[str, Any] = {
        "system": "holdem",
        "table": luck.TABLE,
        "round": each.number,
        "nonces": each.nonces,
        "drawn": drawn,
    }
    positions = range(len(drawn.to))
    seen = published_cards(stacked, **about, commitment=generator.promise(each.seed), positions=positions)
    assert verify("holdem", seen).good
    audited = published_cards(
        stacked, **about, commitment=generator.promise(each.seed), positions=positions, seed=each.seed.hex()
    )
    assert verify("holdem", audited).failed == ("tree",)


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
        ([1, 2, 1, 2], {4}, False),  # a card that nobody was dealt
    ],
)
def test_cards_lie_where_the_deal_must_bring_them(to: list[int], opened: set[int], right: bool) -> None:
    assert dealt_right(to, opened, (0, 3, 4, 5)) is right


@pytest.mark.parametrize("system", KEPT)
def test_a_round_left_out_of_a_shoe_or_dealt_from_elsewhere_does_not_follow(system: str) -> None:
    told = [each.told() for each in luck.rounds(system, 4, kept=True)]
    assert follows(told).good and follows(told[::-1]).good
    assert not follows([*told[:1], *told[2:]]).good
    assert not follows(told[1:]).good
    assert not follows([told[0], changed(told[1], "start", to=told[1]["start"] + 1), *told[2:]]).good
    assert not follows([told[0], changed(told[1], "nonces", to={}), *told[2:]]).good


def test_what_the_browser_is_given_beside_the_data_are_the_wheels_and_the_shoes() -> None:
    given = known()
    assert {*given["wheels"], *given["shoes"], *given["promised"]} == set(luck.SYSTEMS)
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
def test_anything_at_all_gets_a_verdict(junk: dict[str, Any]) -> None:
    assert verify("holdem", junk).failed[0] in ("game", "unreadable")
    assert not verify("bingo", {"game": "bingo"}).good
