"""How a round was staked, against how it ended: the record, the player's history and the receipts all say
what the wallets moved, and each tells a player only the own part.

When a player signed in again, against when they played elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from uuid import uuid4

import pytest

from games.models import Event, Round, Stake
from games.rounds.history import balances_around, other_tables_in_visit
from games.rounds.proof.disclosure import disclose_round, round_seed, seat_proof
from games.rounds.receipts.receipts import build_receipt, is_genuine, publish_key
from games.rounds.replay import player_replay
from games.rounds.replay.reconciliation import reconcile_round
from games.rounds.review import review, with_first_day
from players.history.totals import HistorySelection
from players.identity.models import SignIn
from players.models import Player, PlaySession
from players.shared import clock
from players.wallet import ledger
from players.wallet.ledger import Move
from tests.combinations import pairs
from tests.games.tables.clocks import DatabaseClock, finish_round
from tests.games.tables.situations import RESUME, SITUATIONS, Scene
from tests.live_table import LiveTable, balance, players_with, table_open


def ends(scene: Scene) -> None:
    if scene.situation.setting.get("mode") == "individual":
        scene.say(0, {"t": "launch"})
    finish_round(scene.table)


def ends_early(scene: Scene) -> None:
    if scene.situation.setting.get("mode") == "individual":
        scene.say(0, {"t": "launch"})
    assert "round-voided" in scene.table.step(late=1000 * RESUME + 1000)


def ends_early_at_another_croupier(scene: Scene) -> None:
    scene.table.new_croupier()
    ends_early(scene)


OCCURRENCES: dict[str, Callable[[Scene], None]] = {
    "it ends": ends,
    "it ends early": ends_early,
    "another croupier ends it early": ends_early_at_another_croupier,
}
PLAYED = [name for name in SITUATIONS if name != "a stack"]  # a stack alone is no round
REPLACED = {"a stake in prison", "an insured hand", "a jackpot bet", "a raise"}


@pytest.mark.parametrize(
    ("situation", "occurrence"),
    pairs(
        PLAYED,
        OCCURRENCES,
        {
            (name, "another croupier ends it early"): "one of each way to carry a stake is enough"
            for name in PLAYED
            if name not in REPLACED
        },
    ),
)
def test_a_round_and_how_it_ended(
    db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, situation: str, occurrence: str
) -> None:
    def room(system: str, **setting: object) -> LiveTable:
        return LiveTable(tmp_path, table_open(system, **setting))

    scene = Scene(situation, room, monkeypatch, DatabaseClock(monkeypatch))
    for player in scene.players:
        add_credits(player)
    OCCURRENCES[occurrence](scene)
    table, is_void = scene.table, occurrence != "it ends"
    game_round = Round.objects.get(table=table.table, number=table.live.round)
    assert game_round.status == ("void" if is_void else "ended")
    assert reconcile_round(game_round).is_balanced
    results = scene.engine.results(table.live.game)
    for stake in Stake.objects.filter(round=game_round):
        result = results[stake.seat]
        for figure in ("staked", "lost", "back", "prize", "held", "commission"):
            assert getattr(stake, figure) == getattr(result, figure), figure
        if is_void:
            assert (stake.lost, stake.prize, stake.commission) == (0, 0, 0)
    check_balances(scene, game_round)
    check_receipts(scene, game_round)
    if scene.engine.between_players:
        check_files(scene, game_round, is_void)
    if is_void:
        check_void(scene, game_round)


def add_credits(player: Player) -> None:
    """Credits beside the money, of which no page of a round for money speaks."""
    cash = ledger.open_ledger_account(kind="cash", currency="DEMO")
    wallet = ledger.open_ledger_account(kind="wallet", currency="DEMO", player=player.pk)
    ledger.post([Move(uuid4(), "deposit", cash, wallet, "DEMO", 777)])


def check_void(scene: Scene, game_round: Round) -> None:
    """No proof opens what was drawn in it, and no hand of it counts or is written as a file.  [HE-65]"""
    seed = round_seed(game_round, scene.table.transaction.key)
    for player in scene.players:
        stake = Stake.objects.filter(round=game_round, player=player).first()
        assert seat_proof(game_round, stake.seat if stake else None, seed) == {}
        if scene.engine.between_players:
            assert review(player, with_first_day(HistorySelection())).hands is None


def check_files(scene: Scene, game_round: Round, is_void: bool) -> None:
    """A hand that ended is written as a file; of a void one there is none.  [HE-65]"""
    key = scene.table.transaction.key
    scene.patch.setattr(
        player_replay, "query_croupier", lambda table, request: disclose_round(table, request, key)
    )
    for stake in Stake.objects.filter(round=game_round):
        assert (player_replay.hand_of(stake, {}) is None) == is_void


def check_balances(scene: Scene, game_round: Round) -> None:
    """Before and after the round, as a player's history shows them, are what the wallet held."""
    if scene.engine.between_players:
        return  # there the wallet moves with the stack
    for player in scene.players:
        stake = Stake.objects.filter(round=game_round, player=player).first()
        if stake is None:
            continue
        around = balances_around(stake)
        if around is None:  # a carried stake was lost: the wallet did not move in this round
            assert stake.back + stake.prize == 0
            continue
        assert around[1] == balance(player)


def check_receipts(scene: Scene, game_round: Round) -> None:
    """Each accepted stake has a receipt for its player alone, and twice the same."""
    publish_key(scene.table.transaction.key)
    key, number = scene.table.transaction.key, 0
    for row in Event.objects.filter(round=game_round).exclude(player=None):
        receipt = build_receipt(row.table_id, row.seq, row.player, key)
        if not receipt:
            continue
        number += 1
        assert receipt.get("ms_before_close", 0) >= 0, "a stake after the close has no time before it"
        assert is_genuine(receipt) and receipt == build_receipt(row.table_id, row.seq, row.player, key)
        for other in scene.players:
            if other.pk != row.player:
                assert not build_receipt(row.table_id, row.seq, other.pk, key)
    assert number or scene.engine.between_players


SIGN_INS = {
    "at the sign-in": -4,
    "again before the stay": -2,
    "again during the stay": 2,
    "again after the stay": 7,
}
# When the stay at another table began; the one that is looked at lasted from 0 to 5.
OTHER_STAYS = {"long before": -5, "before": -3, "just before": -1, "during": 3, "after": 6, "later": 8}


@pytest.mark.parametrize(("sign_in", "stay"), pairs(SIGN_INS, OTHER_STAYS))
def test_AR_26_a_visit_and_when_one_signed_in_again(db: None, sign_in: str, stay: str) -> None:
    """It lasts from the sign-in before the stay to the first one after it; a second device begins none."""
    (ana,) = players_with(0, 1)
    tables, start = [table_open(), table_open()], clock.now() - timedelta(days=1)

    def moment(hour: int) -> datetime:
        return start + timedelta(hours=hour)

    for began in {-4, SIGN_INS[sign_in]}:
        SignIn.objects.create(person_id=ana.person_id, began=moment(began))
    stays = [
        PlaySession.objects.create(
            player=ana, table=table.pk, table_name=table.name, system=table.system, currency="EUR",
            started=moment(began), ended=moment(ended), cause="player",
        )
        for table, began, ended in zip(
            tables, (0, OTHER_STAYS[stay]), (5, OTHER_STAYS[stay] + 1), strict=True
        )
    ]  # fmt: skip
    begins, ends = (-2 if SIGN_INS[sign_in] == -2 else -4), (7 if SIGN_INS[sign_in] == 7 else 24)
    assert other_tables_in_visit(stays[0]).tables == (begins <= OTHER_STAYS[stay] < ends)
