"""The five roads against sequences worked out by hand, and against a second reading of their rules.

[PB-6a] [PB-23a]
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.pages.screen import run

pytestmark = pytest.mark.journey

MODULE = {"roads": "games/baccarat/roads.js"}
ALL = """
  const coups = given.list.map(roads.read);
  return {
    bead: roads.bead(coups).map(({ x, y, coup }) => [x, y, coup.winner]),
    big: roads.bigRoad(coups).map(({ x, y, winner, ties }) => [x, y, winner, ties]),
    marks: Object.fromEntries(Object.entries(roads.DERIVED).map(([name, back]) => [name, roads.marks(roads.columns(coups), back)])),
    laid: Object.fromEntries(Object.keys(roads.DERIVED).map((name) => [name, roads.derived(coups, name).map(({ x, y }) => [x, y])])),
    ahead: { punto: roads.ahead(coups, "punto"), banco: roads.ahead(coups, "banco") }, counts: roads.counts(coups),
  };
"""
OUTCOME = {"P": "P7-2", "B": "B3-6", "T": "T5-5"}


def drawn(page: Page, letters: str) -> dict[str, Any]:
    found: dict[str, Any] = run(page, MODULE, ALL, {"list": [OUTCOME[letter] for letter in letters]})
    return found


def test_an_outcome_tells_its_winner_scores_and_pairs(page: Page) -> None:
    read = "return given.list.map(roads.read);"
    punto, tie, banco, nothing = run(page, MODULE, read, {"list": ["P8-6p", "T6-6pb", "B3-7", "17"]})
    assert punto == {"winner": "punto", "punto": 8, "banco": 6, "pairs": ["punto"]}
    assert (tie["winner"], tie["pairs"]) == ("tie", ["punto", "banco"])
    assert (banco["winner"], banco["punto"], banco["banco"]) == ("banco", 3, 7)
    assert nothing is None


def test_the_bead_plate_goes_down_six_and_then_to_the_right(page: Page) -> None:
    bead = drawn(page, "PBTPPPB")["bead"]
    assert [cell[:2] for cell in bead] == [[0, 0], [0, 1], [0, 2], [0, 3], [0, 4], [0, 5], [1, 0]]
    assert bead[2][2] == "tie"


def test_the_big_road_changes_column_with_the_winner_and_marks_ties_on_the_cell_before(page: Page) -> None:
    assert drawn(page, "TPPTBTTP")["big"] == [
        [0, 0, "punto", 1],
        [0, 1, "punto", 1],
        [1, 0, "banco", 2],
        [2, 0, "punto", 0],
    ]


def test_a_long_run_turns_to_the_right_at_the_foot_of_the_plate(page: Page) -> None:
    big = drawn(page, "P" * 8 + "B" * 7 + "P")["big"]
    assert [cell[:2] for cell in big[:8]] == [[0, 0], [0, 1], [0, 2], [0, 3], [0, 4], [0, 5], [1, 5], [2, 5]]
    # The next run finds the sixth row taken and turns one row earlier.
    assert [cell[:2] for cell in big[8:15]] == [[1, 0], [1, 1], [1, 2], [1, 3], [1, 4], [2, 4], [3, 4]]
    assert big[15][:2] == [2, 0]


# Columns of the big road (their lengths), and what is marked: R regular (red), B irregular (blue).
WORKED = [
    # 1, 1: one column more, equally long as the one before it.
    ("PBP", {"eye": "R", "small": "", "roach": ""}),
    # 2, 2: the second cell of the second column has a neighbour; then both columns are equally long.
    ("PPBBP", {"eye": "RR", "small": "", "roach": ""}),
    # 1, 2: the second cell finds the column before it just ended; then the columns differ.
    ("PBBP", {"eye": "BB", "small": "", "roach": ""}),
    # 1, 3: the third cell finds nothing beside it nor beside the one above: regular again.
    ("PBBBP", {"eye": "BRB", "small": "", "roach": ""}),
    # 3, 1, 2, 1: from the third column on for the small road, from the fourth for the cockroach road.
    ("PPPBPPBP", {"eye": "BBBB", "small": "RBR", "roach": "B"}),
]


@pytest.mark.parametrize(("letters", "wanted"), WORKED)
def test_the_derived_roads_of_sequences_worked_out_by_hand(
    page: Page, letters: str, wanted: dict[str, str]
) -> None:
    found = drawn(page, letters)["marks"]
    assert {
        name: "".join("R" if regular else "B" for regular in marks) for name, marks in found.items()
    } == wanted


def second_reading(letters: str, back: int) -> list[bool]:
    """By the cells themselves: at the head of a column whether the two before it end level, elsewhere by the neighbours on the left."""
    cells: set[tuple[int, int]] = set()
    heads: list[str] = []
    marks: list[bool] = []
    row = 0
    for letter in letters.replace("T", ""):
        if heads and heads[-1] == letter:
            row += 1
        else:
            heads.append(letter)
            row = 0
        column = len(heads) - 1
        cells.add((column, row))
        if row == 0 and column > back:
            depths = [max(y for x, y in cells if x == which) for which in (column - 1, column - 1 - back)]
            marks.append(depths[0] == depths[1])
        elif row > 0 and column >= back:
            beside, above = (column - back, row) in cells, (column - back, row - 1) in cells
            marks.append(beside == above)
    return marks


def test_two_readings_of_the_roads_agree_and_no_two_cells_share_a_square(page: Page) -> None:
    chance = random.Random(812)
    for _ in range(40):
        letters = "".join(chance.choices("PBT", weights=(45, 46, 9), k=chance.randint(0, 72)))
        found = drawn(page, letters)
        for name, back in {"eye": 1, "small": 2, "roach": 3}.items():
            assert found["marks"][name] == second_reading(letters, back), letters
            assert len({tuple(cell) for cell in found["laid"][name]}) == len(found["laid"][name])
            for side, letter in (("punto", "P"), ("banco", "B")):
                then, now = second_reading(letters + letter, back), second_reading(letters, back)
                assert found["ahead"][side][name] == (then[-1] if len(then) > len(now) else None)
        assert len({tuple(cell[:2]) for cell in found["big"]}) == len(found["big"])
        assert found["counts"] == {
            "punto": letters.count("P"),
            "banco": letters.count("B"),
            "tie": letters.count("T"),
        }
