"""The jackpot at a live table: its meter is an account, funded and paid in the round's own transaction.

[MS-10.1] [MS-10.8b]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from uuid import uuid4

import pytest
from msgspec import structs

from games.floor.changes import Unlawful, apply_deferred_changes, propose_change
from games.models import Incident, Round, RuleSheet, Stake, Table
from games.rounds.proof.journal_check import check_journal
from games.rules.engine import Wait
from games.tables.croupier.automatic_steps import AutomaticSteps
from games.tables.transport import protocol
from players.history.totals import HistorySelection as History
from players.history.totals import played as history_of
from players.models import Person, Player, PlaySession
from players.wallet import ledger
from players.wallet.models import Transfer
from tests.games.floor.decisions import confirm_change, with_right
from tests.live_table import JACKPOT, LiveTable, account, balance, do, players_with
from tests.rules.stud.play import DOES_NOT, PAIR, PLAYS, ROYAL, STRAIGHT, Pack

Open = Callable[..., LiveTable]
FUNDS, ANTE, BET = 100_000, 500, JACKPOT["bet"]
SHARE = JACKPOT["contribution"]


class Rigged:
    """Deals the named hands at a table, and faulty deals."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.hands: Mapping[int, str] = {}
        self.bank, self.pack = PLAYS, None
        rigged = self

        def chance(house: AutomaticSteps, live: Any) -> Any:
            rigged.pack = rigged.pack or Pack(live.game, rigged.hands, rigged.bank)
            return rigged.pack

        monkeypatch.setattr(AutomaticSteps, "_chance", chance)

    def deal(self, hands: Mapping[int, str], bank: str = PLAYS) -> None:
        self.hands, self.bank, self.pack = hands, bank, None


@pytest.fixture
def rigged(monkeypatch: pytest.MonkeyPatch) -> Rigged:
    return Rigged(monkeypatch)


def laid(table: LiveTable, *players: Player, jackpot: bool = True) -> None:
    table.until("bets-opened")
    on = {"ante": ANTE, **({"jackpot": BET} if jackpot else {})}
    for player in players:
        (answer,) = table.send((player, do(table.round, {"t": "bet", "on": on})))
        assert answer.refused is None, answer.refused


def played(table: LiveTable, *players: Player) -> None:
    """Everybody stays in, and the round goes to its end."""
    decided = False
    while table.live.running:
        engine = table.transaction.loaded.rules.engine
        if engine.waiting_for(table.live.game) is Wait.CHOICE and not decided:
            decided = True
            for player in players:
                table.send((player, do(table.round, {"t": "continue", "bet": 2 * ANTE})))
        else:
            table.step()


def meter(table: LiveTable) -> int:
    """As the table shows it, and as its account holds it: one and the same."""
    shown = table.browsers[0].table["game"]["meter"]
    assert account(table.table, "jackpot") in (shown, 0)
    return int(shown)


def test_MS_10_1_contributions_move_the_meter_in_the_round_that_staked_them(
    room: Open, rigged: Rigged
) -> None:
    table = room("macau-stud")
    ana, rui = players_with(FUNDS, 2)
    table.sit([ana, rui])
    rigged.deal({1: PAIR, 2: "JD 10D 7H 6C 5C"}, DOES_NOT)
    laid(table, ana, rui)
    assert meter(table) == JACKPOT["minimum"]
    played(table, ana, rui)
    assert meter(table) == account(table.table, "jackpot") == JACKPOT["minimum"] + 2 * SHARE
    game_round = Round.objects.get(table=table.table, number=1)
    moved = dict(
        Transfer.objects.filter(round=game_round.pk, kind__startswith="jackpot").values_list("kind", "cents")
    )
    assert moved == {
        "jackpot-bet": BET,
        "jackpot-fill": JACKPOT["minimum"],
        "jackpot-share": SHARE,
        "jackpot-bank": BET - SHARE,
    }
    assert set(ledger.total().values()) <= {0}


def test_MS_10_5_a_royal_flush_takes_the_pot_and_it_begins_again(room: Open, rigged: Rigged) -> None:
    table = room("macau-stud")
    ana, rui = players_with(FUNDS, 2)
    table.sit([ana, rui])
    rigged.deal({1: ROYAL, 2: PAIR})
    laid(table, ana, rui)
    played(table, ana, rui)
    pot = JACKPOT["minimum"] + 2 * SHARE
    assert Transfer.objects.get(kind="jackpot-prize", target__player=ana).cents == pot
    assert meter(table) == account(table.table, "jackpot") == JACKPOT["minimum"], (
        "nothing was left, so it begins at its minimum"
    )


def test_MS_10_8b_a_new_rate_waits_until_the_pot_has_begun_again(room: Open, rigged: Rigged) -> None:
    """What players have fed is theirs under the terms that they saw. A hand that wins nothing of the pot
    changes nothing; after the royal flush the next round has the new terms.
    """
    table = room("macau-stud")
    (ana,) = players_with(FUNDS, 1)
    table.sit([ana])
    rigged.deal({1: PAIR}, DOES_NOT)
    laid(table, ana)
    played(table, ana)
    author, second = (Person.objects.create_user(f"{name}@feltro.example", is_staff=True) for name in "ab")
    before = table.transaction.loaded.rules.setting
    minimum = JACKPOT["minimum"] + 10_000
    changed = structs.replace(before, jackpot=structs.replace(before.jackpot, minimum=minimum))
    proposed = propose_change(table=table.table, setting=changed, author=author, reason="a larger pot")
    assert confirm_change(change=proposed.pk, person=with_right(second)).state == "deferred"
    rigged.deal({1: PAIR}, DOES_NOT)
    laid(table, ana)
    played(table, ana)
    assert apply_deferred_changes() == 0
    rigged.deal({1: ROYAL})
    laid(table, ana)
    played(table, ana)
    assert meter(table) == JACKPOT["minimum"], "it begins again under the terms of its round"
    assert apply_deferred_changes() == 1
    table.table.refresh_from_db()
    table.until("bets-opened")
    assert table.transaction.loaded.rules.setting.jackpot.minimum == minimum


def test_MS_10_3_after_a_straight_flush_the_announced_prizes_still_only_rise(
    room: Open, rigged: Rigged
) -> None:
    """A tenth of the pot is paid, more than the players of the table have paid into it."""
    table = room("macau-stud")
    (ana,) = players_with(FUNDS, 1)
    table.sit([ana])
    rigged.deal({1: STRAIGHT}, "2H 2D KS QS 3C")
    laid(table, ana)
    played(table, ana)
    assert 0 < account(table.table, "jackpot") < JACKPOT["minimum"]
    author = Person.objects.create_user("a@feltro.example", is_staff=True)
    before = table.transaction.loaded.rules.setting
    lower = structs.replace(before.jackpot, fixed=structs.replace(before.jackpot.fixed, royal_flush=1))
    for jackpot in (lower, None):
        with pytest.raises(Unlawful):
            changed = structs.replace(before, jackpot=jackpot)
            propose_change(table=table.table, setting=changed, author=author, reason="a smaller pot")


def test_MS_10_7_the_straight_flush_is_paid_before_the_royal_flush_takes_the_rest(
    room: Open, rigged: Rigged
) -> None:
    table = room("macau-stud")
    ana, rui = players_with(FUNDS, 2)
    table.sit([ana, rui])
    rigged.deal({1: ROYAL, 2: STRAIGHT}, "2H 2D KS QS 3C")
    laid(table, ana, rui)
    played(table, ana, rui)
    paid = Transfer.objects.filter(kind="jackpot-prize").order_by("id").values_list("seat", "cents")
    pot = JACKPOT["minimum"] + 2 * SHARE
    assert list(paid) == [(2, pot // 10), (1, max(pot - pot // 10, JACKPOT["fixed"]["royal_flush"]))]


def test_MS_11_4_an_irregular_deal_gives_antes_back_and_carries_jackpot_bets(
    room: Open, rigged: Rigged
) -> None:
    table = room("macau-stud", dealing="shuffler")
    ana, rui = players_with(FUNDS, 2)
    table.sit([ana, rui])
    rigged.deal({})
    rigged.pack = type(
        "Broken", (), {"shuffled": staticmethod(lambda n: (0,) * n), "below": staticmethod(lambda n: 0)}
    )()
    laid(table, ana, rui)
    played(table)
    void = Round.objects.get(table=table.table, number=1)
    assert (void.status, void.cause, void.seed) == ("void", "shuffler-failure", "")
    assert (balance(ana), balance(rui)) == (FUNDS - BET, FUNDS - BET)
    assert (account(table.table, "held"), account(table.table, "stakes")) == (2 * BET, 0), (
        "on an account of its own"
    )
    assert not Incident.objects.filter(table=table.table).exists(), (
        "article 11 knows what to do: the table goes on"
    )
    rigged.deal({1: PAIR}, DOES_NOT)
    laid(table, ana, jackpot=False)
    played(table, ana)
    assert account(table.table, "held") == 0
    assert balance(rui) == FUNDS, "who laid no ante has the carried bet back"
    assert account(table.table, "jackpot") == JACKPOT["minimum"] + SHARE
    assert set(ledger.total().values()) <= {0}


BROKEN = type(
    "Broken", (), {"shuffled": staticmethod(lambda n: (0,) * n), "below": staticmethod(lambda n: 0)}
)()


def message(table: LiveTable, rigged: Rigged, *players: Player) -> None:
    """A void round whose jackpot bets now wait for the next one."""
    table.sit(list(players))
    rigged.pack = BROKEN
    laid(table, *players)
    played(table)
    assert account(table.table, "held") == BET * len(players)
    rigged.deal({})


def check_nothing_lost(table: LiveTable, player: Player) -> None:
    """The wallet, the results of the rounds and the figures of the stay agree that the player lost
    nothing.
    """
    assert (balance(player), account(table.table, "held")) == (FUNDS, 0)
    assert history_of(player, History()).net == 0
    stay = PlaySession.objects.get(player=player)
    assert stay.ended is not None and stay.returned - stay.staked == 0
    result = Stake.objects.filter(player=player).latest("round_id")
    assert (result.staked, result.back, result.lost, result.held) == (0, BET, 0, 0)
    table.table.refresh_from_db()
    # The packs of these tests are stacked; everything else must agree.
    differences = check_journal(table.table, table.transaction.key).differences
    assert [difference for difference in differences if not difference.endswith("(drawn)")] == []


def test_A49_a_carried_jackpot_bet_goes_back_to_a_player_without_an_ante(room: Open, rigged: Rigged) -> None:
    table = room("macau-stud", dealing="shuffler")
    ana, rui = players_with(FUNDS, 2)
    message(table, rigged, ana, rui)
    laid(table, rui, jackpot=False)
    played(table, rui)
    table.send((ana, protocol.Leave(uuid4())))
    check_nothing_lost(table, ana)


def test_A49_a_carried_jackpot_bet_goes_back_to_a_player_who_leaves_between_rounds(
    room: Open, rigged: Rigged
) -> None:
    table = room("macau-stud", dealing="shuffler")
    (ana,) = players_with(FUNDS, 1)
    message(table, rigged, ana)
    table.send((ana, protocol.Leave(uuid4())))
    table.until("left")
    check_nothing_lost(table, ana)


def test_A49_a_carried_jackpot_bet_goes_back_to_a_player_who_leaves_while_bets_are_open(
    room: Open, rigged: Rigged
) -> None:
    table = room("macau-stud", dealing="shuffler")
    ana, rui = players_with(FUNDS, 2)
    message(table, rigged, ana, rui)
    laid(table, rui, jackpot=False)
    table.send((ana, protocol.Leave(uuid4())))
    played(table, rui)
    check_nothing_lost(table, ana)


def test_A49_a_carried_jackpot_bet_goes_back_at_a_table_of_one(room: Open, rigged: Rigged) -> None:
    table = room("macau-stud", dealing="shuffler", mode="individual")
    (ana,) = players_with(FUNDS, 1)
    table.sit([ana])
    rigged.pack = BROKEN
    laid(table, ana)
    table.send((ana, do(table.round, {"t": "launch"})))
    played(table)
    rigged.deal({})
    laid(table, ana, jackpot=False)
    table.send((ana, protocol.Leave(uuid4())))
    if ana.pk in table.live.players:
        table.until("left")
    check_nothing_lost(table, ana)


@pytest.mark.parametrize("status", ["draining", "closed"])
def test_A49_a_carried_jackpot_bet_goes_back_when_the_table_closes(
    room: Open, rigged: Rigged, status: str
) -> None:
    table = room("macau-stud", dealing="shuffler")
    (ana,) = players_with(FUNDS, 1)
    message(table, rigged, ana)
    Table.objects.filter(pk=table.table.pk).update(status=status)
    table.until("left")
    check_nothing_lost(table, ana)


def test_A78_a_carried_jackpot_bet_goes_back_when_the_setting_is_not_allowed_any_more(
    room: Open, rigged: Rigged
) -> None:
    table = room("macau-stud", dealing="shuffler")
    (ana,) = players_with(FUNDS, 1)
    message(table, rigged, ana)
    RuleSheet.objects.filter(system="macau-stud").update(status="superseded")
    table.until("left")
    check_nothing_lost(table, ana)


def test_a_carried_jackpot_bet_goes_back_in_a_round_that_a_fault_ends_while_bets_are_open(
    room: Open, rigged: Rigged
) -> None:
    table = room("macau-stud", dealing="shuffler", sheet={"resume_within": 60})
    (ana,) = players_with(FUNDS, 1)
    message(table, rigged, ana)
    table.until("bets-opened")
    assert "round-voided" in table.step(late=61_000)
    table.release()
    table.send((ana, protocol.Leave(uuid4())))
    check_nothing_lost(table, ana)


def test_CS_33_a_fault_of_the_house_gives_everything_back_and_the_table_is_held(
    room: Open, rigged: Rigged
) -> None:
    table = room("macau-stud", sheet={"resume_within": 60})
    (ana,) = players_with(FUNDS, 1)
    table.sit([ana])
    rigged.deal({1: PAIR})
    laid(table, ana)
    table.step()
    assert table.step(late=61_000)[0] == "round-voided"
    assert balance(ana) == FUNDS
    assert Incident.objects.get(table=table.table, closed=None).reason == "not-resumed"
