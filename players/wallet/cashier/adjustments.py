"""Only the player moves the account. Where the house must correct a balance, it says why, and a second person approves."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Sum
from django.db.models.functions import Abs
from django.utils.translation import gettext as _

from players.audit import note
from players.inbox import tell
from players.models import Person, Player
from players.shared import clock
from players.shared.money import format_money
from players.wallet import ledger
from players.wallet.cashier.models import Adjustment
from players.wallet.cashier.posting import EUR, Kind, post, purse_lock
from players.wallet.ledger import NotEnough
from players.wallet.models import Account


class NotYours(Exception):
    """The same person cannot ask and approve, nor anybody decide twice."""


class AboveCeiling(Exception):
    """More than staff may move by a correction: at once, or for one player in a day."""

    def __init__(self, ceiling: int, *, daily: bool) -> None:
        super().__init__(ceiling, daily)
        self.ceiling, self.daily = ceiling, daily

    @property
    def sentence(self) -> str:
        told = {"most": format_money(self.ceiling, EUR)}
        if self.daily:
            return (
                _(
                    "Corrections of one player may not come to more than %(most)s in 24 hours, whichever way they go."
                )
                % told
            )
        return _("A correction may not be more than %(most)s.") % told


def check_ceilings(player: Player, cents: int, *, leave_out: int | None = None) -> None:
    """Both ceilings, with what waits for a second person or was done in the last day; what was refused moved nothing."""
    if abs(cents) > settings.ADJUSTMENT_CEILING:
        raise AboveCeiling(settings.ADJUSTMENT_CEILING, daily=False)
    lately = Adjustment.objects.filter(player=player, asked__gt=clock.now() - timedelta(days=1)).exclude(
        status=Adjustment.Status.REFUSED
    )
    moved = lately.exclude(pk=leave_out or 0).aggregate(sum=Sum(Abs("cents")))["sum"] or 0
    if moved + abs(cents) > settings.ADJUSTMENT_DAY_CEILING:
        raise AboveCeiling(settings.ADJUSTMENT_DAY_CEILING, daily=True)


def balance_of(player: Player) -> int:
    return ledger.wallets([player.pk], EUR)[player.pk].cents


@transaction.atomic
def adjustment_ask(player: Player, cents: int, ticket: str, reason: str, person: Person) -> Adjustment:
    """Asked for once: the same again is the one that waits."""
    purse_lock(player.pk)
    same = {
        "player": player,
        "cents": cents,
        "ticket": ticket,
        "asked_by": person,
        "status": Adjustment.Status.ASKED,
    }
    if waiting := Adjustment.objects.filter(**same).first():
        return waiting
    check_ceilings(player, cents)
    asked = Adjustment.objects.create(
        player=player, cents=cents, ticket=ticket, reason=reason, asked_by=person, asked=clock.now()
    )
    note(
        "adjustments.asked",
        person=person,
        player=player,
        about=f"adjustment:{asked.pk}",
        cents=cents,
        ticket=ticket,
        reason=reason,
    )
    return asked


@transaction.atomic
def adjustment_decide(pk: int, person: Person, *, approve: bool) -> Adjustment:
    """Posts the correction, or refuses it. What would take more than there is raises `NotEnough` and changes nothing."""
    purse = purse_lock(Adjustment.objects.values_list("player_id", flat=True).get(pk=pk))
    found = Adjustment.objects.select_for_update(of=("self",)).select_related("player").get(pk=pk)
    if found.status != Adjustment.Status.ASKED or found.asked_by_id == person.pk:
        raise NotYours
    found.status = Adjustment.Status.DONE if approve else Adjustment.Status.REFUSED
    found.decided_by, found.decided = person, clock.now()
    if approve:
        check_ceilings(found.player, found.cents, leave_out=found.pk)
        found.before, found.after = purse.cents, purse.cents + found.cents
        if found.after < 0:
            raise NotEnough(purse.wallet)
        ledger.account_open(kind=Account.Kind.ADJUSTMENT, currency=EUR)
        tell(found.player, "balance-corrected", cents=found.cents, balance=found.after, reason=found.reason)
    found.save(update_fields=["status", "decided_by", "decided", "before", "after"])
    if approve:
        post(Kind.ADJUSTMENT, pk)
    note(
        "adjustments.done" if approve else "adjustments.refused",
        person=person, player=found.player, about=f"adjustment:{pk}", cents=found.cents, ticket=found.ticket,
    )  # fmt: skip
    return found
