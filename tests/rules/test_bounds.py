"""The least and the most that a rule sheet and the setting of a table may say, as figures: the ends are
accepted, and one less or one more is refused with its rule.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import msgspec
import pytest

from games.catalogue import GAMES
from tests.rounds.golden import FOLDER

FILES = [json.loads(path.read_text("utf-8")) for path in sorted(FOLDER.glob("*.json"))]
OPEN_END = None  # as much as one likes


class Bound(NamedTuple):
    system: str
    rule: str
    field: str
    least: int
    most: int | None
    beside: dict[str, Any] = {}


SETTINGS = [
    Bound("american-roulette", "AR-14a", "betting_seconds", 5, OPEN_END),
    Bound("american-roulette", "AR-17", "rest_seconds", 5, OPEN_END),
    Bound("french-roulette", "FR-R15a", "betting_seconds", 5, OPEN_END),
    Bound("french-roulette", "FR-R18", "rest_seconds", 5, OPEN_END),
    Bound("blackjack", "BJ-4a", "places", 1, 7, {"seats": 1, "places_per_player": 1}),
    Bound("blackjack", "BJ-4a", "seats", 1, 7, {"places": 7, "mode": "multiple"}),
    Bound("blackjack", "BJ-12a", "betting_seconds", 5, OPEN_END),
    Bound("blackjack", "BJ-24b", "decision_seconds", 5, OPEN_END),
    Bound("blackjack", "BJ-2f", "rest_seconds", 5, OPEN_END),
    Bound("baccarat", "PB-6a", "seats", 1, 9, {"mode": "multiple"}),
    Bound("baccarat", "PB-27a", "betting_seconds", 5, OPEN_END),
    Bound("baccarat", "PB-3", "card_ms", 100, 5000),
    Bound("baccarat", "PB-2c", "rest_seconds", 5, OPEN_END),
    Bound("holdem", "HE-4a", "seats", 2, 10),
    Bound("holdem", "HE-2s", "hours", 1, 24, {"regime": "session"}),
    Bound("holdem", "HE-11b", "betting_seconds", 1, OPEN_END),
    Bound("holdem", "HE-43", "decision_seconds", 5, OPEN_END),
    Bound("holdem", "HE-61", "rest_seconds", 2, OPEN_END),
    Bound("holdem", "HE-44", "extra_seconds", 0, OPEN_END),
    Bound("holdem", "HE-22b", "small_blind", 1, 700, {"minimum": 700}),
    Bound("caribbean-stud", "CS-6a", "seats", 1, 7, {"mode": "multiple"}),
    Bound("caribbean-stud", "CS-14a", "betting_seconds", 5, OPEN_END),
    Bound("caribbean-stud", "CS-21", "decision_seconds", 5, OPEN_END),
    Bound("caribbean-stud", "CS-31", "extra_seconds", 5, OPEN_END),
    Bound("caribbean-stud", "CS-2e", "rest_seconds", 3, OPEN_END),
    Bound("macau-stud", "MS-2.1", "seats", 1, 7, {"mode": "multiple"}),
]
SHEETS = [
    Bound("blackjack", "BJ-7", "places_per_player", 1, 7),
    Bound("blackjack", "BJ-11", "max_times", 1, 100),
    Bound("holdem", "HE-4a", "most_seats", 2, 10),
    Bound("holdem", "HE-68", "rest_rounds", 0, 1000),
    Bound("caribbean-stud", "CS-6a", "most_seats", 1, 7),
    *(
        Bound(system, "", "resume_within", 1, 3600)
        for system in ("american-roulette", "blackjack", "baccarat", "holdem", "caribbean-stud")
    ),
]


def breaches_of(bound: Bound, value: int, *, of_sheet: bool) -> set[str]:
    """The rules that this value of the field breaks."""
    file = next(file for file in FILES if file["system"] == bound.system)
    engine: Any = GAMES[bound.system].engine
    changed = {**bound.beside, bound.field: value}
    sheet = msgspec.convert(file["sheet"] | (changed if of_sheet else {}), engine.sheet_type, strict=False)
    setting = msgspec.convert(
        file["setting"] | ({} if of_sheet else changed), engine.setting_type, strict=False
    )
    breaches = engine.check_sheet(sheet) if of_sheet else engine.check_setting(sheet, setting)
    return {breach.rule for breach in breaches if breach.field == bound.field}


@pytest.mark.parametrize(
    ("bound", "of_sheet"),
    [*((bound, False) for bound in SETTINGS), *((bound, True) for bound in SHEETS)],
    ids=lambda value: f"{value.system}-{value.field}" if isinstance(value, Bound) else "",
)
def test_HE_2s_both_ends_are_lawful_and_one_beyond_is_not(bound: Bound, of_sheet: bool) -> None:
    """[AR-14a] [FR-R15a] [BJ-4a] [BJ-7] [BJ-11] [PB-6a] [PB-3] [HE-2s] [HE-4a] [HE-22b] [CS-6a] [MS-2.1]"""
    within = [bound.least, bound.least + 1_000_000 if bound.most is OPEN_END else bound.most]
    beyond = [bound.least - 1] + ([] if bound.most is OPEN_END else [bound.most + 1])
    assert [breaches_of(bound, value, of_sheet=of_sheet) for value in within] == [set(), set()]
    for value in beyond:
        rules = breaches_of(bound, value, of_sheet=of_sheet)
        assert len(rules) == 1 and (not bound.rule or rules == {bound.rule}), (value, rules)
