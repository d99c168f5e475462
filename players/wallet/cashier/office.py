"""What staff do at the cashier: release or refuse a withdrawal, ask for a correction, approve one that somebody else asked for."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from players.fields import AmountField
from players.models import Person, Player
from players.reasons import reason_of
from players.wallet.cashier import adjustments
from players.wallet.cashier.models import Adjustment, Decision, Payment
from players.wallet.cashier.withdrawals import NotHeld, withdrawal_decide
from players.wallet.ledger import NotEnough

SHORTEST_REASON = 8


WAYS = [("in", gettext_lazy("into the balance")), ("out", gettext_lazy("out of it"))]


class AdjustmentForm(forms.Form):
    player = forms.CharField(label=gettext_lazy("player"), max_length=20)
    amount = AmountField(label=gettext_lazy("Amount in euros"), least=1)
    way = forms.ChoiceField(
        label=gettext_lazy("which way"), choices=[("in", gettext_lazy("into the balance")), ("out", gettext_lazy("out of it"))]
    )
    ticket = forms.CharField(label=gettext_lazy("ticket"), max_length=40)
    reason = forms.CharField(label=gettext_lazy("reason"), min_length=SHORTEST_REASON, max_length=200)


def payment_found(pk: Any) -> Payment | None:
    try:
        return Payment.objects.select_related("player").filter(pk=UUID(str(pk))).first()
    except ValueError:
        return None


def person_of(request: HttpRequest, right: str) -> Person:
    if not isinstance(request.user, Person) or not request.user.has_perm(right):
        raise PermissionDenied
    return request.user


@require_POST
def payment_decide(request: HttpRequest, pk: UUID) -> HttpResponse:
    person = person_of(request, "cashier.release_payment")
    if payment_found(pk) is None:
        raise Http404
    verb = request.POST.get("verb", "")
    if verb not in Decision.Verb.values:
        messages.error(request, _("There is no such step."))
    elif reason := reason_of(request):
        try:
            payment = withdrawal_decide(pk, person, verb, reason)
        except NotHeld:
            messages.error(request, _("Somebody else has decided meanwhile."))
        else:
            held = payment.status == Payment.Status.HELD
            messages.success(request, _("Noted: a second person must release it too.") if held else _("Done, and the player is told."))
    return redirect("admin:cashier_payment_change", pk)


@require_POST
def adjustment_ask(request: HttpRequest) -> HttpResponse:
    person = person_of(request, "cashier.add_adjustment")
    form = AdjustmentForm(request.POST)
    player = Player.objects.filter(alias=request.POST.get("player", "").replace("\x00", "").strip()).first()
    if not form.is_valid():
        messages.error(request, _("A correction names the player, an amount, a ticket and a reason."))
    elif player is None:
        messages.error(request, _("There is no player of that name."))
    else:
        said = form.cleaned_data
        cents = said["amount"] if said["way"] == "in" else -said["amount"]
        adjustments.adjustment_ask(player, cents, said["ticket"], said["reason"], person)
        messages.success(request, _("Asked: a second person must approve it."))
    return redirect("admin:cashier_adjustment_changelist")


@require_POST
def adjustment_decide(request: HttpRequest, pk: int) -> HttpResponse:
    person = person_of(request, "cashier.approve_adjustment")
    get_object_or_404(Adjustment, pk=pk)
    try:
        adjustments.adjustment_decide(pk, person, approve=request.POST.get("verb") == "approve")
        messages.success(request, _("Done, and the player is told."))
    except adjustments.NotYours:
        messages.error(request, _("Whoever asked for it cannot approve it, and it is decided only once."))
    except NotEnough:
        messages.error(request, _("The balance is lower than the amount."))
    return redirect("admin:cashier_adjustment_change", pk)
