"""A quick check that planted programs are found; `python -m tests.proofs.bots` measures the rates."""

from __future__ import annotations

from copy import copy
from random import Random

from tests.proofs.bots.__main__ import population, score
from tests.proofs.bots.players import FAMILIES, INPUTS, Style, give_input

# Programs are few among people, as in a house: where they are many, what they do is usual.
PEOPLE, PROGRAMS, HANDS = 280, 4, 1_000


def test_HE_11f_every_family_is_found_and_people_are_left_alone() -> None:
    styles = population("quick", PEOPLE, PROGRAMS)
    result = score(styles, "quick", HANDS)
    assert all(result.players[kind] for kind in (*FAMILIES, *INPUTS))
    for family in FAMILIES:
        assert result.found[family] >= result.players[family] - 1, (family, result.found)
    assert result.flagged <= 3, result.found


def test_nobody_is_flagged_for_the_way_of_input() -> None:
    """The same people with another input: as many are flagged, whichever it is."""
    chance = Random("inputs")
    people = [style for style in population("inputs", 120, 0) if not style.timetable]
    for kind in INPUTS:
        result = score([with_input(style, kind, chance) for style in people], "inputs", HANDS)
        assert result.players[kind] == len(people)
        assert result.found[kind] <= 1, (kind, result.found)


def with_input(style: Style, kind: str, chance: Random) -> Style:
    other = copy(style)
    other.input = kind
    give_input(other, chance)
    return other
