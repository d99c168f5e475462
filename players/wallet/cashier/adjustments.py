"""Corrections of a player's balance by staff. Each has a reason, and a second person approves it."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Sum
from django.db.models.functions import Abs
from django.utils.translation import gettext as _

from players.audit import note
from players.inbox import send_message
from players.models import Person, Player
from players.shared import clock
from players.shared.money import format_money
from players.wallet import ledger
from players.wallet.cashier.models import Adjustment
from players.wallet.cashier.posting import EUR, Kind, lock_accounts, post
from players.wallet.ledger import InsufficientFunds
from players.wallet.models import Account


class DecisionNotAllowed(Exception):
    """The person requested this correction, or it was already decided."""


class CeilingExceeded(Exception):
    """The correction exceeds the ceiling for one correction, or for one player in 24 hours."""

    def __init__(self, ceiling: int, *, daily: bool) -> None:
        super().__init__(ceiling, daily)
        self.ceiling, self.daily = ceiling, daily

    @property
    def sentence(self) -> str:
        values = {"most": format_money(self.ceiling, EUR)}
        if self.daily:
            return (
                _("Corrections for one player may not exceed %(most)s in 24 hours, in either direction.")
                % values
            )
        return _("A correction may not exceed %(most)s.") % values


def check_ceilings(player: Player, cents: int, *, leave_out: int | None = None) -> None:
    """Checks both ceilings.

    Pending and approved corrections of the last 24 hours count; refused ones do not.
    """
    if abs(cents) > settings.ADJUSTMENT_CEILING:
        raise CeilingExceeded(settings.ADJUSTMENT_CEILING, daily=False)
    recent = Adjustment.objects.filter(
        player=player, requested_at__gt=clock.now() - timedelta(days=1)
    ).exclude(status=Adjustment.Status.REFUSED)
    total = recent.exclude(pk=leave_out or 0).aggregate(sum=Sum(Abs("cents")))["sum"] or 0
    if total + abs(cents) > settings.ADJUSTMENT_DAY_CEILING:
        raise CeilingExceeded(settings.ADJUSTMENT_DAY_CEILING, daily=True)


def balance_of(player: Player) -> int:
    return ledger.wallets([player.pk], EUR)[player.pk].cents


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
    check_ceilings(player, cents)
    adjustment = Adjustment.objects.create(
        player=player,
        cents=cents,
        ticket=ticket,
        reason=reason,
        requested_by=person,
        requested_at=clock.now(),
    )
    note(
        "adjustments.asked",
        person=person,
        player=player,
        about=f"adjustment:{adjustment.pk}",
        cents=cents,
        ticket=ticket,
        reason=reason,
    )
    return adjustment


@transaction.atomic
def decide_adjustment(pk: int, person: Person, *, approve: bool) -> Adjustment:
    """Approves and posts the correction, or refuses it.

    Raises `InsufficientFunds` if the balance is too low.
    """
    accounts = lock_accounts(Adjustment.objects.values_list("player_id", flat=True).get(pk=pk))
    adjustment = Adjustment.objects.select_for_update(of=("self",)).select_related("player").get(pk=pk)
    if adjustment.status != Adjustment.Status.ASKED or adjustment.requested_by_id == person.pk:
        raise DecisionNotAllowed
    adjustment.status = Adjustment.Status.DONE if approve else Adjustment.Status.REFUSED
    adjustment.decided_by, adjustment.decided = person, clock.now()
    if approve:
        check_ceilings(adjustment.player, adjustment.cents, leave_out=adjustment.pk)
        adjustment.before, adjustment.after = accounts.cents, accounts.cents + adjustment.cents
        if adjustment.after < 0:
            raise InsufficientFunds(accounts.wallet)
        ledger.open_ledger_account(kind=Account.Kind.ADJUSTMENT, currency=EUR)
        send_message(
            adjustment.player,
            "balance-corrected",
            cents=adjustment.cents,
            balance=adjustment.after,
            reason=adjustment.reason,
        )
    adjustment.save(update_fields=["status", "decided_by", "decided", "before", "after"])
    if approve:
        post(Kind.ADJUSTMENT, pk)
    note(
        "adjustments.done" if approve else "adjustments.refused",
        person=person, player=adjustment.player, about=f"adjustment:{pk}", cents=adjustment.cents,
        ticket=adjustment.ticket,
    )  # fmt: skip
    return adjustment
