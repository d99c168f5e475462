"""A rule sheet as a form: one builder over the fields of `sheets`, for every game. What it reads is a whole sheet, lawful or not yet."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import msgspec
from django import forms
from django.utils.translation import gettext_lazy as _

from games.catalogue import GAMES
from games.catalogue.sheet_fields import Field, with_value
from games.rulebook.changes import rules_of
from games.rulebook.models import RuleChange
from games.rulebook.sheet_fields import fields_of

PLACEHOLDER = {"split_limit": "∞"}  # what an empty figure stands for, where it is not the regulation's own
LARGEST = 1_000_000  # beyond it a figure is a slip of the hand, whatever the regulation says


class SetField(forms.MultipleChoiceField):
    """Some of the words, in their order."""

    def __init__(self, field: Field, **told: Any) -> None:
        super().__init__(
            choices=lambda: [(str(key), word) for key, word in field.words.items()], required=False, **told
        )
        self.keys = {str(key): key for key in field.words}

    def clean(self, value: Any) -> tuple[Any, ...]:
        given = set(super().clean(value))
        return tuple(key for name, key in self.keys.items() if name in given)


class RateField(forms.DecimalField):
    """Per cent on the screen, hundredths of one per cent in the sheet."""

    def __init__(self, **told: Any) -> None:
        super().__init__(
            max_digits=6,
            decimal_places=2,
            localize=True,
            widget=forms.TextInput(attrs={"inputmode": "decimal"}),
            **told,
        )

    def clean(self, value: Any) -> int:
        return int(super().clean(value) * 100)


def made(field: Field) -> forms.Field:
    match field.kind:
        case "yes":
            return forms.TypedChoiceField(
                choices=[("1", _("yes")), ("0", _("no"))],
                coerce=lambda given: given == "1",
                widget=forms.RadioSelect,
                label=field.label,
            )
        case "choice":
            return forms.ChoiceField(
                choices=lambda: [(str(key), word) for key, word in field.words.items()],
                widget=forms.RadioSelect,
                label=field.label,
            )
        case "set":
            return SetField(field, widget=forms.CheckboxSelectMultiple, label=field.label)
        case "rate":
            return RateField(label=field.label)
    attrs = {
        "inputmode": "numeric",
        **({"placeholder": PLACEHOLDER.get(field.path, str(field.most))} if field.kind == "count?" else {}),
    }
    return forms.IntegerField(
        label=field.label,
        required=field.kind == "count",
        min_value=-LARGEST,
        max_value=LARGEST,
        widget=forms.TextInput(attrs=attrs),
    )


def _bare(field: Field, sheet: Any) -> Any:
    value = field.of(sheet)
    match field.kind:
        case "yes":
            return "1" if value else "0"
        case "set":
            return [str(each) for each in value]
        case "choice":
            return str(value)
        case "rate":
            return Decimal(value).scaleb(-2)
    return value


class SheetForm(forms.Form):
    """The draft of a change: what is proposed, what it is called, why it is wanted."""

    title = forms.CharField(label=_("What changes"), max_length=120)
    reason = forms.CharField(
        label=_("Why it is wanted"), max_length=2000, required=False, widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Whoever endorses it and the regulator read this. It may wait until you submit."),
    )  # fmt: skip
    generator = forms.BooleanField(
        label=_("The random generator changes with it"), required=False,
        help_text=_("Tick it when the way in which numbers and cards are drawn changes too: that is told five working days before."),
    )  # fmt: skip

    def __init__(self, *args: Any, change: RuleChange, **told: Any) -> None:
        self.change, self.before = change, rules_of(change)
        initial: dict[str, Any] = {
            field.path: _bare(field, self.before) for field in fields_of(change.system)
        }
        initial |= {"title": change.title, "reason": change.reason, "generator": change.generator}
        super().__init__(*args, initial=initial, **told)
        for field in fields_of(change.system):
            self.fields[field.path] = made(field)
        self.sheet: Any = None

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or {}
        if self.errors:
            return given
        sheet = self.before
        for field in fields_of(self.change.system):
            sheet = with_value(sheet, field.path, given[field.path])
        try:
            self.sheet = msgspec.convert(
                msgspec.to_builtins(sheet), type=GAMES[self.change.system].engine.sheet_type
            )
        except msgspec.ValidationError as fault:
            raise forms.ValidationError(_("These rules cannot be read.")) from fault
        return given


class BeginForm(forms.Form):
    """Which game, what it is called, and perhaps the earlier version to go back to."""

    system = forms.ChoiceField(label=_("game"))
    title = forms.CharField(label=_("What changes"), max_length=120)
    again = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, systems: list[tuple[str, Any]], **told: Any) -> None:
        super().__init__(*args, **told)
        self.fields["system"].choices = systems  # type: ignore[attr-defined]


class StepForm(forms.Form):
    """What a step may carry. Which of it is needed depends on the step."""

    verb = forms.CharField(max_length=10)
    digest = forms.RegexField(r"^[0-9a-f]{64}$")
    reason = forms.CharField(max_length=500, required=False)
    reference = forms.CharField(max_length=60, required=False)
    dated = forms.DateField(required=False, input_formats=["%Y-%m-%d"])
    moment = forms.DateTimeField(required=False, input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"])
    document = forms.FileField(required=False, allow_empty_file=True)
