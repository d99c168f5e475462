"""The forms of a file. What is refused keeps what was typed."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from casino.compliance.laundering.holds import abstention_ends, end_of_day
from casino.compliance.laundering.models import Measure, Report
from players.shared import clock

MIN_TEXT = 12
# A class is looked at again within a year at the latest, and a high one within half of it.
REVIEW, REVIEW_OF_HIGH_RISK = timedelta(days=366), timedelta(days=183)
DATE = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


def _text(label: Any, most: int, *, required: bool = True) -> forms.CharField:
    return forms.CharField(
        label=label, min_length=MIN_TEXT if required else None, max_length=most, required=required,
        widget=forms.Textarea(attrs={"rows": 3}),
    )  # fmt: skip


class MeasureForm(forms.Form):
    kind = forms.ChoiceField(label=_("What"), choices=Measure.Kind.choices)
    level = forms.ChoiceField(
        label=_("Risk class (of a risk class alone)"),
        choices=[("", "–"), *Measure.Level.choices],
        required=False,
    )
    text = _text(_("Reasons, what is asked of the player, or which operation does not happen"), 1000)
    reference = forms.CharField(
        label=_("Reference of the authorities (of a suspension)"), max_length=100, required=False
    )
    due = forms.DateField(
        label=_("Last day: of the class until its review, of the answer, of the suspension"),
        widget=DATE,
        required=False,
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        kind, level, due = cleaned.get("kind"), cleaned.get("level", ""), cleaned.get("due")
        if kind == Measure.Kind.ABSTENTION:
            # The law sets its clock.
            cleaned["due"] = clock.day_of(abstention_ends(clock.now()) - timedelta(seconds=1))
        elif due is None:
            self.add_error("due", _("Enter the last day."))
        elif due < clock.day_of(clock.now()):
            self.add_error("due", _("This day is over."))
        if kind == Measure.Kind.RISK and not level:
            self.add_error("level", _("Choose the risk class."))
        if kind == Measure.Kind.SUSPENSION and not cleaned.get("reference"):
            self.add_error("reference", _("Enter the reference of the decision."))
        if kind == Measure.Kind.RISK and level and due:
            self._check_review(due, REVIEW_OF_HIGH_RISK if level == Measure.Level.HIGH else REVIEW)
        return cleaned

    def _check_review(self, due: date, longest: timedelta) -> None:
        if due > clock.day_of(clock.now()) + longest:
            self.add_error("due", _("A high risk is reviewed within half a year, any other within a year."))

    def columns(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        is_class = cleaned["kind"] == Measure.Kind.RISK
        return {
            "kind": cleaned["kind"],
            "level": cleaned["level"] if is_class else "",
            "text": cleaned["text"],
            "reference": cleaned["reference"],
            "due": end_of_day(cleaned["due"]),
        }


class EndForm(forms.Form):
    outcome = forms.ChoiceField(label=_("How it ends"))
    documents = _text(_("Documents that the player brought"), 1000, required=False)
    funds = _text(_("Source of the funds"), 1000, required=False)
    answer = _text(_("Why"), 1000)

    def __init__(self, measure: Measure, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.measure = measure
        outcome = self.fields["outcome"]
        assert isinstance(outcome, forms.ChoiceField)
        labels = dict(Measure.Outcome.choices)
        outcome.choices = [(value, labels[value]) for value in Measure.OUTCOMES[measure.kind]]
        if measure.kind != Measure.Kind.DILIGENCE:
            del self.fields["documents"], self.fields["funds"]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.measure.kind == Measure.Kind.DILIGENCE and cleaned.get("outcome") == Measure.Outcome.CLEARED:
            for name in ("documents", "funds"):
                if not cleaned.get(name):
                    self.add_error(name, _("Write down what explains the money before it leaves."))
        if cleaned.get("outcome") == Measure.Outcome.EXPIRED and self.measure.due > clock.now():
            self.add_error("outcome", _("Its time is not over yet."))
        return cleaned


class ReportForm(forms.ModelForm):  # type: ignore[type-arg]  # it takes no argument at run time
    since = forms.DateField(label=_("Operations from"), widget=DATE)
    until = forms.DateField(label=_("Operations to"), widget=DATE)
    activity = _text(_("Known activity of the person"), 2000)
    procedures = _text(_("What was examined"), 2000)
    operations = _text(_("The operations"), 2000)
    factors = _text(_("What makes them suspicious"), 2000)

    class Meta:
        model = Report
        fields = ("since", "until", "activity", "procedures", "operations", "factors")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        since, until = cleaned.get("since"), cleaned.get("until")
        if since and until and since > until:
            self.add_error("until", _("The last day is before the first."))
        return cleaned


class ReceiptForm(forms.Form):
    dciap = forms.CharField(label=_("Receipt of DCIAP"), max_length=100)
    uif = forms.CharField(label=_("Receipt of UIF"), max_length=100)
