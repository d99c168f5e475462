"""The form that composes a question of the regulator from the columns of one set of data."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from casino.compliance.duties.question_data import Block, DataSet
from casino.compliance.duties.questions import EQUALITY, MAX_CONDITIONS, MAX_DAYS, TESTS, Condition, Query
from players.shared import clock
from players.shared.amount_field import AmountField
from players.shared.whole_number_field import WholeNumberField

MIN_TEXT = 12
MAX_VALUE = 10**15
LONGEST_TEXT = 80
TEST_CHOICES = [(test, words) for test, (words, _operator) in TESTS.items()]


def _day_field(label: Any) -> forms.DateField:
    return forms.DateField(label=label, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))


class QuestionForm(forms.Form):
    reference = forms.CharField(label=_("Reference of the regulator's letter"), max_length=60)
    purpose = forms.CharField(
        label=_("Purpose: what it asks, and on what ground"), min_length=MIN_TEXT, max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
    )  # fmt: skip
    asked = _day_field(_("Asked on"))
    due = _day_field(_("To be answered by"))
    since = _day_field(_("Days from"))
    until = _day_field(_("To (inclusive)"))
    columns = forms.MultipleChoiceField(label=_("Columns"), widget=forms.CheckboxSelectMultiple)
    testing = forms.BooleanField(label=_("Only test accounts"), required=False)

    def __init__(self, data: Any, data_set: DataSet) -> None:
        super().__init__(data)
        self.data_set = data_set
        personal = _("%(column)s (personal)")
        choices = [
            (block.key, personal % {"column": block.label} if block.is_personal else block.label)
            for block in data_set.blocks
        ]
        columns = self.fields["columns"]
        assert isinstance(columns, forms.MultipleChoiceField)
        columns.choices = choices
        for place in range(1, MAX_CONDITIONS + 1):
            numbered = {"number": place}
            self.fields[f"column{place}"] = forms.ChoiceField(
                label=_("Condition %(number)s") % numbered, choices=[("", "–"), *choices], required=False
            )
            self.fields[f"test{place}"] = forms.ChoiceField(
                label=_("How condition %(number)s compares") % numbered, choices=TEST_CHOICES, required=False
            )
            self.fields[f"value{place}"] = forms.CharField(
                label=_("Value of condition %(number)s") % numbered, max_length=LONGEST_TEXT, required=False
            )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        asked, due = cleaned.get("asked"), cleaned.get("due")
        today = clock.day_of(clock.now())
        if asked and (asked > today or asked.year < 2015):
            self.add_error("asked", _("This day is in the future, or before any licence."))
        if asked and due and (due < asked or due.year > 2999):
            self.add_error("due", _("The last day is before the first."))
        since, until = cleaned.get("since"), cleaned.get("until")
        if since and until:
            self._check_days(since, until, today)
        conditions = [self._condition(place, cleaned) for place in range(1, MAX_CONDITIONS + 1)]
        cleaned["conditions"] = tuple(condition for condition in conditions if condition is not None)
        return cleaned

    def _check_days(self, since: date, until: date, today: date) -> None:
        if until < since:
            self.add_error("until", _("The last day is before the first."))
        elif (until - since).days >= MAX_DAYS:
            text = _("A question covers %(days)s days at most.")
            self.add_error("since", ValidationError(text, params={"days": MAX_DAYS}))
        elif since.year < 2015 or until > today:
            self.add_error("until", _("This day is in the future, or before any licence."))

    def _condition(self, place: int, cleaned: dict[str, Any]) -> Condition | None:
        key, text = cleaned.get(f"column{place}", ""), cleaned.get(f"value{place}", "")
        if not key:
            if text:
                self.add_error(f"column{place}", _("Choose the column that this value is about."))
            return None
        block, test = self.data_set.block(key), cleaned.get(f"test{place}") or "is"
        if block.kind in ("word", "text") and test not in EQUALITY:
            self.add_error(f"test{place}", _("A text can only be the same or another."))
            return None
        try:
            return Condition(key, test, typed_value(block, text))
        except ValidationError as error:
            self.add_error(f"value{place}", error)
            return None

    def query(self) -> Query:
        cleaned = self.cleaned_data
        chosen = set(cleaned["columns"])
        return Query(
            data=self.data_set.code,
            since=cleaned["since"],
            until=cleaned["until"],
            # In the order of the set: words before their figures.
            columns=tuple(block.key for block in self.data_set.blocks if block.key in chosen),
            conditions=cleaned["conditions"],
            testing=cleaned["testing"],
        )


def typed_value(block: Block, text: str) -> str | int:
    """What a person typed beside a column, as the record has it."""
    match block.kind:
        case "money":
            return int(AmountField().clean(text) or 0)
        case "count" | "number":
            field = WholeNumberField(min_value=0, max_value=MAX_VALUE)
            return int(field.clean(text))
        case "day":
            day = forms.DateField(input_formats=["%Y-%m-%d", "%d/%m/%Y"]).clean(text)
            return str(day.isoformat())
        case "word":
            return _code_of(block, text)
        case "text":
            return text


def _code_of(block: Block, text: str) -> str:
    """The code of a word that was typed as people read it, or as the files have it."""
    wanted = text.strip().casefold()
    for code, label in block.words.items():
        if wanted in (code.casefold(), str(label).casefold()):
            return code
    words = ", ".join(str(label) for label in block.words.values())
    raise ValidationError(_("Write one of these: %(words)s."), params={"words": words})
