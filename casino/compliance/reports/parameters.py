"""What somebody chooses of a report: days of Lisbon, a step, a game, a table. What makes no sense is said, field by field."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from games.catalogue import game_choices
from games.models import Table
from players.shared import clock
from players.shared.collation import collation_key

STEPS = (("day", _("day")), ("week", _("week")), ("month", _("month")))
PARTS = (("game", _("game")), ("table", _("table")), ("sheet", _("rule sheet")))
LONGEST = 366 * 10
FIELDS = ("since", "until", "step", "part", "system", "table", "testing")


class Choice(Struct, frozen=True):
    since: date
    until: date
    step: str = "month"
    part: str = "game"
    system: str = ""
    table: int = 0
    testing: bool = False

    def told(self, fields: tuple[str, ...]) -> dict[str, Any]:
        """The parameters that a report has, as they are kept: the order and the words are always the same."""
        said = {"since": self.since.isoformat(), "until": self.until.isoformat()}
        return said | {name: getattr(self, name) for name in FIELDS if name in fields and name not in said}

    @property
    def bounds(self) -> tuple[datetime, datetime]:
        return clock.midnight(self.since), clock.midnight(self.until + timedelta(days=1))


def choice_from(told: dict[str, Any]) -> Choice:
    """A choice as it was kept."""
    return Choice(
        **{**told, "since": date.fromisoformat(told["since"]), "until": date.fromisoformat(told["until"])}
    )


def period_end(period: date, step: str) -> date:
    """The last day of a day, week or month that begins then."""
    if step not in dict(STEPS):
        raise ValueError("no such step")
    if step == "day":
        return period
    return period + timedelta(days=6) if step == "week" else clock.months_after(period, 1) - timedelta(days=1)


class ChoiceForm(forms.Form):
    since = forms.DateField(
        label=_("From"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    until = forms.DateField(
        label=_("To and with"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    step = forms.ChoiceField(label=_("By"), choices=STEPS)
    part = forms.ChoiceField(label=_("For each"), choices=PARTS)
    system = forms.ChoiceField(
        label=_("Game"), choices=lambda: [("", _("all")), *game_choices()], required=False
    )
    table = forms.ChoiceField(label=_("Table"), required=False)
    testing = forms.BooleanField(label=_("test accounts instead"), required=False)

    def __init__(self, given: Any, fields: tuple[str, ...], *, as_of_now: bool = False) -> None:
        today = clock.day_of(clock.now())
        first = {
            "since": today.replace(day=1).isoformat(),
            "until": today.isoformat(),
            "step": "month",
            "part": "game",
        }
        asked = {name: given.get(name, first.get(name, "")) for name in ("since", "until", *fields)}
        super().__init__(asked)
        days = set() if as_of_now else {"since", "until"}
        for name in set(self.fields) - {*days, *fields}:
            del self.fields[name]
        if "table" in self.fields:
            found = Table.objects.filter(currency="EUR").values_list("pk", "name")
            tables = sorted(found, key=lambda table: collation_key(table[1]))
            table_field = self.fields["table"]
            assert isinstance(table_field, forms.ChoiceField)
            table_field.choices = [("", _("all")), *((str(pk), name) for pk, name in tables)]

    def clean(self) -> dict[str, Any]:
        told = super().clean() or {}
        since, until = told.get("since"), told.get("until")
        if since and until:
            if until < since:
                self.add_error("until", _("The last day is before the first."))
            elif (until - since).days > LONGEST:
                self.add_error("since", _("Ten years at most."))
            elif since.year < 2015 or until.year > 9000:
                self.add_error("since", _("No online house played before 2015."))
        return told

    def choice(self) -> Choice:
        today = clock.day_of(clock.now())
        told = {"since": today, "until": today} | {
            name: value for name, value in self.cleaned_data.items() if value not in ("", None)
        }
        return Choice(**{**told, "table": int(told.get("table", 0))})
