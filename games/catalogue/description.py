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
from games.catalogue.round_sums import RoundSums
from games.catalogue.rule_facts import Amount, Fact
from games.catalogue.setting_fields import BetLimit, SettingGroup
from games.catalogue.sheet_fields import Group
from games.catalogue.table_page import TablePage
from games.catalogue.text import Text
from games.odds.game_odds import GameOdds
from games.rules.engine import AnyEngine

Values = Mapping[str, Any]  # the figures of one line of an explanation
Money = Callable[[int], str]  # cents as people write them, in the currency of a table
TileFacts = tuple[tuple[str, str], ...]


class LastResult(Struct, frozen=True):
    """One of the last results: a short text, the mark that styles it, a description, and the colour of a number."""

    text: str
    mark: str = ""
    description: str = ""
    colour: str = ""


class RoundDescription(Struct, frozen=True, kw_only=True):
    """How the record of a round is told.

    `explain` makes a sentence of a code, of its values and of the same values as people write them; "" where it has none.
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


class SheetDescription(Struct, frozen=True):
    """A game's rule sheet: the fields of its form, what it says in words, and the limits it gives to a table."""

    groups: tuple[Group, ...]
    facts: Callable[[Any], tuple[Fact, ...]]
    limits: Callable[[Any, Any], tuple[Amount, ...]]
    # What the first draft of an operator begins with, where the rules have no default. The author still decides.
    first_draft: Mapping[str, Any] = {}


class TableDescription(Struct, frozen=True, kw_only=True):
    """What is set at a table of the game: the fields, what a new table begins with, the limits that follow.

    `limits` reads what the engine's `describe` says of a table.
    """

    groups: tuple[SettingGroup, ...]
    initial: Mapping[str, Any]
    limits: Callable[[Mapping[str, Any]], Iterable[BetLimit]]


class Chance(Struct, frozen=True, kw_only=True):
    """One kind of bet on numbers: what it covers, what it pays, how much may be staked, the edge on each variant."""

    label: str
    numbers: int
    prize: tuple[int, int]
    times: int  # the minimum bet
    edges: tuple[Fraction, ...]


class ChanceTable(Struct, frozen=True):
    """The chances of a game whose edges are computed for each variant of its equipment."""

    variants: tuple[str, ...]
    variant_labels: tuple[str, ...]
    chances: tuple[Chance, ...]


class Picture(Struct, frozen=True):
    """A drawing of the game for the home page: a template and its context."""

    template: str
    context: Callable[[], Mapping[str, Any]]


class GameDescription(Struct, frozen=True, kw_only=True):
    """One game. `slug` stands in addresses, in the record and in every published format.

    `rule_prefix` begins the id of each of its rules, as BJ in [BJ-15e].
    """

    slug: str
    name: Text
    hint: Text  # one line on how it is played
    position: int  # its place in lists of games
    rule_prefix: str
    approval: Approval
    base_rules: Path  # the regulation's rules in the operator's words, in both languages
    engine: AnyEngine
    odds: GameOdds
    odds_labels: OddsLabels
    draw: Draw
    page: TablePage
    messages: Mapping[str, Text]  # the sentences of its live table
    tile_facts: Callable[[Any, Mapping[str, Any], Money], TileFacts]
    rounds: RoundDescription
    sheet: SheetDescription
    tables: TableDescription
    chance_table: Callable[[Any], ChanceTable] | None = None
    edge_table: Callable[[Any], EdgeTable] | None = None  # where the edges are exact and computed at once
    prohibitions: Mapping[str, str] = {}  # what its players may not do, each code with its rule
    silence_rule: str = ""  # the rule that closes the chat while cards are secret
    silence: Text = ""  # what that rule says, for players
    # The sums of a finished round under another sheet, where they follow from its events without playing it again.
    recount: Callable[[Any, Iterable[Any | None], Any], tuple[RoundSums, RoundSums]] | None = None
    has_table_sessions: bool = False  # whether its tables may run in sessions for which players register
    other_rules: Mapping[
        str, str
    ] = {}  # other regulations that its tables cite: the prefix of their rules, and the game
    picture: Picture | None = None
