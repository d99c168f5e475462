"""What one person does, as rows of the record: money, rounds, sessions, sign-ins, payment accounts, devices.

A row says more than an event of the rules: game, method, account, partner. `as_events` alone knows how the
rules name what they watch, so a new event of theirs is a line here and nothing in the typologies.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from random import Random

from msgspec import Struct

from casino.compliance.monitoring.fold import Event

MINUTE, HOUR, DAY = 60 * 10**6, 3600 * 10**6, 86400 * 10**6
BEGINNING = int(datetime(2026, 1, 1, tzinfo=UTC).timestamp()) * 10**6
DAYS = 180  # that are simulated
# The house pays the stakes of outside bets back with this share lost on average.
EDGE = {"french-roulette": 0.0135, "baccarat": 0.012, "blackjack": 0.008, "american-roulette": 0.053}
# The spread of the result of a bet, in stakes.
SPREAD = {"french-roulette": 1.0, "baccarat": 0.95, "blackjack": 1.15, "american-roulette": 2.5}


class Row(Struct, frozen=True):
    """A row of the record. Amounts are cents; `lost` is what was staked and did not come back."""

    at: int
    kind: str
    cents: int = 0
    lost: int = 0
    game: str = ""
    hedged: int = 0  # of a stake, what lay on both sides of the same spin or hand
    account: str = ""  # of the bank, or the card
    method: str = ""
    device: str = ""
    partner: int = 0  # who won what was lost at hold'em, or shares account or device


class Life:
    """One person: rows in any order, and a balance that is never overdrawn."""

    def __init__(self, number: int, chance: Random, label: str, kind: str) -> None:
        self.number, self.chance, self.label, self.kind = number, chance, label, kind
        self.rows: list[Row] = []
        self.balance = 0
        self.account = f"account-{number}"
        self.device = f"device-{number}"
        self.method = chance.choice(("card", "mbway", "transfer"))

    @property
    def is_honest(self) -> bool:
        return not self.label

    def add(self, at: int, kind: str, cents: int = 0, **more: object) -> None:
        self.rows.append(Row(at, kind, cents, **more))  # type: ignore[arg-type]

    def sign_in(self, at: int) -> None:
        self.add(at, "signed-in", device=self.device)

    def deposit(self, at: int, cents: int) -> None:
        self.add(at, "deposit-asked", cents, method=self.method)
        self.add(at + MINUTE, "deposit", cents, method=self.method, account=self.account)
        self.balance += cents

    def withdraw(self, at: int, cents: int) -> None:
        cents = min(cents, self.balance)
        if cents >= 1000:  # the least that the cashier pays out
            self.add(at, "withdrawal", cents, account=self.account)
            self.balance -= cents

    def change_account(self, at: int) -> None:
        self.account += "+"
        self.add(at, "payment-account-changed", account=self.account)

    def share_device(self, at: int, partner: int) -> None:
        """The house says so when both sit at one table (`tables.device-shared`)."""
        self.add(at, "device-shared", device=self.device, partner=partner)

    def share_account(self, at: int, partner: int) -> None:
        self.add(at, "account-shared", account=self.account, partner=partner)

    def round(self, at: int, game: str, staked: int, *, hedged: int = 0) -> None:
        """One round at a table against the house. What is hedged costs the edge and no more."""
        staked = min(staked, self.balance)
        if staked < 50:
            return
        hedged = min(hedged, staked)
        free = staked - hedged
        wins = self.chance.random() < (1 - EDGE[game]) / (1 + SPREAD[game])
        lost = int(-SPREAD[game] * free) if wins else free
        if hedged and self.chance.random() < 1 / 37:  # zero takes half of each side
            lost += hedged // 2
        self.add(at, "round", staked, lost=lost, game=game, hedged=hedged)
        self.balance -= lost

    def hand(self, at: int, staked: int, lost: int, partner: int = 0) -> None:
        lost = min(lost, self.balance)
        staked = max(min(staked, self.balance), lost, 0)
        self.add(at, "round", staked, lost=lost, game="holdem", partner=partner)
        self.balance -= lost

    def play(self, at: int, game: str, stake: int, rounds: int, *, hedged: bool = False) -> int:
        """A session of so many rounds. Returns when it ends."""
        self.sign_in(at)
        self.add(at, "session-begun")
        for _ in range(rounds):
            at += int(MINUTE * self.chance.uniform(0.6, 1.6))
            staked = max(100, int(stake * self.chance.choice((0.5, 1, 1, 1, 2)) / 100) * 100)
            self.round(at, game, staked, hedged=staked if hedged else 0)
        self.add(at + MINUTE, "session-ended")
        return at + MINUTE

    def poker(self, at: int, blind: int, hands: int) -> int:
        """A session of ordinary hold'em: mostly small pots, now and then a stack.

        Players lose together what the house takes, here 8 blinds in a hundred hands. The spread is 107 blinds
        in as many, a little more than the 90 that are typical (http://nsdpoker.com/?p=303).
        """
        self.sign_in(at)
        self.add(at, "session-begun")
        chance = self.chance
        for _ in range(hands):
            at += int(MINUTE * chance.uniform(0.7, 1.5))
            fate = chance.random()
            if fate < 0.7:
                way = chance.random()
                self.hand(at, blind, blind if way < 0.35 else -blind if way < 0.65 else 0)
                continue
            pot = int(blind * (chance.uniform(3, 20) if fate < 0.985 else chance.uniform(30, 100)))
            self.hand(at, pot, pot if chance.random() < 0.505 else -pot)
        self.add(at + MINUTE, "session-ended")
        return at + MINUTE


def moment(day: float, hour: float = 0.0) -> int:
    return BEGINNING + int(day * DAY) + int(hour * HOUR)


def as_events(rows: Iterable[Row]) -> Iterator[Event]:
    """One person's rows as the rules watch them (`casino/compliance/monitoring/record.py`)."""
    paid_from: set[str] = set()
    for number, row in enumerate(sorted(rows, key=lambda row: row.at)):
        key = f"{row.kind}:{number}"
        if row.kind == "device-shared":
            yield Event(row.at, "sign-in-shared", 0, 0, key, row.partner)
        else:
            yield Event(row.at, row.kind, row.cents, row.lost, key, row.partner)
        if row.kind == "deposit":
            if paid_from and row.account not in paid_from:
                yield Event(row.at, "instrument-new", row.cents, 0, f"instrument:{number}")
            paid_from.add(row.account)
        if row.game == "holdem" and row.lost:
            side = "pot-lost" if row.lost > 0 else "pot-won"
            # Somebody is always on the other side: at an ordinary table one of five.
            yield Event(row.at, side, abs(row.lost), 0, f"pot:{number}", row.partner or -1 - number % 5)
        elif row.game and row.game != "holdem" and abs(row.lost) * 10 <= row.cents:
            yield Event(row.at, "round-even", row.cents, 0, f"even:{number}")


# Every event that `as_events` can tell.
TOLD = frozenset({
    "account-shared", "deposit", "deposit-asked", "deposit-failed", "instrument-new", "limit-reached",
    "limit-set", "payment-account-changed", "pot-lost", "pot-won", "round", "round-even", "session-begun",
    "session-ended", "sign-in-shared", "signed-in", "withdrawal", "withdrawal-cancelled",
})  # fmt: skip
