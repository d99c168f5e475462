"""Events around the play of a simulated year: exclusions, complaints and corrections of balances.

Each function decides an event and returns what writes it, after the play that it follows.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial

from django.db import transaction

from casino.demo.simulated_past.people import SimulatedPlayer
from casino.demo.simulated_past.play_writer import MOVES, timestamp_of
from casino.demo.simulated_past.seeded_draw import SeededRandom
from players.inbox.complaints import due_after
from players.inbox.models import Complaint, ComplaintMessage
from players.models import Person
from players.protection.models import Exclusion
from players.shared import clock
from players.shared.bulk_copy import copy_rows
from players.wallet import ledger
from players.wallet.cashier.models import Adjustment
from players.wallet.cashier.posting import EUR, Kind, transfer_id

OUTCOMES = ("rejected", "rejected", "accepted", "partial")
CATEGORIES = ("round", "round", "payment", "account", "limits", "other")


def to_datetime(at: int) -> datetime:
    return datetime.fromtimestamp(at / 1000, UTC)


def exclude_player(player: SimulatedPlayer, at: int, rng: SeededRandom) -> Callable[[], object]:
    """Exclude the player, who does not play again."""
    player.gone = True
    starts = to_datetime(at)
    ends = None if rng.once_in(4) else clock.later_by_months(starts, rng.between(3, 12)) + timedelta(days=1)
    return partial(
        Exclusion.objects.create,
        player_id=player.player_id,
        starts=starts,
        ends=ends,
        requested_until=ends,
        notified=True,
        paid_out=starts if ends is None else None,
    )


def file_complaint(
    player: SimulatedPlayer, at: int, until: int, number: str, staff: tuple[Person, Person], rng: SeededRandom
) -> Callable[[], None]:
    opened = to_datetime(at)
    decided = opened + timedelta(hours=rng.between(5, 400))
    fields = {
        "number": number,
        "player_id": player.player_id,
        "category": rng.choose(CATEGORIES),
        "opened": opened,
        "due": due_after(opened),
    }
    if decided.timestamp() * 1000 < until:
        fields |= {
            "state": "decided",
            "decided": decided,
            "outcome": rng.choose(OUTCOMES),
            "handler": staff[0],
        }

    @transaction.atomic
    def write() -> None:
        complaint = Complaint.objects.create(**fields)
        ComplaintMessage.objects.create(
            complaint=complaint,
            author=staff[0],
            house=True,
            text="Recebemos a sua reclamação e estamos a analisá-la.",
            at=opened,
        )

    return write


def correct_balance(
    player: SimulatedPlayer, at: int, ticket: str, staff: tuple[Person, Person], rng: SeededRandom
) -> Callable[[], None]:
    """A few euros in the player's favour, proposed by one person and approved by another."""
    cents, before = rng.between(1, 40) * 100, player.cents[EUR]
    player.cents[EUR] += cents
    return partial(_write_correction, player, at, ticket, staff, cents, before)


@transaction.atomic
def _write_correction(
    player: SimulatedPlayer, at: int, ticket: str, staff: tuple[Person, Person], cents: int, before: int
) -> None:
    adjustment = ledger.open_ledger_account(kind="adjustment", currency=EUR)
    ledger.lock([player.wallets[EUR], adjustment])
    proposed, decided = to_datetime(at), to_datetime(at + 90_000)
    correction = Adjustment.objects.create(
        player_id=player.player_id,
        cents=cents,
        ticket=ticket,
        reason="Uma jogada que ficou parada",
        requested_by=staff[0],
        requested_at=proposed,
    )
    Adjustment.objects.filter(pk=correction.pk).update(
        status=Adjustment.Status.DONE,
        decided_by=staff[1],
        decided=decided,
        before=before,
        after=before + cents,
    )
    copy_rows(
        MOVES,
        [
            (
                transfer_id(Kind.ADJUSTMENT, correction.pk),
                "adjustment",
                adjustment,
                player.wallets[EUR],
                EUR,
                cents,
                None,
                None,
                timestamp_of(at + 90_000),
            )
        ],
    )
