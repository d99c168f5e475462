"""The cashier's pages, and the endpoint for the gateway's notifications."""

from __future__ import annotations

import time
from collections.abc import Callable
from uuid import UUID, uuid4

from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Sum
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from players.identity.models import PaymentAccount
from players.identity.sign_in.reauthentication import reauthentication_required, second_factor_redirect
from players.models import Player
from players.protection.deposit_limits import has_answered_limits, may_deposit, remaining_deposit
from players.protection.limits import limit_statuses
from players.shared import clock
from players.shared.decorators import for_players
from players.shared.money import format_money
from players.shared.signed_notifications import notification_response
from players.wallet.cashier import deposits, gateway_notifications, gateway_requests, withdrawals
from players.wallet.cashier.at_tables import money_at_tables
from players.wallet.cashier.deposits import OPEN, cancel_deposit, request_deposit
from players.wallet.cashier.forms import PaymentForm
from players.wallet.cashier.gateway import is_payment_page
from players.wallet.cashier.instruments import accepted_instruments
from players.wallet.cashier.models import GatewayRequest, Payment, PayoutStep
from players.wallet.cashier.payment_reasons import reason_text
from players.wallet.cashier.payout_clock import STEPS, payout_clock, published_times
from players.wallet.cashier.withdrawals import CANCELLABLE, cancel_withdrawal, destination, request_withdrawal
from players.wallet.ledger import IdReused
from players.wallet.models import Account

PER_PAGE = 20
QUICK_AMOUNTS = (20, 50, 100, 200)  # euros, offered with one press
SETTLE_TIMEOUT = 1.5  # seconds for which a page waits for the worker
Status, Direction = Payment.Status, Payment.Direction


def displayed_balance(player: Player) -> int:
    return (
        Account.objects.filter(player=player, kind="wallet", currency="EUR")
        .values_list("balance", flat=True)
        .first()
        or 0
    )


def quick_amounts(remaining: int | None) -> list[tuple[int, int]]:
    """The quick amounts in euros and cents, within the cashier's bounds and the player's limits."""
    most = settings.DEPOSIT_MAXIMUM if remaining is None else min(remaining, settings.DEPOSIT_MAXIMUM)
    return [
        (euros, euros * 100) for euros in QUICK_AMOUNTS if settings.DEPOSIT_MINIMUM <= euros * 100 <= most
    ]


@for_players
def cashier(request: HttpRequest, player: Player) -> HttpResponse:
    payments = Payment.objects.filter(player=player)
    page = Paginator(payments.order_by("-made"), PER_PAGE).get_page(request.GET.get("page"))
    lifetime = dict(payments.filter(status=Status.PAID).values_list("direction").annotate(cents=Sum("cents")))
    pending_statuses = [Status.HELD, Status.RELEASED, Status.SENT]
    pending = payments.filter(direction=Direction.WITHDRAWAL, status__in=pending_statuses).aggregate(
        cents=Sum("cents")
    )
    going = pending["cents"] or 0
    context = {
        "balance": displayed_balance(player),
        "going": going,
        **money_at_tables(player, "EUR"),
        "deposited": lifetime.get(Direction.DEPOSIT, 0),
        "withdrawn": lifetime.get(Direction.WITHDRAWAL, 0),
        "net": lifetime.get(Direction.DEPOSIT, 0) - lifetime.get(Direction.WITHDRAWAL, 0) - going,
        "page": page,
    }
    return render(request, "portal/cashier/cashier.html", context)


@require_safe
def payments(request: HttpRequest) -> HttpResponse:
    """How money comes and goes: accepted instruments, amounts, costs and times, for anybody.

    [903-B 5.1.2.6] [903-B 5.4.1] [903-B 5.4.2]
    """
    context = {
        "instruments": accepted_instruments(),
        "minimum": settings.DEPOSIT_MINIMUM,
        "maximum": settings.DEPOSIT_MAXIMUM,
        "withdrawal_minimum": settings.WITHDRAWAL_MINIMUM,
        "wait_hours": settings.PAYMENT_ACCOUNT_WAIT_HOURS,
        "review_hours": settings.PAYOUT_REVIEW_HOURS,
        "step_minutes": settings.PAYOUT_STEP_MINUTES,
        "times": published_times.read(),
        "section": "payments",
    }
    return render(request, "portal/information/payments.html", context)


@for_players
@reauthentication_required
def deposit(request: HttpRequest, player: Player) -> HttpResponse:
    """Asks for the limits before the first deposit, then for an amount within the bounds and the limits."""
    if player.status == Player.Status.ACTIVE and not has_answered_limits(player.pk):
        return redirect("limits-first")
    form = PaymentForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        payment = _request_payment(
            form,
            lambda payment_id, cents: request_deposit(player, payment_id, cents, request),
            deposits.amount_refusal,
        )
        if payment is not None and payment.status != Status.REFUSED:
            if payment.status == Status.ASKED:
                gateway_requests.send_request_now(payment, GatewayRequest.Kind.OPEN)
            return redirect(f"{reverse('payment', args=[payment.pk])}?pay=1")
        if payment is not None:
            # The refused request keeps its id; the next attempt gets a new one.
            form = _form_with_refusal(form, payment)
    remaining, _period = remaining_deposit(player.pk, clock.now())
    statuses = limit_statuses(player)
    context = {
        "form": form,
        "player": player,
        "balance": displayed_balance(player),
        "minimum": settings.DEPOSIT_MINIMUM,
        "maximum": settings.DEPOSIT_MAXIMUM,
        "remaining": remaining,
        "quick_amounts": quick_amounts(remaining),
        "limits": [limit for limit in statuses if limit.kind == "deposit" and limit.value is not None],
        "instruments": accepted_instruments(),
        "refusal": may_deposit(player.pk, settings.DEPOSIT_MINIMUM).refusal,
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
        balance = displayed_balance(player)
        payment = _request_payment(
            form,
            lambda payment_id, cents: request_withdrawal(player, payment_id, cents, request),
            lambda cents: withdrawals.amount_refusal(cents, balance),
        )
        if payment is not None and payment.status != Status.REFUSED:
            return redirect("payment", payment.pk)
        if payment is not None:
            form = _form_with_refusal(form, payment)
    context = {
        "form": form,
        "player": player,
        "balance": displayed_balance(player),
        **money_at_tables(player, "EUR"),
        "to": destination(player.pk),
        "review": STEPS[PayoutStep.Code.REVIEW].text,
    }
    context["usable"] = (
        changed.usable if changed is not None and changed.usable and changed.usable > clock.now() else None
    )
    return render(request, "portal/cashier/withdraw.html", context, status=422 if form.errors else 200)


def _request_payment(
    form: PaymentForm, request_payment: Callable[[UUID, int], Payment], amount_refusal: Callable[[int], str]
) -> Payment | None:
    """Requests it once. An amount that nobody could ask for is a mistake in the form, and is not stored."""
    payment_id, cents = form.cleaned_data["payment"], form.cleaned_data["amount"]
    reason = amount_refusal(cents)
    if reason and not Payment.objects.filter(pk=payment_id).exists():
        form.add_error("amount", reason_text(reason))
        return None
    try:
        return request_payment(payment_id, cents)
    except IdReused:
        form.add_error("amount", reason_text("id-reused"))
        return None


def _form_with_refusal(form: PaymentForm, payment: Payment) -> PaymentForm:
    new_form = PaymentForm({"amount": form.data.get("amount", ""), "payment": str(uuid4())})
    new_form.full_clean()
    new_form.add_error("amount", reason_text(payment.reason))
    return new_form


@for_players
def payment(request: HttpRequest, player: Player, payment_id: UUID) -> HttpResponse:
    payment = Payment.objects.filter(pk=payment_id, player=player).first()
    if payment is None:
        raise Http404
    if payment.incoming and payment.status == Status.PENDING and request.GET.get("look"):
        # The player returns from the payment service, whose notification may not have arrived: the worker
        # queries it now.
        gateway_requests.check_payment(payment.pk)
        payment = _wait_for_settlement(payment)
    is_open = payment.incoming and payment.status in OPEN and payment.reason != "cancelling"
    # The row may have been written by a process that was taken over.
    page = payment.url if is_open and is_payment_page(payment.url) else ""
    context = {
        "payment": payment,
        "reason": _reason_for_player(payment),
        "steps": [] if payment.incoming else payout_clock(payment),
        "open": is_open,
        # After the amount the browser goes on to the payment service. A redirect would break `form-action`.
        "page": page,
        "forward": page if request.GET.get("pay") else "",
        "may_cancel": is_open
        or (not payment.incoming and payment.status in CANCELLABLE and payment.cause == Payment.Cause.PLAYER),
    }
    return render(request, "portal/cashier/payment.html", context)


def _wait_for_settlement(payment: Payment) -> Payment:
    """Waits briefly for the worker to settle the payment, because a player is waiting for the page."""
    end = time.monotonic() + SETTLE_TIMEOUT
    while payment.status == Status.PENDING and time.monotonic() < end:
        time.sleep(0.05)
        payment.refresh_from_db()
    return payment


def _reason_for_player(payment: Payment) -> str:
    """The reason of a payment. While it is held its clock says all that a player learns."""
    return reason_text(payment.reason) if payment.reason and payment.status != Status.HELD else ""


@require_POST
@for_players
def cancel_payment(request: HttpRequest, player: Player, payment_id: UUID) -> HttpResponse:
    payment = Payment.objects.filter(pk=payment_id, player=player).first()
    if payment is None:
        raise Http404
    if payment.incoming:
        done = cancel_deposit(player, payment_id, request)
        if done and gateway_requests.send_request_now(payment, GatewayRequest.Kind.CANCEL):
            gateway_requests.check_payment(payment.pk)
    else:
        done = cancel_withdrawal(player, payment_id, request)
        if done:
            messages.info(
                request,
                _("Cancelled. %(amount)s is back in the balance.")
                % {"amount": format_money(payment.cents, "EUR")},
            )
    if not done:
        messages.error(request, _("It can no longer be cancelled."))
    return redirect("payment", payment_id)


@csrf_exempt
@require_POST
def notifications(request: HttpRequest) -> HttpResponse:
    """Receives notifications of the gateway. Unsigned ones are refused; repeated ones have no effect."""
    return notification_response(request, settings.GATEWAY_KEY, gateway_notifications.receive_notification)
