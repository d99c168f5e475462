"""The forms of rule changes.

One builder makes the form of every game's rule sheet; it reads lawful and unlawful sheets.
"""

from __future__ import annotations

from typing import Any

import msgspec
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from msgspec import structs

from games.catalogue import GAMES
from games.catalogue.options import Option, with_value
from games.rulebook.assessment import assessment_of
from games.rulebook.changes import rules_of
from games.rulebook.models import RuleChange
from players.shared.amount_field import AmountField
from players.shared.whole_number_field import WholeNumberField

MAX_FIGURE = 1_000_000  # larger figures are typing errors
MAX_RATE = 100 * 100  # hundredths of one per cent


class SetField(forms.MultipleChoiceField):
    """Several of the choices, in their order."""

    def __init__(self, field: Option, **options: Any) -> None:
        super().__init__(
            choices=lambda: [(str(key), word) for key, word in field.words.items()], required=False, **options
        )
        self.keys = {str(key): key for key in field.words}

    def clean(self, value: Any) -> tuple[Any, ...]:
        chosen = set(super().clean(value))
        return tuple(key for name, key in self.keys.items() if name in chosen)


class RateField(AmountField):
    """Per cent on the screen, hundredths of one per cent in the sheet. It is read as an amount is."""

    default_error_messages = {
        "invalid": _("Enter a rate in per cent, such as 5 or 5,25."),
    }

    def clean(self, value: Any) -> int:
        hundredths = super().clean(str(value or "").replace("%", ""))
        if hundredths is None or hundredths > MAX_RATE:
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        return hundredths


def build_field(field: Option) -> forms.Field:
    """The form field of one field of a rule sheet."""
    label: Any = field.label  # a lazy translation, which the stubs of Django do not accept
    match field.kind:
        case "yes":
            return forms.TypedChoiceField(
                choices=[("1", _("yes")), ("0", _("no"))],
                coerce=lambda value: value == "1",
                widget=forms.RadioSelect,
                label=label,
            )
        case "choice":
            return forms.ChoiceField(
                choices=lambda: [(str(key), word) for key, word in field.words.items()],
                widget=forms.RadioSelect,
                label=label,
            )
        case "set":
            return SetField(field, widget=forms.CheckboxSelectMultiple, label=label)
        case "rate":
            return RateField(label=label)
    attrs = {
        "inputmode": "numeric",
        **({"placeholder": field.placeholder or str(field.most)} if field.kind == "count?" else {}),
    }
    return WholeNumberField(
        label=label,
        required=field.kind == "count",
        min_value=-MAX_FIGURE,
        max_value=MAX_FIGURE,
        widget=forms.TextInput(attrs=attrs),
    )


def _initial_value(field: Option, sheet: Any) -> Any:
    value = field.of(sheet)
    match field.kind:
        case "yes":
            return "1" if value else "0"
        case "set":
            return [str(key) for key in value]
        case "choice":
            return str(value)
    return value


class SheetForm(forms.Form):
    """The draft of a change: title, reason and proposed rules."""

    title = forms.CharField(label=_("What changes"), max_length=120)
    reason = forms.CharField(
        label=_("Reason for the change"),
        max_length=2000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_(
            "The person who endorses it and the regulator read this. You can fill it in "
            "later, before you submit."
        ),
    )
    generator = forms.BooleanField(
        label=_("The random generator changes with it"),
        required=False,
        help_text=_(
            "Tick this if the way numbers and cards are drawn changes too: "
            "the regulator is notified five working days before."
        ),
    )
    category = forms.CharField(
        label=_("Category of the change"),
        max_length=120,
        required=False,
        help_text=_("For a change of the generator: how complex it is, what it requires, and the deadline."),
    )
    other_parts = forms.CharField(
        label=_("Other parts and documents that it may affect"),
        max_length=500,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    risk = forms.CharField(
        label=_("Effect and risk"),
        max_length=2000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_(
            "What it is expected to do, what can go wrong, and what it means for confidentiality, "
            "integrity, availability and traceability."
        ),
    )

    def __init__(self, data: Any = None, *, change: RuleChange) -> None:
        self.change, self.before = change, rules_of(change)
        initial: dict[str, Any] = {
            field.path: _initial_value(field, self.before) for field in GAMES[change.system].sheet.options
        }
        initial |= {"title": change.title, "reason": change.reason, "generator": change.generator}
        initial |= structs.asdict(assessment_of(change))
        super().__init__(data, initial=initial)
        for field in GAMES[change.system].sheet.options:
            self.fields[field.path] = build_field(field)
        self.sheet: Any = None

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if self.errors:
            return cleaned
        sheet = self.before
        for field in GAMES[self.change.system].sheet.options:
            sheet = with_value(sheet, field.path, cleaned[field.path])
        try:
            self.sheet = msgspec.convert(
                msgspec.to_builtins(sheet), type=GAMES[self.change.system].engine.sheet_type
            )
        except msgspec.ValidationError as fault:
            raise forms.ValidationError(_("These rules cannot be read.")) from fault
        return cleaned


class BeginForm(forms.Form):
    """A new request: the game, its title, and optionally the earlier version to restore."""

    system = forms.ChoiceField(label=_("game"))
    title = forms.CharField(label=_("What changes"), max_length=120)
    reinstated = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(self, data: Any = None, *, systems: list[tuple[str, Any]]) -> None:
        super().__init__(data)
        field: Any = self.fields["system"]
        field.choices = systems


class StepForm(forms.Form):
    """The fields of a step. The verb decides which of them are required."""

    verb = forms.CharField(max_length=10)
    digest = forms.RegexField(r"^[0-9a-f]{64}$")
    reason = forms.CharField(max_length=500, required=False)
    reference = forms.CharField(max_length=60, required=False)
    dated = forms.DateField(required=False, input_formats=["%Y-%m-%d"])
    moment = forms.DateTimeField(required=False, input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"])
    kept = forms.UUIDField(required=False)  # the document, stored before
