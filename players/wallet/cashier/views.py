"""The cashier's pages, and the endpoint for the gateway's notifications."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID, uuid4

from csp.decorators import csp_update
from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Sum
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from players.identity.models import PaymentAccount
from players.identity.sign_in.reauthentication import reauthentication_required, second_factor_redirect
from players.models import Player
from players.protection.care_messages import hold_of
from players.protection.deposit_limits import has_answered_limits, may_deposit
from players.protection.limits import limit_statuses
from players.shared import clock
from players.shared.amount_field import format_for_input
from players.shared.decorators import for_players
from players.shared.money import format_money
from players.shared.signed_notifications import UnreadableNotification
from players.wallet.account_owner import OwnerMatch
from players.wallet.cashier import (
    deposits,
    gateway_notifications,
    gateway_requests,
    refused_notifications,
    withdrawals,
)
from players.wallet.cashier.account_owners import TEXTS as OWNER_TEXTS
from players.wallet.cashier.at_tables import money_at_tables
from players.wallet.cashier.deposits import OPEN, cancel_deposit, request_deposit
from players.wallet.cashier.forms import DepositForm, PaymentForm
from players.wallet.cashier.funds_protection import (
    confirm_protection,
    has_confirmed_protection,
    protection_text,
)
from players.wallet.cashier.gateway import is_payment_page
from players.wallet.cashier.models import GatewayRequest, Payment, PayoutStep
from players.wallet.cashier.payment_reasons import reason_text
from players.wallet.cashier.payout_clock import STEPS, payout_clock, published_times
from players.wallet.cashier.selectors import first_choice, last_deposits, open_sources, parts_of
from players.wallet.cashier.withdrawals import CANCELLABLE, cancel_withdrawal, destination, request_withdrawal
from players.wallet.ledger import IdReused
from players.wallet.methods.descriptions import BY_CODE, Method, bounds, method_name, offered_methods
from players.wallet.methods.drivers import FIELDS, phone_text
from players.wallet.methods.routes import Source
from players.wallet.methods.wire import MAX_NOTIFICATION, acknowledgement
from players.wallet.models import Account

# Until one of the other states, the page looks again by itself.
RUNNING = (
    Payment.Status.ASKED, Payment.Status.PENDING, Payment.Status.HELD, Payment.Status.RELEASED,
    Payment.Status.SENT,
)  # fmt: skip
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


def quick_amounts(remaining: int | None, own: Iterable[int] = ()) -> list[tuple[str, int]]:
    """The amounts offered with one press, as typed and in cents: the player's own last ones and the usual
    ones, within the cashier's bounds and the player's limits.
    """
    most = settings.DEPOSIT_MAXIMUM if remaining is None else min(remaining, settings.DEPOSIT_MAXIMUM)
    wanted = dict.fromkeys([*own, *(euros * 100 for euros in QUICK_AMOUNTS)])
    fitting = [cents for cents in wanted if settings.DEPOSIT_MINIMUM <= cents <= most]
    return [(format_for_input(cents), cents) for cents in sorted(fitting[: len(QUICK_AMOUNTS)])]


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
        "hold": hold_of(player),
        "page": page,
    }
    return render(request, "portal/cashier/cashier.html", context)


@require_safe
def payments(request: HttpRequest) -> HttpResponse:
    """How money comes and goes: accepted instruments, amounts, costs and times, for anybody.

    [903-B 5.1.2.6] [903-B 5.4.1] [903-B 5.4.2]
    """
    context = {
        "instruments": [(method, *bounds(method)) for method in offered_methods()],
        "minimum": settings.DEPOSIT_MINIMUM,
        "maximum": settings.DEPOSIT_MAXIMUM,
        "withdrawal_minimum": settings.WITHDRAWAL_MINIMUM,
        "wait_hours": settings.PAYMENT_ACCOUNT_WAIT_HOURS,
        "review_hours": settings.PAYOUT_REVIEW_HOURS,
        "step_minutes": settings.PAYOUT_STEP_MINUTES,
        "times": published_times.read(),
        "protection": protection_text(),
        "section": "payments",
    }
    return render(request, "portal/information/payments.html", context)


@for_players
@reauthentication_required
def deposit(request: HttpRequest, player: Player) -> HttpResponse:
    """Asks for the limits before the first deposit, then for an amount within the bounds and the limits."""
    if player.status == Player.Status.ACTIVE and not has_answered_limits(player.pk):
        return redirect("limits-first")
    methods, last = offered_methods(), last_deposits(player)
    form = DepositForm(
        request.POST or None,
        methods=methods,
        initial=first_choice(methods, last),
        asks_for_protection=not has_confirmed_protection(player.pk),
    )
    if request.method == "POST" and form.is_valid():
        method, instrument = form.cleaned_data["method"], form.cleaned_data["instrument"]
        if form.asks_for_protection:
            confirm_protection(player, request)
        payment = _request_payment(
            form,
            lambda payment_id, cents: request_deposit(
                player, payment_id, cents, request, method=method, instrument=instrument
            ),
            lambda cents: deposits.amount_refusal(cents, method),
        )
        if payment is not None and payment.status != Status.REFUSED:
            if payment.status == Status.ASKED:
                gateway_requests.send_request_now(payment, GatewayRequest.Kind.OPEN)
            return redirect(f"{reverse('payment', args=[payment.pk])}?pay=1")
        if payment is not None:
            # The refused request keeps its id; the next attempt gets a new one.
            typed = {name: form.data.get(name, "") for name in ("amount", "method", "phone")}
            form = DepositForm({**typed, "payment": str(uuid4())}, methods=methods, initial=form.initial)
            form.full_clean()
            form.add_error("amount", reason_text(payment.reason))
    statuses = limit_statuses(player)
    limits = [limit for limit in statuses if limit.kind == "deposit" and limit.value is not None]
    remaining = min((limit.remaining or 0 for limit in limits), default=None)
    context = {
        "form": form,
        "player": player,
        "balance": displayed_balance(player),
        "minimum": settings.DEPOSIT_MINIMUM,
        "maximum": settings.DEPOSIT_MAXIMUM,
        "remaining": remaining,
        "protection": protection_text() if form.asks_for_protection else "",
        "quick_amounts": quick_amounts(remaining, [deposit.cents for deposit in last]),
        "tiles": method_tiles(methods, form["method"].value()),
        "limits": limits,
        "instruments": methods,
        "refusal": may_deposit(player.pk, settings.DEPOSIT_MINIMUM).refusal,
    }
    return render(request, "portal/cashier/deposit.html", context, status=422 if form.errors else 200)


def method_tiles(methods: list[Method], chosen: object) -> list[dict[str, Any]]:
    return [
        {"method": method, "bounds": bounds(method), "is_chosen": method.code == chosen} for method in methods
    ]


@for_players
@reauthentication_required
def withdraw(request: HttpRequest, player: Player) -> HttpResponseBase:
    account = PaymentAccount.objects.filter(player=player, until=None).first()
    changed = account if account is not None and account.usable is not None else None
    if changed is not None and (missing := second_factor_redirect(request)) is not None:
        return missing
    form = PaymentForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        balance = displayed_balance(player)
        payment = _request_payment(
            form,
            lambda payment_id, cents: request_withdrawal(player, payment_id, cents, request),
            lambda cents: withdrawals.amount_refusal(cents, balance),
            lambda cents, reason: withdrawals.note_refused_amount(player, cents, reason, request),
        )
        if payment is not None and payment.status != Status.REFUSED:
            return redirect("payment", payment.pk)
        if payment is not None:
            form = _form_with_refusal(form, payment)
    to = destination(player.pk)
    sources = open_sources(player.pk, to.iban) if to else []
    balance = displayed_balance(player)
    context = {
        "form": form,
        "player": player,
        "balance": balance,
        "everything": format_for_input(balance),
        **money_at_tables(player, "EUR"),
        "to": to,
        "sources": [(source_name(source), source.cents) for source in sources],
        "account": account,
        "owner": OWNER_TEXTS[account.owner] if account is not None else "",
        "is_of_another": account is not None and account.owner == OwnerMatch.NONE,
        "review": STEPS[PayoutStep.Code.REVIEW].text,
    }
    context["usable"] = (
        changed.usable if changed is not None and changed.usable and changed.usable > clock.now() else None
    )
    return render(request, "portal/cashier/withdraw.html", context, status=422 if form.errors else 200)


def source_name(source: Source) -> str:
    """What money goes back to, as a player knows it."""
    return f"{method_name(BY_CODE[source.method].pays_back_by)} ···· {source.instrument[-4:]}"


def _request_payment(
    form: PaymentForm,
    request_payment: Callable[[UUID, int], Payment],
    amount_refusal: Callable[[int], str],
    note_refusal: Callable[[int, str], None] = lambda cents, reason: None,
) -> Payment | None:
    """Requests it once. An amount that nobody could ask for is a mistake in the form, and no payment."""
    payment_id, cents = form.cleaned_data["payment"], form.cleaned_data["amount"]
    reason = amount_refusal(cents)
    if reason and not Payment.objects.filter(pk=payment_id).exists():
        note_refusal(cents, reason)
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
def payment(request: HttpRequest, player: Player, payment_id: UUID) -> HttpResponseBase:
    payment = Payment.objects.filter(pk=payment_id, player=player).select_related("account").first()
    if payment is None:
        raise Http404
    if payment.incoming and payment.status == Status.PENDING and request.GET.get("ask"):
        # The player returns from the payment service, whose notification may not have arrived: the worker
        # queries it now.
        gateway_requests.check_payment(payment.pk)
        payment = _wait_for_settlement(payment)
    is_open = payment.incoming and payment.status in OPEN and payment.reason != "cancelling"
    method = BY_CODE.get(payment.method)
    # The row may have been written by a process that was taken over.
    page = payment.url if is_open and is_payment_page(payment.url) else ""
    fields = payment.instructions.get(FIELDS, "") if is_open else ""
    fields = fields if is_payment_page(fields) else ""
    context = {
        "payment": payment,
        "reason": _reason_for_player(payment),
        "steps": [] if payment.incoming else payout_clock(payment),
        "parts": [] if payment.incoming else _parts(payment),
        "open": is_open,
        # After the amount the browser goes on to the payment service. A redirect would break `form-action`.
        "page": page,
        "fields": fields,
        "forward": page if request.GET.get("pay") and (method is None or method.leads_away) else "",
        "method": method,
        "is_running": payment.status in RUNNING,
        "phone": phone_text(payment.instrument),
        "may_cancel": is_open
        or (not payment.incoming and payment.status in CANCELLABLE and payment.cause == Payment.Cause.PLAYER),
    }
    response = render(request, "portal/cashier/payment.html", context)
    return _with_frame_of(fields, request, response) if fields else response


def _parts(payment: Payment) -> list[Payment]:
    return list(parts_of(payment).select_related("account").order_by("-before", "pk"))


def _with_frame_of(address: str, request: HttpRequest, response: HttpResponse) -> HttpResponseBase:
    """No other page may show a frame of another origin, and this one shows that of the gateway alone."""
    parts = urlsplit(address)
    allow = csp_update({"frame-src": [f"{parts.scheme}://{parts.netloc}"]})
    return allow(lambda _request: response)(request)


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
    """Receives notifications of the gateway, and acknowledges those that it can read.

    What is not encrypted with the gateway's key is refused and counted; a repeated one has no effect.
    """
    length = request.headers.get("Content-Length", "")
    if length.isdecimal() and int(length) > MAX_NOTIFICATION:
        return _refuse_notification("too-large", 413)
    body = request.body
    if len(body) > MAX_NOTIFICATION:
        return _refuse_notification("too-large", 413)
    content = gateway_notifications.decrypt_notification(body, request.headers)
    if content is None:
        return _refuse_notification("not-genuine", 403)
    try:
        received = gateway_notifications.receive_notification(content)
    except UnreadableNotification:
        return _refuse_notification("unreadable", 400)
    return JsonResponse(acknowledgement(received.number))


def _refuse_notification(why: str, status: int) -> JsonResponse:
    refused_notifications.count(why)
    return JsonResponse({"statusCode": str(status), "statusMsg": why}, status=status)
