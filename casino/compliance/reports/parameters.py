"""The parameters of a report: days in Lisbon, step, game, table; the form reports errors field by field."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, timedelta
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from games.catalogue import game_choices
from games.models import Table
from players.shared import clock
from players.shared.collation import collation_key
from players.shared.whole_number_field import WholeNumberField

STEPS = (("day", _("day")), ("week", _("week")), ("month", _("month")), ("quarter", _("quarter")))
MONTHS_OF_STEP: Mapping[str, int] = {"month": 1, "quarter": 3}
PARTS = (("game", _("game")), ("table", _("table")), ("sheet", _("rule sheet")))
MAX_DAYS = 366 * 10
MAX_EUROS = 10**9
NO_AMOUNTS: Mapping[str, str] = {}
FIELDS = ("since", "until", "step", "part", "system", "table", "least", "summed", "testing")


class ReportChoice(Struct, frozen=True):
    since: date
    until: date
    step: str = "month"
    part: str = "game"
    system: str = ""
    table: int = 0
    # Whole euros from which a report lists something, and a sum of several.
    least: int = 0
    summed: int = 0
    testing: bool = False

    def parameters(self, fields: tuple[str, ...]) -> dict[str, Any]:
        """The parameters of a report in their stored form: always the same order and spelling."""
        days = {"since": self.since.isoformat(), "until": self.until.isoformat()}
        return days | {name: getattr(self, name) for name in FIELDS if name in fields and name not in days}

    @property
    def bounds(self) -> tuple[datetime, datetime]:
        return clock.midnight(self.since), clock.midnight(self.until + timedelta(days=1))


def choice_from(parameters: dict[str, Any]) -> ReportChoice:
    """The choice of stored parameters."""
    days = {name: date.fromisoformat(parameters[name]) for name in ("since", "until")}
    return ReportChoice(**(parameters | days))


def period_end(period: date, step: str) -> date:
    """The last day of the day, week, month or quarter that begins on `period`."""
    if step not in dict(STEPS):
        raise ValueError(f"unknown step {step!r}")
    if step == "day":
        return period
    if step == "week":
        return period + timedelta(days=6)
    return clock.months_after(period, MONTHS_OF_STEP[step]) - timedelta(days=1)


class ReportChoiceForm(forms.Form):
    since = forms.DateField(
        label=_("From"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    until = forms.DateField(
        label=_("To (inclusive)"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    step = forms.ChoiceField(label=_("By"), choices=STEPS)
    part = forms.ChoiceField(label=_("For each"), choices=PARTS)
    system = forms.ChoiceField(
        label=_("Game"), choices=lambda: [("", _("all")), *game_choices()], required=False
    )
    table = forms.ChoiceField(label=_("Table"), required=False)
    least = WholeNumberField(label=_("From, in euros"), min_value=1, max_value=MAX_EUROS)
    summed = WholeNumberField(label=_("Or in 30 days from, in euros"), min_value=1, max_value=MAX_EUROS)
    testing = forms.BooleanField(label=_("Only test accounts"), required=False)

    def __init__(
        self,
        data: Any,
        fields: tuple[str, ...],
        *,
        as_of_now: bool = False,
        max_days: int = 0,
        amounts: Mapping[str, str] = NO_AMOUNTS,
    ) -> None:
        """`amounts`: the settings, in cents, from which fields have their first value."""
        self.max_days = max_days
        today = clock.day_of(clock.now())
        defaults = {
            "since": today.replace(day=1).isoformat(),
            "until": today.isoformat(),
            "step": "month",
            "part": "game",
            **{name: str(getattr(settings, setting) // 100) for name, setting in amounts.items()},
        }
        super().__init__(
            {name: data.get(name, defaults.get(name, "")) for name in ("since", "until", *fields)}
        )
        days = set() if as_of_now else {"since", "until"}
        for name in set(self.fields) - {*days, *fields}:
            del self.fields[name]
        if "table" in self.fields:
            names = Table.objects.filter(currency="EUR").values_list("pk", "name")
            tables = sorted(names, key=lambda table: collation_key(table[1]))
            table_field = self.fields["table"]
            assert isinstance(table_field, forms.ChoiceField)
            table_field.choices = [("", _("all")), *((str(pk), name) for pk, name in tables)]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        since, until = cleaned.get("since"), cleaned.get("until")
        if since and until:
            if until < since:
                self.add_error("until", _("The last day is before the first."))
            elif (until - since).days > MAX_DAYS:
                self.add_error("since", _("Ten years at most."))
            elif self.max_days and (until - since).days >= self.max_days:
                text = _("This report covers %(days)s days at most.")
                self.add_error("since", forms.ValidationError(text, params={"days": self.max_days}))
            elif since.year < 2015 or until.year > 9000:
                self.add_error("since", _("No online house operated before 2015."))
        return cleaned

    def choice(self) -> ReportChoice:
        today = clock.day_of(clock.now())
        chosen = {name: value for name, value in self.cleaned_data.items() if value not in ("", None)}
        values = {"since": today, "until": today} | chosen
        return ReportChoice(**{**values, "table": int(values.get("table", 0))})
