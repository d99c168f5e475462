"""Corrections of a player's balance by staff. Each has a reason, and a second person approves it.

They put right an entry that was wrong, and nothing else. (A95) [903-B 5.2.2.5]
"""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import Sum
from django.db.models.functions import Abs
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from players.decisions.deciding import Decision, StepRefused, lock_row, propose
from players.decisions.kinds import Kind, Step
from players.identity.sign_in.reauthentication import step_up_required
from players.inbox import send_message
from players.models import Person, Player
from players.shared import clock
from players.shared.money import format_money
from players.wallet import ledger
from players.wallet.cashier.ceilings import ceiling
from players.wallet.cashier.models import Adjustment, Ceiling
from players.wallet.cashier.posting import EUR, lock_accounts, post
from players.wallet.cashier.posting import Kind as Posting
from players.wallet.models import Account

ADJUSTMENT_TARGET = timedelta(hours=24)  # the operator's own; no regulation sets it


class CeilingExceeded(StepRefused):
    """The correction exceeds the ceiling for one correction, or for one player in 24 hours."""

    def __init__(self, most: int, *, daily: bool) -> None:
        super().__init__(most, daily)
        self.most, self.daily = most, daily

    @property
    def sentence(self) -> str:
        values = {"most": format_money(self.most, EUR)}
        if self.daily:
            return (
                _("Corrections for one player may not exceed %(most)s in 24 hours, in either direction.")
                % values
            )
        return _("A correction may not exceed %(most)s.") % values

    def sentences(self, kind: Kind[Any]) -> list[str]:
        return [self.sentence]


class BalanceTooLow(StepRefused):
    def sentences(self, kind: Kind[Any]) -> list[str]:
        return [_("The balance is lower than the amount.")]


def check_ceilings(player: Player, cents: int, *people: Person, leave_out: int | None = None) -> None:
    """Checks the ceiling of each of these people, and that of the player's day.

    Pending and approved corrections of the last 24 hours count; refused ones do not.
    """
    most = min(ceiling(Ceiling.What.CORRECTION, person=person) for person in people)
    if abs(cents) > most:
        raise CeilingExceeded(most, daily=False)
    recent = Adjustment.objects.filter(
        player=player, requested_at__gt=clock.now() - timedelta(days=1)
    ).exclude(status=Adjustment.Status.REFUSED)
    total = recent.exclude(pk=leave_out or 0).aggregate(sum=Sum(Abs("cents")))["sum"] or 0
    most_of_day = ceiling(Ceiling.What.CORRECTION_DAY)
    if total + abs(cents) > most_of_day:
        raise CeilingExceeded(most_of_day, daily=True)


def balance_of(player: Player) -> int:
    return ledger.wallets([player.pk], EUR)[player.pk].cents


def _lock(pk: Any) -> Adjustment | None:
    """Locks the accounts, then the correction. Every caller uses this order."""
    if player := Adjustment.objects.filter(pk=pk).values_list("player_id", flat=True).first():
        lock_accounts(player)
    return lock_row(ADJUSTMENT, pk)


def _post(decision: Decision[Adjustment]) -> None:
    adjustment = decision.row
    people = (adjustment.requested_by, decision.person)
    check_ceilings(adjustment.player, adjustment.cents, *people, leave_out=adjustment.pk)
    before = lock_accounts(adjustment.player_id).cents
    after = before + adjustment.cents
    if after < 0:
        raise BalanceTooLow
    ledger.open_ledger_account(kind=Account.Kind.ADJUSTMENT, currency=EUR)
    send_message(
        adjustment.player,
        "balance-corrected",
        cents=adjustment.cents,
        balance=after,
        reason=adjustment.reason,
    )
    decision.write(before=before, after=after, decided=clock.now())
    post(Posting.ADJUSTMENT, adjustment.pk)


_step = partial(
    Step,
    start=Adjustment.Status.ASKED,
    rights=("cashier.approve_adjustment",),
    done=gettext_lazy("Done; the player has been notified."),
)
ADJUSTMENT = Kind(
    name="adjustment",
    model=Adjustment,
    proposes="cashier.add_adjustment",
    steps=(
        _step(
            end=Adjustment.Status.DONE,
            verb="approve",
            label=gettext_lazy("Approve the correction"),
            audit="adjustments.done",
            columns=("before", "after"),
            carry_out=_post,
        ),
        _step(
            end=Adjustment.Status.REFUSED,
            verb="refuse",
            label=gettext_lazy("Refuse the correction"),
            audit="adjustments.refused",
        ),
    ),
    proposed="adjustments.asked",
    about=lambda adjustment: f"adjustment:{adjustment.pk}",
    player=lambda adjustment: adjustment.player_id,
    details=lambda decision: {"cents": decision.row.cents, "ticket": decision.row.ticket},
    confirmed_by=step_up_required,
    lock=_lock,
    title=gettext_lazy("Corrections"),
    record=lambda adjustment: f"{_('Correction')} · {adjustment.player.alias}",
    item=lambda adjustment: (
        f"{adjustment.player.alias} · {format_money(adjustment.cents, EUR, signed=True)}",
        f"{adjustment.ticket} · {adjustment.reason}",
    ),
    page="admin:cashier_adjustment_change",
    own=gettext_lazy("The person who requested it cannot approve it, and it can be decided only once."),
    related=("player", "requested_by", "decided_by"),
    target=ADJUSTMENT_TARGET,
    state="status",
    author="requested_by",
    at="requested_at",
    decider="decided_by",
)


@transaction.atomic
def request_adjustment(player: Player, cents: int, ticket: str, reason: str, person: Person) -> Adjustment:
    """Requests a correction. An identical request that is still pending is returned instead of a new one."""
    lock_accounts(player.pk)
    fields = {
        "player": player,
        "cents": cents,
        "ticket": ticket,
        "requested_by": person,
        "status": Adjustment.Status.ASKED,
    }
    if pending := Adjustment.objects.filter(**fields).first():
        return pending
    check_ceilings(player, cents, person)
    return propose(
        ADJUSTMENT,
        person=person,
        details={"cents": cents, "ticket": ticket, "reason": reason},
        player=player,
        cents=cents,
        ticket=ticket,
        reason=reason,
        requested_at=clock.now(),
    )
