"""The form of a table's setting, built for its game. It shows each breach at its field."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec
from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from games.catalogue import GAMES
from games.catalogue.options import LANGUAGES, Option
from games.floor.changes import find_breaches
from games.models import Table
from games.rules.engine import AnyEngine
from games.rules.shared.refusals import Breach
from games.tables.sheet_selectors import sheet_of, sheets_in_force
from players.shared.amount_field import (
    AmbiguousAmountError,
    AmountField,
    ambiguity_error,
    format_for_input,
    parse_amount,
)
from players.shared.money import format_money
from players.shared.whole_number_field import WholeNumberField

MAX_AMOUNTS = 12  # in a list of amounts
# Breaches that only another choice resolves.
FORBIDDEN = ("not-in-sheet", "not-allowed", "nobody-deals", "unknown")
BREACHES: Mapping[str, Promise] = {
    "no-sheet": lazy("No rule sheet of this game is in force."),
    "not-in-sheet": lazy("The rule sheet in force does not allow this."),
    "not-allowed": lazy("The rules do not allow this here."),
    "individual-has-one": lazy("A table for one player has one seat."),
    "nobody-deals": lazy("The rule sheet has no individual tables: their players may not start the deal."),
    "not-positive": lazy("It must be more than zero."),
    "too-short": lazy("It may not be less than %(least)s."),
    "too-low": lazy("It may not be less than %(least)s."),
    "breaks-a-cent": lazy("With half prizes or halved stakes, the step must be an even number of cents."),
    "not-a-step": lazy("It must be a whole number of steps of %(step)s."),
    "above-sheet": lazy("It may not be above %(most)s."),
    "above-legal": lazy("It may not be above %(most)s."),
    "above-bet": lazy("It may not be above the jackpot bet, %(most)s."),
    "out-of-range": lazy("It must be between %(least)s and %(most)s."),
    "below-minimum": lazy("It may not be below the table's minimum, %(least)s."),
    "missing": lazy("This is missing."),
    "twice": lazy("The same entry appears twice."),
    "unknown": lazy("There is no such choice."),
    "no-cut-card": lazy("A shoe that is shuffled before each round has no cut card."),
    "pot-holds": lazy("Players have paid into this pot: it can be taken away only when it is won."),
    "only-upward": lazy(
        "While the pot holds what players paid in, an announced sum only goes up; now %(least)s."
    ),
}


class AmountsField(forms.CharField):
    """A list of amounts, separated by semicolons."""

    def clean(self, value: Any) -> tuple[int, ...]:
        parts = [part for part in super().clean(value).split(";") if part.strip()]
        try:
            amounts = [parse_amount(part) for part in parts]
        except AmbiguousAmountError as error:
            raise ambiguity_error(error) from error
        valid = tuple(cents for cents in amounts if cents is not None)
        if len(valid) > MAX_AMOUNTS or len(valid) < len(amounts):
            raise ValidationError(_("Write amounts, with a semicolon between them: 50; 100."))
        return valid

    def prepare_value(self, value: object) -> object:
        if isinstance(value, (tuple, list)):
            return "; ".join(format_for_input(cents) for cents in value)
        return value


def build_field(field: Option) -> forms.Field:
    """The form field of one field of a setting."""
    options: dict[str, Any] = {"label": field.label, "help_text": field.help, "required": False}
    match field.kind:
        case "money" | "money?":
            return AmountField(**{**options, "required": field.kind == "money"})
        case "count" | "count?":
            return WholeNumberField(
                min_value=0, max_value=1_000_000, **{**options, "required": field.kind == "count"}
            )
        case "yes":
            return forms.BooleanField(**options)
        case "languages":
            return forms.MultipleChoiceField(
                choices=list(LANGUAGES.items()), widget=forms.CheckboxSelectMultiple, **options
            )
        case "sums":
            return AmountsField(max_length=200, **options)
        case _:
            return forms.ChoiceField(choices=list(field.words.items()), **{**options, "required": True})


class SettingForm(forms.Form):
    """Reads a whole setting of its game into `setting`, and shows each breach at its field."""

    system = ""

    def __init__(self, data: Any = None, *, table: Table, before: Any) -> None:
        sheet = sheets_in_force().get(table.system)
        allowed = allowed_choices(table, sheet_of(sheet), before) if sheet is not None else {}
        initial = (
            {field.path: _initial_value(field, before) for field in GAMES[table.system].tables.options}
            if before is not None
            else initial_values(table, allowed)
        )
        super().__init__(data, initial=initial)
        for path, keys in allowed.items():
            field: Any = self.fields[path]
            field.choices = [
                (key, label) for key, label in field.choices if key in keys or key == initial.get(path)
            ]
        self.table, self.before = table, before
        self.setting: Any = None

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if self.errors:
            return cleaned
        values: dict[str, Any] = msgspec.to_builtins(self.before) if self.before is not None else {}
        if "jackpot" in cleaned:
            values["jackpot"] = {"fixed": {}} if cleaned["jackpot"] else None
        for field in GAMES[self.table.system].tables.options:
            if field.kind == "yes" and field.path == "jackpot":
                continue
            _set_path(values, field.path, cleaned[field.path])
        values["currency"] = self.table.currency
        try:
            self.setting = msgspec.convert(
                values, type=GAMES[self.table.system].engine.setting_type, strict=False
            )
        except msgspec.ValidationError:
            self._add_missing_errors(cleaned)
            return cleaned
        for breach in find_breaches(self.table, self.before, self.setting):
            self.add_error(
                breach.field if breach.field in self.fields else None,
                describe_breach(breach, self.table.currency),
            )
        return cleaned

    @property
    def is_changed(self) -> bool:
        return self.before is None or bool(self.setting != self.before)

    def _add_missing_errors(self, cleaned: dict[str, object]) -> None:
        """The figures of a jackpot are required only if the table has a jackpot."""
        empty = [name for name in self.fields if name.startswith("jackpot.") and cleaned.get(name) is None]
        for name in empty:
            self.add_error(name, _("This is missing."))
        if not empty:
            self.add_error(None, _("This is no setting of this game."))


def _initial_value(field: Option, setting: Any) -> Any:
    value = field.of(setting)
    return list(value) if isinstance(value, tuple) else value


def initial_values(table: Table, allowed: Mapping[str, list[str]]) -> dict[str, Any]:
    """The values in the form of a new table: the game's defaults.

    Where the rules in force do not allow a default, the first allowed choice replaces it.
    """
    defaults = dict(GAMES[table.system].tables.initial)
    return defaults | {
        path: keys[0] for path, keys in allowed.items() if keys and defaults.get(path) not in keys
    }


def allowed_choices(table: Table, sheet: Any, before: Any) -> dict[str, list[str]]:
    """For each field with choices, the keys that the rule sheet in force allows.

    Each is tried with the other values of the table's setting, or of the game's defaults for a new table.
    """
    values: dict[str, Any] = (
        msgspec.to_builtins(before) if before is not None else dict(GAMES[table.system].tables.initial)
    )
    values["currency"] = table.currency
    engine: AnyEngine = GAMES[table.system].engine
    allowed = {}
    for field in GAMES[table.system].tables.options:
        if not field.words or field.kind == "languages" or "." in field.path:
            continue
        settings = {
            key: msgspec.convert({**values, field.path: key}, type=engine.setting_type, strict=False)
            for key in field.words
        }
        allowed[field.path] = [
            str(key)
            for key, setting in settings.items()
            if not _is_forbidden(field.path, engine.check_setting(sheet, setting))
        ]
    return allowed


def _is_forbidden(path: str, breaches: list[Breach]) -> bool:
    return any(breach.field == path and breach.code in FORBIDDEN for breach in breaches)


def _set_path(values: dict[str, Any], path: str, value: Any) -> None:
    *parents, last = path.split(".")
    for name in parents:
        if values.get(name, {}) is None:
            return  # A table without a jackpot has none of its figures.
        values = values.setdefault(name, {})
    values[last] = value


@cache
def form_for(system: str) -> type[SettingForm]:
    fields = {field.path: build_field(field) for field in GAMES[system].tables.options}
    return type("Form", (SettingForm,), {**fields, "system": system})


def _is_count(path: str) -> bool:
    options = (option for game in GAMES.values() for option in game.tables.options)
    return any(option.path == path and option.kind in ("count", "count?") for option in options)


def describe_breach(breach: Breach, currency: str) -> str:
    """A breach as a sentence, with the rule that it breaks."""
    money = not _is_count(breach.field)
    figures = {
        name: format_money(value, currency) if money and isinstance(value, int) else value
        for name, value in breach.details.items()
    }
    sentence = str(BREACHES.get(breach.code, breach.code)) % figures
    return f"{sentence} [{breach.rule}]" if breach.rule else sentence
