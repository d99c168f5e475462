"""The money of a table: its accounts, the kinds of transfer, and the postings of an event."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct

Cents = int
Seat = int


class TransferKind(StrEnum):
    """Every kind of transfer that a table makes. `TRANSFER_ACCOUNTS` alone gives its source and target."""

    STAKE = "stake"
    STAKE_LOST = "stake-lost"
    STAKE_BACK = "stake-back"
    PRIZE = "prize"
    LOST_BACK = "lost-back"
    PRIZE_BACK = "prize-back"
    COMMISSION = "commission"
    STAKE_HELD = "stake-held"
    HELD_LOST = "held-lost"
    HELD_BACK = "held-back"
    BUY_IN = "buy-in"
    BUY_IN_COMMISSION = "buy-in-commission"
    CHIPS = "chips"
    CHIPS_BACK = "chips-back"
    POT = "pot"
    RAKE = "rake"
    CASH_OUT = "cash-out"
    JACKPOT_BET = "jackpot-bet"
    JACKPOT_SHARE = "jackpot-share"
    JACKPOT_BANK = "jackpot-bank"
    JACKPOT_HELD_SHARE = "jackpot-held-share"
    JACKPOT_FILL = "jackpot-fill"
    JACKPOT_PRIZE = "jackpot-prize"


class AccountKind(StrEnum):
    """The accounts that a table uses. WALLET and STACK belong to a seat; the others belong to the table."""

    WALLET = "wallet"
    STACK = "stack"
    STAKES = "stakes"
    HELD = "held"
    BANK = "bank"
    COMMISSION = "commission"
    JACKPOT = "jackpot"


TRANSFER_ACCOUNTS: Mapping[TransferKind, tuple[AccountKind, AccountKind]] = {
    TransferKind.STAKE: (AccountKind.WALLET, AccountKind.STAKES),
    TransferKind.STAKE_LOST: (AccountKind.STAKES, AccountKind.BANK),
    TransferKind.STAKE_BACK: (AccountKind.STAKES, AccountKind.WALLET),
    TransferKind.PRIZE: (AccountKind.BANK, AccountKind.WALLET),
    # A round that becomes void after some of its bets were settled reverses those settlements.
    TransferKind.LOST_BACK: (AccountKind.BANK, AccountKind.WALLET),
    TransferKind.PRIZE_BACK: (AccountKind.WALLET, AccountKind.BANK),
    TransferKind.COMMISSION: (AccountKind.WALLET, AccountKind.COMMISSION),
    # A stake that the rules carry to the next round leaves STAKES, so that a finished round holds none.
    TransferKind.STAKE_HELD: (AccountKind.STAKES, AccountKind.HELD),
    TransferKind.HELD_LOST: (AccountKind.HELD, AccountKind.BANK),
    TransferKind.HELD_BACK: (AccountKind.HELD, AccountKind.WALLET),
    # Poker between players: chips are bought, played and cashed out. Pots go to stacks, the rake to the
    # operator.
    TransferKind.BUY_IN: (AccountKind.WALLET, AccountKind.STACK),
    TransferKind.BUY_IN_COMMISSION: (AccountKind.WALLET, AccountKind.COMMISSION),
    TransferKind.CHIPS: (AccountKind.STACK, AccountKind.STAKES),
    TransferKind.CHIPS_BACK: (AccountKind.STAKES, AccountKind.STACK),
    TransferKind.POT: (AccountKind.STAKES, AccountKind.STACK),
    TransferKind.RAKE: (AccountKind.STAKES, AccountKind.COMMISSION),
    TransferKind.CASH_OUT: (AccountKind.STACK, AccountKind.WALLET),
    # The jackpot meter is an account. A jackpot bet is a stake until the round decides where it goes.
    TransferKind.JACKPOT_BET: (AccountKind.WALLET, AccountKind.STAKES),
    TransferKind.JACKPOT_SHARE: (AccountKind.STAKES, AccountKind.JACKPOT),
    TransferKind.JACKPOT_BANK: (AccountKind.STAKES, AccountKind.BANK),
    # A jackpot bet carried over from a void round feeds the meter from HELD; the operator's part is
    # HELD_LOST.
    TransferKind.JACKPOT_HELD_SHARE: (AccountKind.HELD, AccountKind.JACKPOT),
    TransferKind.JACKPOT_FILL: (AccountKind.BANK, AccountKind.JACKPOT),
    TransferKind.JACKPOT_PRIZE: (AccountKind.JACKPOT, AccountKind.WALLET),
}


class Posting(Struct, frozen=True):
    """One transfer of an event. `seat` is None where the operator moves its own money."""

    kind: TransferKind
    seat: Seat | None
    cents: Cents


def postings_by_seat(kind: TransferKind, amounts: Mapping[Seat, Cents]) -> tuple[Posting, ...]:
    """One posting of that kind for each seat with an amount."""
    return tuple([Posting(kind, seat, cents) for seat, cents in amounts.items() if cents])
