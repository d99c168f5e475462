"""The ledger under transfers, sets, retries and ids used twice, in any order, against plain sums."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, initialize, invariant, multiple, rule
from msgspec import structs

from players.wallet import ledger
from players.wallet.ledger import IdReused, InsufficientFunds, Move
from players.wallet.models import Account, Transfer
from tests.live_table import players_with
from tests.state_machines import MOST_STEPS, DatabaseMachine, explore, planted, shortest_failure

pytestmark = pytest.mark.django_db
TABLE = 2**61
# What each kind moves between: a wallet is one of two players', the others are the operator's.
KINDS = {
    "deposit": ("cash", "wallet"),
    "stake": ("wallet", "stakes"),
    "stake-back": ("stakes", "wallet"),
    "stake-lost": ("stakes", "bank"),
    "prize": ("bank", "wallet"),
}
PROTECTED = ("wallet", "stakes")
cents = st.integers(1, 3)
players = st.integers(0, 1)
wishes = st.tuples(st.sampled_from(sorted(KINDS)), players, cents)


class WalletMachine(DatabaseMachine):
    """Every accepted transfer counts once, a set as a whole, and nothing else moves money."""

    posted = Bundle("posted")

    def prepare(self) -> None:
        people = players_with(0, 2)
        open_account = ledger.open_ledger_account
        wallets = [Account.objects.get(kind="wallet", currency="EUR", player=player).pk for player in people]
        self.accounts: dict[Any, int] = {("wallet", number): pk for number, pk in enumerate(wallets)}
        self.accounts |= {
            kind: open_account(kind=kind, currency="EUR", table=TABLE) for kind in ("stakes", "bank")
        }
        self.accounts["cash"] = open_account(kind="cash", currency="EUR")
        self.before = self.stored()
        self.model = dict.fromkeys(self.accounts, 0)
        self.count = Transfer.objects.count()

    def stored(self) -> dict[Any, int]:
        balances = dict(Account.objects.filter(pk__in=self.accounts.values()).values_list("pk", "balance"))
        return {name: balances[pk] for name, pk in self.accounts.items()}

    def place(self, kind: str, player: int) -> Any:
        return ("wallet", player) if kind == "wallet" else kind

    def moves_of(self, chosen: list[tuple[str, int, int]]) -> list[Move]:
        return [
            Move(
                uuid4(), kind, *(self.accounts[self.place(end, player)] for end in KINDS[kind]), "EUR", amount
            )
            for kind, player, amount in chosen
        ]

    def after(self, chosen: list[tuple[str, int, int]]) -> dict[Any, int] | None:
        """The sums after these transfers; None if a protected account would be below zero.

        A set is a whole: what it takes first, it may bring last.
        """
        sums = dict(self.model)
        for kind, player, amount in chosen:
            source, target = (self.place(end, player) for end in KINDS[kind])
            sums[source] -= amount
            sums[target] += amount
        protected = [self.place(kind, player) for kind in PROTECTED for player in (0, 1)]
        return None if any(sums[name] < 0 for name in protected) else sums

    @initialize(amount=cents)
    def open(self, amount: int) -> None:
        self.post([("deposit", 0, amount)])

    @rule(target=posted, chosen=st.lists(wishes, min_size=1, max_size=2))
    def post(self, chosen: list[tuple[str, int, int]]) -> Any:
        moves, due = self.moves_of(chosen), self.after(chosen)
        try:
            assert ledger.post(moves) == len(moves)
        except InsufficientFunds:
            assert due is None, "funds that are there were refused"
            return multiple()
        assert due is not None, "money that is not there was moved"
        self.model, self.count = due, self.count + len(moves)
        return moves

    @rule(moves=posted)
    def repeat(self, moves: list[Move]) -> None:
        """The answer was lost, so the request comes again."""
        assert ledger.post(moves) == 0

    @rule(moves=posted, amount=cents)
    def use_an_id_again(self, moves: list[Move], amount: int) -> None:
        other = structs.replace(moves[0], cents=moves[0].cents + amount)
        try:
            ledger.post([other])
        except (IdReused, InsufficientFunds):
            return
        raise AssertionError("an id stands for two transfers")

    @rule(moves=posted, chosen=wishes)
    def repeat_with_more(self, moves: list[Move], chosen: tuple[str, int, int]) -> None:
        """A set of which a part is there already: only the rest counts."""
        due = self.after([chosen])
        try:
            assert ledger.post([*moves, *self.moves_of([chosen])]) == 1
        except InsufficientFunds:
            assert due is None, "funds that are there were refused"
            return
        assert due is not None, "money that is not there was moved"
        self.model, self.count = due, self.count + 1

    @invariant()
    def always_the_sums(self) -> None:
        if hasattr(self, "model"):
            stored = self.stored()
            assert {name: stored[name] - self.before[name] for name in stored} == self.model
            assert Transfer.objects.count() == self.count
            assert sum(self.model.values()) == 0


def test_the_ledger_keeps_its_laws_in_any_order() -> None:
    explore(WalletMachine, attempts=25, steps=10)


def with_new_ids(post: Callable[..., int]) -> Callable[..., int]:
    """A retry that is taken for a new request."""
    return lambda moves: post([structs.replace(move, id=uuid4()) for move in moves])


def one_by_one(post: Callable[..., int]) -> Callable[..., int]:
    """A set whose beginning stays when its end is refused, because nothing holds it together."""

    def wrong(moves: Any) -> int:
        done, refused = 0, None
        for move in moves:
            try:
                done += post([move])
            except InsufficientFunds as error:
                refused = error
        if refused:
            raise refused
        return done

    return wrong


def silent(post: Callable[..., int]) -> Callable[..., int]:
    """An id used for another transfer is taken for a retry."""

    def wrong(moves: Any) -> int:
        try:
            return post(moves)
        except IdReused:
            return 0

    return wrong


def without_the_last(post: Callable[..., int]) -> Callable[..., int]:
    """Says that a transfer was made, and forgets it."""
    return lambda moves: post(moves[:1]) + len(moves) - 1 if len(moves) > 1 else post(moves)


@pytest.mark.parametrize("mistake", [with_new_ids, one_by_one, silent, without_the_last])
def test_a_planted_mistake_shrinks_to_a_few_steps(mistake: Callable[..., Any]) -> None:
    with planted(ledger, "post", mistake):
        steps = shortest_failure(WalletMachine, attempts=25, steps=8)
    assert 1 <= len(steps) <= MOST_STEPS, steps
