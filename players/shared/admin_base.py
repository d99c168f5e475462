"""What the back office's screens share: records that are only looked at, and amounts with their unit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, ClassVar

from django.contrib import admin
from django.contrib.admin.exceptions import DisallowedModelAdminLookup
from django.contrib.admin.options import IncorrectLookupParameters
from django.db.models import F, Q, QuerySet, Sum, Value
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html
from django.utils.timezone import localtime
from unfold.admin import ModelAdmin
from unfold.paginator import InfinitePaginator
from unfold.views import ChangeList

from players.shared.money import written

NOTHING = Q(pk__in=())
MOST_SUMMED = 100_000  # rows: more are counted by a report, not at the foot of a list


class DeclaredFilters(ChangeList):
    """A list that can be narrowed by its declared filters alone.

    Django applies any parameter that names a column of the row, also one that the list does not show. With `__startswith` that reads
    a hidden column letter by letter. Each declared filter takes its own parameters; whatever is left over after them is refused.
    """

    def get_filters(self, request: HttpRequest) -> Any:
        filters = super().get_filters(request)
        if left := filters[2]:
            columns = {"pk", *(field.name for field in self.model._meta.get_fields())}
            if any(name.partition("__")[0] in columns for name in left):
                raise DisallowedModelAdminLookup(f"Filtering by {', '.join(sorted(left))} is not allowed.")
            # A saved filter may name what is no column any more: the list is shown without it.
            raise IncorrectLookupParameters
        return filters


class StaffAdmin(ModelAdmin):
    """The base of every screen of the back office. A test walks all of them, so none can do without it."""

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return DeclaredFilters

    def to_field_allowed(self, request: HttpRequest, to_field: str) -> bool:
        """Rows are chosen by their key. Any other column would be printed into the page that chooses."""
        return bool(self.opts.pk is not None and to_field == self.opts.pk.name)


class ReadOnly(StaffAdmin):
    """A record is looked at, never written: nothing is added, changed or taken away here, by whomever."""

    list_per_page = 50
    show_full_result_count = False
    actions = None

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class LookedUp(ReadOnly):
    """A list of what may be millions: its pages are turned without counting, and what is searched for is looked up by an index.

    What somebody types is one key. Its shape says which columns it can stand in; nothing is read through from end to end.
    """

    paginator = InfinitePaginator

    def looked_up(self, key: str) -> Q:
        """What somebody may mean by it; each list knows its own."""
        return NOTHING

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        key = search_term.strip()
        return (queryset.filter(self.looked_up(key)) if key else queryset), False


def whole(key: str) -> int | None:
    """A number as the database could hold it."""
    return int(key) if key.isascii() and key.isdigit() and len(key) < 19 else None


def known_values(
    column: str, name: Any, values: Callable[[], Mapping[str, Any]]
) -> type[admin.SimpleListFilter]:
    """A filter of a column whose values are known: nobody asks millions of rows which there are."""

    class KnownValues(admin.SimpleListFilter):
        title = name
        parameter_name = f"{column}__exact"

        def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
            return list(values().items())

        def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
            return queryset.filter(**{column: self.value()}) if self.value() in values() else queryset

    return KnownValues


class Totalled(ReadOnly):
    """A list of money with its sums at the foot, by currency: of every row that the filters leave, unless they leave too many."""

    list_after_template = "backoffice/totals.html"
    # What is summed: its label, and the column in cents or what is made of columns.
    summed: ClassVar[dict[str, Any]] = {}
    # Where the currency stands; without it all is euros.
    currency_at = "currency"

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        answer: HttpResponse = super().changelist_view(request, extra_context)
        shown = getattr(answer, "context_data", None) or {}
        if "cl" in shown:
            rows = shown["cl"].queryset
            # Counted only as far as they would be summed: the list may be of millions.
            if count := rows.order_by()[: MOST_SUMMED + 1].count():
                sums = self._sums(rows) if count <= MOST_SUMMED else []
                shown["totals"] = {"rows": count, "most": MOST_SUMMED, "sums": sums}
        return answer

    def _sums(self, rows: QuerySet[Any]) -> list[dict[str, Any]]:
        sums = {f"sum_of_{name}": Sum(what) for name, (_label, what) in self.summed.items()}
        currency = F(self.currency_at) if self.currency_at else Value("EUR")
        found = {
            each["currency_of"]: each
            for each in rows.order_by().values(currency_of=currency).annotate(**sums)
        }
        return [
            {"label": label, "currency": currency, "cents": found[currency][f"sum_of_{name}"] or 0}
            for currency in ("EUR", "DEMO")
            if currency in found
            for name, (label, _what) in self.summed.items()
        ]


def moment(at: datetime | None) -> str:
    """A time as Lisbon's clocks showed it, to the second; the hour UTC on hover."""
    if at is None:
        return "–"
    here, there = localtime(at), at.astimezone(UTC)
    return format_html(
        '<time datetime="{}" title="{}">{}</time>',
        at.isoformat(),
        f"{there:%Y-%m-%d %H:%M:%S} UTC",
        f"{here:%d/%m/%Y %H:%M:%S}",
    )


def amount(cents: int | None, currency: str) -> str:
    return "–" if cents is None else written(cents, currency)
