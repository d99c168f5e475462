"""The drill-down pages of a report's row: its rounds, and the transfers that moved its money."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponseBase
from django.utils.translation import gettext as _

from casino.compliance.reports.drilldown import Selection, rounds_of, selection_from, transfers_of
from casino.compliance.reports.views import VIEW
from casino.compliance.workspace import page, shown_to
from games.catalogue import GAMES
from players.play_records import game_name
from players.wallet.models import Account
from players.wallet.transfer_kinds import transfer_kind_name


def selection_or_404(request: HttpRequest) -> Selection:
    try:
        selection = selection_from(request.GET)
        selection.query_parameters()
    except (KeyError, OSError, OverflowError, ValueError):
        raise Http404 from None
    return selection


@shown_to(VIEW)
def rounds(request: HttpRequest) -> HttpResponseBase:
    """The rounds that a row counts, with their totals and a link to their transfers."""
    selection = selection_or_404(request)
    rounds_page = rounds_of(selection)
    for row in rounds_page.rows:
        row["game"] = GAMES[row["system"]].name
    return page(
        request,
        "reports/rounds.html",
        _("Rounds of a report"),
        results=rounds_page,
        **_navigation(request, selection, rounds_page.next),
    )


@shown_to(VIEW)
def transfers(request: HttpRequest) -> HttpResponseBase:
    """The transfers of a row: the sums by kind, the operator's result, and the list."""
    selection = selection_or_404(request)
    transfers_page = transfers_of(selection)
    kinds = dict(Account.Kind.choices)
    for row in (*transfers_page.kinds, *transfers_page.rows):
        row["label"] = transfer_kind_name(row["kind"])
    for row in transfers_page.rows:
        for side in ("source", "target"):
            row[side] = " · ".join(filter(None, (str(kinds[row[f"{side}_kind"]]), row[f"{side}_owner"])))
    return page(
        request,
        "reports/transfers.html",
        _("Transfers of a report"),
        results=transfers_page,
        **_navigation(request, selection, transfers_page.next),
    )


def _navigation(request: HttpRequest, selection: Selection, after: str) -> dict[str, Any]:
    """What both pages show about the selection, and their links."""
    first_page = request.GET.copy()
    for name in ("after", "transfer_kind"):
        first_page.pop(name, None)
    next_page = request.GET.copy()
    next_page["after"] = after
    system, _point, version = selection.sheet.partition(" · ")
    sheet = f"{game_name(system)} · {version}" if version else ""
    game = str(GAMES[selection.choice.system].name) if selection.choice.system else ""
    return {
        "selection": selection,
        "where": [part for part in (game, selection.name, sheet) if part],
        "query": first_page.urlencode(),
        "next": next_page.urlencode() if after else "",
        "later": "after" in request.GET,
    }
