"""A player's bank takes a deposit back. The house bears the loss unless people decide otherwise.

The worker books what the provider reports. No balance falls below zero: what a recovery takes is at most
what the player has at that moment, and the rest stays the house's loss.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db import IntegrityError, connection, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from players.audit import note
from players.decisions.deciding import AlreadyDecided, Decision, StepRefused, lock_row, propose
from players.decisions.kinds import Kind, Step, closing_steps
from players.identity.sign_in.reauthentication import step_up_required
from players.inbox import send_message
from players.models import Person
from players.shared.bound_queries import call
from players.shared.money import format_money
from players.wallet import ledger
from players.wallet.bank.models import Chargeback, Recovery, SettlementLine
from players.wallet.bank.settlement import PaymentKind
from players.wallet.cashier.deposits import paid_with
from players.wallet.cashier.models import Payment
from players.wallet.cashier.posting import EUR, lock_accounts
from players.wallet.models import Account

RECOVERY_TARGET = timedelta(hours=24)  # the operator's own; no regulation sets it
State = Recovery.State
PROPOSES, DECIDES = "bank.add_recovery", "bank.approve_recovery"


class NothingToTake(StepRefused):
    def sentences(self, kind: Kind[Any]) -> list[str]:
        return [_("The balance is empty, so there is nothing to take. The loss stays with the house.")]


def is_chargeback_open(player: int) -> bool:
    """Whether a bank takes a deposit of the player back and nobody has decided about it: the database knows.

    It holds the player's withdrawals, so that the money is there when two people decide to take it.
    """
    (answer,) = call("SELECT bank_chargeback_is_open(%s)", [player])
    return bool(answer)


def book_chargebacks() -> None:
    """Books the chargebacks of known deposits that the provider reports, and those won back."""
    lines = SettlementLine.objects.filter(kind=PaymentKind.CHARGEBACK, currency=EUR, cents__lt=0)
    new = list(lines.exclude(pk__in=Chargeback.objects.values("line")).order_by("pk"))
    deposits = _deposits(new)
    for line in new:
        payment = deposits.get(line.reference)
        if payment is not None and -line.cents <= payment.cents and not payment.chargebacks.exists():
            _book(payment, line)
    _book_won()


def _deposits(lines: list[SettlementLine]) -> dict[str, Payment]:
    ids = [key for line in lines if (key := _number(line.reference)) is not None]
    paid = Payment.objects.filter(pk__in=ids, direction=Payment.Direction.DEPOSIT, status=Payment.Status.PAID)
    return {
        payment.pk.hex: payment for payment in paid.select_related("player").prefetch_related("chargebacks")
    }


def _number(reference: str) -> UUID | None:
    try:
        return UUID(reference)
    except ValueError:
        return None


def _book(payment: Payment, line: SettlementLine) -> None:
    ledger.open_ledger_account(kind=Account.Kind.ADJUSTMENT, currency=EUR)
    lock_accounts(payment.player_id)
    chargeback = Chargeback.objects.create(
        player=payment.player, payment=payment, line=line, cents=-line.cents
    )
    _post("bank_post_chargeback", chargeback.pk)
    note(
        "bank.chargeback-booked",
        player=payment.player_id,
        about=f"chargeback:{chargeback.pk}",
        **paid_with(payment),
        cents=chargeback.cents,
    )


def _book_won() -> None:
    lines = SettlementLine.objects.filter(kind=PaymentKind.CHARGEBACK_WON, currency=EUR)
    won = {
        line.reference: line
        for line in lines.exclude(pk__in=Chargeback.objects.filter(won_line__isnull=False).values("won_line"))
    }
    numbers = [number for reference in won if (number := _number(reference)) is not None]
    lost = (
        Chargeback.objects.filter(payment__in=numbers, won_line=None)
        .select_related("payment")
        .select_for_update(of=("self",))
    )
    for chargeback in lost:
        line = won[chargeback.payment_id.hex]
        if line.cents != chargeback.cents:
            continue
        chargeback.state, chargeback.won_line = Chargeback.State.WON, line
        chargeback.save(update_fields=["state", "won_line"])
        _post("bank_post_chargeback_won", chargeback.pk)
        note(
            "bank.chargeback-won",
            player=chargeback.player_id,
            about=f"chargeback:{chargeback.pk}",
            **paid_with(chargeback.payment),
            cents=chargeback.cents,
        )


def _post(function: str, row: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {function}(%s)", [row])


def _lock(pk: Any) -> Recovery | None:
    """Locks the accounts, then the chargeback, then the proposal."""
    player = Recovery.objects.filter(pk=pk).values_list("chargeback__player", flat=True).first()
    if player:
        lock_accounts(player)
    return lock_row(RECOVERY, pk)


def _take(decision: Decision[Recovery]) -> None:
    chargeback = Chargeback.objects.get(pk=decision.row.chargeback_id)
    if chargeback.state != Chargeback.State.LOSS:
        raise AlreadyDecided
    balance = lock_accounts(chargeback.player_id).cents
    taken = min(balance, chargeback.cents)
    if taken == 0:
        raise NothingToTake
    send_message(
        chargeback.player,
        "balance-corrected",
        cents=-taken,
        balance=balance - taken,
        reason=decision.row.reason,
    )
    decision.write(taken=taken)
    _post("bank_post_recovery", decision.row.pk)


RECOVERY: Kind[Recovery] = Kind(
    name="bank-recovery",
    model=Recovery,
    proposes=PROPOSES,
    steps=(
        Step(
            State.PROPOSED,
            State.DONE,
            "approve",
            gettext_lazy("Take it from the balance"),
            (DECIDES,),
            "bank.recovery-done",
            gettext_lazy("Done; the player has been notified."),
            columns=("taken",),
            carry_out=_take,
        ),
        *closing_steps(State.PROPOSED, (DECIDES,), "bank.recovery-", author_rights=(PROPOSES,)),
    ),
    proposed="bank.recovery-proposed",
    about=lambda recovery: f"chargeback:{recovery.chargeback_id}",
    player=lambda recovery: recovery.chargeback.player_id,
    details=lambda decision: {"cents": decision.row.chargeback.cents},
    confirmed_by=step_up_required,
    lock=_lock,
    title=gettext_lazy("Recoveries of chargebacks"),
    record=lambda recovery: f"{recovery.chargeback} · {recovery.chargeback.player.alias}",
    item=lambda recovery: (
        f"{recovery.chargeback.player.alias} · {format_money(recovery.chargeback.cents, EUR)}",
        recovery.reason,
    ),
    page="admin:bank_recovery_change",
    related=("chargeback", "chargeback__player", "author", "decider"),
    target=RECOVERY_TARGET,
)


@transaction.atomic
def propose_recovery(chargeback_id: int, *, reason: str, person: Person, request: Any = None) -> Recovery:
    chargeback = Chargeback.objects.select_related("player").get(pk=chargeback_id)
    if chargeback.state != Chargeback.State.LOSS:
        raise AlreadyDecided
    try:
        with transaction.atomic():
            return propose(
                RECOVERY,
                person=person,
                details={"cents": chargeback.cents, "reason": reason},
                request=request,
                chargeback=chargeback,
                reason=reason,
            )
    except IntegrityError as error:  # a recovery is proposed already
        raise AlreadyDecided from error
