"""Only the player moves the account. Where the house must correct a balance, it says why, and a second person approves."""

from __future__ import annotations

from django.db import transaction

from players import clock
from players.audit import note
from players.inbox import tell
from players.models import Person, Player
from players.wallet import ledger
from players.wallet.cashier.models import Adjustment
from players.wallet.cashier.purse import EUR, Kind, post, purse_lock
from players.wallet.ledger import NotEnough
from players.wallet.models import Account


class NotYours(Exception):
    """The same person cannot ask and approve, nor anybody decide twice."""


@transaction.atomic
def adjustment_ask(player: Player, cents: int, ticket: str, reason: str, person: Person) -> Adjustment:
    asked = Adjustment.objects.create(player=player, cents=cents, ticket=ticket, reason=reason, asked_by=person, asked=clock.now())
    note("adjustments.asked", person=person, player=player, about=f"adjustment:{asked.pk}", cents=cents, ticket=ticket, reason=reason)
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
