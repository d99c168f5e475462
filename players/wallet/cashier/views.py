"""The cashier's pages: what is there, what comes and goes; and the door at which the gateway tells."""

from __future__ import annotations

import time
from typing import Any
from uuid import UUID, uuid4

from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Sum
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from players.identity.models import PaymentAccount
from players.identity.reauthentication import reauthentication_required, second_factor_redirect
from players.models import Player
from players.protection import deposit_limits as limits
from players.protection.limits import lines
from players.protection.models import Habits
from players.shared import clock, signed_http
from players.shared.decorators import for_players
from players.shared.money import format_money
from players.wallet.cashier import gateway_notifications, gateway_requests
from players.wallet.cashier.deposits import OPEN, deposit_ask, deposit_cancel
from players.wallet.cashier.forms import PaymentForm
from players.wallet.cashier.models import Errand, Payment
from players.wallet.cashier.payment_reasons import HELD, reason_said
from players.wallet.cashier.withdrawals import CANCELLABLE, destination, withdrawal_ask, withdrawal_cancel
from players.wallet.ledger import IdReused
from players.wallet.models import Account

PER_PAGE = 20
SOON = 1.5  # seconds for which a page waits for the worker
Status, Direction = Payment.Status, Payment.Direction


def balance_of(player: Player) -> int:
    return (
        Account.objects.filter(player=player, kind="wallet", currency="EUR")
        .values_list("balance", flat=True)
        .first()
        or 0
    )


@for_players
def cashier(request: HttpRequest, player: Player) -> HttpResponse:
    mine = Payment.objects.filter(player=player)
    page = Paginator(mine.order_by("-made"), PER_PAGE).get_page(request.GET.get("page"))
    life = dict(mine.filter(status=Status.PAID).values_list("direction").annotate(cents=Sum("cents")))
    on_the_way = [Status.HELD, Status.RELEASED, Status.SENT]
    going = mine.filter(direction=Direction.WITHDRAWAL, status__in=on_the_way).aggregate(cents=Sum("cents"))
    context = {
        "balance": balance_of(player),
        "going": going["cents"] or 0,
        "deposited": life.get(Direction.DEPOSIT, 0),
        "withdrawn": life.get(Direction.WITHDRAWAL, 0),
        "net": life.get(Direction.DEPOSIT, 0) - life.get(Direction.WITHDRAWAL, 0),
        "page": page,
    }
    return render(request, "portal/cashier/cashier.html", context)


@for_players
@reauthentication_required
def deposit(request: HttpRequest, player: Player) -> HttpResponse:
    """Asks for the limits before the first deposit; then for an amount, within the bounds and what the limits leave."""
    if (
        not Habits.objects.filter(player=player, limits_answered__isnull=False).exists()
        and player.status == Player.Status.ACTIVE
    ):
        return redirect("limits-first")
    form = PaymentForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        payment = _asked(form, lambda id, cents: deposit_ask(player, id, cents, request))
        if payment is not None and payment.status != Status.REFUSED:
            if payment.status == Status.ASKED:
                gateway_requests.errand_of(payment, Errand.Kind.OPEN)
            return redirect("payment", payment.pk)
        if payment is not None:
            # The attempt is on the record under its id; the next one is another.
            form = _refused(form, payment)
    left, which = limits.left(player.pk, clock.now())
    context = {
        "form": form,
        "player": player,
        "balance": balance_of(player),
        "minimum": settings.DEPOSIT_MINIMUM,
        "maximum": settings.DEPOSIT_MAXIMUM,
        "left": left,
        "which": which,
        "lines": [line for line in lines(player) if line.kind == "deposit" and line.value is not None],
        "answer": limits.may_deposit(player.pk, settings.DEPOSIT_MINIMUM),
    }
    return render(request, "portal/cashier/deposit.html", context, status=422 if form.errors else 200)


@for_players
@reauthentication_required
def withdraw(request: HttpRequest, player: Player) -> HttpResponseBase:
    changed = PaymentAccount.objects.filter(player=player, until=None).exclude(usable=None).first()
    if changed is not None and (missing := second_factor_redirect(request)) is not None:
        return missing
    form = PaymentForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        payment = _asked(form, lambda id, cents: withdrawal_ask(player, id, cents, request))
        if payment is not None and payment.status != Status.REFUSED:
            if payment.status == Status.RELEASED:
                gateway_requests.errand_of(payment, Errand.Kind.PAY_OUT)
            return redirect("payment", payment.pk)
        if payment is not None:
            form = _refused(form, payment)
    context = {
        "form": form,
        "player": player,
        "balance": balance_of(player),
        "to": destination(player.pk),
        "held": HELD,
    }
    context["usable"] = (
        changed.usable if changed is not None and changed.usable and changed.usable > clock.now() else None
    )
    return render(request, "portal/cashier/withdraw.html", context, status=422 if form.errors else 200)


def _asked(form: PaymentForm, ask: Any) -> Payment | None:
    try:
        payment: Payment = ask(form.cleaned_data["payment"], form.cleaned_data["amount"])
    except IdReused:
        form.add_error("amount", reason_said("id-reused"))
        return None
    return payment


def _refused(form: PaymentForm, payment: Payment) -> PaymentForm:
    fresh = PaymentForm({"amount": form.data.get("amount", ""), "payment": str(uuid4())})
    fresh.full_clean()
    fresh.add_error("amount", reason_said(payment.reason))
    return fresh


@for_players
def payment(request: HttpRequest, player: Player, id: UUID) -> HttpResponse:
    found = Payment.objects.filter(pk=id, player=player).first()
    if found is None:
        raise Http404
    if found.incoming and found.status == Status.PENDING and request.GET.get("look"):
        # Back from the payment service, which may not have notified us yet: the worker asks it now.
        gateway_requests.payment_check(found.pk)
        found = _settled_soon(found)
    context = {
        "payment": found,
        "reason": _why(found),
        "open": found.incoming and found.status in OPEN and found.reason != "cancelling",
        "may_cancel": (found.incoming and found.status in OPEN and found.reason != "cancelling")
        or (not found.incoming and found.status in CANCELLABLE and found.cause == Payment.Cause.PLAYER),
    }
    return render(request, "portal/cashier/payment.html", context)


def _settled_soon(payment: Payment) -> Payment:
    """The payment as the worker leaves it, or as it stands after a moment: a person waits for this page."""
    end = time.monotonic() + SOON
    while payment.status == Status.PENDING and time.monotonic() < end:
        time.sleep(0.05)
        payment.refresh_from_db()
    return payment


def _why(payment: Payment) -> str:
    """What a player reads of a hold: that it is looked at, not by which rule; but that the payment account waits."""
    if payment.status == Status.HELD and payment.reason != "new-account":
        return str(HELD)
    return reason_said(payment.reason) if payment.reason else ""


@require_POST
@for_players
def payment_cancel(request: HttpRequest, player: Player, id: UUID) -> HttpResponse:
    found = Payment.objects.filter(pk=id, player=player).first()
    if found is None:
        raise Http404
    if found.incoming:
        done = deposit_cancel(player, id, request)
        if done and gateway_requests.errand_of(found, Errand.Kind.CANCEL):
            gateway_requests.payment_check(found.pk)
    else:
        done = withdrawal_cancel(player, id, request)
        if done:
            messages.info(
                request,
                _("Cancelled: %(amount)s are back in the balance.")
                % {"amount": format_money(found.cents, "EUR")},
            )
    if not done:
        messages.error(request, _("It can no longer be cancelled."))
    return redirect("payment", id)


@csrf_exempt
@require_POST
def notifications(request: HttpRequest) -> HttpResponse:
    """The gateway tells. Whoever cannot sign as it does is not listened to; what was heard before is heard again without effect."""
    if not signed_http.is_genuine(
        settings.GATEWAY_KEY, request.headers.get(signed_http.HEADER, ""), request.body
    ):
        return HttpResponse("The signature is wrong, or too old.\n", status=403, content_type="text/plain")
    try:
        outcome = gateway_notifications.notification_hear(request.body)
    except gateway_notifications.Unreadable:
        return HttpResponse("The notification cannot be read.\n", status=400, content_type="text/plain")
    return HttpResponse(f"{outcome}\n", content_type="text/plain")
