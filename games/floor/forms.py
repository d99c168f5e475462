"""A table's setting as people set it: a form made for its game, amounts in euros or credits, every breach of a rule beside its field."""

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
from games.catalogue.setting_fields import LANGUAGES, SettingField
from games.floor.changes import breaches
from games.floor.fields import setting_fields
from games.models import Table
from games.rulebook.selectors import sheet_of, sheets_in_force
from games.rules.shared.refusals import Breach
from players.shared.amount_field import AmountField, format_for_input, parse_cents
from players.shared.money import format_money

LONGEST = 12  # amounts in a list of them
FORBIDDEN = (
    "not-in-sheet",
    "not-allowed",
    "nobody-deals",
    "unknown",
)  # breaches that only another choice mends
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
    "twice": lazy("The same stands here twice."),
    "unknown": lazy("There is no such choice."),
    "no-cut-card": lazy("A shoe that is shuffled before each round has no cut card."),
    "pot-holds": lazy("Players have paid into this pot: it can be taken away only when it is won."),
    "only-upward": lazy(
        "While the pot holds what players paid in, an announced sum only goes up; now %(least)s."
    ),
}


class Sums(forms.CharField):
    """Amounts with a semicolon between them."""

    def clean(self, value: Any) -> tuple[int, ...]:
        parts = [part for part in super().clean(value).split(";") if part.strip()]
        sums = [parse_cents(part) for part in parts]
        if len(sums) > LONGEST or any(each is None for each in sums):
            raise ValidationError(_("Write amounts, with a semicolon between them: 50; 100."))
        return tuple(each for each in sums if each is not None)

    def prepare_value(self, value: Any) -> Any:
        return (
            "; ".join(format_for_input(each) for each in value) if isinstance(value, (tuple, list)) else value
        )


def made(field: SettingField) -> forms.Field:
    told: dict[str, Any] = {"label": field.label, "help_text": field.help, "required": False}
    match field.kind:
        case "money" | "money?":
            return AmountField(**{**told, "required": field.kind == "money"})
        case "count" | "count?":
            return forms.IntegerField(
                min_value=0, max_value=1_000_000, **{**told, "required": field.kind == "count"}
            )
        case "yes":
            return forms.BooleanField(**told)
        case "languages":
            return forms.MultipleChoiceField(
                choices=list(LANGUAGES.items()), widget=forms.CheckboxSelectMultiple, **told
            )
        case "sums":
            return Sums(max_length=200, **told)
        case _:
            return forms.ChoiceField(choices=list(field.choices.items()), **{**told, "required": True})


class SettingForm(forms.Form):
    """Reads a whole setting of its game. What it reads is `setting`; its faults stand beside the fields."""

    system = ""

    def __init__(self, *args: Any, table: Table, before: Any, **told: Any) -> None:
        sheet = sheets_in_force().get(table.system)
        allowed = allowed_choices(table, sheet_of(sheet), before) if sheet is not None else {}
        initial = (
            {field.path: _bare(field, before) for field in setting_fields(table.system)}
            if before is not None
            else start(table, allowed)
        )
        super().__init__(*args, initial=initial, **told)
        for path, keys in allowed.items():
            field: Any = self.fields[path]
            field.choices = [
                (key, word) for key, word in field.choices if key in keys or key == initial.get(path)
            ]
        self.table, self.before = table, before
        self.setting: Any = None

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or {}
        if self.errors:
            return given
        whole: dict[str, Any] = msgspec.to_builtins(self.before) if self.before is not None else {}
        if "jackpot" in given:
            whole["jackpot"] = {"fixed": {}} if given["jackpot"] else None
        for field in setting_fields(self.table.system):
            if field.kind == "yes" and field.path == "jackpot":
                continue
            _put(whole, field.path, given[field.path])
        whole["currency"] = self.table.currency
        try:
            self.setting = msgspec.convert(
                whole, type=GAMES[self.table.system].engine.setting_type, strict=False
            )
        except msgspec.ValidationError:
            self._missing(given)
            return given
        for breach in breaches(self.table, self.before, self.setting):
            self.add_error(
                breach.field if breach.field in self.fields else None,
                breach_said(breach, self.table.currency),
            )
        return given

    @property
    def changed_setting(self) -> bool:
        return self.before is None or bool(self.setting != self.before)

    def _missing(self, given: dict[str, Any]) -> None:
        """A jackpot's figures are needed only where there is a jackpot."""
        empty = [name for name in self.fields if name.startswith("jackpot.") and given.get(name) is None]
        for name in empty:
            self.add_error(name, _("This is missing."))
        if not empty:
            self.add_error(None, _("This is no setting of this game."))


def _bare(field: SettingField, setting: Any) -> Any:
    value = field.value_in(setting)
    return list(value) if isinstance(value, tuple) else value


def start(table: Table, allowed: Mapping[str, list[str]]) -> dict[str, Any]:
    """What the form of a new table begins with: the usual, and where the rules in force do not allow that, the first that they do."""
    usual = dict(GAMES[table.system].tables.initial)
    return usual | {path: keys[0] for path, keys in allowed.items() if keys and usual.get(path) not in keys}


def allowed_choices(table: Table, sheet: Any, before: Any) -> dict[str, list[str]]:
    """Of each field with a choice, what the rule sheet in force allows, beside what is set now or what a new table begins with."""
    whole: dict[str, Any] = (
        msgspec.to_builtins(before) if before is not None else dict(GAMES[table.system].tables.initial)
    )
    whole["currency"] = table.currency
    engine: Any = GAMES[table.system].engine
    found = {}
    for field in setting_fields(table.system):
        if not field.choices or field.kind == "languages" or "." in field.path:
            continue
        others = [
            msgspec.convert({**whole, field.path: key}, type=engine.setting_type, strict=False)
            for key in field.choices
        ]
        found[field.path] = [
            str(key)
            for key, setting in zip(field.choices, others, strict=True)
            if not any(
                breach.field == field.path and breach.code in FORBIDDEN
                for breach in engine.check_setting(sheet, setting)
            )
        ]
    return found


def _put(whole: dict[str, Any], path: str, value: Any) -> None:
    *way, last = path.split(".")
    for name in way:
        if whole.get(name, {}) is None:
            return  # a table without a jackpot has none of its figures
        whole = whole.setdefault(name, {})
    whole[last] = value


@cache
def form_for(system: str) -> type[SettingForm]:
    fields = {field.path: made(field) for field in setting_fields(system)}
    return type("Form", (SettingForm,), {**fields, "system": system})


COUNTED = ("seats", "seconds", "max_times", "decks", "places", "cut", "card_ms", "hours", "raises")


def breach_said(breach: Breach, currency: str) -> str:
    """A breach as a sentence with the rule it breaks: an ordinary refusal, not a fault."""
    money = not any(word in breach.field for word in COUNTED)
    figures = {
        name: format_money(value, currency) if money and isinstance(value, int) else value
        for name, value in breach.details.items()
    }
    sentence = str(BREACHES.get(breach.code, breach.code)) % figures
    return f"{sentence} [{breach.rule}]" if breach.rule else sentence
