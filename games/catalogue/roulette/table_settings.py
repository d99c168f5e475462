"""What is set at a roulette table, field by field, and the limits that follow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from games.catalogue.chance_limits import chance_limits
from games.catalogue.description import TableDescription
from games.catalogue.roulette.labels import CHANCES, WHEELS
from games.catalogue.setting_fields import (
    AT_LEAST_5,
    BETTING,
    LANGUAGES,
    LIMITS,
    MAXIMA,
    MINIMUM,
    MINIMUM_SETS_MAXIMA,
    REST,
    SEATS,
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
from games.rules.roulette.layout import BetKind

PER_CHANCE = (
    BetKind.STRAIGHT,
    BetKind.SPLIT,
    BetKind.STREET,
    BetKind.CORNER,
    BetKind.LINE,
    BetKind.DOZEN,
    BetKind.COLUMN,
    BetKind.DOUBLE_DOZEN,
    BetKind.DOUBLE_COLUMN,
)
INITIAL: Mapping[str, Any] = {
    "mode": "multiple",
    "seats": 40,
    "minimum": 50,
    "step": 10,
    "betting_seconds": 20,
    "rest_seconds": 12,
    "languages": list(LANGUAGES),
}


def american_settings() -> TableDescription:
    return TableDescription(
        groups=_groups(
            wheel="AR-6a", mode_rule="AR-4", minimum="AR-10", maximum="AR-11", cap="AR-12b", period="AR-14a"
        ),
        initial={**INITIAL, "variant": "37"},
        limits=_limits,
    )


def french_settings() -> TableDescription:
    return TableDescription(
        groups=_groups(
            wheel="FR-6a",
            mode_rule="FR-4",
            minimum="FR-R11",
            maximum="FR-R12",
            cap="FR-R13b",
            period="FR-R15a",
        ),
        initial={**INITIAL, "variant": "FR"},
        limits=_limits,
    )


def _groups(
    *, wheel: str, mode_rule: str, minimum: str, maximum: str, cap: str, period: str
) -> tuple[SettingGroup, ...]:
    """Every argument is the rule of the regulation that bounds such a field."""
    cap_field = SettingField(
        "cap",
        "money?",
        _("Most per player and round"),
        cap,
        _("All chances together; empty for no limit."),
    )
    rest_field = SettingField(
        "rest_seconds", "count", REST, "", _("The wheel, the collection and the payment need about ten.")
    )
    return (
        SettingGroup(
            TABLE,
            (
                SettingField("variant", "choice", _("Wheel"), wheel, "", WHEELS),
                mode(mode_rule),
                SettingField("seats", "count", SEATS, mode_rule),
            ),
            TWO_PEOPLE,
        ),
        SettingGroup(
            LIMITS,
            (
                SettingField("minimum", "money", MINIMUM, minimum, MINIMUM_SETS_MAXIMA),
                step(),
                cap_field,
            ),
            TWO_PEOPLE,
        ),
        SettingGroup(
            MAXIMA,
            tuple(
                SettingField(f"max_times.{name}", "count?", label, maximum, chance=chance)
                for name, label, chance in _chances()
            ),
            TIGHTER,
        ),
        SettingGroup(
            _("Higher minima"),
            tuple(
                SettingField(f"minimums.{name}", "money?", label, minimum, chance=chance)
                for name, label, chance in _chances()
            ),
            _("Empty: the minimum of the table. It does not raise the maximum."),
        ),
        pace(SettingField("betting_seconds", "count", BETTING, period, AT_LEAST_5), rest_field),
    )


def _chances() -> Iterator[tuple[str, Text, str]]:
    """The chances that a setting may limit one by one: the even chances share one limit."""
    for kind in PER_CHANCE:
        yield kind.replace("-", "_"), CHANCES[kind], str(kind)
    yield "even_chance", _("Even chances"), str(BetKind.EVEN)


def _limits(described: Mapping[str, Any]) -> Iterator[BetLimit]:
    return chance_limits(described["kinds"], CHANCES)
