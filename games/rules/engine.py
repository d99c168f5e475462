"""The engine contract: what every game provides, and the types between an engine and its callers.

An engine has no memory, no clock, no randomness of its own and no I/O. It takes a state and returns events;
a state is nothing but the result of applying its events. `games.catalogue` names the engine of each game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from types import UnionType
from typing import Any, Protocol, TypeVar, cast

from msgspec import Struct

from games.rules.shared.draw_terms import DrawTerms
from games.rules.shared.money import Cents, Posting, Seat
from games.rules.shared.refusals import Breach
from games.rules.shared.sessions import Inactivity, Mode

JsonObject = dict[str, Any]


# --- Commands and events


class GameCommand(Struct, frozen=True, tag_field="t", forbid_unknown_fields=True):
    """What a player asks for. Its shape is checked when it is decoded, its lawfulness by the engine."""


class GameEvent(Struct, frozen=True, tag_field="t", gc=False, omit_defaults=True):
    """What happened in a round. Amounts are whole cents; a card is its number."""


# --- What every game's rule sheet, table setting and state have in common


class SheetTerms(Protocol):
    """The operator's specific rules of a game."""

    @property
    def inactivity(self) -> Inactivity: ...
    @property
    def resume_within(self) -> int:
        """Seconds within which an interrupted round must resume; after that it is void."""

    @property
    def demo(self) -> bool:
        """Whether the game is also offered for demonstration credits."""

    @property
    def chat(self) -> bool:
        """Whether players at a table may write to each other."""

    @property
    def draw(self) -> DrawTerms:
        """Whether the draw depends on a public beacon, and how."""


class SettingTerms(Protocol):
    """What is set for one table, within its rule sheet."""

    @property
    def minimum(self) -> Cents: ...
    @property
    def mode(self) -> Mode: ...
    @property
    def currency(self) -> str: ...
    @property
    def seats(self) -> int: ...
    @property
    def betting_seconds(self) -> int: ...
    @property
    def rest_seconds(self) -> int: ...
    @property
    def languages(self) -> tuple[str, ...]: ...


class TimedSetting(SettingTerms, Protocol):
    """The setting of a game in which players decide within a time."""

    @property
    def extra_seconds(self) -> int: ...


class StackSheet(SheetTerms, Protocol):
    """The rules of a game in which players bet against each other (`between_players`)."""

    @property
    def rest_after_lapse(self) -> bool: ...
    @property
    def rest_rounds(self) -> int: ...


class StackSetting(TimedSetting, Protocol):
    @property
    def buy_in(self) -> Cents: ...


class RoundState(Protocol):
    """A round: the rules it is played under, and the result of its events."""

    @property
    def sheet(self) -> SheetTerms: ...
    @property
    def setting(self) -> SettingTerms: ...
    @property
    def phase(self) -> StrEnum: ...
    @property
    def cause(self) -> str:
        """Why the round is void; empty unless it is."""


# --- What engines return


class Wait(StrEnum):
    """What a round waits for before it can continue."""

    BETS = "bets"  # players bet until the timer closes the bets, or until the player launches
    CHOICE = "choice"  # the seats in `to_act(state)` decide, each within its time
    HOUSE = "house"  # the house continues after the pause that people need to see what happened
    OVER = "over"  # nothing: the round is settled or void


class Clock(Struct, frozen=True):
    """The time that the deciding seats have. A new key is a new decision with its whole time.

    When the time is up, a table with extra time warns once and grants it. An engine with a warning of its
    own, as the studs must, sets no `extra` and reports through `warned` that the extra time is running.
    """

    key: tuple[int | str, ...]
    ms: int
    extra: int = 0
    warned: bool = False
    by_seat: dict[Seat, int] = {}  # where some of the deciding seats have been warned and others not

    def given(self, seat: Seat, *, extra: bool) -> int:
        """The milliseconds of that seat, whose extra time may be running."""
        return self.by_seat.get(seat, self.extra if extra else self.ms)


class Result(Struct, frozen=True):
    """What one seat took out of one round. Always `staked + carried == lost + back + held`.

    `carried` is what the round before had `held`: it was staked there and counts there.
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

    def figures(self, *names: str) -> dict[str, Cents]:
        """The figures of those names, for a view or an explanation."""
        return {name: getattr(self, name) for name in names}


class ExplanationLine(Struct, frozen=True):
    """One line of an explanation: a code that selects the text, the rule, and the figures in the text."""

    code: str
    rule: str
    details: JsonObject = {}


class DrawRecord(Struct, frozen=True):
    """What chance gave to one round, in order, for checking the draw.

    Either numbers of a wheel, or cards by name: `given[i]` is the card at place `start + i` of a shoe of
    `decks` packs. A card that was dealt and never turned has no name. `to` gives the seat that each card
    went to, or 0 for the table; it is set only where players bet against each other, because there it
    proves without the seed which card is whose. There `players` are the seats that were dealt in, ascending,
    and `button` is the seat of the button, `by_lot` where it was drawn among them.
    """

    given: tuple[str, ...]
    wheel: str = ""
    decks: int = 0
    start: int = 0
    to: tuple[Seat, ...] = ()
    players: tuple[Seat, ...] = ()
    button: Seat = 0
    by_lot: bool = False


class Chance(Protocol):
    """Where an engine gets random values. At a table it is a committed draw; in a test it is a list."""

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, all equally likely."""

    def shuffled(self, n: int) -> Sequence[int]:
        """The numbers 0 to n - 1 in a random order, which stays the same throughout one round or shoe."""


# --- The contract

SheetT = TypeVar("SheetT", bound=SheetTerms)
SettingT = TypeVar("SettingT", bound=SettingTerms)
StateT = TypeVar("StateT", bound=RoundState)
CommandT_contra = TypeVar("CommandT_contra", bound=GameCommand, contravariant=True)
EventT = TypeVar("EventT", bound=GameEvent)


class Engine(Protocol[SheetT, SettingT, StateT, CommandT_contra, EventT]):
    """The rules of a game.

    Each engine is a subclass, so that it inherits the answers that most games share.
    """

    sheet_type: type[SheetT]
    setting_type: type[SettingT]
    state_type: type[StateT]
    command_type: UnionType  # a closed union of tagged structs
    event_type: UnionType  # a closed union of tagged structs; tags are unique within the engine
    # Whether players bet against each other: with stacks of chips, and with cards and a seed that stay
    # secret after the round.
    between_players: bool = False
    # How many of the last results a table shows; `outcome` gives each.
    results_shown: int = 20
    # Commands that belong to no round: they are accepted between rounds as well, for the next one.
    anytime_commands: tuple[type[GameCommand], ...] = ()

    # Rule sheets and tables

    def check_sheet(self, sheet: SheetT) -> list[Breach]:
        """Every way in which the rule sheet contradicts the regulation."""

    def check_setting(self, sheet: SheetT, setting: SettingT) -> list[Breach]:
        """Every way in which the table's setting contradicts its rule sheet or the regulation."""

    def describe(self, sheet: SheetT, setting: SettingT) -> JsonObject:
        """What a page needs to draw the table. It never changes during a round."""

    # A round

    def begin(self, sheet: SheetT, setting: SettingT, before: StateT | None, seats: Sequence[Seat]) -> StateT:
        """The state of a new round. `before` is the final state of the last round at the table."""

    def act(self, state: StateT, seat: Seat, command: CommandT_contra) -> tuple[EventT, ...]:
        """Carry out a player's command, or raise `Refused`."""

    def advance(self, state: StateT, chance: Chance) -> tuple[EventT, ...]:
        """What the house does next: close the bets, deal, draw, settle."""

    def default_action(self, state: StateT, seat: Seat) -> tuple[EventT, ...]:
        """What happens for a seat whose time is up."""

    def withdraw(self, state: StateT, seat: Seat) -> tuple[EventT, ...]:
        """What is returned to a player who leaves.

        At a table for several players, bets already placed stand.
        """

    def void(self, state: StateT, cause: str) -> tuple[EventT, ...]:
        """Return every stake, if that cause makes the round void; otherwise no event."""

    def apply(self, state: StateT, event: EventT) -> StateT:
        """The state after an event."""

    # Turn and time

    def waiting_for(self, state: StateT) -> Wait: ...

    def to_act(self, state: StateT) -> Sequence[Seat]:
        """The seats that must decide now."""
        return ()

    def clock(self, state: StateT) -> Clock | None:
        """The time of the seats in `to_act`; None without a decision."""
        return None

    def pause_ms(self, state: StateT) -> int:
        """Milliseconds that people need to see what just happened before the house continues."""

    # Shoe and draw

    def keeps_shoe(self, state: StateT) -> bool:
        """Whether the next round uses the same shoe: the same draw, and the seed stays sealed."""
        return False

    def end_shoe(self, state: StateT) -> StateT:
        """The state with its shoe discarded: the next round is dealt from a new one."""
        return state

    def draw_record(self, state: StateT) -> DrawRecord:
        """Everything that chance has given to this round. It is secret until the seed is opened."""

    def visible_positions(self, state: StateT, seat: Seat | None) -> tuple[int, ...]:
        """Places in the pack of the cards that a seat has seen (None: that everybody has seen).

        Used only where the seed stays sealed and cards are opened one by one; elsewhere opening the seed
        opens them all.
        """
        return ()

    # What people see

    def options(self, state: StateT, seat: Seat) -> JsonObject:
        """What that seat may do now."""

    def free_options(self, options: JsonObject) -> JsonObject:
        """Of the options of a seat, those that stake nothing more."""
        return options | ({"bet": False} if "bet" in options else {})

    def view(self, state: StateT, seat: Seat | None) -> JsonObject:
        """What that seat may see (None: what everybody may see), by whitelist."""

    def event_for_seat(self, event: EventT, seat: Seat | None) -> JsonObject | None:
        """The event as that seat may see it; None where it is not shown to that seat."""

    def chat_closed_by(self, state: StateT, seat: Seat) -> str:
        """The rule that closes the chat for that seat while cards are secret; empty if it is open."""
        return ""

    def is_hidden(self, event: EventT) -> bool:
        """Whether the event contains something not everybody may know yet, so that the journal seals it."""
        return False

    # Money and results

    def postings(self, event: EventT) -> tuple[Posting, ...]:
        """The transfers that an event makes."""

    def stakes(self, state: StateT) -> Mapping[Seat, Cents]:
        """What each seat has at stake, and after the end, what the rules carry over."""

    def results(self, state: StateT) -> Mapping[Seat, Result]:
        """Each seat's result once the round is over; empty before."""

    def outcome(self, state: StateT) -> str | None:
        """The result in the short form of the display of last results; None while there is none."""

    def explain(self, state: StateT, seat: Seat) -> tuple[ExplanationLine, ...]:
        """Why that seat was paid what it was paid, rule by rule."""

    # Seats with stacks, where players bet against each other

    def absence(self, state: StateT, seat: Seat) -> str:
        """Why a seat takes no part: "resting" (as allowed), "rested" (for longer), "short" (of chips),
        "waiting" (for the big blind); empty where it takes part.
        """
        return ""

    def stack(self, state: StateT, seat: Seat) -> Cents:
        """The chips that a seat may bet."""
        return 0

    def holds_hand(self, state: StateT, seat: Seat) -> bool:
        """Whether the seat still plays the hand of this round, or is fixed for the next cards."""
        return False

    def sit_out(self, state: StateT, seat: Seat, reason: str = "") -> tuple[EventT, ...]:
        """Make a seat sit out by the operator's decision; the player sees the reason."""
        return ()

    def ends_orbit(self, state: StateT) -> bool:
        """Whether every player has had the button after this round, so that a table session may end."""
        return True


# An engine whose own types the caller does not know.
AnyEngine = Engine[SheetTerms, SettingTerms, RoundState, GameCommand, GameEvent]


def as_any_engine(engine: Engine[SheetT, SettingT, StateT, CommandT_contra, EventT]) -> AnyEngine:
    """The same engine for callers that treat all games alike.

    They pass it only values that it made itself.
    """
    return cast(AnyEngine, engine)
