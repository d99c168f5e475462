"""What seldom happens in a simulated past, and how often: void rounds, sleepers, exclusions, insurance, nights with stakes in prison."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import date, timedelta
from typing import Any, get_type_hints

from msgspec import Struct

from casino.demo import sample_data
from games.catalogue import GAMES
from games.rules.engine import Wait
from games.rules.roulette.engine import ENGINE as ROULETTE
from games.rules.shared import sessions
from games.rules.shared.money import TransferKind
from games.rules.stud.sheet import VARIANTS as STUDS
from players.shared import clock

Seen = set[tuple[str, ...]]
# In these phases of a round nobody has anything at stake, so that it cannot become void.
NO_STAKES = ("settled", "paid", "void", "seating")
# Where a kind of transfer comes about that not every game has.
BRINGS: Mapping[TransferKind, str] = {
    TransferKind.LOST_BACK: "blackjack",
    TransferKind.PRIZE_BACK: "blackjack",
    TransferKind.COMMISSION: "baccarat",
    TransferKind.STAKE_HELD: sample_data.FRENCH,
    TransferKind.HELD_LOST: sample_data.FRENCH,
    TransferKind.HELD_BACK: sample_data.FRENCH,
    **dict.fromkeys(
        (
            TransferKind.BUY_IN,
            TransferKind.CHIPS,
            TransferKind.CHIPS_BACK,
            TransferKind.POT,
            TransferKind.CASH_OUT,
        ),
        "holdem",
    ),
    **{kind: "macau-stud" for kind in TransferKind if kind.startswith("jackpot-")},
}


class Rarities(Struct, frozen=True):
    """Each `…_in` says that something happens once in so many times; nothing means never."""

    sheets: Mapping[str, Mapping[str, object]]
    void_in: int = 2_500  # rounds: one is lost to a fault of the house
    stopped_in: int = 4_000  # rounds: one only stands still for a while
    asleep_in: int = 1_800  # people who may bet: one forgets the table
    excluded_in: int = 120  # sittings: one ends with an exclusion
    corrected_in: int = 250  # sittings: after one a balance is corrected
    insured_in: int = 0  # offers at blackjack: one is taken
    ends: tuple[str, ...] = (*("player",) * 46, "house", "time")  # why people leave
    every_kind: bool = False  # voids in every phase and by every cause, nights with stakes in prison

    def voids(self, system: str, engine: Any, game: Any, seen: Seen) -> str:
        """The cause by which this round becomes void now, where that shows a phase, a cause or a transfer that no void has shown."""
        if not self.every_kind or engine.waiting_for(game) is Wait.OVER or not engine.stakes(game):
            return ""
        if system in STUDS and game.carried and ("kind", TransferKind.JACKPOT_HELD_SHARE.value) not in seen:
            return ""  # the jackpot bet that a void round left is to be played first
        for cause in causes(system, engine):
            kinds = [
                posting.kind.value for event in engine.void(game, cause) for posting in engine.postings(event)
            ]
            shown = {
                ("phase", system, game.phase.value),
                ("cause", cause),
                *(("kind", kind) for kind in kinds),
            }
            if not shown <= seen:
                seen |= shown
                return cause
        return ""

    def missing(self, systems: Collection[str], seen: Seen) -> set[str]:
        """The games at which something is still to happen before everything has happened."""
        if not self.every_kind:
            return set()
        kinds = {system for kind, system in BRINGS.items() if ("kind", kind.value) not in seen}
        phases = {
            system
            for system in systems
            for phase in phases_at_stake(system)
            if ("phase", system, phase) not in seen
        }
        return (kinds | phases) & set(systems)

    def night_follows(self, day: date) -> bool:
        """Whether the night after that day ends a month or a year, or changes the clocks."""
        if not self.every_kind:
            return False
        tomorrow = day + timedelta(days=1)
        hours = clock.midnight(tomorrow + timedelta(days=1)) - clock.midnight(tomorrow)
        return tomorrow.day == 1 or hours != timedelta(hours=24)


def phases_at_stake(system: str) -> list[str]:
    phases = get_type_hints(GAMES[system].engine.state_type)["phase"]
    return [phase.value for phase in phases if phase.value not in NO_STAKES]


def causes(system: str, engine: Any) -> list[str]:
    """What may make a round of that game void. Only a wheel can fail to give a number, and only article 11 lets jackpot bets stand."""
    found = [
        cause
        for cause, voids in sessions.CAUSES.items()
        if voids and (cause != "no-valid-number" or engine is ROULETTE)
    ]
    return [*found, *(STUDS[system].carry_over_causes if system in STUDS else ())]


USUAL = Rarities(sample_data.SHEETS)
EVERY_KIND = Rarities(
    {
        **sample_data.SHEETS,
        sample_data.FRENCH: {**sample_data.SHEETS[sample_data.FRENCH], "zero_option": "en-prison"},
        "holdem": {**sample_data.SHEETS["holdem"], "commission": "buy-in", "rate": 500},
    },
    void_in=100,
    stopped_in=150,
    asleep_in=90,
    excluded_in=8,
    corrected_in=10,
    insured_in=2,
    ends=("player", "player", "house", "time"),
    every_kind=True,
)
