"""`python -m tests.proofs.chosen_draws --attempts 100000`: tries to choose results as the operator.

The attacker owns the croupier, the database and one seat. The croupier's own steps play every round
(`attacked_table`): promise, shares, bets, close, draw, settlement and the published proof, which is verified
like a player's browser does it. The attacker makes the seed, sees the share of the other seat, gives its own
share last, and tries shares or seeds until the result suits it: a number, or two aces for its own place, from
a fresh shoe and from a kept one whose cards it knows; at hold'em two aces for its own seat, or the button.
With a beacon it must fix seed and share before the value exists; it may guess the value, and tries as often
for its guess. Then the value comes, and the attempt succeeds or not. A success counts only if the proof of
its round is good.

An attempt has as many tries as make it likely without a beacon. The advantage is the share of successes less
the chance of one success in one honest draw, with a confidence interval of 99.9 %.

The last attack cannot choose and ends rounds instead: the operator stands still after a close until the round
is void, whenever the house would lose. Each such round publishes what it would have given, and the statistic
of compliance raises its alarm after `MAX_VOIDS` of them at a table.

100,000 attempts with a beacon and 10,000 without take about fifteen minutes of one processor. They can be run
in parts: each with another `--seed`, all with the same `--record FILE`. `--sum FILE` judges them together.
"""

from __future__ import annotations

import argparse
import logging
import math
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

if __name__ == "__main__":
    os.environ.update(DJANGO_SETTINGS_MODULE="casino.settings", SECRET_KEY="unused", HOUSE_PURE="1")
    import django

    django.setup()
    logging.disable(logging.WARNING)  # a line for every round that is ended

from casino.record_checks.voids_after_close import MAX_VOIDS, VoidAfterClose, needs_review
from games.draw import beacon, generator
from games.draw.beacon import BeaconUse, Chain
from games.draw.hand_draw import HandDraw
from games.draw.seal_key import SealKey
from games.rounds.proof.draw_check import verify_round
from games.rounds.proof.missed_results import house_result
from games.rules.engine import Chance, DrawRecord
from games.rules.roulette.layout import WHEELS
from games.rules.shared.cards import PACK, in_order
from games.tables.domain.round_beacon import play_on_alone
from tests.proofs import chosen_hands
from tests.proofs.attacked_table import (
    ATTACKER,
    ATTACKING_PLAYER,
    HONEST,
    HONEST_PLAYER,
    TABLE,
    AttackedSteps,
    AttackedTable,
)

Z = 3.2905  # 99.9 %
TARGET, POCKETS, DECKS = "17", 37, 6
SECRET = 0xA77AC4
CHAIN = Chain("sandbox", beacon.public_key_of(SECRET), 1_700_000_000, 1, "22" * 32)
ACES = range(48, 52)  # ranks run from two to ace, four suits each
OWN_CARDS = (0, 2)  # of the cards of a round: those of a place that plays alone, the bank's are between
WITH_BEACON = {"draw": {"beacon": "sandbox", "margin_ms": 300, "wait_seconds": 20}}


def is_target_number(draw: Chance, dealt: int, table: AttackedTable) -> bool:
    return WHEELS["37"][draw.below(POCKETS)] == TARGET


def deals_two_aces(draw: Chance, dealt: int, table: AttackedTable) -> bool:
    cards = in_order(draw.shuffled(PACK * DECKS), dealt, max(OWN_CARDS) + 1)
    return all(cards[place] in ACES for place in OWN_CARDS)


def chance_of_number(dealt: tuple[int, ...]) -> float:
    return 1 / POCKETS


def chance_of_two_aces(dealt: tuple[int, ...]) -> float:
    left, aces = PACK * DECKS - len(dealt), 4 * DECKS - sum(card in ACES for card in dealt)
    return aces * (aces - 1) / (left * (left - 1))


def gave_number(drawn: DrawRecord) -> bool:
    return drawn.given == (TARGET,)


def gave_two_aces(drawn: DrawRecord) -> bool:
    return all(drawn.given[place].startswith("A") for place in OWN_CARDS)


class Attack(Struct, frozen=True):
    """What the attacker wants of the draw, and what it varies to get it."""

    name: str
    system: str
    bets: dict[str, int]
    # Of a draw at that table, by how many cards of the shoe are dealt.
    wanted: Callable[[Chance, int, AttackedTable], bool]
    chance: Callable[[tuple[int, ...]], float]  # of one honest draw, by the cards that are dealt
    succeeded: Callable[[DrawRecord], bool]  # by what the round gave
    tries: int
    varies: str  # "share" or "seed"
    part: float  # of all attempts
    setting: dict[str, Any] = {}
    by_lot: bool = False  # the button of hold'em is drawn by lot at every hand


NUMBER: dict[str, Any] = {
    "system": "american-roulette",
    "bets": {"straight:17": 100},
    "wanted": is_target_number,
    "chance": chance_of_number,
    "succeeded": gave_number,
    "tries": 4 * POCKETS,
    "part": 0.46,
}
ACES_WANTED: dict[str, Any] = {
    "system": "blackjack",
    "bets": {str(ATTACKER): 1000},
    "wanted": deals_two_aces,
    "chance": chance_of_two_aces,
    "succeeded": gave_two_aces,
    "tries": 600,
    "part": 0.02,
}
POCKET_ACES: dict[str, Any] = {
    "system": "holdem",
    "bets": {},
    "wanted": chosen_hands.deals_pocket_aces,
    "chance": chosen_hands.chance_of_pocket_aces,
    "succeeded": chosen_hands.gave_pocket_aces,
    "tries": 800,
    "part": 0.005,
    "setting": chosen_hands.SETTING,
}
KEPT = {"shoe": "cut", "cut": 100}
ATTACKS = (
    Attack("a number by the share", varies="share", **NUMBER),
    Attack("a number by the seed", varies="seed", **NUMBER),
    Attack("two aces by the share", varies="share", **ACES_WANTED),
    Attack("two aces by the seed", varies="seed", **ACES_WANTED),
    Attack("two aces of a kept shoe by the share", varies="share", setting=KEPT, **ACES_WANTED),
    Attack("two aces at hold'em by the share", varies="share", **POCKET_ACES),
    Attack("two aces at hold'em by the seed", varies="seed", **POCKET_ACES),
    Attack(
        "the button of hold'em by the share",
        system="holdem",
        bets={},
        wanted=chosen_hands.gives_button,
        chance=chosen_hands.chance_of_button,
        succeeded=chosen_hands.gave_button,
        tries=20,
        varies="share",
        part=0.01,
        setting=chosen_hands.SETTING,
        by_lot=True,
    ),
)


class Outcome(Struct, tag="outcome"):
    attack: str
    beacon: bool
    attempts: int = 0
    successes: int = 0
    refused: int = 0  # rounds whose published proof is not good
    tries: int = 0
    expected: float = 0.0  # successes of honest draws
    variance: float = 0.0
    seconds: float = 0.0

    @property
    def advantage(self) -> float:
        return (self.successes - self.expected) / self.attempts

    @property
    def error(self) -> float:
        """Half the confidence interval around no advantage."""
        return Z * math.sqrt(self.variance) / self.attempts

    @property
    def has_advantage(self) -> bool:
        return self.advantage > self.error

    def add(self, chance: float, *, success: bool, good: bool) -> None:
        self.attempts += 1
        self.successes += success and good
        self.refused += not good
        self.expected += chance
        self.variance += chance * (1 - chance)


@cache
def published(number: int) -> str:
    return beacon.sign(SECRET, number)


@cache
def seal_key() -> SealKey:
    with tempfile.NamedTemporaryFile("w", suffix=".key") as file:
        file.write("5e" * 32)
        file.flush()
        return SealKey(Path(file.name))


class Attacker:
    """The owner of the croupier, with random numbers that can be repeated."""

    def __init__(self, attack: Attack, random: Random, *, with_beacon: bool) -> None:
        self.attack, self.random, self.with_beacon = attack, random, with_beacon
        self.tries = 0
        self.own_share = ""
        self.steps = AttackedSteps(seal_key(), CHAIN, published, self.make_seed, self.give_shares)
        sheet = WITH_BEACON if with_beacon else {}
        if attack.system == "american-roulette":
            sheet = {**sheet, "zero_option": "lose-all"}
        self.table: AttackedTable | None = None  # the first seed is made while it is not there yet
        self.table = AttackedTable(attack.system, sheet, attack.setting, self.steps)
        if self.table.engine.between_players:  # the first hand brings the chips to the table
            self.table.open_bets()
            self.table.finish()

    def attempt(self, outcome: Outcome) -> None:
        table = self.table
        assert table is not None
        if self.attack.by_lot:
            table.forget_button()
        table.open_bets()
        if self.attack.bets:
            table.bet(self.attack.bets)
        dealt = table.live.dealt
        table.finish()
        drawn = table.engine.draw_record(table.live.game)
        good = verify_round(self.attack.system, table.proof()).good
        outcome.add(self.attack.chance(dealt), success=self.attack.succeeded(drawn), good=good)

    def make_seed(self, round_number: int) -> bytes:
        """The croupier asks for the seed that it promises next."""
        self.own_share = self.random.randbytes(16).hex()
        seed = self.random.randbytes(32)
        if self.attack.varies == "seed" and self.table is not None:
            for _ in range(self.attack.tries):
                if self._suits(seed, round_number, {ATTACKER: self.own_share}):
                    break
                seed = self.random.randbytes(32)
        return seed

    def give_shares(self) -> dict[int, str]:
        """Shares become final, by player. Where the attacker chose the seed, the other browser gave none."""
        if self.attack.varies == "seed":
            return {ATTACKING_PLAYER: self.own_share}
        assert self.table is not None
        live = self.table.live
        shares = {HONEST: self.random.randbytes(16).hex()}
        seed = self.steps.known[live.next_id]
        for _ in range(self.attack.tries):
            shares[ATTACKER] = self.random.randbytes(16).hex()
            if self._suits(seed, live.next_round, shares):
                break
        return {ATTACKING_PLAYER: shares[ATTACKER], HONEST_PLAYER: shares[HONEST]}

    def _suits(self, seed: bytes, number: int, shares: dict[int, str]) -> bool:
        """Whether the round will give what is wanted; with a beacon, if the guess of its value is right."""
        self.tries += 1
        assert self.table is not None
        live = self.table.live
        is_kept = live.game is not None and self.table.engine.keeps_shoe(live.game)
        dealt = live.dealt + live.taken if is_kept else ()
        guess = self._guess() if self.with_beacon else None
        draw: Chance = generator.Draw(generator.key(seed, TABLE, number, shares, guess), dealt)
        if guess is not None and self.table.engine.between_players:
            draw = HandDraw(seed, TABLE, number, shares, guess)
        return self.attack.wanted(draw, len(dealt), self.table)

    def _guess(self) -> BeaconUse:
        assert self.table is not None
        closed = self.table.changes.at
        signature = sha256(b"%d" % closed).hexdigest() + 32 * "0"
        return BeaconUse(CHAIN, closed, 300, CHAIN.first_from(closed + 300), signature)


def run(attack: Attack, attempts: int, *, with_beacon: bool, seed: int = 1) -> Outcome:
    attacker = Attacker(attack, Random(f"{seed}|{attack.name}|{with_beacon}"), with_beacon=with_beacon)
    outcome, started = Outcome(attack.name, with_beacon), time.process_time()
    for _ in range(attempts):
        attacker.attempt(outcome)
    outcome.tries, outcome.seconds = attacker.tries, time.process_time() - started
    return outcome


def line(outcome: Outcome) -> str:
    return (
        f"{'with a beacon' if outcome.beacon else 'without':13} | {outcome.attack:36} | "
        f"{outcome.successes} of {outcome.attempts} | {outcome.tries / outcome.attempts:.1f} tries each | "
        f"advantage {100 * outcome.advantage:+.3f} % ± {100 * outcome.error:.3f} % | "
        f"{outcome.refused} false proofs | {outcome.seconds:.0f} s"
    )


class AbortOutcome(Struct, tag="aborts"):
    """What an operator gets who ends rounds that the house would lose."""

    rounds: int = 0
    ended: int = 0
    shown: int = 0  # ended rounds whose proof names the missed result, and is good
    counted: int = 0  # in the statistic of compliance
    alarms: int = 0
    most: int = 0  # voids before an alarm, at most
    seconds: float = 0.0


def run_aborts(rounds: int, *, seed: int = 1) -> AbortOutcome:
    """An honest player bets on red; the operator ends each round that red would win.

    After an alarm compliance stops it, and it begins once more.
    """
    attacker = Attacker(ATTACKS[0], Random(f"{seed}|abort"), with_beacon=True)
    table, outcome, started = attacker.table, AbortOutcome(), time.process_time()
    assert table is not None
    voids: list[VoidAfterClose] = []
    for _ in range(rounds):
        outcome.rounds += 1
        result = _end_if_lost(table)
        if result is None:
            continue
        outcome.ended += 1
        outcome.shown += verify_round(table.rules.system, table.proof()).good and bool(table.live.missed)
        at = datetime.fromtimestamp(table.changes.at / 1000, UTC)
        voids.append(VoidAfterClose(TABLE, "attacked", table.rules.system, at, result))
        outcome.counted += voids[-1].is_suspect
        if needs_review(voids):
            outcome.alarms, outcome.most = outcome.alarms + 1, max(outcome.most, len(voids))
            voids = []
    outcome.seconds = time.process_time() - started
    return outcome


def _end_if_lost(table: AttackedTable) -> int | None:
    """Plays a round; what the house would have won, if the operator ended it."""
    table.open_bets()
    table.bet({"red": 100}, HONEST_PLAYER)
    table.step()  # bets close, and the value is picked
    waiting, use = table.live, table.live.beacon
    assert use is not None
    signed = BeaconUse(use.rule.chain, use.closed, use.rule.margin, use.number, published(use.number))
    key = generator.key(table.steps.known[waiting.round_id], TABLE, waiting.round, waiting.nonces, signed)
    draw = generator.Draw(key, waiting.dealt)
    result = house_result(table.engine, play_on_alone(table.engine, waiting.game, draw))
    if result is None or result >= 0:
        table.finish()
        return None
    table.step(late=(table.rules.sheet.resume_within + 1) * 1000)
    assert table.live.void
    table.release()
    return result


def abort_line(outcome: AbortOutcome) -> str:
    return (
        f"ending lost rounds | {outcome.ended} of {outcome.rounds} rounds ended | "
        f"{outcome.shown} show what they would have given | {outcome.counted} in the statistic | "
        f"{outcome.alarms} alarms, each after at most {outcome.most} voids | {outcome.seconds:.0f} s"
    )


def is_as_expected(outcome: Outcome) -> bool:
    """An advantage exactly where there is no beacon, and no round whose proof a player would refuse."""
    return outcome.has_advantage is not outcome.beacon and not outcome.refused


def all_are_caught(outcome: AbortOutcome) -> bool:
    is_seen = outcome.ended == outcome.shown == outcome.counted
    return bool(outcome.ended) and is_seen and 0 < outcome.most <= MAX_VOIDS


PART = msgspec.json.Decoder(Outcome | AbortOutcome)


def merged(parts: Sequence[Outcome]) -> list[Outcome]:
    """The parts of each attack as one outcome."""
    sums: dict[tuple[str, bool], Outcome] = {}
    for part in parts:
        total = sums.setdefault((part.attack, part.beacon), Outcome(part.attack, part.beacon))
        for name in Outcome.__struct_fields__[2:]:
            setattr(total, name, getattr(total, name) + getattr(part, name))
    return list(sums.values())


def merged_aborts(parts: Sequence[AbortOutcome]) -> list[AbortOutcome]:
    """The parts as one outcome, if there are any. The most voids before an alarm are those of the worst."""
    if not parts:
        return []
    sums = {name: sum(getattr(part, name) for part in parts) for name in AbortOutcome.__struct_fields__}
    return [AbortOutcome(**{**sums, "most": max(part.most for part in parts)})]


def read_parts(path: Path) -> tuple[list[Outcome], list[AbortOutcome]]:
    parts = [PART.decode(row) for row in path.read_bytes().splitlines()]
    outcomes = merged([part for part in parts if isinstance(part, Outcome)])
    return outcomes, merged_aborts([part for part in parts if isinstance(part, AbortOutcome)])


def attempt(options: argparse.Namespace) -> Iterator[Outcome | AbortOutcome]:
    for attack in ATTACKS:
        for with_beacon in (False, True):
            if options.only in attack.name:
                total = options.attempts if with_beacon else options.attempts_without
                attempts = round(total * attack.part)
                yield run(attack, attempts, with_beacon=with_beacon, seed=options.seed)
    if options.only in "ending lost rounds":
        yield run_aborts(options.aborts, seed=options.seed)


def report(outcome: Outcome | AbortOutcome) -> bool:
    """Prints a line. Whether the outcome is as expected."""
    if isinstance(outcome, AbortOutcome):
        print(abort_line(outcome), flush=True)
        return all_are_caught(outcome)
    print(line(outcome), flush=True)
    return is_as_expected(outcome)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--attempts", type=int, default=100_000, help="with a beacon, over all attacks")
    parser.add_argument("--attempts-without", type=int, default=10_000, help="over all attacks")
    parser.add_argument("--aborts", type=int, default=5_000, help="rounds that the operator may end")
    parser.add_argument("--only", default="", help="the attacks whose name has this word")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--record", type=Path, help="a file to which the outcomes of this part are added")
    parser.add_argument("--sum", type=Path, help="judge the parts in that file, and attempt nothing")
    options = parser.parse_args(arguments)
    good = True
    if options.sum:
        outcomes, aborts = read_parts(options.sum)
        for outcome in (*outcomes, *aborts):
            good = report(outcome) and good
        print(f"{sum(outcome.attempts for outcome in outcomes if outcome.beacon):,} attempts with a beacon")
    else:
        for part in attempt(options):
            good = report(part) and good
            if options.record:
                with options.record.open("ab") as file:
                    file.write(msgspec.json.encode(part) + b"\n")
    print("the beacon takes every advantage away" if good else "NOT AS EXPECTED")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
