"""Withdrawals: money leaves the wallet at once, waits if staff must release it, and goes back to the player.

It goes first to what the player paid with and then to the registered account (`methods.routes`): a withdrawal
that goes several ways is stored in parts, each with its own steps.


A withdrawal is pending until the gateway has paid it. Any other end returns the money to the wallet. Before
the worker sends one, it asks the record again: the status alone, which web processes write, releases nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid5

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Q

from players.audit import note
from players.identity.models import Identity, PaymentAccount
from players.inbox import send_message
from players.models import Person, Player
from players.shared import clock
from players.shared.background import enqueue_after_commit
from players.shared.bound_queries import call
from players.wallet.account_owner import OwnerMatch
from players.wallet.cashier.account_owners import is_owner_unclear
from players.wallet.cashier.ceilings import ceiling
from players.wallet.cashier.deposits import paid_with
from players.wallet.cashier.models import Ceiling, GatewayRequest, Payment, WithdrawalDecision
from players.wallet.cashier.payout_clock import promised_end, step_code
from players.wallet.cashier.posting import CashierAccounts, Kind, lock_accounts, post
from players.wallet.cashier.selectors import open_sources, repeated_payment, requested_cents
from players.wallet.methods.descriptions import BY_CODE, CARD, PAYOUT_METHOD
from players.wallet.methods.routes import Part, split_withdrawal

Status = Payment.Status
# Compliance looks at the player. Whatever the cause, there is one reason, and nobody else learns more.
# What ends without a decision about the withdrawal: the account's time, the answer of its bank, the decision
# about a chargeback, and a review of the player.
REVIEW = "review"
ENDS_BY_ITSELF = ("new-account", "account-owner", "chargeback", REVIEW)
CANCELLABLE = (Status.HELD, Status.RELEASED)
# An instant transfer is mostly there by then: the gateway is asked in case its notification was lost.
FIRST_QUERY = timedelta(seconds=3)


# What packages above hold withdrawals for: the reason, and whether it holds those of a player.
_holds: dict[str, Callable[[int], bool]] = {}


def register_hold(reason: str, is_held: Callable[[int], bool]) -> None:
    _holds[reason] = is_held


def holds_of(player: int) -> list[str]:
    return [reason for reason, is_held in _holds.items() if is_held(player)]


class NotHeld(Exception):
    """The withdrawal is no longer on hold, or this person has already decided."""


class AccountNotUsableYet(NotHeld):
    """The payment account is not usable yet. The withdrawal continues automatically once it is."""


def destination(player: int) -> PaymentAccount | None:
    """The player's payment account; None if the identity is not verified, or if the bank says that the
    account is another person's.
    """
    if not is_verified(player):
        return None
    accounts = PaymentAccount.objects.filter(player=player, until=None).exclude(owner=OwnerMatch.NONE)
    return accounts.first()


def is_verified(player: int) -> bool:
    return Identity.objects.filter(player=player, state="verified").exists()


def is_of_another_owner(player: int) -> bool:
    """Whether the bank says that the player's payment account is not theirs."""
    return PaymentAccount.objects.filter(player=player, until=None, owner=OwnerMatch.NONE).exists()


@transaction.atomic
def request_withdrawal(
    player: Player, payment_id: UUID, cents: int, request: Any = None, *, cause: str = Payment.Cause.PLAYER
) -> Payment:
    """Requests a withdrawal.

    Exclusions, pauses and limits do not prevent it; a repeated id returns the stored payment, which is the
    first part of what was requested.
    """
    accounts = lock_accounts(player.pk)
    if payment := repeated_payment(payment_id, player, Payment.Direction.WITHDRAWAL, cents):
        return payment
    now, to = clock.now(), destination(player.pk)
    refused = _refusal(to, accounts, cents, cause)
    refused = "other-owner" if refused == "unverified" and is_of_another_owner(player.pk) else refused
    sources = [] if refused or to is None else open_sources(player.pk, to.iban)
    parts = split_withdrawal(cents, sources)
    # Each part is asked about the whole, before the first of them is stored.
    reasons = [refused or _reason_to_hold(player, cents, now, part) for part in parts]
    balance, payments = accounts.cents, []
    for number, (part, reason) in enumerate(zip(parts, reasons, strict=True)):
        part_id = uuid5(payment_id, str(number)) if number else payment_id
        payment = _store_part(player, part_id, part, to, reason, bool(refused), cause, now, balance)
        note(
            "withdrawals.refused" if refused else "withdrawals.asked",
            player=player, request=request, about=f"payment:{part_id}", **paid_with(payment),
            cents=part.cents, reason=reason, cause=cause,
        )  # fmt: skip
        payments.append(payment)
        if not refused:
            balance -= part.cents
            post(Kind.WITHDRAWAL, part_id)
            if payment.status == Status.RELEASED:
                _order_payout(payment)
            send_message(
                player, "withdrawal-asked", cents=part.cents, iban=_ending(payment),
                card=payment.method == CARD, held=bool(reason), balance=payment.after,
            )  # fmt: skip
    return payments[0]


def _store_part(
    player: Player, payment_id: UUID, part: Part, to: PaymentAccount | None, reason: str, is_refused: bool,
    cause: str, now: datetime, balance: int,
) -> Payment:  # fmt: skip
    """One part of a withdrawal: back to what the player paid with, or to the registered account."""
    source = part.source
    status = Status.REFUSED if is_refused else Status.HELD if reason else Status.RELEASED
    return Payment.objects.create(
        id=payment_id,
        player=player,
        direction=Payment.Direction.WITHDRAWAL,
        cents=part.cents,
        method=_method_of(part),
        instrument=source.instrument if source else "",
        token=source.token if source else "",
        status=status,
        cause=cause,
        reason=reason,
        held="" if is_refused else reason,
        account=to,
        made=now,
        changed=now,
        before=None if is_refused else balance,
        after=None if is_refused else balance - part.cents,
        promised=None if is_refused else promised_end(status, reason, now),
    )


def _method_of(part: Part) -> str:
    return BY_CODE[part.source.method].pays_back_by if part.source else PAYOUT_METHOD


def _reason_to_hold(player: Player, whole: int, now: datetime, part: Part) -> str:
    if part.source is not None:  # it is known, and has paid before
        return hold_reason(player, whole, now, to_account=False, method=_method_of(part))
    return "new-account" if is_account_waiting(player.pk, now) else hold_reason(player, whole, now)


def _ending(payment: Payment) -> str:
    return (payment.instrument or payment.payee.iban)[-4:]


def _refusal(to: PaymentAccount | None, accounts: CashierAccounts, cents: int, cause: str) -> str:
    if to is None:
        return "unverified"
    # The house pays out whatever is left.
    reason = amount_refusal(cents, accounts.cents)
    return "" if reason == "below-withdrawal" and cause != Payment.Cause.PLAYER else reason


def amount_refusal(cents: int, balance: int) -> str:
    """Why nobody can withdraw this amount from this balance. All of it can be withdrawn, however little."""
    if cents > balance:
        return "not-enough"
    return "below-withdrawal" if cents < settings.WITHDRAWAL_MINIMUM and cents != balance else ""


def note_refused_amount(player: Player, cents: int, reason: str, request: Any) -> None:
    """Keeps an attempt that the form refused: the history of payments does not show it, the report does.
    [903-B 5.4.2.9]
    """
    note(
        "withdrawals.refused", player=player, request=request, cents=cents, reason=reason,
        cause=Payment.Cause.PLAYER,
    )  # fmt: skip


def is_account_waiting(player: int, now: datetime) -> bool:
    """Whether the payment account is so new that no money goes to it yet.

    The database writes `since`, so a process cannot make an account older than it is.
    """
    changed = PaymentAccount.objects.filter(player=player, until=None).exclude(usable=None)
    wait = timedelta(hours=settings.PAYMENT_ACCOUNT_WAIT_HOURS)
    return changed.filter(Q(usable__gt=now) | Q(since__gt=now - wait)).exists()


def hold_reason(
    player: Player,
    cents: int,
    now: datetime,
    but: UUID | None = None,
    *,
    whole: int = 0,
    to_account: bool = True,
    method: str = PAYOUT_METHOD,
) -> str:
    """Why staff must release a withdrawal asked at this time; empty if it goes out automatically.

    `whole` is the amount of all its parts, and `to_account` whether it goes to the registered account.
    """
    if player.status != Player.Status.ACTIVE:
        return "state"
    if max(cents, whole) >= ceiling(Ceiling.What.TWO, method=method):
        return "two-people"
    review = ceiling(Ceiling.What.REVIEW, method=method)
    if max(cents, whole) >= review:
        return "large"
    if holds := holds_of(player.pk):
        return holds[0]
    if to_account and is_owner_unclear(player.pk):
        return "account-owner"
    withdrawals = Payment.objects.filter(player=player, direction=Payment.Direction.WITHDRAWAL)
    if not withdrawals.filter(status=Status.PAID).exists():
        return "first"
    today = (
        withdrawals.exclude(status=Status.REFUSED)
        .exclude(pk__in=[but] if but else [])
        .filter(made__gt=now - timedelta(hours=24), made__lte=now)
        .values_list("cents", flat=True)
    )
    if sum(today) + cents >= review:
        return "many"
    return ""


def people_needed(payment: Payment, person: Person | None = None) -> int:
    """How many people release it, if this person is one of them."""
    ceiling_of_two = ceiling(Ceiling.What.TWO, method=payment.method, person=person)
    return 2 if requested_cents(payment) >= ceiling_of_two else 1


def is_released(payment: Payment) -> bool:
    """Whether enough people have released it; the database knows."""
    (answer,) = call("SELECT cashier_is_released(%s)", [payment.pk])
    return bool(answer)


def _hold_again_for(payment: Payment, now: datetime) -> str:
    return hold_reason(
        payment.player,
        payment.cents,
        now,
        but=payment.pk,
        whole=requested_cents(payment),
        to_account=not payment.instrument,
        method=payment.method,
    )


@transaction.atomic
def decide_withdrawal(payment_id: UUID, person: Person, verb: str, reason: str) -> Payment:
    """Releases or refuses a withdrawal on hold.

    From the ceiling of this person on two people must release it; one person can refuse it.
    """
    payment, _ = lock(payment_id)
    if payment.status != Status.HELD or not reason.strip():
        raise NotHeld
    if verb == WithdrawalDecision.Verb.RELEASE and payment.reason == "new-account":
        raise AccountNotUsableYet
    try:
        with transaction.atomic():
            WithdrawalDecision.objects.create(
                payment=payment, person=person, verb=verb, reason=reason.strip()
            )
    except IntegrityError as error:
        raise NotHeld from error
    note(
        f"withdrawals.{verb}d",
        person=person,
        player=payment.player_id,
        about=f"payment:{payment_id}",
        **paid_with(payment),
        reason=reason,
        cents=payment.cents,
    )
    if verb == WithdrawalDecision.Verb.REFUSE:
        _return_to_wallet(payment, Status.DECLINED, "refused-by-house")
        send_message(payment.player, "withdrawal-refused", cents=payment.cents, reason=reason.strip())
    elif is_released(payment) and REVIEW not in holds_of(payment.player_id):
        _set_status(payment, Status.RELEASED, "")
        _order_payout(payment)
        send_message(payment.player, "withdrawal-released", cents=payment.cents)
    return payment


@transaction.atomic
def continue_waiting_withdrawal(payment_id: UUID) -> bool:
    """Continues a withdrawal when what it waits for has ended, or cancels it if its payment account was
    replaced or is another person's.
    """
    payment, _ = lock(payment_id)
    now = clock.now()
    is_decided = is_released(payment)
    if payment.status != Status.HELD or not (is_decided or payment.reason in ENDS_BY_ITSELF):
        return False
    if not payment.instrument:
        if not payment.goes_to(destination(payment.player_id)):
            _cancel_for_other_account(payment)
            return True
        if is_account_waiting(payment.player_id, now):
            return False
    if REVIEW in holds_of(payment.player_id):
        reason = REVIEW
    else:
        reason = "" if is_decided else _hold_again_for(payment, now)
    if reason == payment.reason:
        return False
    _set_status(payment, Status.HELD if reason else Status.RELEASED, reason)
    if not reason:
        _order_payout(payment)
        send_message(payment.player, "withdrawal-released", cents=payment.cents)
    return True


@transaction.atomic
def hold_for_review(payment_id: UUID) -> bool:
    """Holds a released withdrawal whose player compliance looks at since then. It is not sent."""
    payment, _ = lock(payment_id)
    if payment.status != Status.RELEASED or REVIEW not in holds_of(payment.player_id):
        return False
    _hold_again(payment, REVIEW)
    return True


@transaction.atomic
def cancel_withdrawal(player: Player, payment_id: UUID, request: Any = None) -> bool:
    """The player can cancel a withdrawal until it is sent to the gateway."""
    if not Payment.objects.filter(
        pk=payment_id, player=player, direction=Payment.Direction.WITHDRAWAL, cause=Payment.Cause.PLAYER
    ).exists():
        return False
    payment, _ = lock(payment_id)
    if payment.status not in CANCELLABLE:
        return False
    GatewayRequest.objects.filter(payment=payment, kind=GatewayRequest.Kind.PAY_OUT, done=None).update(
        done=clock.now()
    )
    _return_to_wallet(payment, Status.CANCELLED, "")
    note(
        "withdrawals.cancelled",
        player=player,
        request=request,
        about=f"payment:{payment_id}",
        **paid_with(payment),
        cents=payment.cents,
    )
    return True


def withdrawal_sending(payment_id: UUID) -> Payment | None:
    """Marks the withdrawal as sent; from now on it cannot be cancelled.

    Returns None if it is not released, or if the record does not allow it to be sent.
    """
    with transaction.atomic():
        payment, _ = lock(payment_id)
        if payment.status == Status.RELEASED and _may_be_sent(payment):
            payment.next_query = clock.now() + FIRST_QUERY
            _set_status(payment, Status.SENT, "", "next_query")
        return payment if payment.status == Status.SENT else None


def _may_be_sent(payment: Payment) -> bool:
    """Compares a released, locked withdrawal with the record.

    It goes back to what the player paid with, or to the player's payment account, which has waited; and it is
    released by rule or by enough people. Otherwise it is cancelled or held again.
    """
    to_account = not payment.instrument
    if to_account:
        is_right = payment.goes_to(destination(payment.player_id))
    else:
        is_right = is_verified(payment.player_id) and _goes_back(payment)
    if not is_right:
        _cancel_for_other_account(payment)
        return False
    if to_account and is_account_waiting(payment.player_id, clock.now()):
        reason = "new-account"
    elif to_account and not _is_owner_asked(payment.player_id):
        return False  # it stays released: the bank is asked before the next attempt
    elif is_released(payment):
        return True
    else:
        reason = _hold_again_for(payment, payment.made)
    if not reason:
        return True
    _hold_again(payment, reason)
    return False


def _hold_again(payment: Payment, reason: str) -> None:
    _set_status(payment, Status.HELD, reason)
    note(
        "withdrawals.held-again",
        player=payment.player_id,
        about=f"payment:{payment.pk}",
        **paid_with(payment),
        cents=payment.cents,
        reason=reason,
    )


def _goes_back(payment: Payment) -> bool:
    """Whether at least as much came from there as goes back; the database knows."""
    (answer,) = call("SELECT cashier_goes_back(%s)", [payment.pk])
    return bool(answer)


def _is_owner_asked(player: int) -> bool:
    return not PaymentAccount.objects.filter(player=player, until=None, owner="").exists()


def _cancel_for_other_account(payment: Payment) -> None:
    """The payment account was replaced before the money went out, or is another person's."""
    reason = "other-owner" if is_of_another_owner(payment.player_id) else "account-changed"
    _return_to_wallet(payment, Status.CANCELLED, reason)
    note(
        "withdrawals.cancelled",
        player=payment.player_id,
        about=f"payment:{payment.pk}",
        **paid_with(payment),
        cents=payment.cents,
        reason=reason,
    )
    send_message(payment.player, "withdrawal-failed", cents=payment.cents)


def _order_payout(payment: Payment) -> None:
    """Has the worker send a released withdrawal; no other process has the key for it."""
    not_tried = {"done": None, "tries": 0, "next_try": clock.now()}
    # One that was held again has its gateway request already.
    if not GatewayRequest.objects.filter(payment=payment, kind=GatewayRequest.Kind.PAY_OUT).update(
        **not_tried
    ):
        GatewayRequest.objects.create(payment=payment, kind=GatewayRequest.Kind.PAY_OUT, **not_tried)
    enqueue_after_commit("players.wallet.cashier.tasks.send_gateway_requests")


def withdrawal_paid(payment: Payment) -> None:
    """Records that a locked withdrawal was paid."""
    payment.credited, payment.next_query = clock.now(), None
    _set_status(payment, Status.PAID, "", "credited", "next_query")
    post(Kind.WITHDRAWAL_PAID, payment.pk)
    note(
        "withdrawals.paid",
        player=payment.player_id,
        about=f"payment:{payment.pk}",
        **paid_with(payment),
        cents=payment.cents,
    )
    send_message(
        payment.player,
        "withdrawal-paid",
        cents=payment.cents,
        iban=_ending(payment),
        card=payment.method == CARD,
    )


def withdrawal_failed(payment: Payment) -> None:
    """Records that a locked withdrawal failed; the money returns to the wallet."""
    payment.next_query = None
    _return_to_wallet(payment, Status.FAILED, "failed-at-gateway", "next_query")
    note(
        "withdrawals.failed",
        player=payment.player_id,
        about=f"payment:{payment.pk}",
        **paid_with(payment),
        cents=payment.cents,
    )
    send_message(payment.player, "withdrawal-failed", cents=payment.cents)


def lock(payment_id: UUID) -> tuple[Payment, CashierAccounts]:
    """Locks the accounts, then the payment. Every caller uses this order."""
    accounts = lock_accounts(Payment.objects.values_list("player_id", flat=True).get(pk=payment_id))
    payments = Payment.objects.select_for_update(of=("self",)).select_related("player", "account")
    return payments.get(pk=payment_id), accounts


def _return_to_wallet(payment: Payment, status: str, reason: str, *fields: str) -> None:
    _set_status(payment, status, reason, *fields)
    post(Kind.WITHDRAWAL_BACK, payment.pk)


def _set_status(payment: Payment, status: str, reason: str, *fields: str) -> None:
    """A step that goes on keeps its promise, whatever the reason."""
    now = clock.now()
    if step_code(status, reason) != step_code(payment.status, payment.reason):
        payment.promised = promised_end(status, reason, now)
    payment.status, payment.reason, payment.changed = status, reason, now
    payment.save(update_fields=["status", "reason", "changed", "promised", *fields])
