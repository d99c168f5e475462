"""What the house owes each player at a moment: in every game, at every step, and of the past."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection

from casino.players_funds.balances import Balances, BooksDisagree, balances_at
from players.models import Player
from players.shared import clock
from players.wallet import ledger
from players.wallet.bank.funds import OWED
from players.wallet.cashier.models import Payment
from players.wallet.models import Account
from tests.games.tables.test_card_games import FIRST_AND_MORE, STAKES, send_command
from tests.live_table import LiveTable, account, balance, players_with

pytestmark = pytest.mark.django_db
Open = Callable[..., LiveTable]
FUNDS = 100_000
NIGHT = datetime(2026, 3, 30, tzinfo=clock.LISBON)


def now() -> Balances:
    return balances_at(clock.now() + timedelta(seconds=1), "EUR")


def of(balances: Balances) -> dict[int, int]:
    return dict(zip(balances.players.tolist(), balances.cents.tolist(), strict=True))


def owed(instant: datetime) -> int:
    """As the comparison with the bank counts it."""
    with connection.cursor() as cursor:
        cursor.execute(OWED, {"kinds": Account.NEVER_BELOW_ZERO, "end": instant})
        return int(cursor.fetchone()[0])


def post(kind: str, source: int, target: int, cents: int, at: datetime, **place: int) -> None:
    """A transfer of the past."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO wallet_transfer (id, kind, source_id, target_id, currency, cents, at, round, seat)"
            " VALUES (%s, %s, %s, %s, 'EUR', %s, %s, %s, %s)",
            [uuid4(), kind, source, target, cents, at, place.get("round"), place.get("seat")],
        )


def wallet(player: Player) -> int:
    return ledger.open_ledger_account(kind="wallet", currency="EUR", player=player.pk)


@pytest.mark.parametrize("system", [*STAKES, "american-roulette", "french-roulette"])
def test_a_stake_is_its_players_until_the_round_decides(room: Open, system: str) -> None:
    table = room(system)
    players = players_with(FUNDS, 3)
    table.sit(players)
    for _ in range(2):
        table.until("bets-opened")
        before = {player.pk: balance(player) for player in players}
        for player in players[:2]:
            seat = table.live.players[player.pk]
            stake = (
                STAKES[system](seat) if system in STAKES else {"t": "bet", "on": FIRST_AND_MORE[system][0]}
            )
            assert send_command(table, player, stake).refused is None
        assert balance(players[0]) < before[players[0].pk]
        assert of(now()) == before
        for _ in range(200):
            table.step()
            found = now()
            assert int(found.cents.sum()) + found.jackpots == owed(found.instant)
            if not table.live.running:
                break
        assert of(now()) == {player.pk: balance(player) for player in players}


def test_chips_of_a_hand_are_those_of_who_bet_them(room: Open) -> None:
    table = room("holdem")
    players = players_with(FUNDS, 3)
    table.sit(players)
    table.until("bets-opened")
    for player in players:
        assert send_command(table, player, {"t": "buy-in"}).refused is None
    staked = 0
    for _ in range(200):
        happened = table.step()
        found = now()
        assert int(found.cents.sum()) == owed(found.instant)
        staked += account(table.table, "stakes") > 0
        if "round-ended" in happened:
            break
    assert staked, "blinds were in the pot meanwhile"
    assert sum(of(found).values()) <= 3 * FUNDS


def test_a_stake_in_prison_is_its_players(room: Open) -> None:
    """As the ledger has it: a stake goes to `held` and comes back rounds later, beside those of others."""
    ana, rui = players_with(0, 2)
    cash = ledger.open_ledger_account(kind="cash", currency="EUR")
    accounts = {
        kind: ledger.open_ledger_account(kind=kind, currency="EUR", table=77)
        for kind in ("stakes", "held", "bank")
    }
    for player in (ana, rui):
        post("deposit", cash, wallet(player), 1_000, NIGHT)

    def at(minutes: int) -> datetime:
        return NIGHT + timedelta(minutes=minutes)

    # An earlier stake in the same seat, long settled, was Rui's.
    post("stake", wallet(rui), accounts["stakes"], 300, at(1), round=9_000_001, seat=1)
    post("stake-held", accounts["stakes"], accounts["held"], 300, at(2), round=9_000_001, seat=1)
    post("held-lost", accounts["held"], accounts["bank"], 300, at(3), round=9_000_002, seat=1)
    post("stake", wallet(ana), accounts["stakes"], 100, at(4), round=9_000_003, seat=1)
    post("stake-held", accounts["stakes"], accounts["held"], 100, at(5), round=9_000_003, seat=1)
    post("stake", wallet(rui), accounts["stakes"], 50, at(6), round=9_000_004, seat=2)
    post("stake-held", accounts["stakes"], accounts["held"], 50, at(7), round=9_000_004, seat=2)
    post("held-back", accounts["held"], wallet(ana), 100, at(8), round=9_000_005, seat=1)
    post("held-lost", accounts["held"], accounts["bank"], 50, at(9), round=9_000_006, seat=2)
    for minutes, of_ana, of_rui in (
        (1, 1_000, 1_000), (2, 1_000, 1_000), (3, 1_000, 1_000), (4, 1_000, 700), (5, 1_000, 700),
        (6, 1_000, 700), (7, 1_000, 700), (8, 1_000, 700), (9, 1_000, 700), (10, 1_000, 650),
    ):  # fmt: skip
        moment = at(minutes) - timedelta(seconds=1)
        assert of(balances_at(moment, "EUR")) == {ana.pk: of_ana, rui.pk: of_rui}, minutes


def test_a_withdrawal_is_owed_until_it_leaves() -> None:
    (ana,) = players_with(0, 1)
    cash = ledger.open_ledger_account(kind="cash", currency="EUR")
    outgoing = ledger.open_ledger_account(kind="withdrawal", currency="EUR")
    post("deposit", cash, wallet(ana), 1_000, NIGHT)
    for cents, end in ((400, "withdrawal-paid"), (100, "withdrawal-back"), (30, None)):
        payment = Payment.objects.create(
            pk=uuid4(), player=ana, direction="withdrawal", cents=cents, made=NIGHT + timedelta(hours=1),
            status={"withdrawal-paid": "paid", "withdrawal-back": "cancelled", None: "held"}[end],
        )  # fmt: skip
        moves: list[tuple[str | None, int, int, int]] = [("withdrawal", wallet(ana), outgoing, 1)]
        if end is not None:
            moves.append((end, outgoing, cash if end == "withdrawal-paid" else wallet(ana), 3))
        for kind, source, target, hours in moves:
            with connection.cursor() as cursor:
                cursor.execute(
                    "INSERT INTO wallet_transfer (id, kind, source_id, target_id, currency, cents, at)"
                    " SELECT cashier_transfer_id(%s, %s), %s, %s, %s, 'EUR', %s, %s",
                    [str(payment.pk), kind, kind, source, target, cents, NIGHT + timedelta(hours=hours)],
                )
    for hours, cents in ((0, 0), (1, 1_000), (2, 1_000), (4, 600)):
        found = of(balances_at(NIGHT + timedelta(hours=hours, seconds=-1), "EUR"))
        assert found.get(ana.pk, 0) == cents, hours
    # Money that left a wallet for a withdrawal of nobody.
    post("withdrawal", wallet(ana), outgoing, 5, NIGHT + timedelta(hours=1))
    with pytest.raises(BooksDisagree):
        balances_at(NIGHT + timedelta(hours=2), "EUR")


def test_credits_and_people_with_nothing_do_not_count() -> None:
    players_with(0, 2)
    players_with(5_000, 1, "DEMO")
    (ana,) = players_with(7, 1)
    assert of(now()) == {ana.pk: 7}


def test_jackpots_are_owed_to_nobody_yet() -> None:
    bank = ledger.open_ledger_account(kind="bank", currency="EUR", table=78)
    meter = ledger.open_ledger_account(kind="jackpot", currency="EUR", table=78)
    post("jackpot-fill", bank, meter, 5_000, NIGHT)
    found = balances_at(NIGHT + timedelta(seconds=1), "EUR")
    assert (found.jackpots, len(found.players)) == (5_000, 0)
    assert owed(found.instant) == 5_000


def test_money_on_a_table_that_belongs_to_nobody_is_not_published() -> None:
    stakes: Any = ledger.open_ledger_account(kind="stakes", currency="EUR", table=79)
    bank = ledger.open_ledger_account(kind="bank", currency="EUR", table=79)
    post("stake", bank, stakes, 500, NIGHT, round=9_000_009, seat=1)
    with pytest.raises(BooksDisagree, match="500 cents differ"):
        balances_at(NIGHT + timedelta(seconds=1), "EUR")
