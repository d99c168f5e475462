"""The back office of rounds."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from games.catalogue.labels import CAUSES, label_for
from games.models import Round, Stake, Table
from games.rounds.replay.explanations import result_label
from games.rounds.replay.reconciliation import reconcile_round
from games.rounds.replay.timeline import timeline
from players.shared.admin_base import (
    IndexedSearchAdmin,
    TotalsAdmin,
    format_amount,
    format_moment,
    parse_number,
)
from players.shared.list_filters import between, days_filter, player_filter

ROUND_STATES = {"prepared": "info", "open": "success", "ended": "default", "void": "danger"}


def rounds_ended_between(rounds: QuerySet[Round], start: Any, end: Any) -> QuerySet[Round]:
    """The index of ended rounds begins with the table."""
    tables = list(Table.objects.values_list("pk", flat=True))
    return between("ended")(rounds, start, end).filter(table__in=tables)


def rounds_of_players(rounds: QuerySet[Round], players: list[int]) -> QuerySet[Round]:
    return rounds.filter(pk__in=Stake.objects.filter(player__in=players).values("round"))


@admin.register(Round)
class RoundAdmin(IndexedSearchAdmin, TotalsAdmin):
    """Rounds, newest first. The page of a round shows its events, money, cards, draw and players."""

    total_columns: ClassVar[dict[str, Any]] = {
        "staked": (_("staked"), "staked"),
        "returned": (_("returned"), "returned"),
    }
    currency_column = "table__currency"
    list_display = (
        "id",
        "table",
        "number",
        "state",
        "outcome_display",
        "staked_display",
        "returned_display",
        "gross_display",
        "ended_display",
    )
    list_filter = (
        days_filter("ended", _("ended"), rounds_ended_between),
        player_filter(rounds_of_players),
        "status",
        "table__system",
        "table__currency",
        "table",
    )
    search_fields = ("id", "number", "table__name")
    search_help_text = _("number of the round, in the house or at its table, or the name of the table")
    list_select_related = ("table",)
    ordering = ("-id",)
    fields = (
        ("table", "number"),
        ("status", "cause_display"),
        "outcome_display",
        ("opened_display", "ended_display"),
        ("sheet", "setting"),
        ("staked_display", "returned_display"),
    )
    readonly_fields = (
        "opened_display",
        "ended_display",
        "staked_display",
        "returned_display",
        "outcome_display",
        "cause_display",
    )
    change_form_outer_after_template = "backoffice/floor/round.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Round]:
        rounds: QuerySet[Round] = super().get_queryset(request)
        return rounds.defer("sealed", "nonces")

    def search_filter(self, key: str) -> Q:
        if (number := parse_number(key)) is not None:
            # The index covers table and number: rounds are numbered at each table.
            return Q(pk=number) | Q(table__in=list(Table.objects.values_list("pk", flat=True)), number=number)
        return Q(table__in=list(Table.objects.filter(name__icontains=key).values_list("pk", flat=True)))

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        rounds = Round.objects.select_related("table", "sheet", "setting")
        row = rounds.filter(pk=object_id).first() if object_id.isdigit() else None
        context: dict[str, Any] = {}
        if row is not None:
            context = {
                "round": row,
                "timeline": timeline(row),
                "stakes": list(row.stakes.select_related("player").order_by("seat")),
                "currency": row.table.currency,
                "net": row.staked - row.returned,
            }
            is_over = row.status in (Round.Status.ENDED, Round.Status.VOID)
            if "replay" in request.GET and is_over and not row.is_archived:
                context["reconciliation"] = reconcile_round(row)
        response: HttpResponse = super().change_view(
            request, object_id, form_url, {**(extra_context or {}), **context}
        )
        return response

    @display(description=_("status"), label=ROUND_STATES, ordering="status")
    def state(self, row: Round) -> tuple[str, str]:
        return row.status, row.get_status_display()

    @display(description=_("outcome"))
    def outcome_display(self, row: Round) -> str:
        return result_label(row)

    @display(description=_("cause"))
    def cause_display(self, row: Round) -> str:
        return label_for(CAUSES, row.cause) if row.cause else "–"

    @display(description=_("bets opened"), ordering="opened")
    def opened_display(self, row: Round) -> str:
        return format_moment(row.opened)

    @display(description=_("ended"), ordering="ended")
    def ended_display(self, row: Round) -> str:
        return format_moment(row.ended)

    @display(description=_("staked"), ordering="staked")
    def staked_display(self, row: Round) -> str:
        return format_amount(row.staked, row.table.currency)

    @display(description=_("returned"), ordering="returned")
    def returned_display(self, row: Round) -> str:
        return format_amount(row.returned, row.table.currency)

    @display(description=_("gross revenue"))
    def gross_display(self, row: Round) -> str:
        return format_amount(
            row.staked - row.returned if row.status == Round.Status.ENDED else None,
            row.table.currency,
        )
