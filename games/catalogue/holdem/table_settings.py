"""What is set at a hold'em table, field by field, and the amounts that follow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import pgettext_lazy

from games.catalogue.description import TableDescription
from games.catalogue.setting_fields import (
    AT_LEAST_5,
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
    pace,
)

GROUPS = (
    SettingGroup(
        TABLE,
        (
            SettingField("seats", "count", SEATS, "HE-4a", lazy("2 to 10.")),
            SettingField(
                "regime",
                "choice",
                lazy("The table runs"),
                "HE-6a",
                choices={"continuous": lazy("continuously"), "session": lazy("in sessions")},
            ),
            SettingField(
                "hours",
                "count",
                lazy("Hours of a session"),
                "HE-2s",
                lazy("Nought where it runs continuously."),
            ),
        ),
        TWO_PEOPLE,
    ),
    SettingGroup(
        LIMITS,
        (
            SettingField("minimum", "money", lazy("Minimum bet and big blind"), "HE-22a"),
            SettingField("small_blind", "money", lazy("Small blind"), "HE-22b"),
            SettingField("buy_in", "money", lazy("Buy-in"), "HE-14"),
            SettingField(
                "rebuys", "sums", lazy("Rebuys"), "HE-14", lazy("Amounts, with a semicolon between them.")
            ),
            SettingField(
                "limit",
                "choice",
                lazy("Maximum of a bet"),
                "HE-24a-i",
                choices={
                    "half-pot": lazy("half pot"),
                    "fixed-raises": lazy("fixed raises"),
                    "pot-limit": lazy("pot"),
                    "no-limit": pgettext_lazy("poker limit", "none"),
                },
            ),
            SettingField(
                "raises",
                "count",
                lazy("Raises in each turn"),
                "HE-24a-ii",
                lazy("Counts where their number is the limit."),
            ),
        ),
        TWO_PEOPLE,
    ),
    pace(
        SettingField("betting_seconds", "count", lazy("Seconds to come, go or rebuy"), "HE-11b"),
        SettingField("decision_seconds", "count", DECISION, "HE-43", AT_LEAST_5),
        SettingField("extra_seconds", "count", EXTRA, "HE-44"),
        SettingField("rest_seconds", "count", REST, "HE-61", lazy("At least 2.")),
    ),
)
INITIAL: Mapping[str, Any] = {
    "seats": 6,
    "regime": "continuous",
    "hours": 0,
    "minimum": 100,
    "small_blind": 50,
    "buy_in": 10_000,
    "rebuys": [5_000, 10_000],
    "limit": "no-limit",
    "raises": 3,
    "betting_seconds": 3,
    "decision_seconds": 20,
    "extra_seconds": 15,
    "rest_seconds": 5,
    "languages": list(LANGUAGES),
}


def _limits(described: Mapping[str, Any]) -> Iterator[BetLimit]:
    yield BetLimit(_("Blinds"), described["small_blind"], described["big_blind"], None, "HE-22a")
    buy_in = described["buy_in"]["cost"]
    yield BetLimit(_("Buy-in"), buy_in, buy_in, None, "HE-14")
    for number, rebuy in enumerate(described["rebuys"], 1):
        label = _("Rebuy %(number)s") % {"number": number}
        yield BetLimit(label, rebuy["cost"], rebuy["cost"], None, "HE-14")


TABLES = TableDescription(groups=GROUPS, initial=INITIAL, limits=_limits)
