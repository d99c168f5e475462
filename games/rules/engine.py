"""What every game is: a module of pure functions over frozen values.

An engine has no memory, no clock, no chance and no I/O. A state goes in, what happened comes out as events, and a state
is nothing but its events folded. The same eleven verbs serve every game:

    check(sheet)                          -> breaches of the regulation in a rule sheet, each with its rule id
    describe(sheet, setting)              -> what the page must know to draw the table; never changes during a round
    begin(sheet, setting, before, seats)  -> the state of a new round; `before` is the last round's final state
    act(state, seat, command)             -> events, or raises Refused: what a person asks for
    advance(state, chance)                -> events: what the house does next (close, deal, draw, settle)
    lapse(state, seat)                    -> events: the default action of a seat whose time is up
    void(state, cause)                    -> events: every stake goes back
    apply(state, event)                   -> the next state
    waits(state)                          -> what the round waits for: Wait.BETS, Wait.CHOICE, Wait.HOUSE or Wait.OVER
    view(state, seat)                     -> what that seat may see (None: what everybody may see), by whitelist
    postings(event)                       -> the money an event moves

and, for whoever checks the draw afterwards:

    drawn(state)                          -> what chance gave to this round, in order; the house's secret until the seed is opened
    positions(state, seat)                -> where players bet against each other and the seed stays sealed: the places in the pack of
                                             the cards that seat has seen (None: everybody), by the same whitelist as `view`

and, for people and tables to understand: `to_act`, `clock`, `absence`, `end_shoe`, `pause`, `options`, `stakes`, `results`, `outcome`,
`told`, `hidden`, `keeps_shoe`, `withdraw`, `explain`. A game is registered in `games.catalogue`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, Protocol

from msgspec import Struct

Cents = int
Seat = int


class Refusal(StrEnum):
    """Why a request is refused. The order is the precedence: the first that holds is the one that is said."""

    UNREADABLE = "unreadable"
    TOO_MANY = "too-many"
    SIGNED_OUT = "signed-out"
    NOT_YOU = "not-you"
    NOT_SEATED = "not-seated"
    NO_SEAT = "no-seat"
    NOT_REGISTERED = "not-registered"
    TABLE_CLOSED = "table-closed"
    NO_SESSIONS = "no-sessions"
    ON_HOLD = "on-hold"
    STALE = "stale"
    ID_REUSED = "id-reused"
    NOT_NOW = "not-now"
    BETS_CLOSED = "bets-closed"
    NOT_YOUR_TURN = "not-your-turn"
    NOT_OFFERED = "not-offered"
    NO_SUCH_BET = "no-such-bet"
    PLACE_TAKEN = "place-taken"
    BELOW_MINIMUM = "below-minimum"
    WRONG_STEP = "wrong-step"
    ABOVE_MAXIMUM = "above-maximum"
    BOTH_SIDES = "both-sides"
    ABOVE_CAP = "above-cap"
    ABOVE_TABLE_CAP = "above-table-cap"
    NOTHING_TO_UNDO = "nothing-to-undo"
    COVERS_OTHERS = "covers-others"
    NOTHING_BET = "nothing-bet"
    TOO_SOON = "too-soon"
    LIMIT = "limit"
    EXCLUDED = "excluded"
    NOT_ENOUGH = "not-enough"


class Refused(Exception):
    """An ordinary answer, not a fault: it carries the rule it obeys and changes nothing."""

    def __init__(self, code: Refusal, rule: str = "", **said: Any) -> None:
        super().__init__(code, rule, said)
        self.code, self.rule, self.said = code, rule, said


class Breach(Struct, frozen=True):
    """One way in which a rule sheet or a table setting contradicts the regulation."""

    rule: str
    field: str
    code: str
    said: dict[str, Any] = {}


class Road(StrEnum):
    """Every way money can go at a table. Source and target stand in ROADS, and nowhere else."""

    STAKE = "stake"
    STAKE_LOST = "stake-lost"
    STAKE_BACK = "stake-back"
    PRIZE = "prize"
    LOST_BACK = "lost-back"
    PRIZE_BACK = "prize-back"
    COMMISSION = "commission"
    STAKE_HELD = "stake-held"
    HELD_LOST = "held-lost"
    HELD_BACK = "held-back"
    BUY_IN = "buy-in"
    BUY_IN_COMMISSION = "buy-in-commission"
    CHIPS = "chips"
    CHIPS_BACK = "chips-back"
    POT = "pot"
    RAKE = "rake"
    CASH_OUT = "cash-out"
    JACKPOT_BET = "jackpot-bet"
    JACKPOT_SHARE = "jackpot-share"
    JACKPOT_BANK = "jackpot-bank"
    JACKPOT_HELD_SHARE = "jackpot-held-share"
    JACKPOT_FILL = "jackpot-fill"
    JACKPOT_PRIZE = "jackpot-prize"


class Purse(StrEnum):
    """The accounts a table knows. WALLET and STACK belong to a seat; the others to the table."""

    WALLET = "wallet"
    STACK = "stack"
    STAKES = "stakes"
    HELD = "held"
    BANK = "bank"
    COMMISSION = "commission"
    JACKPOT = "jackpot"


ROADS: Mapping[Road, tuple[Purse, Purse]] = {
    Road.STAKE: (Purse.WALLET, Purse.STAKES),
    Road.STAKE_LOST: (Purse.STAKES, Purse.BANK),
    Road.STAKE_BACK: (Purse.STAKES, Purse.WALLET),
    Road.PRIZE: (Purse.BANK, Purse.WALLET),
    # A round that becomes void after some of its bets were decided undoes what it collected and what it paid.
    Road.LOST_BACK: (Purse.BANK, Purse.WALLET),
    Road.PRIZE_BACK: (Purse.WALLET, Purse.BANK),
    Road.COMMISSION: (Purse.WALLET, Purse.COMMISSION),
    # What the rules carry on to the next round leaves the stakes, so that a finished round holds none.
    Road.STAKE_HELD: (Purse.STAKES, Purse.HELD),
    Road.HELD_LOST: (Purse.HELD, Purse.BANK),
    Road.HELD_BACK: (Purse.HELD, Purse.WALLET),
    # Poker between players: chips are bought, played and cashed; a pot goes to stacks, its rake to the house.
    Road.BUY_IN: (Purse.WALLET, Purse.STACK),
    Road.BUY_IN_COMMISSION: (Purse.WALLET, Purse.COMMISSION),
    Road.CHIPS: (Purse.STACK, Purse.STAKES),
    Road.CHIPS_BACK: (Purse.STAKES, Purse.STACK),
    Road.POT: (Purse.STAKES, Purse.STACK),
    Road.RAKE: (Purse.STAKES, Purse.COMMISSION),
    Road.CASH_OUT: (Purse.STACK, Purse.WALLET),
    # The jackpot meter is an account: a jackpot bet is a stake until the round decides where it goes.
    Road.JACKPOT_BET: (Purse.WALLET, Purse.STAKES),
    Road.JACKPOT_SHARE: (Purse.STAKES, Purse.JACKPOT),
    Road.JACKPOT_BANK: (Purse.STAKES, Purse.BANK),
    # A jackpot bet carried on from a void round feeds the meter from where it was held; the house's part of it is HELD_LOST.
    Road.JACKPOT_HELD_SHARE: (Purse.HELD, Purse.JACKPOT),
    Road.JACKPOT_FILL: (Purse.BANK, Purse.JACKPOT),
    Road.JACKPOT_PRIZE: (Purse.JACKPOT, Purse.WALLET),
}


class Posting(Struct, frozen=True):
    """So many cents along one road, for one seat (None where the house moves its own money)."""

    road: Road
    seat: Seat | None
    cents: Cents


class Wait(StrEnum):
    """What a round waits for before it can go on."""

    BETS = "bets"  # people bet until the window closes, or until the player launches
    CHOICE = "choice"  # the seats in `to_act(state)` decide, each within its time
    HOUSE = "house"  # nobody: the house goes on after the pause that people need to see what happened
    OVER = "over"  # nothing: the round is settled


class Clock(Struct, frozen=True):
    """The time that the deciding seats have. A new key is a new decision, with its whole time again.

    When the time is up, a table with extra time says so once and grants it; an engine that warns by itself, as the studs must, has
    none here, and says itself that the extra time runs.
    """

    key: tuple[int | str, ...]
    ms: int
    extra: int = 0
    warned: bool = False


class Result(Struct, frozen=True):
    """What one seat took out of one round: `staked + carried == lost + back + held` always.

    `carried` came into the round from the one before, where it was `held`; it was staked there and counts there.
    """

    staked: Cents
    lost: Cents
    back: Cents
    prize: Cents
    held: Cents = 0
    commission: Cents = 0
    carried: Cents = 0

    @property
    def net(self) -> Cents:
        return self.prize - self.commission - self.lost


class Line(Struct, frozen=True):
    """One line of an explanation: a code that people's words are looked up by, the rule it obeys, the figures it names."""

    code: str
    rule: str
    said: dict[str, Any] = {}


class Drawn(Struct, frozen=True):
    """What chance gave to one round, in the order in which it gave it.

    Numbers of a wheel; or cards by name, from the place `start` of a shoe of so many packs on, the one at `start + i` being
    `given[i]`. A card that came out and was never turned has no name. `to` says where each card went: its seat, or 0 for the
    table; only where players bet against each other, since there it fixes which card is whose without the seed.
    """

    given: tuple[str, ...]
    wheel: str = ""
    decks: int = 0
    start: int = 0
    to: tuple[Seat, ...] = ()


class Chance(Protocol):
    """Where an engine gets what it cannot know. At a table it is a committed draw; in a test, a list."""

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each as likely as the others."""

    def shuffled(self, n: int) -> Sequence[int]:
        """The numbers 0 to n - 1 in a drawn order; the same order however often it is asked for in one round or shoe."""


class Engine(Protocol):
    """A module that plays a game; its description in `games.catalogue` names it."""

    @property
    def Sheet(self) -> type[Struct]: ...
    @property
    def Setting(self) -> type[Struct]: ...
    @property
    def State(self) -> type[Struct]: ...

    Command: Any  # a closed union of tagged structs
    Event: Any  # a closed union of tagged structs, tags unique within the engine

    @property
    def BETWEEN_PLAYERS(self) -> bool:
        """Whether players bet against each other: with stacks of chips, and with cards and a seed that stay secret after the round."""

    @property
    def ANYTIME(self) -> tuple[type[Struct], ...]:
        """The commands that belong to no round: they are taken between rounds as well, for whichever round is next."""

    def check(self, sheet: Any) -> list[Breach]: ...
    def check_setting(self, sheet: Any, setting: Any) -> list[Breach]: ...
    def describe(self, sheet: Any, setting: Any) -> dict[str, Any]: ...
    def begin(self, sheet: Any, setting: Any, before: Any | None, seats: Sequence[Seat]) -> Any: ...
    def act(self, state: Any, seat: Seat, command: Any) -> tuple[Any, ...]: ...
    def advance(self, state: Any, chance: Chance) -> tuple[Any, ...]: ...
    def lapse(self, state: Any, seat: Seat) -> tuple[Any, ...]: ...
    def void(self, state: Any, cause: str) -> tuple[Any, ...]: ...
    def apply(self, state: Any, event: Any) -> Any: ...
    def waits(self, state: Any) -> Wait: ...
    def to_act(self, state: Any) -> Sequence[Seat]: ...
    def clock(self, state: Any) -> Clock | None:
        """The time of the seats in `to_act`; None where nobody decides."""

    def absence(self, state: Any, seat: Seat) -> str:
        """Why a seat takes no part: "resting" (by right), "rested" (longer than that), "short" (of chips), "waiting" (for the big
        blind); "" where it could."""

    def end_shoe(self, state: Any) -> Any:
        """The state with its shoe put away: the next round is dealt from a new one."""

    def pause(self, state: Any) -> int:
        """Milliseconds that people need to see what just happened before the house goes on."""

    def options(self, state: Any, seat: Seat) -> dict[str, Any]: ...
    def view(self, state: Any, seat: Seat | None) -> dict[str, Any]: ...
    def told(self, event: Any, seat: Seat | None) -> Any | None:
        """The event as that seat may hear it; None where it is no news to that seat."""

    def hidden(self, event: Any) -> bool:
        """Whether the event holds what not everybody may know yet: it lies sealed in the journal."""

    def keeps_shoe(self, state: Any) -> bool:
        """Whether the next round is dealt from where this one ended: its chance is the same, and its seed stays sealed."""

    def drawn(self, state: Any) -> Drawn:
        """What chance gave to this round so far, all of it: nobody may be told before the seed is opened."""

    def positions(self, state: Any, seat: Seat | None) -> tuple[int, ...]:
        """The places of a promised pack whose cards that seat has seen; none in a game whose seed is opened."""

    def postings(self, event: Any) -> tuple[Posting, ...]: ...
    def stakes(self, state: Any) -> Mapping[Seat, Cents]:
        """What each seat has at stake now: what a void round would give back; after the end, what the rules carry on."""

    def withdraw(self, state: Any, seat: Seat) -> tuple[Any, ...]:
        """What goes back to somebody who leaves: a bet laid and never launched at a table of one; elsewhere bets stand."""

    def results(self, state: Any) -> Mapping[Seat, Result]:
        """Each seat's result once the round is over; empty before."""

    def outcome(self, state: Any) -> Any:
        """The round's result in the short form that the display of last results shows; None while there is none."""

    def explain(self, state: Any, seat: Seat) -> tuple[Line, ...]: ...
