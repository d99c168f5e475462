"""A player's rounds and play sessions, on pages, as CSV and as PDF."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from games.catalogue import game_choices
from games.models import Round, Table
from games.rounds import documents
from games.rounds.lists import rounds_list, sessions_list
from games.rounds.review import review, with_first_day
from games.rounds.round_notes import notes_of
from players.history.forms import HistorySelectionForm
from players.history.totals import HistorySelection, played, played_for
from players.history.views import WRITERS
from players.models import Player
from players.play_records import PlayTotals
from players.shared import pagination
from players.shared.collation import collation_key
from players.shared.decorators import for_players
from players.shared.exports.list_document import ListDocument


class RecordForm(HistorySelectionForm):
    """Filters a record of play by game and table, besides period and currency."""

    system = forms.ChoiceField(
        label=_("Game"), required=False, choices=lambda: [("", _("Every game")), *game_choices()]
    )
    # An empty choice is table 0, which means every table.
    table = forms.TypedChoiceField(
        label=_("Table"),
        required=False,
        coerce=int,
        empty_value=0,  # type: ignore[arg-type]  # the stubs allow only text
    )
    field_order = ("system", "table", "since", "until", "currency")

    def __init__(self, data: Mapping[str, Any], default: str = "EUR") -> None:
        super().__init__(data, default)
        tables = sorted(Table.objects.values_list("pk", "name"), key=lambda table: collation_key(table[1]))
        field = self.fields["table"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", _("Every table")), *tables]


@require_safe
@for_players
def rounds_page(request: HttpRequest, player: Player) -> HttpResponse:
    """Every round the player took part in, and their totals.  [AR-24] [AR-25] [FR-R25] [FR-R26]"""
    form = RecordForm(request.GET.dict(), played_for(player))
    choice = form.choice
    rows = (
        rounds_list(player, choice, _place(request), limit=pagination.PER_PAGE + 1) if form.is_valid() else []
    )
    shown, more = rows[: pagination.PER_PAGE], rows[pagination.PER_PAGE :]
    context = {
        "form": form,
        "currency": choice.currency,
        "stakes": shown,
        "has_void": any(stake.round.status == Round.Status.VOID for stake in shown),
        "older": pagination.encode_cursor(shown[-1].at, shown[-1].pk) if more else "",
        "newer": bool(request.GET.get("place")),
        "totals": played(player, choice) if form.is_valid() else PlayTotals(),
    }
    return render(request, "portal/rounds/rounds.html", context)


def _place(request: HttpRequest) -> tuple[datetime, int] | None:
    cursor = pagination.decode_cursor(request.GET.get("place", ""), 2)
    return (datetime.fromisoformat(cursor[0]), int(cursor[1])) if cursor else None


@require_safe
@for_players
def sessions_page(request: HttpRequest, player: Player) -> HttpResponse:
    """Every play session, with its profit or loss.  [AR-26] [FR-R27]"""
    form = RecordForm(request.GET.dict(), played_for(player))
    choice = form.choice
    place = pagination.decode_cursor(request.GET.get("place", ""), 1)
    before = int(place[0]) if place else None
    rows = sessions_list(player, choice, before, limit=pagination.PER_PAGE + 1) if form.is_valid() else []
    shown, more = rows[: pagination.PER_PAGE], rows[pagination.PER_PAGE :]
    context = {
        "form": form,
        "currency": choice.currency,
        "sessions": shown,
        "older": pagination.encode_cursor(shown[-1].pk) if more else "",
        "newer": before is not None,
        "totals": played(player, choice) if form.is_valid() else PlayTotals(),
    }
    return render(request, "portal/rounds/sessions.html", context)


@require_safe
@for_players
def review_page(request: HttpRequest, player: Player) -> HttpResponse:
    """How the player did, by game, hour and stake.  [AR-25] [FR-R26] [HE-66]"""
    form = RecordForm(request.GET.dict(), played_for(player))
    choice = with_first_day(form.choice)
    context = {
        "form": form,
        "choice": choice,
        "review": review(player, choice) if form.is_valid() else None,
        "notes": notes_of(player, choice) if form.is_valid() else [],
    }
    return render(request, "portal/rounds/review.html", context)


def _file_response(
    request: HttpRequest,
    player: Player,
    ending: str,
    build: Callable[[Player, HistorySelection], ListDocument],
) -> HttpResponse:
    form = RecordForm(request.GET.dict(), played_for(player))
    if not form.is_valid():
        raise Http404
    return WRITERS[ending](build(player, form.choice))


@require_safe
@for_players
def rounds_file(request: HttpRequest, player: Player, ending: str) -> HttpResponse:
    return _file_response(request, player, ending, documents.rounds_document)


@require_safe
@for_players
def sessions_file(request: HttpRequest, player: Player, ending: str) -> HttpResponse:
    return _file_response(request, player, ending, documents.sessions_document)
