"""What the product knows about a game besides its rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from msgspec import Struct

from games.catalogue.approval import Approval
from games.catalogue.draws import Draw
from games.catalogue.edge_table import EdgeTable, OddsLabels
from games.catalogue.options import Fact, Group, Option
from games.catalogue.round_sums import RoundSums
from games.catalogue.shared_options import LAST_SENTENCES
from games.catalogue.table_limits import Amount, BetLimit
from games.catalogue.table_page import TablePage
from games.catalogue.text import Text
from games.odds.game_odds import GameOdds
from games.rules.engine import AnyEngine

Values = Mapping[str, Any]  # the figures of one line of an explanation
Money = Callable[[int], str]  # cents as people write them, in the currency of a table
TileFacts = tuple[tuple[str, str], ...]


class LastResult(Struct, frozen=True):
    """One of the last results: a short text, the mark that styles it, a description, a number's colour."""

    text: str
    mark: str = ""
    description: str = ""
    colour: str = ""


class RoundDescription(Struct, frozen=True, kw_only=True):
    """The texts for the record of a round.

    `explain` takes a code, its values and the same values formatted as text. It returns a sentence, or ""
    if it has none.
    """

    explain: Callable[[str, Values, Values], str]
    bet_label: Callable[[Values], str] = lambda values: ""
    place_label: Callable[[str], str] = str
    outcome_label: Callable[[str], str] = str
    last_result: Callable[[str], LastResult] = LastResult
    shows_last_results: bool = True
    events: Mapping[str, Text] = {}
    event_details: Callable[[Any], Iterable[str]] = lambda event: ()
    stake_events: tuple[str, ...] = ("bet-placed",)  # the kinds of events that take a stake from a player
    hands: Mapping[str, Text] = {}  # what its regulation calls the poker hands
    has_hand_files: bool = False  # whether players can take its hands along as files
    review_rule: str = ""  # the rule that forbids reviewing its rounds while sitting at one of its tables


class SheetDescription(Struct, frozen=True, kw_only=True):
    """A game's rule sheet: its options in the groups of the form, and the limits that it gives to a table.

    `order` is the order in which players read the options, up to those that every game has.
    """

    groups: tuple[Group, ...]
    order: tuple[str, ...]
    limits: Callable[[Any, Any], tuple[Amount, ...]]

    @property
    def options(self) -> tuple[Option, ...]:
        return tuple(option for group in self.groups for option in group.fields)

    def facts(self, sheet: Any) -> tuple[Fact, ...]:
        """The rules of a sheet as players read them."""
        order = (*self.order, *LAST_SENTENCES)
        facts = [fact for option in self.options for fact in option.facts(sheet)]
        return tuple(sorted(facts, key=lambda fact: order.index(fact.field)))

    @property
    def first_draft(self) -> Mapping[str, Any]:
        """Initial values of an operator's first draft where the rules have no default."""
        return {option.path: option.default for option in self.options if option.default is not None}


class TableDescription(Struct, frozen=True, kw_only=True):
    """The setting of a table: its options in the groups of the form, and the limits of bets.

    `limits` reads the engine's description of a table.
    """

    groups: tuple[Group, ...]
    limits: Callable[[Mapping[str, Any]], Iterable[BetLimit]]

    @property
    def options(self) -> tuple[Option, ...]:
        return tuple(option for group in self.groups for option in group.fields)

    @property
    def affect_odds(self) -> tuple[str, ...]:
        """The fields of a setting on which the worth of a bet depends."""
        return tuple(option.path for option in self.options if option.affects_odds)

    @property
    def initial(self) -> Mapping[str, Any]:
        """The values of a new table."""
        return {option.path: option.default for option in self.options if option.default is not None}


class ChanceRow(Struct, frozen=True, kw_only=True):
    """One kind of bet on numbers: numbers covered, prize, maximum, and edge on each variant."""

    label: str
    numbers: int
    prize: tuple[int, int]
    times: int  # the minimum bet
    edges: tuple[Fraction, ...]


class ChanceTable(Struct, frozen=True):
    """The chances of a game whose edges are computed for each variant of its equipment."""

    variants: tuple[str, ...]
    variant_labels: tuple[str, ...]
    chances: tuple[ChanceRow, ...]


class Picture(Struct, frozen=True):
    """A drawing of a table for the home page: a template, and its context from the table's setting."""

    template: str
    context: Callable[[Any], Mapping[str, Any]]


class TileFace(Struct, frozen=True):
    """The drawing of a table in the lobby.

    `values` reads the table's setting and its newest outcome, "" without one; `marks` is how many of the last
    results are drawn.
    """

    template: str
    values: Callable[[Any, str], Mapping[str, Any]] = lambda setting, outcome: {}
    marks: int = 0

    def values_of(self, setting: Any, results: tuple[LastResult, ...]) -> Mapping[str, Any]:
        return self.values(setting, results[0].text if results else "")

    def marks_of(self, results: tuple[LastResult, ...]) -> list[str]:
        """The marks of the last results that the face draws, oldest first, with empty places at the end."""
        marks = [result.mark for result in reversed(results[: self.marks])]
        return marks + [""] * (self.marks - len(marks))


class GameDescription(Struct, frozen=True, kw_only=True):
    """One game. `slug` identifies it in URLs, in the record and in every published format.

    `rule_prefix` begins the id of each of its rules, as BJ in [BJ-15e].
    """

    slug: str
    name: Text
    hint: Text  # one line on how it is played
    how_to_play: tuple[Text, ...] = ()  # the game in five sentences
    position: int  # its place in lists of games
    rule_prefix: str
    approval: Approval
    base_rules: Path  # the regulation's rules in the operator's words, in both languages
    regulation: Path | None = None  # the regulation's text as the gazette printed it
    engine: AnyEngine
    odds: GameOdds
    odds_labels: OddsLabels
    draw: Draw
    page: TablePage
    messages: Mapping[str, Text]  # the sentences of its live table
    tile_facts: Callable[[Any, Mapping[str, Any], Money], TileFacts]
    # The least and the most of one bet of a setting; None where a bet has no maximum of its own.
    tile_limits: Callable[[Any, Mapping[str, Any]], tuple[int, int | None]]
    rounds: RoundDescription
    sheet: SheetDescription
    tables: TableDescription
    chance_table: Callable[[Any], ChanceTable] | None = None
    edge_table: Callable[[Any], EdgeTable] | None = None  # where the edges are exact and computed at once
    # The most that one unit of stake wins under a sheet, apart from jackpots; None where players win from
    # each other.  [903-B 6.1.6.9]
    greatest_prize: Callable[[Any], Fraction | None] = lambda sheet: None
    # Whether what players decide after their bet changes what they win.  [903-B 6.1.2.2]
    has_decisions: bool = True
    prohibitions: Mapping[str, str] = {}  # what its players may not do, each code with its rule
    silence_rule: str = ""  # the rule that closes the chat while cards are secret
    silence: Text = ""  # what that rule says, for players
    # The sums of a finished round under another sheet, if they follow from its events without a replay.
    recount: Callable[[Any, Iterable[Any | None], Any], tuple[RoundSums, RoundSums]] | None = None
    has_table_sessions: bool = False  # whether its tables may run in sessions for which players register
    # Other regulations that its tables cite: the prefix of their rules, and the game.
    other_rules: Mapping[str, str] = {}
    picture: Picture | None = None
    tile_face: TileFace = TileFace("portal/lobby/cloth_pattern.html")
    variant_name: Callable[[Any], str] | None = None  # of a table's setting, where the game has variants
