"""The forms of the pages of duties. What is refused keeps what was typed."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from casino.compliance.duties.models import Filing, Occurrence, OccurrenceEntry
from casino.compliance.duties.occurrences import HIGHEST, SEVERE
from games.models import Incident
from players.shared import clock

MIN_TEXT = 12
INCIDENTS_OFFERED = 100


def _moment_field(label: Any, *, required: bool) -> forms.DateTimeField:
    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
    return forms.DateTimeField(label=label, widget=widget, required=required)


SCORE_WANTED = _(
    "Enter the score of the weakness, from 7.0 to 10.0. The law sets no deadline for lesser ones."
)
# Every score of a severe weakness.
SCORES = [f"{tenths // 10}.{tenths % 10}" for tenths in range(int(SEVERE * 10), int(HIGHEST * 10) + 1)]


class OccurrenceForm(forms.ModelForm):  # type: ignore[type-arg]  # it takes no argument at run time
    occurred = _moment_field(_("When it happened, Lisbon time (empty if unknown)"), required=False)
    noticed = _moment_field(_("When it was noticed, Lisbon time"), required=True)
    facts = forms.CharField(
        label=_("Facts and their effect"), min_length=MIN_TEXT, max_length=2000,
        widget=forms.Textarea(attrs={"rows": 4}),
    )  # fmt: skip

    score = forms.TypedChoiceField(
        label=_("CVSS score, of a severe weakness only"), required=False, coerce=Decimal, empty_value=None,
        choices=[("", "–"), *((text, text) for text in SCORES)],
        error_messages={"invalid_choice": SCORE_WANTED},
    )  # fmt: skip

    class Meta:
        model = Occurrence
        fields = ("kind", "title", "facts", "occurred", "noticed", "score", "incident")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        newest = Incident.objects.select_related("table").order_by("-pk")[:INCIDENTS_OFFERED]
        incident = self.fields["incident"]
        assert isinstance(incident, forms.ModelChoiceField)
        incident.required = False
        incident.queryset = Incident.objects.filter(pk__in=[row.pk for row in newest]).select_related("table")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        is_weakness, score = cleaned.get("kind") == Occurrence.Kind.WEAKNESS, cleaned.get("score")
        if "score" not in self.errors:
            if is_weakness and (score is None or not SEVERE <= score <= HIGHEST):
                self.add_error("score", SCORE_WANTED)
            elif score is not None and not is_weakness:
                self.add_error("score", _("Only a severe weakness has a score. Leave it empty."))
        return cleaned


class EntryForm(forms.ModelForm):  # type: ignore[type-arg]  # it takes no argument at run time
    done = _moment_field(_("When it was done, Lisbon time (empty for now)"), required=False)
    text = forms.CharField(
        label=_("Text"), min_length=MIN_TEXT, max_length=2000, widget=forms.Textarea(attrs={"rows": 4})
    )

    class Meta:
        model = OccurrenceEntry
        fields = ("kind", "text", "reference", "done")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("kind") == OccurrenceEntry.Kind.REPORTED and not cleaned.get("reference"):
            self.add_error("reference", _("Enter the number under which the regulator received the report."))
        return cleaned


class FilingForm(forms.ModelForm):  # type: ignore[type-arg]  # it takes no argument at run time
    dated = forms.DateField(
        label=_("Done on"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )

    class Meta:
        model = Filing
        fields = ("dated", "reference")

    def clean_dated(self) -> Any:
        dated = self.cleaned_data["dated"]
        if dated > clock.day_of(clock.now()) or dated.year < 2015:
            raise forms.ValidationError(_("This day is in the future, or before any licence."))
        return dated
