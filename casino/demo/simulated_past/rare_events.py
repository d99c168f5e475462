"""The rare events of a simulated past and their frequency: void rounds, idle players, exclusions and more."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import date, timedelta
from typing import Any, get_type_hints

from msgspec import Struct

from casino.demo import sample_data
from games.catalogue import GAMES
from games.catalogue.draws import WheelDraw
from games.rules.engine import AnyEngine, Wait
from games.rules.shared import sessions
from games.rules.shared.money import TransferKind
from games.rules.stud.sheet import VARIANTS as STUDS
from players.shared import clock

Seen = set[tuple[str, ...]]
# In these phases of a round there are no stakes, so it cannot become void.
NO_STAKES = ("settled", "paid", "void", "seating")
# The game that produces a kind of transfer that not every game has.
GAME_OF_KIND: Mapping[TransferKind, str] = {
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


class RareEvents(Struct, frozen=True):
    """Each `…_in` is a frequency: the event happens once in so many times; 0 means never."""

    sheets: Mapping[str, Mapping[str, object]]
    void_in: int = 2_500  # rounds: one is void because of a fault
    stopped_in: int = 4_000  # rounds: one only stops for a while
    idle_in: int = 1_800  # players who may bet: one becomes idle
    excluded_in: int = 120  # plays: one ends with an exclusion
    corrected_in: int = 250  # plays: after one, a balance is corrected
    complaint_in: int = 150  # plays: after one, a player complains
    insured_in: int = 0  # offers at blackjack: one is accepted
    ends: tuple[str, ...] = (*("player",) * 46, "house", "time")  # why players leave
    every_table: bool = False  # each table has a play before one has two
    every_kind: bool = False  # void rounds in every phase and by every cause, stakes in prison over night

    def void_cause(self, system: str, engine: AnyEngine, game: Any, seen: Seen) -> str:
        """A cause to make this round void now, if that covers a new phase, cause or kind of transfer."""
        if not self.every_kind or engine.waiting_for(game) is Wait.OVER or not engine.stakes(game):
            return ""
        if system in STUDS and game.carried and ("kind", TransferKind.JACKPOT_HELD_SHARE.value) not in seen:
            return ""  # first play the jackpot bet that a void round carried over
        for cause in causes(system):
            kinds = [
                posting.kind.value for event in engine.void(game, cause) for posting in engine.postings(event)
            ]
            covered = {
                ("phase", system, game.phase.value),
                ("cause", cause),
                *(("kind", kind) for kind in kinds),
            }
            if not covered <= seen:
                seen |= covered
                return cause
        return ""

    def games_with_missing_events(self, systems: Collection[str], seen: Seen) -> set[str]:
        """The games at which some kind of event has not happened yet."""
        if not self.every_kind:
            return set()
        kinds = {system for kind, system in GAME_OF_KIND.items() if ("kind", kind.value) not in seen}
        phases = {
            system
            for system in systems
            for phase in phases_at_stake(system)
            if ("phase", system, phase) not in seen
        }
        return (kinds | phases) & set(systems)

    def is_special_night(self, day: date) -> bool:
        """Whether a month ends or the clocks change in the night after the day."""
        if not self.every_kind:
            return False
        tomorrow = day + timedelta(days=1)
        hours = clock.midnight(tomorrow + timedelta(days=1)) - clock.midnight(tomorrow)
        return tomorrow.day == 1 or hours != timedelta(hours=24)


def phases_at_stake(system: str) -> list[str]:
    phases = get_type_hints(GAMES[system].engine.state_type)["phase"]
    return [phase.value for phase in phases if phase.value not in NO_STAKES]


def causes(system: str) -> list[str]:
    """The possible causes of a void round.

    Only a wheel has "no-valid-number"; only studs carry jackpot bets over.
    """
    common = [
        cause
        for cause, voids in sessions.CAUSES.items()
        if voids and (cause != "no-valid-number" or isinstance(GAMES[system].draw, WheelDraw))
    ]
    return [*common, *(STUDS[system].carry_over_causes if system in STUDS else ())]


USUAL = RareEvents(sample_data.SHEETS)
# A month with something of every kind, in a few thousand rounds.
DEMONSTRATION = RareEvents(
    sample_data.SHEETS,
    void_in=900,
    stopped_in=1_200,
    idle_in=600,
    excluded_in=30,
    corrected_in=25,
    complaint_in=9,
    insured_in=6,
    every_table=True,
)
EVERY_KIND = RareEvents(
    {
        **sample_data.SHEETS,
        sample_data.FRENCH: {**sample_data.SHEETS[sample_data.FRENCH], "zero_option": "en-prison"},
        "holdem": {**sample_data.SHEETS["holdem"], "commission": "buy-in", "rate": 500},
    },
    void_in=100,
    stopped_in=150,
    idle_in=90,
    excluded_in=8,
    corrected_in=10,
    insured_in=2,
    ends=("player", "player", "house", "time"),
    every_kind=True,
)
