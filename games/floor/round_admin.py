"""Rounds in the back office: newest first; one round with its events, its money, its cards, its draw and its players."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from games.catalogue.labels import CAUSES, label_for
from games.models import Round, Table
from games.rounds.explanations import result_label
from games.rounds.reconciliation import retold
from games.rounds.timeline import timeline
from players.shared.admin_base import (
    IndexedSearchAdmin,
    TotalsAdmin,
    format_amount,
    format_moment,
    parse_number,
)

ROUND_STATES = {"prepared": "info", "open": "success", "ended": "default", "void": "danger"}


@admin.register(Round)
class RoundAdmin(IndexedSearchAdmin, TotalsAdmin):
    """Rounds, newest first; one round with its events, its money, its draw and its players."""

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
        "outcome_told",
        "staked_said",
        "returned_said",
        "gross_said",
        "ended_said",
    )
    list_filter = ("status", "table__system", "table__currency", "table")
    search_fields = ("id", "number", "table__name")
    search_help_text = _("number of the round, in the house or at its table, or the name of the table")
    list_select_related = ("table",)
    ordering = ("-id",)
    fields = (
        ("table", "number"),
        ("status", "cause_said"),
        "outcome_told",
        ("opened_said", "ended_said"),
        ("sheet", "setting"),
        ("staked_said", "returned_said"),
    )
    readonly_fields = (
        "opened_said",
        "ended_said",
        "staked_said",
        "returned_said",
        "outcome_told",
        "cause_said",
    )
    change_form_outer_after_template = "backoffice/floor/round.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Round]:
        return super().get_queryset(request).defer("sealed", "nonces")

    def search_filter(self, key: str) -> Q:
        if (number := parse_number(key)) is not None:
            # Numbered at each table: the index is of both.
            return Q(pk=number) | Q(table__in=list(Table.objects.values_list("pk", flat=True)), number=number)
        return Q(table__in=list(Table.objects.filter(name__icontains=key).values_list("pk", flat=True)))

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        found = (
            Round.objects.select_related("table", "sheet", "setting").filter(pk=object_id).first()
            if object_id.isdigit()
            else None
        )
        told: dict[str, Any] = {}
        if found is not None:
            stakes = list(found.stakes.select_related("player").order_by("seat"))
            told = {
                "round": found,
                "moments": timeline(found),
                "stakes": stakes,
                "currency": found.table.currency,
            }
            told["net"] = found.staked - found.returned
            if "replay" in request.GET and found.status in (Round.Status.ENDED, Round.Status.VOID):
                told["retold"] = retold(found)
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), **told})

    @display(description=_("status"), label=ROUND_STATES, ordering="status")
    def state(self, round: Round) -> tuple[str, str]:
        return round.status, round.get_status_display()

    @display(description=_("outcome"))
    def outcome_told(self, round: Round) -> str:
        return result_label(round)

    @display(description=_("cause"))
    def cause_said(self, round: Round) -> str:
        return label_for(CAUSES, round.cause) if round.cause else "–"

    @display(description=_("bets opened"), ordering="opened")
    def opened_said(self, round: Round) -> str:
        return format_moment(round.opened)

    @display(description=_("ended"), ordering="ended")
    def ended_said(self, round: Round) -> str:
        return format_moment(round.ended)

    @display(description=_("staked"), ordering="staked")
    def staked_said(self, round: Round) -> str:
        return format_amount(round.staked, round.table.currency)

    @display(description=_("returned"), ordering="returned")
    def returned_said(self, round: Round) -> str:
        return format_amount(round.returned, round.table.currency)

    @display(description=_("gross revenue"))
    def gross_said(self, round: Round) -> str:
        return format_amount(
            round.staked - round.returned if round.status == Round.Status.ENDED else None,
            round.table.currency,
        )
