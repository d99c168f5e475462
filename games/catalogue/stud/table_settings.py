"""What is set at a stud table, field by field, and the limits that follow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from games.catalogue.description import TableDescription
from games.catalogue.setting_fields import (
    AT_LEAST_5,
    BETTING,
    DECISION,
    EXTRA,
    LANGUAGES,
    LIMITS,
    REST,
    SEATS,
    TABLE,
    TWO_PEOPLE,
    BetLimit,
    SettingField,
    SettingGroup,
    mode,
    pace,
    step,
)
from games.rules.stud.sheet import SECOND_TIMES

FROM_1_TO_7 = lazy("1 to 7.")
ANTES = (
    SettingField("minimum", "money", lazy("Least ante"), "CS-17"),
    SettingField(
        "maximum",
        "money",
        lazy("Greatest ante"),
        "CS-18",
        lazy("At most 25 times the least, and what the sheet says."),
    ),
    step(),
)
PACE = pace(
    SettingField("betting_seconds", "count", BETTING, "CS-14a", AT_LEAST_5),
    SettingField("decision_seconds", "count", DECISION, "CS-21", AT_LEAST_5),
    SettingField("extra_seconds", "count", EXTRA, "CS-31", AT_LEAST_5),
    SettingField("rest_seconds", "count", REST, "", lazy("At least 3.")),
)
CARIBBEAN_GROUPS = (
    SettingGroup(
        TABLE, (mode("CS-4"), SettingField("seats", "count", SEATS, "CS-6a", FROM_1_TO_7)), TWO_PEOPLE
    ),
    SettingGroup(LIMITS, ANTES, TWO_PEOPLE),
    PACE,
)
DEALING = SettingField(
    "dealing",
    "choice",
    lazy("Cards are dealt"),
    "MS-7.1",
    choices={
        "shoe": lazy("from a shoe, one at a time"),
        "shuffler": lazy("by a shuffler, five at a time"),
    },
)
PRIZE_LIMIT = SettingField(
    "house_maximum",
    "money?",
    lazy("Most that the additional bet wins"),
    "MS-9.5.9",
    lazy("Empty for no limit."),
)
JACKPOT = SettingGroup(
    lazy("Jackpot"),
    (
        SettingField("jackpot", "yes", lazy("The table has a jackpot"), "MS-10.1"),
        SettingField("jackpot.bet", "money?", lazy("Jackpot bet"), "MS-10.1"),
        SettingField(
            "jackpot.contribution",
            "money?",
            lazy("Of it, into the pot"),
            "MS-10.1",
            lazy("The rest is the house's."),
        ),
        SettingField("jackpot.minimum", "money?", lazy("Where the pot begins"), "MS-10.8b"),
        SettingField("jackpot.fixed.royal_flush", "money?", lazy("Fixed sum, royal flush"), "MS-10.2.1"),
        SettingField(
            "jackpot.fixed.straight_flush", "money?", lazy("Fixed sum, straight flush"), "MS-10.2.2"
        ),
        SettingField(
            "jackpot.fixed.four_of_a_kind", "money?", lazy("Fixed sum, four of a kind"), "MS-10.2.3"
        ),
        SettingField("jackpot.fixed.full_house", "money?", lazy("Fixed sum, full house"), "MS-10.2.4"),
        SettingField("jackpot.fixed.flush", "money?", lazy("Fixed sum, flush"), "MS-10.2.5"),
    ),
    TWO_PEOPLE,
)
MACAU_GROUPS = (
    SettingGroup(
        TABLE,
        (mode("CS-4"), SettingField("seats", "count", SEATS, "MS-2.1", FROM_1_TO_7), DEALING),
        TWO_PEOPLE,
    ),
    SettingGroup(LIMITS, (*ANTES, PRIZE_LIMIT), TWO_PEOPLE),
    JACKPOT,
    PACE,
)
INITIAL: Mapping[str, Any] = {
    "mode": "multiple",
    "seats": 7,
    "minimum": 100,
    "maximum": 2_500,
    "step": 50,
    "betting_seconds": 20,
    "decision_seconds": 20,
    "extra_seconds": 10,
    "rest_seconds": 8,
    "languages": list(LANGUAGES),
}


def _limits(described: Mapping[str, Any]) -> Iterator[BetLimit]:
    ante, rules = described["limits"]["ante"], described["limits"]["rules"]
    least, most = ante["min"], ante["max"]
    times = most // least if most % least == 0 else None
    yield BetLimit(_("Ante"), least, most, times, rules["max"])
    yield BetLimit(_("Second bet"), SECOND_TIMES * least, SECOND_TIMES * most, None, "CS-23")
    if jackpot := described.get("jackpot"):
        yield BetLimit(_("Jackpot bet"), jackpot["bet"], jackpot["bet"], None, "MS-10.1")


CARIBBEAN_TABLES = TableDescription(groups=CARIBBEAN_GROUPS, initial=INITIAL, limits=_limits)
MACAU_TABLES = TableDescription(groups=MACAU_GROUPS, initial={**INITIAL, "dealing": "shoe"}, limits=_limits)
