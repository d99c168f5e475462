"""The croupier's process cannot credit whom it likes: prizes need an open round, a stake and an event.

Red before: `house_croupier` posted a prize of any amount, to anybody, from the bank of any table.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

import psycopg
import pytest
from django.db import connection

from games.models import Round
from games.rules.baccarat.sheet import PRIZES as BACCARAT_PRIZES
from games.rules.blackjack.settlement import PRIZES as BLACKJACK_PRIZES
from games.rules.blackjack.settlement import SPECIAL_PRIZE
from games.rules.roulette.sheet import PRIZES as ROULETTE_PRIZES
from games.rules.shared.money import TRANSFER_ACCOUNTS, AccountKind, TransferKind
from games.rules.stud.sheet import VARIANTS
from games.tables.domain.pending_changes import transfer_id
from players.models import Player
from players.wallet.ledger import open_ledger_account
from players.wallet.models import Account
from tests.live_table import LiveTable, balance, bet, players_with, table_open
from tests.security.conftest import SignIn, refused

pytestmark = pytest.mark.usefixtures("lasting_db")
STAKE = 100
TRANSFER = (
    "INSERT INTO wallet_transfer (id, kind, source_id, target_id, currency, cents, round, seat) "
    "VALUES (%s, %s, %s, %s, 'EUR', %s, %s, 1)"
)
EVENT = (
    "INSERT INTO games_event (table_id, seq, round_id, at, kind, data, chain) "
    "VALUES (%s, %s, %s, now(), 'prizes-paid', '{}', '')"
)


class OpenRound(NamedTuple):
    """A round that waits for its result. Ana has staked one euro in it; Bruno only sits there."""

    room: LiveTable
    ana: Player
    bruno: Player
    round: int

    def account(self, kind: str) -> int:
        return open_ledger_account(kind=kind, currency="EUR", table=self.room.table.pk)

    def next_event(self) -> int:
        return int(self.room.live.seq) + 1

    def transfer(self, kind: str, to: Player, cents: int, **changes: Any) -> list[object]:
        values = {
            "id": transfer_id(self.room.table.pk, self.next_event(), 0),
            "kind": kind,
            "source": self.account("bank"),
            "target": wallet(to),
            "cents": cents,
            "round": self.round,
            **changes,
        }
        return list(values.values())


def wallet(player: Player) -> int:
    return Account.objects.get(player=player, kind="wallet", currency="EUR").pk


def begin_round(folder: Path) -> OpenRound:
    ana, bruno = players_with(10_000, 2)
    room = LiveTable(folder, table_open())
    room.sit([ana, bruno])
    room.until("bets-opened")
    (result,) = room.send((ana, bet(room.round, {"red": STAKE})))
    assert result.refused is None
    return OpenRound(room, ana, bruno, Round.objects.get(table=room.table, number=room.round).pk)


def fund(play: OpenRound, kind: str) -> None:
    """By the owner of the tables, who is not bound."""
    with connection.cursor() as cursor:
        cursor.execute(
            TRANSFER, [uuid4(), "jackpot-fill", play.account("bank"), play.account(kind), 10_000, None]
        )


@pytest.fixture
def play(tmp_path: Path) -> OpenRound:
    return begin_round(tmp_path)


@pytest.fixture
def croupier(sign_in: SignIn) -> psycopg.Connection[Any]:
    return sign_in("house_croupier")


def test_a_prize_needs_its_event_in_the_record(play: OpenRound, croupier: psycopg.Connection[Any]) -> None:
    values = play.transfer("prize", play.ana, STAKE)
    assert "needs its event in the record" in refused(croupier, TRANSFER, *values)
    event = [play.room.table.pk, play.next_event(), play.round]
    with croupier.transaction(force_rollback=True):
        croupier.execute(TRANSFER, values)
        croupier.execute(EVENT, event)
        croupier.execute("SET CONSTRAINTS ALL IMMEDIATE")
    values[0] = transfer_id(table_open().pk, play.next_event(), 0)
    with pytest.raises(psycopg.Error, match="needs its event"), croupier.transaction():
        croupier.execute(TRANSFER, values)
        croupier.execute(EVENT, event)
    values[0] = transfer_id(play.room.table.pk, play.next_event(), 0)
    other_round = [play.room.table.pk, play.next_event(), None]
    with pytest.raises(psycopg.Error, match="needs its event"), croupier.transaction():
        croupier.execute(TRANSFER, values)
        croupier.execute(EVENT, other_round)
    assert balance(play.ana) == 10_000 - STAKE


@pytest.mark.parametrize(
    ("kind", "cents", "allowed"),
    [
        ("prize", 100 * STAKE, True),
        ("prize", 100 * STAKE + 1, False),
        ("lost-back", STAKE, True),
        ("lost-back", STAKE + 1, False),
    ],
)
def test_a_prize_is_at_most_what_the_stake_can_win(
    play: OpenRound, croupier: psycopg.Connection[Any], kind: str, cents: int, allowed: bool
) -> None:
    values = play.transfer(kind, play.ana, cents)
    if allowed:
        with croupier.transaction(force_rollback=True):
            croupier.execute(TRANSFER, values)
    else:
        assert "is paid more than its stake" in refused(croupier, TRANSFER, *values)


def test_prizes_of_a_round_are_added_up(play: OpenRound, croupier: psycopg.Connection[Any]) -> None:
    with pytest.raises(psycopg.Error, match="is paid more than its stake"), croupier.transaction():
        for index in range(3):
            id_of_part = transfer_id(play.room.table.pk, play.next_event(), index)
            croupier.execute(TRANSFER, play.transfer("prize", play.ana, 40 * STAKE, id=id_of_part))


@pytest.mark.parametrize("kind", ["prize", "lost-back", "jackpot-prize"])
def test_nobody_wins_without_a_stake(play: OpenRound, croupier: psycopg.Connection[Any], kind: str) -> None:
    if kind == "jackpot-prize":
        fund(play, "jackpot")
    source = play.account("jackpot" if kind == "jackpot-prize" else "bank")
    values = play.transfer(kind, play.bruno, 1, source=source)
    assert "is paid more than its stake" in refused(croupier, TRANSFER, *values)


def test_a_table_pays_in_its_own_open_round(
    play: OpenRound, croupier: psycopg.Connection[Any], tmp_path: Path
) -> None:
    other = begin_round(tmp_path)
    for round_number in (None, other.round, other.round + 1, 2**40):
        values = play.transfer("prize", play.ana, 1, round=round_number)
        assert "in its own open round" in refused(croupier, TRANSFER, *values)
    play.room.until("round-ended")
    values = play.transfer("prize", play.ana, 1)
    assert "in its own open round" in refused(croupier, TRANSFER, *values), "it has ended"


def test_each_kind_of_transfer_moves_between_its_own_accounts_of_one_table(
    play: OpenRound, croupier: psycopg.Connection[Any], tmp_path: Path
) -> None:
    """Every kind from every account into a wallet or a stack: what the rules do not have is refused.

    Cash and corrections, whose accounts go below zero, are no source of any kind that the croupier posts.
    """
    table = play.room.table.pk
    sources = {kind: play.account(kind) for kind in ("bank", "stakes", "held", "jackpot", "commission")}
    for funded in ("held", "jackpot"):
        fund(play, funded)
    sources |= {kind: open_ledger_account(kind=kind, currency="EUR") for kind in ("cash", "adjustment")}
    stack = open_ledger_account(kind="stack", currency="EUR", player=play.ana.pk, table=table)
    for kind in TransferKind:
        for source_kind, source in sources.items():
            for target_kind, target in (("wallet", wallet(play.ana)), ("stack", stack)):
                if TRANSFER_ACCOUNTS[kind] == (source_kind, target_kind):
                    continue
                values = play.transfer(kind.value, play.ana, 1, source=source, target=target)
                message = refused(croupier, TRANSFER, *values)
                assert "may not move between these accounts" in message, (kind, source_kind, target_kind)


@pytest.mark.parametrize("kind", TransferKind)
def test_the_database_knows_the_accounts_of_each_kind(
    play: OpenRound, croupier: psycopg.Connection[Any], kind: TransferKind
) -> None:
    """As `TRANSFER_ACCOUNTS` has them. Another check may refuse the transfer, but not that of accounts."""
    table = play.room.table.pk
    accounts = {
        AccountKind.WALLET: wallet(play.ana),
        AccountKind.STACK: open_ledger_account(kind="stack", currency="EUR", player=play.ana.pk, table=table),
    }
    source, target = (accounts.get(side) or play.account(side.value) for side in TRANSFER_ACCOUNTS[kind])
    values = play.transfer(kind.value, play.ana, 1, source=source, target=target)
    message = ""
    try:
        with croupier.transaction(force_rollback=True):
            croupier.execute(TRANSFER, values)
    except psycopg.Error as error:
        message = str(error)
    assert "may not move between these accounts" not in message


def test_a_stake_goes_to_no_other_table(
    play: OpenRound, croupier: psycopg.Connection[Any], tmp_path: Path
) -> None:
    """A stack is of one table, and so are its chips."""
    other = begin_round(tmp_path)
    stack = open_ledger_account(kind="stack", currency="EUR", player=play.ana.pk, table=play.room.table.pk)
    values = play.transfer("pot", play.ana, 1, source=other.account("stakes"), target=stack)
    assert "may not move between these accounts" in refused(croupier, TRANSFER, *values)


def test_no_bet_of_the_regulation_pays_more_than_the_database_allows() -> None:
    """100 to 1 is the royal flush of the studs. A game with higher odds needs another law of the database."""
    odds = [
        *(won / staked for won, staked in ROULETTE_PRIZES.values()),
        *(won / staked for won, staked in BLACKJACK_PRIZES.values()),
        *BACCARAT_PRIZES.values(),
        *(variant.royal[1] for variant in VARIANTS.values()),
        *(times for variant in VARIANTS.values() for times in variant.times.values()),
        1 + SPECIAL_PRIZE,
    ]
    assert max(odds) == 100
