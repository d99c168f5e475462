"""The fields of a table's setting: name, format, legal bound, and the rule of the bound."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from msgspec import Struct

from games.catalogue.labels import MODES, label_for
from games.catalogue.text import Text
from games.rules.shared.money import Cents
from players.shared.money import format_money

Labels = Mapping[str, Text]
LANGUAGES: Labels = {"pt-pt": "Português", "en": "English"}


class SettingField(Struct, frozen=True):
    """`path` is the field's place in the setting.

    `kind` is money, money?, count, count?, choice, yes, languages or sums; a question mark allows an empty
    field.
    """

    path: str
    kind: str
    label: Text
    rule: str = ""
    help: Text = ""
    choices: Labels = {}
    chance: str = ""  # the chance whose limit it changes, as the engine describes it

    def value_in(self, setting: object) -> object:
        """The field's value; of a yes-or-no field, whether that part of the setting is present."""
        value = setting
        for name in self.path.split("."):
            value = getattr(value, name, None)
        return value is not None and value is not False if self.kind == "yes" else value

    def describe(self, value: Any, currency: str) -> str:
        """The value as people read it."""
        if value is None or value == ():
            return "–"
        match self.kind:
            case "money" | "money?":
                return format_money(int(value), currency)
            case "sums":
                return "; ".join(format_money(int(cents), currency) for cents in value)
            case "yes":
                return _("yes") if value else _("no")
            case "languages":
                return ", ".join(str(LANGUAGES.get(code, code)) for code in value)
            case "choice":
                return label_for(self.choices, value)
            case _:
                return str(value)


class SettingGroup(Struct, frozen=True):
    """Fields under one heading of the form, with a note for the person who fills it in."""

    title: Text
    fields: tuple[SettingField, ...]
    note: Text = ""


class BetLimit(Struct, frozen=True):
    """The minimum and maximum of one bet. `times` is the multiple if the maximum is one of the minimum."""

    label: str
    least: Cents | None
    most: Cents | None
    times: int | None
    rule: str


MINIMUM = lazy("Minimum bet")
MAXIMUM = lazy("Maximum bet")
SEATS = lazy("Seats")
SHOE = lazy("Shoe")
DECKS = lazy("Decks")
BETTING = lazy("Seconds for betting")
DECISION = lazy("Seconds for each decision")
EXTRA = lazy("Seconds after the warning")
REST = lazy("Seconds between rounds")
AT_LEAST_5 = lazy("At least 5.")
TABLE = lazy("The table")
LIMITS = lazy("Limits")
MAXIMA = lazy("Tighter multiples")
CARDS = lazy("Decks and shoe")
PACE = lazy("Pace and languages")
TWO_PEOPLE = lazy("A change here needs a second person.")
ONE_PERSON = lazy("One person may change what stands here.")
TIGHTER = lazy("Empty: as the rule sheet says. A multiple may only be tighter.")
MINIMUM_SETS_MAXIMA = lazy("Every maximum follows from it.")


def step(rule: str = "") -> SettingField:
    return SettingField("step", "money", lazy("Step"), rule, lazy("Every stake is a multiple of it."))


def pace(*fields: SettingField) -> SettingGroup:
    """The times of a table and its languages, which one person may set."""
    languages = SettingField("languages", "languages", lazy("Languages of the table"))
    return SettingGroup(PACE, (*fields, languages), ONE_PERSON)


def mode(rule: str) -> SettingField:
    return SettingField(
        "mode", "choice", lazy("Players"), rule, lazy("An individual table has one seat."), MODES
    )
