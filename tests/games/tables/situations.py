"""Where a stake can lie at a live table: a game, what two players have done, and the moment of the round."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import pytest

from games.catalogue import GAMES
from games.rules.engine import Wait
from games.tables.croupier.automatic_steps import AutomaticSteps
from games.tables.domain.commands import CommandRequest, CommandResult
from games.tables.transport import protocol
from players.models import Player
from players.protection.eligibility import eligibility_of
from players.wallet.models import Account, Transfer
from tests.games.tables.clocks import DatabaseClock, finish_round, step_until, waits_for
from tests.games.tables.test_blackjack_live import Shoe
from tests.live_table import JACKPOT, LiveTable, do, limit_stakes, players_with

Open = Callable[..., LiveTable]
Say = tuple[int, dict[str, Any]]  # the number of the player, and the command
FUNDS, LIMIT = 100_000, 500_000
RESUME = 60  # seconds within which a round must resume
OTHER_LIMITS = {"minimum": 200}  # of the changed setting


class Situation(NamedTuple):
    """What lies on the table, and whose decision was taken last."""

    system: str
    bets: tuple[Say, ...]
    until: Wait = Wait.BETS
    then: tuple[Say, ...] = ()
    cards: str = ""
    sheet: Mapping[str, Any] = {}
    setting: Mapping[str, Any] = {}
    before: str = ""  # a round that was played before, and what it left


RED = ((0, {"t": "bet", "on": {"red": 500}}), (1, {"t": "bet", "on": {"black": 300}}))
SIDES = ((0, {"t": "bet", "on": {"banco": 500, "tie": 100}}), (1, {"t": "bet", "on": {"punto": 300}}))
BOXES = ((0, {"t": "bet", "on": {"1": 1_000}}), (1, {"t": "bet", "on": {"2": 1_000}}))
ANTES = ((0, {"t": "bet", "on": {"ante": 500}}), (1, {"t": "bet", "on": {"ante": 300}}))
POTS = (
    (0, {"t": "bet", "on": {"ante": 500, "jackpot": JACKPOT["bet"]}}),
    (1, {"t": "bet", "on": {"ante": 300, "jackpot": JACKPOT["bet"]}}),
)
CHIPS = ((0, {"t": "buy-in"}), (1, {"t": "buy-in"}))
PRISON = {"zero_option": "en-prison"}
# Two places against a nine: 16 and 10 of two cards each.
HIT, DOUBLED = "10H 6C 9C 6D 4S 5S 2H 3D", "6H 6C 5C 5D 4S 10S 2H 3D"
ACE_UP, NATURAL = "10H 6C AC 6D 4S 5S 2H 3D", "AH 6C 9C KD 4S 5S 2H 3D"
SITUATIONS: dict[str, Situation] = {
    "a roulette bet": Situation("american-roulette", RED),
    "a roulette bet after the close": Situation("american-roulette", RED, Wait.HOUSE),
    "a bet at an individual table": Situation(
        "american-roulette", RED[:1], setting={"mode": "individual", "minimum": 100}
    ),
    "a stake in prison": Situation("french-roulette", RED[1:], sheet=PRISON, before="prison"),
    "a stake in prison after the close": Situation(
        "french-roulette", RED, Wait.HOUSE, sheet=PRISON, before="prison"
    ),
    "baccarat, all chances": Situation(
        "baccarat", SIDES, Wait.HOUSE
    ),
    "a blackjack hand": Situation("blackjack", BOXES, Wait.CHOICE, ((0, {"t": "hit"}),), HIT),
    "a doubled hand": Situation(
        "blackjack", BOXES, Wait.CHOICE, ((0, {"t": "double", "cents": 1_000}),), DOUBLED
    ),
    "a split hand": Situation(
        "blackjack", BOXES, Wait.CHOICE, ((0, {"t": "split", "cents": 1_000}),), "6H 6C 9C 6D 4S 5S 2H 3D"
    ),
    "an insured hand": Situation(
        "blackjack", BOXES, Wait.CHOICE, ((0, {"t": "insure", "place": "1", "cents": 500}),), ACE_UP
    ),
    "even money": Situation(
        "blackjack", BOXES, Wait.CHOICE, ((0, {"t": "even-money", "place": "1"}),), "AH 6C AC KD 4S 5S 2H"
    ),
    "a prize paid early": Situation("blackjack", BOXES, Wait.CHOICE, ((1, {"t": "hit"}),), NATURAL),
    "a surrendered hand": Situation("blackjack", BOXES, Wait.CHOICE, ((0, {"t": "surrender"}),), HIT),
    "a second bet": Situation("caribbean-stud", ANTES, Wait.CHOICE, ((0, {"t": "continue", "bet": 1_000}),)),
    "a folded hand": Situation("caribbean-stud", ANTES, Wait.CHOICE, ((0, {"t": "fold"}),)),
    "a jackpot bet": Situation("macau-stud", POTS, Wait.CHOICE, ((0, {"t": "continue", "bet": 1_000}),)),
    "a carried jackpot bet": Situation(
        "macau-stud", (POTS[0][0:1] + ({"t": "bet", "on": {"ante": 500}},), ANTES[1]), Wait.CHOICE,
        ((0, {"t": "continue", "bet": 1_000}),), before="irregular",
    ),
    "a stack": Situation("holdem", CHIPS),
    "a raise": Situation("holdem", CHIPS, Wait.CHOICE, ((-1, {"t": "raise", "to": 1_000}),)),
    "an all-in": Situation("holdem", CHIPS, Wait.CHOICE, ((-1, {"t": "raise", "to": 20_000}),)),
}  # fmt: skip


class Scene:
    """A situation at a table, and what was the case before its round."""

    def __init__(self, name: str, room: Open, patch: pytest.MonkeyPatch, clock: DatabaseClock) -> None:
        self.situation, self.clock, self.patch, self.room = SITUATIONS[name], clock, patch, room
        situation = self.situation
        if situation.cards:
            patch.setattr(AutomaticSteps, "_chance", lambda house, live: Shoe(situation.cards))
        sheet = {"resume_within": RESUME, **situation.sheet}
        self.table = room(situation.system, sheet=sheet, **situation.setting)
        alone = situation.setting.get("mode") == "individual"
        self.players = players_with(FUNDS, 1 if alone else 2)
        limit_stakes(self.players, LIMIT)
        self.table.sit(self.players)
        self.last: tuple[Player, protocol.Play]
        self.replied = CommandResult(CommandRequest(0, protocol.CheckInactivity(), ("test", 1)))
        if situation.before:
            PLAYED_BEFORE[situation.before](self)
        self.table.until("bets-opened")
        self.staked = False  # nothing but what was carried lies on the table
        self.before, self.left_before = self.accounts(), self.stake_left()
        self.staked = True
        for say in situation.bets:
            self.say(*say)
        if situation.until is not Wait.BETS:
            step_until(self.table, situation.until)
            assert waits_for(self.table) is situation.until
        for say in situation.then:
            self.say(*say)

    def say(self, number: int, command: dict[str, Any]) -> None:
        player = self.players[number] if number >= 0 else self.actor
        turn = getattr(self.table.live.game, "turn", None)
        if self.situation.system == "blackjack" and waits_for(self.table) is Wait.CHOICE:
            command = command if command["t"] in ("insure", "even-money") else {**command, "turn": turn}
        self.last = player, do(self.table.round, command)
        (self.replied,) = self.table.send(self.last)
        assert self.replied.refused is None, self.replied.refused

    @property
    def engine(self) -> Any:
        return GAMES[self.situation.system].engine

    @property
    def actor(self) -> Player:
        seat = self.table.live.game.actor
        chair = self.table.live.seats[seat]
        return next(player for player in self.players if player.pk == chair.player)

    def accounts(self) -> dict[tuple[str, int | None], int]:
        """The money at the table: wallets and stacks with what is held there for the next round."""
        self.table.transaction.refresh()
        rows = Account.objects.filter(currency="EUR").values_list("kind", "player", "table", "balance")
        own = {player.pk for player in self.players}
        found = {
            (kind, player): cents
            for kind, player, table, cents in rows
            if player in own or (table == self.table.table.pk and player is None)
        }
        loaded = self.table.transaction.loaded
        assert loaded is not None
        if loaded.rules is not None and not self.staked and loaded.live.game is not None:
            for seat, cents in loaded.rules.engine.stakes(loaded.live.game).items():
                found["wallet", loaded.live.seats[seat].player] += cents
        found.pop(("held", None), None)
        return {key: cents for key, cents in found.items() if cents}

    def stake_left(self) -> list[int | None]:
        found = eligibility_of([player.pk for player in self.players], "EUR")
        return [found[player.pk].stake_left for player in self.players]

    def facts(self) -> dict[str, object]:
        """All that a refusal, a repetition or a look must not change."""
        live = self.table.live
        return {
            "money": self.accounts(),
            "transfers": Transfer.objects.count(),
            "limits": self.stake_left(),
            "events": live.seq,
            "due": live.due,
            "deadlines": live.deadlines,
            "round": live.game,
            "last bets": {seat: (chair.last_bet, chair.staked) for seat, chair in live.seats.items()},
        }


def _leave_in_prison(scene: Scene) -> None:
    """Zero comes: the red bet of the first player is imprisoned."""
    table = scene.table
    table.until("bets-opened")
    scene.say(0, {"t": "bet", "on": {"red": 1_000}})
    with scene.patch.context() as patch:
        patch.setattr(AutomaticSteps, "_chance", lambda house, live: Zero())
        finish_round(table)


class Zero:
    def below(self, n: int) -> int:
        return 0


def _leave_a_jackpot_bet(scene: Scene) -> None:
    """The shuffler deals one card twice: the antes go back, the jackpot bets are carried."""
    table = scene.table
    table.until("bets-opened")
    scene.say(*POTS[0])
    with scene.patch.context() as patch:
        patch.setattr(AutomaticSteps, "_chance", lambda house, live: SameCard())
        finish_round(table)
    if table.live.held:
        table.release()


class SameCard:
    def shuffled(self, n: int) -> tuple[int, ...]:
        return (0,) * n


PLAYED_BEFORE: dict[str, Callable[[Scene], None]] = {
    "prison": _leave_in_prison,
    "irregular": _leave_a_jackpot_bet,
}
