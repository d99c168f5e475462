"""The pages behind a row of a report: its rounds, and the transfers that moved its money, page after page."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponseBase
from django.utils.translation import gettext as _

from casino.compliance.reports.drilldown import Behind, behind_from, rounds_behind, transfers_behind
from casino.compliance.reports.views import SEEN
from casino.compliance.workspace import page, shown_to
from games.catalogue import GAMES
from players.play_records import game_name
from players.wallet.models import Account
from players.wallet.transfer_kinds import transfer_kind_name


def behind_or_404(request: HttpRequest) -> Behind:
    try:
        found = behind_from(request.GET)
        found.asked()
    except (KeyError, OSError, OverflowError, ValueError):
        raise Http404 from None
    return found


@shown_to(SEEN)
def rounds(request: HttpRequest) -> HttpResponseBase:
    """The rounds that one row counts, with the sums over all of them, and the way to their transfers."""
    behind = behind_or_404(request)
    found = rounds_behind(behind)
    for row in found.rows:
        row["game"] = GAMES[row["system"]].name
    return page(
        request,
        "reports/rounds.html",
        _("Rounds of a report"),
        found=found,
        **_told(request, behind, found.next),
    )


@shown_to(SEEN)
def transfers(request: HttpRequest) -> HttpResponseBase:
    """The transfers behind one row: their sums by kind, what the house has of them, and each of them."""
    behind = behind_or_404(request)
    found = transfers_behind(behind)
    kinds = dict(Account.Kind.choices)
    for row in found.kinds:
        row["said"] = transfer_kind_name(row["kind"])
    for row in found.rows:
        row["said"] = transfer_kind_name(row["kind"])
        for side in ("source", "target"):
            row[side] = " · ".join(filter(None, (str(kinds[row[f"{side}_kind"]]), row[f"{side}_owner"])))
    return page(
        request,
        "reports/transfers.html",
        _("Transfers of a report"),
        found=found,
        **_told(request, behind, found.next),
    )


def _told(request: HttpRequest, behind: Behind, after: str) -> dict[str, Any]:
    """What both pages say of where one is, and where else one can go from there."""
    asked = request.GET.copy()
    for name in ("after", "transfer_kind"):
        asked.pop(name, None)
    here = request.GET.copy()
    here["after"] = after
    system, _point, version = behind.sheet.partition(" · ")
    sheet = f"{game_name(system)} · {version}" if version else ""
    game = str(GAMES[behind.choice.system].name) if behind.choice.system else ""
    return {
        "behind": behind,
        "where": [each for each in (game, behind.name, sheet) if each],
        "asked": asked.urlencode(),
        "next": here.urlencode() if after else "",
        "later": "after" in request.GET,
    }
