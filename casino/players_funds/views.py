"""The totals of players' money for everybody, and for each player the parts of their own."""

from __future__ import annotations

from datetime import date

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from casino.players_funds.models import DayTotal, DayTree
from casino.players_funds.selectors import beside_the_bank, cover_of
from casino.public_log import proofs
from players.models import Player
from players.shared.decorators import for_players

DAYS_SHOWN = 31
MAX_PER_MINUTE = 30  # statements of one player


@require_safe
def players_money(request: HttpRequest) -> HttpResponse:
    """Each day beside what the bank says."""
    totals = beside_the_bank(DayTotal.objects.order_by("-day", "currency"))[:DAYS_SHOWN]
    rows = [{"total": total, "held": total.held, "state": cover_of(total)} for total in totals]
    context = {"rows": rows, "is_logged": proofs.address() is not None, "section": "fairness"}
    return render(request, "portal/fairness/players_money.html", context)


@for_players
@require_safe
def own_money(request: HttpRequest, player: Player) -> HttpResponse:
    trees = DayTree.objects.select_related("total").order_by("-total__day", "total__currency")
    totals = [tree.total for tree in trees.defer("secret", "tops")[:DAYS_SHOWN]]
    words = {
        "found": _("{found} of your money is in the total of {total}, in {parts} parts."),
        "compare": _(
            "Compare this with what you had then: balance, chips, stakes, withdrawals on their way."
        ),
        "none": _(
            "None of your money is in the total of this day. If you had money then, keep the file and "
            "complain."
        ),
        "wrong": _("The file does not lead to the published total. Keep the file and complain."),
        "failed": _("The file could not be fetched, so nothing was checked. Try again."),
        "insecure": _(
            "This browser cannot compute hashes on this page. Download the file and check it elsewhere."
        ),
    }
    return render(
        request, "portal/fairness/own_money.html", {"totals": totals, "player": player, "words": words}
    )


@for_players
@require_safe
def own_statement(request: HttpRequest, player: Player, day: date, currency: str) -> HttpResponse:
    """The player's parts of a day, as a file that a program of somebody else can check too."""
    # Here, because numpy takes 17 MB of every process that knows the pages.
    from casino.players_funds.statements import statement_for

    counter = f"players-money:{player.pk}"
    if (cache.get_or_set(counter, 0, 60) or 0) >= MAX_PER_MINUTE:
        message = _("Too many files at once. Try again in a minute.")
        return JsonResponse({"code": "too-many", "message": message}, status=429)
    cache.incr(counter)
    total = DayTotal.objects.filter(day=day, currency=currency).first()
    statement = statement_for(total, player.pk) if total is not None else None
    if statement is None:
        raise Http404
    response = JsonResponse(statement)
    response["Content-Disposition"] = f'attachment; filename="players-money-{day}-{currency}.json"'
    return response
