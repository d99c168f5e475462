"""Bets and settlement as an ordinary Django project implements them, with row locks and transactions."""

from __future__ import annotations

from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import F, Sum

from games.rules.roulette.layout import PLACES, winners
from games.rules.roulette.settlement import prize_of
from games.rules.roulette.sheet import STAKE_MAX_TIMES
from tests.bench.plain.models import Account, Bet, Event, Round, Transfer

FELT = PLACES["0"]


class Declined(Exception):
    pass


@transaction.atomic
def bet_place(*, round_id: int, player: int, command: UUID, on: dict[str, int]) -> int:
    """One command in one transaction: it locks the wallet, checks the limits against the stored bets, and
    writes a row per place.
    """
    game = Round.objects.get(pk=round_id)
    if not game.open:
        raise Declined("bets-closed")
    wallet = Account.objects.select_for_update().get(player=player)
    total = sum(on.values())
    if wallet.balance < total:
        raise Declined("not-enough")
    bets = Bet.objects.filter(round=game, player=player, place__in=on).order_by()
    lying = dict(bets.values_list("place").annotate(Sum("cents")))
    for place, cents in on.items():
        if place not in FELT:
            raise Declined("no-such-bet")
        if (
            cents < game.minimum
            or cents + lying.get(place, 0) > game.minimum * STAKE_MAX_TIMES[FELT[place].kind]
        ):
            raise Declined("above-maximum")
    Bet.objects.bulk_create(
        [Bet(round=game, player=player, place=place, cents=cents) for place, cents in on.items()]
    )
    Transfer.objects.create(id=command, source=wallet, target_id=game.stakes_id, round=game, cents=total)
    event = Event.objects.create(
        round=game, player=player, command=command, kind="bet-placed", data={"on": on}
    )
    wallet.balance -= total
    wallet.save(update_fields=["balance"])
    # Last, because every bet of the table waits for this row.
    Account.objects.filter(pk=game.stakes_id).update(balance=F("balance") + total)
    return int(event.pk)


@transaction.atomic
def settle_by_rows(*, round_id: int, number: str) -> None:
    """Settles one bet after another: its result, its transfers, its player's balance."""
    game = Round.objects.select_for_update().get(pk=round_id)
    won = winners("0", number)
    for bet in Bet.objects.filter(round=game, won=None).order_by("player"):
        bet.won = bet.place in won
        wallet = Account.objects.select_for_update().get(player=bet.player)
        if bet.won:
            bet.prize = prize_of(FELT[bet.place].kind, bet.cents)
            Transfer.objects.create(
                id=uuid4(), source_id=game.stakes_id, target=wallet, round=game, cents=bet.cents
            )
            Transfer.objects.create(
                id=uuid4(), source_id=game.bank_id, target=wallet, round=game, cents=bet.prize
            )
            wallet.balance += bet.cents + bet.prize
            wallet.save(update_fields=["balance"])
        else:
            Transfer.objects.create(
                id=uuid4(), source_id=game.stakes_id, target_id=game.bank_id, round=game, cents=bet.cents
            )
        bet.save(update_fields=["won", "prize"])
    _close(game, number)


@transaction.atomic
def settle_by_bulk(*, round_id: int, number: str) -> None:
    """The same with Django's bulk operations."""
    game = Round.objects.select_for_update().get(pk=round_id)
    won = winners("0", number)
    bets = list(Bet.objects.filter(round=game, won=None))
    wallets = {
        wallet.player: wallet
        for wallet in Account.objects.select_for_update().filter(player__in={bet.player for bet in bets})
    }
    transfers: list[Transfer] = []
    for bet in bets:
        bet.won, wallet = bet.place in won, wallets[bet.player]
        if bet.won:
            bet.prize = prize_of(FELT[bet.place].kind, bet.cents)
            transfers.append(
                Transfer(id=uuid4(), source_id=game.stakes_id, target=wallet, round=game, cents=bet.cents)
            )
            transfers.append(
                Transfer(id=uuid4(), source_id=game.bank_id, target=wallet, round=game, cents=bet.prize)
            )
            wallet.balance += bet.cents + bet.prize
        else:
            transfers.append(
                Transfer(
                    id=uuid4(), source_id=game.stakes_id, target_id=game.bank_id, round=game, cents=bet.cents
                )
            )
    Bet.objects.bulk_update(bets, ["won", "prize"], batch_size=500)
    Transfer.objects.bulk_create(transfers, batch_size=1000)
    Account.objects.bulk_update(wallets.values(), ["balance"], batch_size=500)
    _close(game, number)


def _close(game: Round, number: str) -> None:
    """Updates the table's accounts and the round, once for all bets."""
    bets = Bet.objects.filter(round=game)
    staked = bets.aggregate(cents=Sum("cents"))["cents"] or 0
    paid = bets.filter(won=True).aggregate(cents=Sum("cents"), prize=Sum("prize"))
    lost = staked - (paid["cents"] or 0)
    Account.objects.filter(pk=game.stakes_id).update(balance=F("balance") - staked)
    Account.objects.filter(pk=game.bank_id).update(balance=F("balance") + lost - (paid["prize"] or 0))
    Event.objects.create(round=game, kind="round-ended", data={"number": number})
    game.open, game.number = False, number
    game.save(update_fields=["open", "number"])
