"""Every kind of transfer that a table makes, against what can happen to its request: an effect once, all or
nothing, and no account below nought.
"""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID, uuid4

import pytest

from games.rules.shared.money import TRANSFER_ACCOUNTS, AccountKind, TransferKind
from players.wallet import ledger
from players.wallet.ledger import IdReused, InsufficientFunds, Move
from players.wallet.models import Account, Transfer
from players.wallet.selectors import balance_at
from tests.combinations import pairs
from tests.live_table import players_with

pytestmark = pytest.mark.django_db
CENTS = 300
OF_PLAYERS = (AccountKind.WALLET, AccountKind.STACK)
# The operator's own accounts may stand below nought: the bank pays prizes before it wins.
BELOW_ZERO = {
    TransferKind(kind) for kind, (source, _) in TRANSFER_ACCOUNTS.items() if source is AccountKind.BANK
}
KINDS = [str(kind) for kind in TransferKind]


class Request:
    """A transfer of one kind between two accounts that hold enough."""

    def __init__(self, kind: str) -> None:
        (self.player,) = players_with(10 * CENTS, 1)
        self.table = uuid4().int % 2**62
        source, target = TRANSFER_ACCOUNTS[TransferKind(kind)]
        self.kind = kind
        self.move = Move(uuid4(), kind, self.account(source), self.account(target), "EUR", CENTS)
        if source is not AccountKind.WALLET:
            self.fill(self.move.source)

    def account(self, kind: AccountKind) -> int:
        if kind is AccountKind.WALLET:
            return Account.objects.get(kind="wallet", player=self.player, currency="EUR").pk
        player = self.player.pk if kind in OF_PLAYERS else None
        return ledger.open_ledger_account(kind=kind.value, currency="EUR", player=player, table=self.table)

    def fill(self, account: int) -> None:
        """Two such transfers are covered."""
        bank = ledger.open_ledger_account(kind="bank", currency="EUR", table=self.table)
        if account == bank:
            return
        kinds = {(source, target): kind for kind, (source, target) in TRANSFER_ACCOUNTS.items()}
        stakes, wallet = self.account(AccountKind.STAKES), self.account(AccountKind.WALLET)
        target = AccountKind(Account.objects.get(pk=account).kind)
        for path in ([AccountKind.WALLET], [AccountKind.WALLET, AccountKind.STAKES]):
            steps = list(zip(path, [*path[1:], target], strict=True))
            if all(step in kinds for step in steps):
                accounts = {AccountKind.WALLET: wallet, AccountKind.STAKES: stakes, target: account}
                for one, other in steps:
                    kind = kinds[one, other]
                    ledger.post([Move(uuid4(), kind, accounts[one], accounts[other], "EUR", 2 * CENTS)])
                return
        raise AssertionError(f"nothing fills {target}")

    def like(self, **changes: object) -> Move:
        fields = {name: getattr(self.move, name) for name in self.move.__struct_fields__}
        return Move(**{**fields, **changes})

    def balances(self) -> tuple[int, int]:
        found = dict(
            Account.objects.filter(pk__in=[self.move.source, self.move.target]).values_list("pk", "balance")
        )
        return found[self.move.source], found[self.move.target]

    def check_posted(self, before: tuple[int, int], times: int = 1) -> None:
        assert self.balances() == (before[0] - times * CENTS, before[1] + times * CENTS)
        assert set(ledger.total().values()) <= {0}


def comes_again(request: Request, before: tuple[int, int]) -> None:
    assert (ledger.post([request.move]), ledger.post([request.move])) == (1, 0)
    request.check_posted(before)


def comes_with_another(request: Request, before: tuple[int, int]) -> None:
    """Of a set that was posted in part, only the rest is."""
    ledger.post([request.move])
    assert ledger.post([request.move, request.like(id=uuid4())]) == 1
    request.check_posted(before, 2)


def means_something_else(request: Request, before: tuple[int, int]) -> None:
    ledger.post([request.move])
    for other in (request.like(cents=CENTS - 1), request.like(seat=3), request.like(round=7)):
        with pytest.raises(IdReused):
            ledger.post([other])
    request.check_posted(before)


def is_named_twice_in_a_set(request: Request, before: tuple[int, int]) -> None:
    with pytest.raises(IdReused):
        ledger.post([request.move, request.like(cents=CENTS - 1)])
    request.check_posted(before, 0)
    assert not Transfer.objects.filter(pk=request.move.id).exists()


def is_not_covered(request: Request, before: tuple[int, int]) -> None:
    """The whole set is refused, also what would be covered; a bank may pay before it wins."""
    too_much = [request.move, request.like(id=uuid4(), cents=10**9)]
    if TransferKind(request.kind) in BELOW_ZERO:
        assert ledger.post(too_much) == 2
        return
    with pytest.raises(InsufficientFunds):
        ledger.post(too_much)
    request.check_posted(before, 0)


def is_covered_by_the_same_set(request: Request, before: tuple[int, int]) -> None:
    """The order within a set does not matter: the locked balances decide about the whole."""
    ids: list[UUID] = [uuid4() for _ in range(2)]
    assert ledger.post([request.like(id=number) for number in reversed(ids)]) == 2
    request.check_posted(before, 2)


OCCURRENCES: dict[str, Callable[[Request, tuple[int, int]], None]] = {
    "it comes again": comes_again,
    "it comes again with another": comes_with_another,
    "its id means something else": means_something_else,
    "its id is twice in a set": is_named_twice_in_a_set,
    "it is not covered": is_not_covered,
    "several at once": is_covered_by_the_same_set,
}


@pytest.mark.parametrize(("kind", "occurrence"), pairs(KINDS, OCCURRENCES))
def test_a_transfer_and_what_happens_to_its_request(kind: str, occurrence: str) -> None:
    request = Request(kind)
    OCCURRENCES[occurrence](request, request.balances())


@pytest.mark.parametrize("transfers", [1, 2, 3])
def test_the_balance_at_a_moment_is_the_sum_of_what_was_moved_until_then(transfers: int) -> None:
    """Also of several transfers of one moment: with them, and before them."""
    request = Request("stake")
    start = request.balances()[0]
    for number in range(transfers):  # one request each, and then two that are written together
        ledger.post([request.like(id=uuid4(), cents=100 + number)])
    ledger.post([request.like(id=uuid4(), cents=7), request.like(id=uuid4(), cents=9)])
    wallet = Account.objects.get(pk=request.move.source)
    moved = list(Transfer.objects.filter(source=wallet).values_list("at", "cents"))
    assert len(moved) == transfers + 2 and len({at for at, _cents in moved}) < len(moved)
    for moment, _cents in moved:
        until = sum(cents for at, cents in moved if at <= moment)
        before = sum(cents for at, cents in moved if at < moment)
        assert balance_at(wallet, moment, inclusive=False) == start - until
        assert balance_at(wallet, moment, inclusive=True) == start - before
