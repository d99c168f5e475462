"""Rounds of every game with real engines and real draws, and their published proofs."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any

from msgspec import Struct

from games.catalogue import GAMES
from games.draw import card_commitments, generator, hand_draw
from games.draw.beacon import BeaconUse
from games.draw.hand_draw import HandDraw
from games.draw.proof import build_card_proof, build_seed_proof
from games.draw.shoe import ShoeBefore, shoe_digest
from games.rules.baccarat import sheet as baccarat_sheet
from games.rules.blackjack import sheet as blackjack_sheet
from games.rules.blackjack.engine import ENGINE as BLACKJACK
from games.rules.engine import Chance, Wait
from games.rules.holdem.sheet import Sheet as HoldemSheet
from games.rules.roulette.events import Bet as Chips
from games.rules.shared.cards import PACK, in_order
from games.rules.shared.draw_terms import DrawTerms
from games.rules.shared.jackpot import Jackpot
from games.rules.stud.engine import ENGINE as STUD
from games.rules.stud.events import Continue, Fold
from games.rules.stud.variant import CARIBBEAN, MACAU, Dealing
from tests.rules.baccarat import play as baccarat_play
from tests.rules.blackjack import random_play as blackjack_drive
from tests.rules.holdem import play as holdem_play
from tests.rules.roulette import play
from tests.rules.stud import play as stud_play

TABLE = 7
SYSTEMS = tuple(GAMES)
PLAYERS = (1, 2, 3)


class Played(Struct, frozen=True):
    """A finished round, the secrets it was drawn from, and the shoe as it found it."""

    system: str
    number: int
    state: Any
    seed: bytes
    nonces: dict[int, str]
    shoe: ShoeBefore
    beacon: BeaconUse | None = None

    @property
    def commitment(self) -> str:
        return generator.promise(self.seed)

    def pack(self) -> card_commitments.Pack:
        return card_commitments.pack(self.seed, TABLE, self.number, self.nonces, self.beacon)

    def build_proof(self, seat: int | None = None, auditor: bool = False) -> dict[str, Any]:
        """The proof of the round: for everybody, for a seat, or for an auditor."""
        engine: Any = GAMES[self.system].engine
        about = {
            "system": self.system,
            "table": TABLE,
            "round_number": self.number,
            "commitment": self.commitment,
            "nonces": self.nonces,
        }
        drawn = engine.draw_record(self.state)
        if self.system != "holdem":
            return build_seed_proof(**about, seed=self.seed.hex(), drawn=drawn, shoe=self.shoe)
        positions = range(52) if auditor else engine.visible_positions(self.state, seat)
        positions = [position for position in positions if position < len(drawn.to)]
        return build_card_proof(
            self.pack(),
            **about,
            drawn=drawn,
            positions=positions,
            seed=self.seed.hex() if auditor else "",
            beacon=self.beacon,
            button_seed=hand_draw.button_seed(self.seed),
        )


def secrets_of(number: int) -> tuple[bytes, dict[int, str]]:
    """A seed and the shares of some browsers."""
    seed = hashlib.sha256(b"seed %d" % number).digest()
    shares = {
        seat: hashlib.sha256(b"%d %d" % (number, seat)).hexdigest()[:32]
        for seat in range(12, 12 - number % 5, -1)
    }
    return seed, shares


def begun(system: str, kept: bool) -> Any:
    """A table of that game before its first round."""
    if system == "american-roulette":
        return play.american("38")
    if system == "french-roulette":
        return play.french()
    if system == "blackjack":
        sheet = blackjack_sheet.Sheet(split_limit=2)
        shoe: dict[str, Any] = {"shoe": blackjack_sheet.Shoe.CUT, "cut": 150} if kept else {}
        setting = blackjack_sheet.Setting(100, 10_000, 8, places=3, seats=3, step=100, **shoe)
        assert BLACKJACK.check_setting(sheet, setting) == []
        return BLACKJACK.begin(sheet, setting, None, PLAYERS)
    if system == "baccarat":
        return (
            baccarat_play.table(shoe=baccarat_sheet.Shoe.KEPT, cut_card=200)
            if kept
            else baccarat_play.table()
        )
    if system == CARIBBEAN:
        return stud_play.caribbean()
    if system == MACAU:
        return stud_play.macau(dealing=Dealing.SHUFFLER, jackpot=Jackpot(50, 40, 20_000, stud_play.FIXED))
    return holdem_play.table(dict.fromkeys(PLAYERS, 20000))


def bets(system: str) -> Iterable[tuple[int, Any]]:
    if system in ("american-roulette", "french-roulette"):
        return [(1, Chips({"red": 100}))]
    if system == "blackjack":
        return [(seat, blackjack_drive.Bet({str(seat): 500})) for seat in PLAYERS]
    if system == "baccarat":
        return [(1, baccarat_play.Bet({"punto": 100}))]
    return [] if system == "holdem" else [(seat, stud_play.Bet({"ante": 100})) for seat in PLAYERS]


def choice(system: str, state: Any, random: Random) -> tuple[int, Any]:
    """A random lawful decision of a seat that must decide."""
    if system == "blackjack":
        return random.choice(blackjack_drive.offered(state))
    if system == "holdem":
        return state.actor, holdem_play.at_random(state, random)
    seat = STUD.to_act(state)[0]
    return seat, Continue(2 * state.places[seat].ante) if random.random() < 0.7 else Fold()


def rounds(system: str, count: int, kept: bool = False, number: int = 1) -> list[Played]:
    """Consecutive rounds."""
    engine: Any = GAMES[system].engine
    random, state, finished = Random(f"{system} {number}"), begun(system, kept), []
    shoe = ShoeBefore(number)
    while len(finished) < count:
        seed, nonces = secrets_of(number)
        chance = generator.Draw(generator.key(seed, TABLE, number, nonces), shoe.dealt)
        state = _played(engine, system, state, chance, random)
        finished.append(Played(system, number, state, seed, nonces, shoe))
        shoe = shoe_after(finished[-1], chance) if engine.keeps_shoe(state) else ShoeBefore(number + 1)
        number += 1
        state = engine.begin(state.sheet, state.setting, state, PLAYERS)
        if engine.waiting_for(state) is Wait.CHOICE:
            state = begun(system, kept)  # one player has won all the chips
    return finished


def shoe_after(played: Played, chance: generator.Draw) -> ShoeBefore:
    """The shoe as the round leaves it."""
    engine: Any = GAMES[played.system].engine
    drawn = engine.draw_record(played.state)
    cards = in_order(chance.shuffled(PACK * drawn.decks), drawn.start, len(drawn.given))
    digest = shoe_digest(played.shoe.digest, TABLE, played.number, played.commitment, played.nonces, cards)
    return ShoeBefore(played.shoe.began, (*played.shoe.dealt, *cards), digest)


def _played(engine: Any, system: str, state: Any, chance: Chance, random: Random) -> Any:
    def folded(events: Sequence[Any]) -> Any:
        after = state
        for event in events:
            after = engine.apply(after, event)
        return after

    for seat, command in bets(system):
        state = folded(engine.act(state, seat, command))
    while engine.waiting_for(state) is not Wait.OVER:
        if engine.waiting_for(state) is Wait.CHOICE:
            state = folded(engine.act(state, *choice(system, state, random)))
        else:
            state = folded(engine.advance(state, chance))
    return state


def beacon_hand(use: BeaconUse, button: int = 0, least_board: int = 5) -> Played:
    """A hand of hold'em that depends on a beacon, with that many common cards at least. Without a button,
    one is drawn by lot.
    """
    sheet = HoldemSheet(draw=DrawTerms("sandbox"))
    for number in range(1, 400):
        seed, nonces = secrets_of(number)
        state = holdem_play.table(dict.fromkeys(PLAYERS, 20000), button, sheet)
        chance = HandDraw(seed, TABLE, number, nonces, use)
        state = _played(GAMES["holdem"].engine, "holdem", state, chance, Random(number))
        if len(state.board) >= least_board and nonces:
            return Played("holdem", number, state, seed, nonces, ShoeBefore(number), use)
    raise AssertionError("no such hand")


def showdown(finished: Callable[[Played], bool] = lambda finished_round: True) -> Played:
    """A hold'em round that reached the river, with shown and hidden hands."""
    for number in range(1, 400):
        (finished_round,) = rounds("holdem", 1, number=number)
        places = [place for _, place in finished_round.state.dealt_in()]
        shown = sum(place.shown for place in places)
        if len(finished_round.state.board) == 5 and 2 <= shown < len(places) and finished(finished_round):
            return finished_round
    raise AssertionError("no such round")
