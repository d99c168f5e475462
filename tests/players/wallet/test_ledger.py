"""The ledger: sets of transfers are all or nothing, and a repeated id posts nothing twice."""

from __future__ import annotations

from uuid import uuid4

import pytest

from players.wallet import ledger
from players.wallet.ledger import IdReused, InsufficientFunds, Move
from players.wallet.models import Account, Transfer
from tests.live_table import balance, players_with

pytestmark = pytest.mark.django_db


def stakes() -> int:
    return ledger.open_ledger_account(kind="stakes", currency="EUR", table=uuid4().int % 2**62)


def wallet(player: object) -> int:
    return Account.objects.get(player=player, kind="wallet", currency="EUR").pk


def test_a_set_of_moves_changes_the_balances_and_the_sum_stays_zero() -> None:
    ana, rui = players_with(1_000, 2)
    table = stakes()
    moves = [
        Move(uuid4(), "stake", wallet(player), table, "EUR", cents)
        for player, cents in ((ana, 300), (ana, 200), (rui, 1_000))
    ]
    assert ledger.post(moves) == 3
    assert (balance(ana), balance(rui), Account.objects.get(pk=table).balance) == (500, 0, 1_500)
    assert Account.objects.get(pk=table).moves == 3
    assert ledger.total()["EUR"] == 0


def test_accounts_are_locked_in_the_order_of_their_ids() -> None:
    """Two transactions never wait for each other, in whatever order the accounts are named."""
    ids = sorted(wallet(player) for player in players_with(0, 4))
    assert list(ledger.lock(ids[::-1])) == list(ledger.lock({ids[2], ids[0], ids[3], ids[1]})) == ids


def test_asking_twice_is_asking_once() -> None:
    (ana,) = players_with(1_000, 1)
    move = Move(uuid4(), "stake", wallet(ana), stakes(), "EUR", 300)
    assert (ledger.post([move]), ledger.post([move])) == (1, 0)
    assert balance(ana) == 700


def test_a_partly_posted_set_is_not_posted_twice() -> None:
    (ana,) = players_with(1_000, 1)
    table = stakes()
    first, second = (Move(uuid4(), "stake", wallet(ana), table, "EUR", 600) for _ in range(2))
    ledger.post([first])
    with pytest.raises(InsufficientFunds):
        ledger.post([first, second])
    third = Move(uuid4(), "stake", wallet(ana), table, "EUR", 400)
    assert ledger.post([first, third]) == 1 and balance(ana) == 0


def test_the_same_id_for_something_else_is_refused_loudly_and_changes_nothing() -> None:
    (ana,) = players_with(1_000, 1)
    move = Move(uuid4(), "stake", wallet(ana), stakes(), "EUR", 300)
    ledger.post([move])
    for other in (
        Move(move.id, "stake", move.source, move.target, "EUR", 301),
        Move(move.id, "prize", move.source, move.target, "EUR", 300),
        Move(move.id, "stake", move.source, stakes(), "EUR", 300),
    ):
        with pytest.raises(IdReused):
            ledger.post([other])
    with pytest.raises(IdReused):
        new = Move(uuid4(), "stake", move.source, move.target, "EUR", 10)
        ledger.post([new, Move(new.id, "stake", new.source, new.target, "EUR", 20)])
    assert balance(ana) == 700


def test_what_an_account_does_not_hold_it_does_not_pay() -> None:
    ana, rui = players_with(1_000, 2)
    table = stakes()
    with pytest.raises(InsufficientFunds) as refused:
        ledger.post(
            [
                Move(uuid4(), "stake", wallet(rui), table, "EUR", 500),
                Move(uuid4(), "stake", wallet(ana), table, "EUR", 1_001),
            ]
        )
    assert refused.value.account == wallet(ana)
    assert (balance(ana), balance(rui)) == (1_000, 1_000)
    assert not Transfer.objects.filter(target_id=table).exists()


def test_any_length_of_set_takes_the_same_number_of_statements(django_assert_num_queries: object) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    players = players_with(1_000, 50)
    table = stakes()
    counts = []
    for many in (1, 50):
        moves = [Move(uuid4(), "stake", wallet(player), table, "EUR", 10) for player in players[:many]]
        with CaptureQueriesContext(connection) as queries:
            ledger.post(moves)
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 6


def test_nothing_to_post_is_nothing_done() -> None:
    assert ledger.post([]) == 0
