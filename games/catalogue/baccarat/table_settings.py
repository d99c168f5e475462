"""What is set at a table of ponto e banca, field by field, and the limits that follow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.catalogue.baccarat.table_messages import MESSAGES
from games.catalogue.chance_limits import chance_limits
from games.catalogue.description import TableDescription
from games.catalogue.setting_fields import (
    AT_LEAST_5,
    BETTING,
    CARDS,
    DECKS,
    LANGUAGES,
    LIMITS,
    MAXIMA,
    MINIMUM,
    MINIMUM_SETS_MAXIMA,
    REST,
    SEATS,
    SHOE,
    TABLE,
    TIGHTER,
    TWO_PEOPLE,
    BetLimit,
    SettingField,
    SettingGroup,
    mode,
    pace,
    step,
)
from games.catalogue.text import Text
from games.rules.baccarat.sheet import BetPlace

KINDS = {place: MESSAGES[f"kind.{place}"] for place in BetPlace}
COMMISSION = _("Commission")


def _maximum(name: str, label: Text, rule: str, bound: Text, chance: BetPlace) -> SettingField:
    return SettingField(f"max_times.{name}", "count?", label, rule, bound, chance=str(chance))


GROUPS = (
    SettingGroup(
        TABLE,
        (
            SettingField(
                "variant",
                "choice",
                _("Way of playing"),
                "PB-39",
                choices={"punto-banco": _("Ponto e banca"), "macau": _("Macau")},
            ),
            mode("PB-4"),
            SettingField("seats", "count", SEATS, "PB-6a", _("1 to 9.")),
            SettingField("pairs", "yes", _("Bets on pairs"), "PB-10"),
        ),
        TWO_PEOPLE,
    ),
    SettingGroup(
        LIMITS,
        (
            SettingField("minimum", "money", MINIMUM, "PB-14", MINIMUM_SETS_MAXIMA),
            step(),
            SettingField(
                "prize_cap",
                "money?",
                _("Maximum of prizes"),
                "PB-41",
                _("Macau tables only; empty for none."),
            ),
        ),
        TWO_PEOPLE,
    ),
    SettingGroup(
        MAXIMA,
        (
            _maximum("side", _("Ponto and banca"), "PB-15a", _("At most 70."), BetPlace.PUNTO),
            _maximum("tie", _("Tie"), "PB-15b", _("At most 15."), BetPlace.TIE),
            _maximum("pair", _("Pairs"), "PB-15c", _("At most 8."), BetPlace.PUNTO_PAIR),
        ),
        TIGHTER,
    ),
    SettingGroup(
        COMMISSION,
        (
            SettingField(
                "commission",
                "choice",
                COMMISSION,
                "PB-26",
                choices={
                    "none": pgettext_lazy("commission", "none"),
                    "a": _("5% when banca wins"),
                    "b": _("50% when banca wins with 5 or 6"),
                },
            ),
        ),
        TWO_PEOPLE,
    ),
    SettingGroup(
        CARDS,
        (
            SettingField("decks", "count", DECKS, "PB-6b", _("6 or 8.")),
            SettingField(
                "shoe",
                "choice",
                SHOE,
                choices={"fresh": _("shuffled before each round"), "kept": _("dealt to a cut card")},
            ),
            SettingField("cut_card", "count", _("Cards behind the cut card"), "PB-20"),
        ),
        TWO_PEOPLE,
    ),
    pace(
        SettingField("betting_seconds", "count", BETTING, "PB-27a", AT_LEAST_5),
        SettingField("card_ms", "count", _("Milliseconds from card to card"), "PB-3", _("100 to 5000.")),
        SettingField("rest_seconds", "count", REST, "PB-2c", AT_LEAST_5),
    ),
)
INITIAL: Mapping[str, Any] = {
    "variant": "punto-banco",
    "mode": "multiple",
    "seats": 9,
    "pairs": True,
    "minimum": 100,
    "step": 20,
    "commission": "a",
    "decks": 8,
    "shoe": "kept",
    "cut_card": 52,
    "betting_seconds": 20,
    "card_ms": 600,
    "rest_seconds": 10,
    "languages": list(LANGUAGES),
}


def _limits(described: Mapping[str, Any]) -> Iterator[BetLimit]:
    return chance_limits(described["kinds"], KINDS)


TABLES = TableDescription(groups=GROUPS, initial=INITIAL, limits=_limits)
