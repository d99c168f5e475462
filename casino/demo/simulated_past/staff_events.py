"""What else happens in a house in a year: exclusions, complaints with their decisions, corrections of balances by two people."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from django.db import transaction

from casino.demo.simulated_past.people import Resident
from casino.demo.simulated_past.play_writer import MOVES, hour_of
from casino.demo.simulated_past.seeded_draw import Luck
from players.inbox.complaints import due_after
from players.inbox.models import Complaint, ComplaintWord
from players.models import Person
from players.protection.models import Exclusion
from players.shared import clock
from players.shared.bulk_copy import copy_rows
from players.wallet import ledger
from players.wallet.cashier.models import Adjustment
from players.wallet.cashier.posting import EUR, Kind, transfer_id

OUTCOMES = ("rejected", "rejected", "accepted", "partial")
CATEGORIES = ("round", "round", "payment", "account", "limits", "other")


def moment_of(at: int) -> datetime:
    return datetime.fromtimestamp(at / 1000, UTC)


def exclude(who: Resident, at: int, luck: Luck) -> None:
    """From now on this player does not come any more."""
    who.gone = True
    starts = moment_of(at)
    ends = None if luck.once_in(4) else clock.later_by_months(starts, luck.between(3, 12)) + timedelta(days=1)
    told = {"told": True, "paid_out": starts if ends is None else None}
    Exclusion.objects.create(player_id=who.player, starts=starts, ends=ends, asked_until=ends, **told)


@transaction.atomic
def complain(
    who: Resident, at: int, until: int, number: str, staff: tuple[Person, Person], luck: Luck
) -> None:
    opened = moment_of(at)
    decided = opened + timedelta(hours=luck.between(5, 400))
    told = {
        "number": number,
        "player_id": who.player,
        "category": luck.of(CATEGORIES),
        "opened": opened,
        "due": due_after(opened),
    }
    if decided.timestamp() * 1000 < until:
        told |= {"state": "decided", "decided": decided, "outcome": luck.of(OUTCOMES), "handler": staff[0]}
    made = Complaint.objects.create(**told)
    ComplaintWord.objects.create(
        complaint=made, author=staff[0], house=True, text="Received, and looked at.", at=opened
    )


@transaction.atomic
def correct(who: Resident, at: int, ticket: str, staff: tuple[Person, Person], luck: Luck) -> None:
    """A few euros to the player's good, asked by one person and approved by another."""
    cents, before = luck.between(1, 40) * 100, who.cents[EUR]
    house = ledger.account_open(kind="adjustment", currency=EUR)
    ledger.lock([who.wallets[EUR], house])
    asked, decided = moment_of(at), moment_of(at + 90_000)
    made = Adjustment.objects.create(
        player_id=who.player, cents=cents, ticket=ticket, reason="A round that stood still", status="done", asked_by=staff[0], asked=asked,
        decided_by=staff[1], decided=decided, before=before, after=before + cents,
    )  # fmt: skip
    copy_rows(
        MOVES,
        [
            (
                transfer_id(Kind.ADJUSTMENT, made.pk),
                "adjustment",
                house,
                who.wallets[EUR],
                EUR,
                cents,
                None,
                None,
                hour_of(at + 90_000),
            )
        ],
    )
    who.cents[EUR] += cents
