"""Filters in a bar above a list: days, and a player by name at the tables."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from datetime import date, timedelta
from typing import Any, ClassVar

from django.contrib.admin import ListFilter
from django.db.models import QuerySet
from django.db.models.functions import Lower
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from players.models import Player
from players.shared import clock
from players.shared.staff_errors import InvalidFilter

MAX_NAME_LENGTH = 60
EARLIEST_YEAR, LATEST_YEAR = 2000, 2999
Rows = QuerySet[Any]


def chosen_value(query: Mapping[str, str], name: str, allowed: Container[str], label: object) -> str:
    """The value of a filter in a query, or an empty one. One that the page does not offer is refused."""
    value = query.get(name, "").strip()
    if value and value not in allowed:
        raise InvalidFilter(label, value)
    return value


def chosen_day(query: Mapping[str, str], name: str, label: object) -> date | None:
    """A day in a query, or None. What is no day is refused."""
    value = query.get(name, "").strip()
    try:
        day = date.fromisoformat(value) if value else None
    except ValueError as error:
        raise InvalidFilter(label, value) from error
    if day is not None and not EARLIEST_YEAR <= day.year <= LATEST_YEAR:
        raise InvalidFilter(label, value)
    return day


class BarFilter(ListFilter):
    """A filter with fields of its own in the bar. In the theme's list of filters it shows nothing."""

    template = "backoffice/filters/nothing.html"
    names: ClassVar[tuple[str, ...]] = ()
    field_template = ""

    def __init__(self, request: HttpRequest, params: dict[str, Any], model: Any, model_admin: Any) -> None:
        super().__init__(request, params, model, model_admin)
        self.values = {
            name: params.pop(name)[-1].strip() for name in self.names if name in params and params[name]
        }

    def has_output(self) -> bool:
        return True

    def expected_parameters(self) -> list[str | None]:
        return list(self.names)

    def choices(self, changelist: Any) -> Iterator[Any]:
        return iter(())


class DaysFilterBase(BarFilter):
    """Whole days in Lisbon, the last one included."""

    field_template = "backoffice/filters/days.html"
    column: ClassVar[str] = ""
    narrow: ClassVar[Callable[[Rows, Any, Any], Rows]]

    def day(self, position: int) -> date | None:
        return chosen_day(self.values, self.names[position], self.title)

    @property
    def since(self) -> date | None:
        return self.day(0)

    @property
    def until(self) -> date | None:
        return self.day(1)

    @property
    def order(self) -> list[str]:
        """The order of the list while days are chosen: the latest first."""
        return [f"-{self.column}", "-pk"] if self.since or self.until else []

    def queryset(self, request: HttpRequest, queryset: Rows) -> Rows:
        since, until = self.since, self.until
        if since is None and until is None:
            return queryset
        if since and until and until < since:
            raise InvalidFilter(self.title, f"{since} – {until}")
        start = clock.midnight(since) if since else None
        end = clock.midnight(until + timedelta(days=1)) if until else None
        return type(self).narrow(queryset, start, end)

    def presets(self, changelist: Any) -> list[dict[str, Any]]:
        """Links to usual periods; the other filters stay."""
        today = clock.day_of(clock.now())
        month = today.replace(day=1)
        one = timedelta(days=1)
        periods: list[tuple[str | Promise, date, date]] = [
            (_("Today"), today, today),
            (_("Yesterday"), today - one, today - one),
            (_("Last seven days"), today - 6 * one, today),
            (_("This month"), month, today),
            (_("Last month"), clock.months_after(month, -1), month - one),
        ]
        links = []
        for label, since, until in periods:
            days = {self.names[0]: since.isoformat(), self.names[1]: until.isoformat()}
            links.append(
                {
                    "label": label,
                    "query": changelist.get_query_string({**days, "p": None}),
                    "is_chosen": (self.since, self.until) == (since, until),
                }
            )
        return links


def days_filter(column: str, name: Any, narrow: Callable[[Rows, Any, Any], Rows]) -> type[DaysFilterBase]:
    """A filter by the days of a time. `narrow` gets the rows, the first moment and the one after the last."""

    class DaysFilter(DaysFilterBase):
        title = name
        names = (f"{column}_since", f"{column}_until")

    DaysFilter.narrow, DaysFilter.column = staticmethod(narrow), column
    return DaysFilter


def between(column: str) -> Callable[[Rows, Any, Any], Rows]:
    """Rows whose time lies in a span, for lists that are small or have an index on that column."""

    def narrow(rows: Rows, start: Any, end: Any) -> Rows:
        bounds = {f"{column}__gte": start, f"{column}__lt": end}
        return rows.filter(**{bound: moment for bound, moment in bounds.items() if moment is not None})

    return narrow


class PlayerFilterBase(BarFilter):
    """A player by the name at the tables, whole and whatever its case."""

    title = _("Player (name at the tables)")
    field_template = "backoffice/filters/player.html"
    names = ("player_name",)
    narrow: ClassVar[Callable[[Rows, list[int]], Rows]]

    @property
    def value(self) -> str:
        return str(self.values.get(self.names[0], ""))[:MAX_NAME_LENGTH]

    def queryset(self, request: HttpRequest, queryset: Rows) -> Rows:
        if not self.value:
            return queryset
        if not self.value.isprintable():
            raise InvalidFilter(self.title)
        # Written as the index has it.
        named = Player.objects.alias(lower_alias=Lower("alias")).filter(lower_alias=self.value.lower())
        players = list(named.values_list("pk", flat=True))
        return type(self).narrow(queryset, players)


def player_filter(narrow: Callable[[Rows, list[int]], Rows]) -> type[PlayerFilterBase]:
    class PlayerFilter(PlayerFilterBase):
        pass

    PlayerFilter.narrow = staticmethod(narrow)
    return PlayerFilter
