"""A player's personal data: copies of it, and closing the account."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from players.audit import note
from players.history import data_copies
from players.history.data_copies import content_of
from players.history.models import Copy
from players.identity.sign_in.reauthentication import reauthentication_required
from players.identity.verification.account_status import close_player
from players.models import Player, PlaySession
from players.shared import clock
from players.shared.decorators import for_players
from players.shared.exports.csv_export import attachment
from players.wallet import selectors


class CloseForm(forms.Form):
    sure = forms.BooleanField(label=gettext_lazy("I want to close my account. It cannot be opened again."))


@require_safe
@for_players
def personal_data_page(request: HttpRequest, player: Player) -> HttpResponse:
    copies = Copy.objects.filter(player=player).defer("data").order_by("-pk")[:5]
    return render(
        request,
        "portal/history/data.html",
        {"copies": copies, "asked": any(copy.state == "asked" for copy in copies)},
    )


@require_POST
@reauthentication_required
@for_players
def copy_new(request: HttpRequest, player: Player) -> HttpResponse:
    if data_copies.request_copy(player, request) is None:
        messages.info(request, _("We are already preparing a copy."))
    else:
        messages.success(
            request, _("We are preparing the copy and will send you a message when it is ready.")
        )
    return redirect("personal-data")


@require_safe
@for_players
def copy_file(request: HttpRequest, player: Player, copy_id: int) -> HttpResponse:
    """Only its player may download a copy, until it expires. The audit log records each download."""
    copy = Copy.objects.filter(
        player=player, pk=copy_id, state=Copy.State.READY, expires__gt=clock.now()
    ).first()
    data = content_of(copy) if copy is not None else None
    if copy is None or data is None:
        raise Http404
    note("personal-data.copy-taken", player=player, about=f"copy:{copy.pk}", request=request)
    return attachment(bytes(data), "application/zip", f"feltro-{copy.requested_at:%Y-%m-%d}.zip")


def closing_obstacle(player: Player) -> str:
    """A sentence that says why the account cannot be closed yet; empty if it can."""
    from players.wallet.cashier.withdrawals import destination

    if PlaySession.objects.filter(player=player, ended=None).exists():
        return _("You are still sitting at a table. Leave it first; your last round is played to its end.")
    wallet = selectors.wallet_of(player, "EUR")
    if wallet is not None and wallet.balance and destination(player.pk) is None:
        return _(
            "There is money in your balance and no verified payment account to pay it to. Add one "
            "first, under “Identity”."
        )
    return ""


@require_http_methods(["GET", "HEAD", "POST"])
@reauthentication_required
@for_players
def close(request: HttpRequest, player: Player) -> HttpResponse:
    """Closes the account permanently. The balance is paid out, and the record is kept as the law requires."""
    form = CloseForm(request.POST if request.method == "POST" else None)
    context: dict[str, Any] = {
        "form": form,
        "obstacle": closing_obstacle(player),
        "wallet": selectors.wallet_of(player, "EUR"),
    }
    if form.is_valid() and not context["obstacle"]:
        close_player(player, "own wish", by=player.person)
        logout(request)
        messages.success(request, _("Your account is closed. Your balance is paid to your payment account."))
        return redirect(settings.ACCOUNT_LOGOUT_REDIRECT_URL)
    status = 422 if request.method == "POST" else 200
    return render(request, "portal/history/close.html", context, status=status)
