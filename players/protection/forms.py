"""Forms for limits, pauses and exclusions.

An empty limit means no limit; invalid input stays in its field.
"""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from players.protection.exclusions import EXCLUSION_CHOICES, PAUSE_CHOICES
from players.protection.limit_text import limit_name
from players.protection.limits import KINDS, Key, LimitStatus
from players.protection.models import Exclusion
from players.protection.play_time import INTERVALS
from players.shared.amount_field import AmountField

MAX_MINUTES = 24 * 60


class MinutesField(forms.CharField):
    """Hours and minutes at the tables: «2», «2:30» or «90 min»."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=10, **kwargs)
        self.widget.attrs.update({"autocomplete": "off"})

    def clean(self, value: Any) -> int | None:
        text = super().clean(value)
        if not text:
            return None
        hours, colon, minutes = text.replace("h", ":").rstrip(":").partition(":")
        if text.endswith("min"):
            hours, minutes = "0", text.removesuffix("min").strip()
        if not hours.strip().isdecimal() or (minutes and not minutes.strip().isdecimal()):
            raise ValidationError(_("Enter hours, such as 2 or 2:30."), code="invalid")
        total = int(hours) * 60 + int(minutes or 0)
        if total > MAX_MINUTES or (colon and int(minutes or 0) > 59):
            raise ValidationError(_("Enter hours, such as 2 or 2:30."), code="invalid")
        return total

    def prepare_value(self, value: Any) -> Any:
        return f"{value // 60}:{value % 60:02}" if isinstance(value, int) else value


class LimitsForm(forms.Form):
    """One field for each limit, named after its kind and period."""

    def __init__(self, limits: list[LimitStatus], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for limit in limits:
            field_class = MinutesField if limit.kind == "time" else AmountField
            value = limit.scheduled.value if limit.scheduled else limit.value
            self.fields[f"{limit.kind}-{limit.period}"] = field_class(
                required=False, initial=value, label=limit_name(limit.kind, limit.period)
            )

    def values(self) -> dict[Key, int | None]:
        return {
            (kind, period): self.cleaned_data[f"{kind}-{period}"]
            for kind, periods in KINDS.items()
            for period in periods
        }


def _days(days: int) -> str:
    if days % 7 == 0:
        return ngettext("%(count)d week", "%(count)d weeks", days // 7) % {"count": days // 7}
    if days == 1:
        return str(_("24 hours"))
    return ngettext("%(count)d day", "%(count)d days", days) % {"count": days}


def _months(months: int) -> str:
    if months % 12 == 0:
        return ngettext("%(count)d year", "%(count)d years", months // 12) % {"count": months // 12}
    return ngettext("%(count)d month", "%(count)d months", months) % {"count": months}


class BeginsForm(forms.Form):
    """When an absence begins that is asked for during a hand. Empty where no hand was running."""

    NOW, AFTER_HAND = "now", "after-hand"

    begins = forms.ChoiceField(
        required=False, choices=[(NOW, NOW), (AFTER_HAND, AFTER_HAND)], widget=forms.HiddenInput
    )


class PauseForm(BeginsForm):
    # The server reports missing fields, in the language of the page.
    use_required_attribute = False

    days = forms.TypedChoiceField(
        label=_("How long"),
        coerce=int,
        widget=forms.RadioSelect,
        choices=lambda: [(days, _days(days)) for days in PAUSE_CHOICES],
        error_messages={"required": _("Choose how long."), "invalid_choice": _("Choose how long.")},
    )
    sure = forms.BooleanField(
        label=_("I want to pause, and know that the pause cannot be shortened."),
        error_messages={"required": _("Tick this to confirm.")},
    )

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, auto_id="pause_%s")  # the form of exclusions stands beside it


NOT_SAID = _("I would rather not say")


class ExclusionForm(BeginsForm):
    use_required_attribute = False

    months = forms.TypedChoiceField(
        label=_("How long"),
        coerce=int,
        widget=forms.RadioSelect,
        choices=lambda: [*((months, _months(months)) for months in EXCLUSION_CHOICES), (0, _("No end date"))],
        error_messages={"required": _("Choose how long."), "invalid_choice": _("Choose how long.")},
    )
    reason = forms.ChoiceField(
        label=_("Reason (optional)"),
        required=False,
        choices=[("", NOT_SAID), *Exclusion.Reason.choices],
    )
    occupation = forms.ChoiceField(
        label=_("Employment status (optional)"),
        required=False,
        choices=[("", NOT_SAID), *Exclusion.Occupation.choices],
    )
    sure = forms.BooleanField(
        label=_(
            "I want to be excluded from play, and I understand that this cannot be undone for three months."
        ),
        error_messages={"required": _("Tick this to confirm.")},
    )

    def said(self) -> list[forms.BoundField]:
        """What nobody has to say."""
        return [self["reason"], self["occupation"]]


class RealityForm(forms.Form):
    minutes = forms.TypedChoiceField(
        label=_("How often the table shows how long you have played and your result"),
        coerce=int,
        choices=lambda: [
            (minutes, _("every %(minutes)d minutes") % {"minutes": minutes}) for minutes in INTERVALS
        ],
    )
