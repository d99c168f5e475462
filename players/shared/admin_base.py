"""Base classes of the back office's pages, and how they show times and amounts."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, ClassVar

from django.contrib import admin
from django.contrib.admin.exceptions import DisallowedModelAdminLookup
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.utils import unquote
from django.contrib.admin.views.main import ORDER_VAR
from django.core.exceptions import PermissionDenied
from django.db.models import F, Model, Q, QuerySet, Sum, Value
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.html import format_html
from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin
from unfold.paginator import InfinitePaginator
from unfold.views import ChangeList

from players.models import Person
from players.shared.failure_reasons import failure_reason
from players.shared.money import format_money
from players.shared.staff_errors import InvalidFilter

NO_ROWS = Q(pk__in=())
MAX_SUMMED = 10_000  # rows; longer lists are summed by a report
SURELY_LONGER = 4  # times MAX_SUMMED: a list that is planned to be so long is not even counted
MAX_SORTED = 20_000  # rows; a longer list with an indexed search keeps its own order
CHECKBOX = "action_checkbox"
MAX_DIGITS = 18  # of a number that the database can store


class DeclaredFilters(ChangeList):
    """A list that can be filtered by its declared filters only.

    Django accepts any URL parameter that names a column of the row, also one that the list does not show.
    With `__startswith` that reads a hidden column letter by letter. Each declared filter takes its own
    parameters; whatever is left over is refused.

    The person may choose columns (`column` in the URL, once for each); a list without a choice shows all.
    """

    column_parameter = "column"
    most_sorted = 0  # how many rows a list may have to be sorted, if this one has more

    def __init__(
        self,
        request: HttpRequest,
        model: type[Model],
        list_display: Sequence[str],
        list_display_links: Sequence[str] | None,
        *others: Any,
    ) -> None:
        self.all_columns = [name for name in list_display if name != CHECKBOX]
        asked = request.GET.getlist(self.column_parameter)
        self.columns = [name for name in self.all_columns if name in asked] or self.all_columns
        if len(self.columns) < len(self.all_columns):
            list_display = [name for name in list_display if name == CHECKBOX or name in self.columns]
            if list_display_links:
                links = [name for name in list_display_links if name in self.columns]
                list_display_links = links or self.columns[:1]
        super().__init__(request, model, list_display, list_display_links, *others)

    def get_filters_params(self, params: Any = None) -> dict[str, Any]:
        lookups: dict[str, Any] = super().get_filters_params(params)
        lookups.pop(self.column_parameter, None)
        return lookups

    def get_ordering(self, request: HttpRequest, queryset: QuerySet[Any]) -> list[Any]:
        """The order that the person chose by a column, unless the list is too long to be sorted.

        Sorting reads every row of the list before it shows the first page. The rows of some days are in the
        order of their time, which has an index: in any other order, all newer rows would be read first.
        """
        by_time = [order for spec in self.filter_specs for order in getattr(spec, "order", ())]
        if by_time and not self.params.get(ORDER_VAR):
            return by_time
        ordering: list[Any] = super().get_ordering(request, queryset)
        own_key = ("pk", "-pk", self.lookup_opts.pk.name, f"-{self.lookup_opts.pk.name}")
        if self.params.get(ORDER_VAR) and ordering[0] not in own_key and self._is_too_long(request, queryset):
            self.most_sorted = MAX_SORTED
            del self.params[ORDER_VAR]
            return list(super().get_ordering(request, queryset))
        return ordering

    def get_ordering_field_columns(self) -> dict[Any, Any]:
        """The columns that the person sorted by. The heads do not mark the order in which a list begins."""
        return super().get_ordering_field_columns() if self.params.get(ORDER_VAR) else {}

    def _is_too_long(self, request: HttpRequest, queryset: QuerySet[Any]) -> bool:
        if not isinstance(self.model_admin, IndexedSearchAdmin):
            return False
        rows, _has_duplicates = self.model_admin.get_search_results(request, queryset, self.query)
        return bool(rows.order_by()[: MAX_SORTED + 1].count() > MAX_SORTED)

    def get_filters(self, request: HttpRequest) -> object:
        filters = super().get_filters(request)
        if left_over := filters[2]:
            columns = {"pk", *(field.name for field in self.model._meta.get_fields())}
            if any(name.partition("__")[0] in columns for name in left_over):
                raise DisallowedModelAdminLookup(
                    f"Filtering by {', '.join(sorted(left_over))} is not allowed."
                )
            raise InvalidFilter(", ".join(sorted(left_over)))
        self._check_values(filters[0], set(filters[2]))
        return filters

    def _check_values(self, filters: Sequence[Any], left_over: set[str]) -> None:
        """Refuse a value that its filter does not offer. Most filters ignore it, and would list every row."""
        ignored = set(self.get_filters_params()) - left_over
        for list_filter in filters:
            ignored -= set(list_filter.expected_parameters())
            for value in _chosen_values(list_filter):
                if value and value not in _offered_values(list_filter):
                    raise InvalidFilter(list_filter.title, value)
        if ignored:  # of a filter that has nothing to offer, and is not shown
            raise InvalidFilter(", ".join(sorted(ignored)))


def _chosen_values(list_filter: Any) -> list[str]:
    match list_filter:
        case admin.SimpleListFilter():
            return [list_filter.value() or ""]
        case admin.ChoicesFieldListFilter() | admin.RelatedFieldListFilter():
            return [str(value) for value in list_filter.lookup_val or ()]
    return []


def _offered_values(list_filter: Any) -> set[str]:
    if isinstance(list_filter, admin.ChoicesFieldListFilter):
        return {str(value) for value, _label in list_filter.field.flatchoices}
    return {str(value) for value, _label in list_filter.lookup_choices}


class StaffAdmin(ModelAdmin):
    """The base of every page of the back office; a test checks that every page has it."""

    empty_value_display = "–"
    # What a list says that has no rows, whatever is asked of it.
    empty_list = _("There is nothing here yet.")

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return DeclaredFilters

    def get_changelist_instance(self, request: HttpRequest) -> ChangeList:
        """The list. Where a filter has a wrong value, Django would lead to the list of all rows."""
        try:
            return super().get_changelist_instance(request)
        except IncorrectLookupParameters as error:
            cause = error.args[0] if error.args else None
            raise (cause if isinstance(cause, InvalidFilter) else InvalidFilter()) from error

    def record_name(self, record: Model) -> str:
        """What the title and the path of a page call one record."""
        return str(record)

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        titled = {"title": capfirst(self.opts.verbose_name_plural), **(extra_context or {})}
        response: HttpResponse = super().changelist_view(request, titled)
        return response

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        if (record := context.get("original")) is not None:
            name = capfirst(self.record_name(record))
            context |= {
                "record_name": name,
                "subtitle": name,
                "title": capfirst(self.opts.verbose_name_plural),
            }
        response: HttpResponse = super().render_change_form(request, context, *args, **kwargs)
        return response

    def to_field_allowed(self, request: HttpRequest, to_field: str) -> bool:
        """Rows are selected by their key. Any other column would be printed into the page that selects."""
        return bool(self.opts.pk is not None and to_field == self.opts.pk.name)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """The page of a record. Without it the page is missing; Django would lead to the overview."""
        self._check_record(request, object_id)
        response: HttpResponse = super().change_view(request, object_id, form_url, extra_context)
        return response

    def history_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> HttpResponse:
        """Django looks for the record before the right, and so tells anybody which records there are."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        self._check_record(request, object_id)
        record = self.get_object(request, unquote(object_id))
        name = "" if record is None else capfirst(self.record_name(record))
        named = {"record_name": name, "subtitle": name, "title": _("History of changes")}
        response: HttpResponse = super().history_view(request, object_id, {**named, **(extra_context or {})})
        return response

    def _check_record(self, request: HttpRequest, object_id: str) -> None:
        reads = request.method in ("GET", "HEAD")
        is_open = self.has_view_permission(request) if reads else self.has_change_permission(request)
        if is_open and self.get_object(request, unquote(object_id)) is None:
            raise Http404


class ReadOnlyAdmin(StaffAdmin):
    """Records that cannot be added, changed or deleted in the back office."""

    list_per_page = 50
    show_full_result_count = False
    actions = None

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class RepeatedRequestAdmin(ReadOnlyAdmin):
    """Requests to another system, each repeated until it succeeds: why the last try failed, in words, and in
    its own page as it was recorded.
    """

    @admin.display(description=_("last problem"))
    def trouble_display(self, row: Any) -> str:
        return failure_reason(row.trouble) or "–"

    @admin.display(description=_("as it was recorded"))
    def text_display(self, row: Any) -> str:
        return row.trouble or "–"


class IndexedSearchAdmin(ReadOnlyAdmin):
    """A list that may have millions of rows: it has pages but no count, and a search uses an index.

    The search term is one key. Its form decides which columns can contain it; no column is scanned.
    """

    paginator = InfinitePaginator

    def search_filter(self, key: str) -> Q:
        """The rows that a key may mean; each list defines its own."""
        return NO_ROWS

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        key = search_term.strip()
        return (queryset.filter(self.search_filter(key)) if key else queryset), False


def signed_in_staff(request: HttpRequest) -> Person:
    """The person behind a request to the back office."""
    if not isinstance(request.user, Person):
        raise PermissionDenied
    return request.user


def parse_number(key: str) -> int | None:
    """A whole number that the database can store, or None."""
    return int(key) if key.isascii() and key.isdigit() and len(key) <= MAX_DIGITS else None


def choices_filter(
    column: str, name: Any, choices: Callable[[], Mapping[str, Any]]
) -> type[admin.SimpleListFilter]:
    """A filter of a column whose values are known, so that no query looks for them among millions of rows."""

    class ChoicesFilter(admin.SimpleListFilter):
        title = name
        parameter_name = f"{column}__exact"

        def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
            return list(choices().items())

        def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
            return queryset.filter(**{column: self.value()}) if self.value() in choices() else queryset

    return ChoicesFilter


def link_filter(
    column: str, name: Any, label: Callable[[str], Any], *, is_number: bool = False
) -> type[admin.SimpleListFilter]:
    """A filter that only links set. It is shown, with the label of its value, while it is set."""

    class LinkFilter(admin.SimpleListFilter):
        title = name
        parameter_name = f"{column}__exact"

        def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
            value = self.value()
            if value and is_number and parse_number(value) is None:
                raise InvalidFilter(name, value)
            text = label(value) if value else ""
            if value and text in ("", value):  # nothing has this value
                raise InvalidFilter(name, value)
            return [(value, text)] if value else []

        def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
            return queryset.filter(**{column: self.value()})

    return LinkFilter


class TotalsAdmin(ReadOnlyAdmin):
    """A list with totals at its foot, by currency, of all rows that the filters leave unless they are too
    many.
    """

    list_after_template = "backoffice/totals.html"
    # Name of a total: its label, and the column in cents or an expression.
    total_columns: ClassVar[dict[str, Any]] = {}
    # The column of the currency; empty if all amounts are in euros.
    currency_column = "currency"

    def changelist_view(self, request: HttpRequest, extra_context: object = None) -> HttpResponse:
        response: HttpResponse = super().changelist_view(request, extra_context)
        context = getattr(response, "context_data", None) or {}
        if "cl" in context:
            rows = context["cl"].queryset
            if count := _count_summed(rows):
                totals = self._totals(rows) if count <= MAX_SUMMED else []
                context["totals"] = {"rows": count, "most": MAX_SUMMED, "sums": totals}
        return response

    def _totals(self, rows: QuerySet[Any]) -> list[dict[str, Any]]:
        sums = {f"sum_of_{name}": Sum(column) for name, (_label, column) in self.total_columns.items()}
        currency_of = F(self.currency_column) if self.currency_column else Value("EUR")
        groups = rows.order_by().values(currency_of=currency_of).annotate(**sums)
        by_currency = {group["currency_of"]: group for group in groups}
        return [
            {"label": label, "currency": currency, "cents": by_currency[currency][f"sum_of_{name}"] or 0}
            for currency in ("EUR", "DEMO")
            if currency in by_currency
            for name, (label, _column) in self.total_columns.items()
        ]


def _count_summed(rows: QuerySet[Any]) -> int:
    """The number of rows, counted up to the limit only: the list may have millions.

    Rows of one player among all rounds take long to count up to any limit; the plan says so beforehand.
    """
    plan = rows.order_by().values("pk").explain(format="json")
    if not plan:  # a search that no row can match asks nothing of the database
        return 0
    if json.loads(plan)[0]["Plan"]["Plan Rows"] > SURELY_LONGER * MAX_SUMMED:
        return MAX_SUMMED + 1
    return rows.order_by()[: MAX_SUMMED + 1].count()


def format_moment(moment: datetime | None) -> str:
    """Lisbon time to the second, with the UTC time on hover."""
    if moment is None:
        return "–"
    local, utc = localtime(moment), moment.astimezone(UTC)
    return format_html(
        '<time datetime="{}" title="{}">{}</time>',
        moment.isoformat(),
        f"{utc:%Y-%m-%d %H:%M:%S} UTC",
        f"{local:%d/%m/%Y %H:%M:%S}",
    )


def format_amount(cents: int | None, currency: str, *, signed: bool = False, none: object = "–") -> str:
    """By its class a list knows the columns of amounts, and aligns them."""
    if cents is None:
        return str(none)
    return format_html('<span class="amount">{}</span>', format_money(cents, currency, signed=signed))
