"""What is set at a blackjack table, field by field, and the limits that follow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from games.catalogue.description import TableDescription
from games.catalogue.setting_fields import (
    AT_LEAST_5,
    BETTING,
    CARDS,
    DECISION,
    DECKS,
    EXTRA,
    LANGUAGES,
    LIMITS,
    MAXIMUM,
    MINIMUM,
    REST,
    SEATS,
    SHOE,
    TABLE,
    TWO_PEOPLE,
    BetLimit,
    SettingField,
    SettingGroup,
    mode,
    pace,
    step,
)

GROUPS = (
    SettingGroup(
        TABLE,
        (
            mode("BJ-5"),
            SettingField("places", "count", lazy("Places"), "BJ-4a", lazy("1 to 7 circles on the felt.")),
            SettingField("seats", "count", SEATS, "BJ-4a"),
            SettingField("places_per_player", "count", lazy("Places of one player"), "BJ-7"),
        ),
        TWO_PEOPLE,
    ),
    SettingGroup(
        LIMITS,
        (
            SettingField("minimum", "money", MINIMUM, "BJ-10"),
            SettingField(
                "maximum",
                "money",
                MAXIMUM,
                "BJ-11",
                lazy("At most 100 times the minimum, and what the sheet says."),
            ),
            step("BJ-25a"),
        ),
        TWO_PEOPLE,
    ),
    SettingGroup(
        CARDS,
        (
            SettingField("decks", "count", DECKS, "BJ-4b", lazy("4, 6 or 8.")),
            SettingField(
                "shoe",
                "choice",
                SHOE,
                choices={
                    "fresh": lazy("shuffled before each round"),
                    "cut": lazy("dealt to a cut card"),
                },
            ),
            SettingField(
                "cut",
                "count",
                lazy("Cards before the cut card"),
                "",
                lazy("Nought where each round is shuffled anew."),
            ),
        ),
        TWO_PEOPLE,
    ),
    pace(
        SettingField("betting_seconds", "count", BETTING, "BJ-12a", AT_LEAST_5),
        SettingField("decision_seconds", "count", DECISION, "BJ-24b", AT_LEAST_5),
        SettingField("extra_seconds", "count", EXTRA),
        SettingField("rest_seconds", "count", REST, "BJ-2f", AT_LEAST_5),
    ),
)
INITIAL: Mapping[str, Any] = {
    "mode": "multiple",
    "places": 7,
    "seats": 7,
    "places_per_player": 1,
    "minimum": 500,
    "maximum": 20_000,
    "step": 100,
    "decks": 6,
    "shoe": "fresh",
    "cut": 0,
    "betting_seconds": 20,
    "decision_seconds": 20,
    "extra_seconds": 10,
    "rest_seconds": 6,
    "languages": list(LANGUAGES),
}


def _limits(described: Mapping[str, Any]) -> Iterator[BetLimit]:
    minimum, maximum = described["minimum"], described["maximum"]
    yield BetLimit(
        _("Initial bet of a place"),
        minimum,
        maximum,
        described["times"],
        described["limit_rules"]["maximum"],
    )
    places = described["places_per_player"]
    yield BetLimit(_("All places of one player"), minimum, maximum * places, None, "BJ-7")


TABLES = TableDescription(groups=GROUPS, initial=INITIAL, limits=_limits)
