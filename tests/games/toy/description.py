"""The description of the coin: all that the product knows about it besides its rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from games.catalogue.approval import Approval
from games.catalogue.description import (
    GameDescription,
    Money,
    RoundDescription,
    SheetDescription,
    TableDescription,
    TileFacts,
    Values,
)
from games.catalogue.draws import WheelDraw
from games.catalogue.edge_table import EdgeRow, EdgeTable, OddsLabels
from games.catalogue.options import TIMES, Group, Sentence, sheet_option, table_option, times
from games.catalogue.shared_options import (
    LIMITS,
    MAXIMUM,
    MAXIMUM_BETS,
    MINIMUM,
    SEATS,
    TABLE,
    TWO_PEOPLE,
    betting,
    mode,
    offer,
    pace,
    rest,
)
from games.catalogue.table_limits import Amount, BetLimit, chance_limits
from games.catalogue.table_page import TablePage
from games.odds.game_odds import GameOdds
from games.odds.outcomes import Outcome, Rounds
from games.odds.worth import Worth
from games.rules.engine import as_any_engine
from games.rules.shared.money import Cents
from tests.games.toy.rules import ENGINE, MAX_TIMES, SIDES, Setting, Sheet

LABELS = {"heads": "Heads", "tails": "Tails"}


def _explain(code: str, values: Values, shown: Values) -> str:
    return f"The coin shows {LABELS[values['side']]}." if code == "coin" else ""


def _tile(setting: Setting, described: Mapping[str, Any], money: Money) -> TileFacts:
    return (("Minimum", money(setting.minimum)), ("Maximum", money(setting.maximum)))


def _limits(described: Mapping[str, Any]) -> Iterator[BetLimit]:
    return chance_limits(described["kinds"], LABELS)


def _sheet_limits(sheet: Sheet, setting: Setting) -> tuple[Amount, ...]:
    return Amount("Minimum", setting.minimum), Amount("Maximum", setting.maximum)


def _worths(sheet: Sheet, setting: Setting) -> Iterator[Worth]:
    for side in SIDES:
        yield Worth(side, Fraction(0))


def _outcomes(sheet: Sheet, setting: Setting) -> Rounds:
    half, twice, nothing = Fraction(1, 2), Fraction(2), Fraction(0)
    return Rounds(
        SIDES, SIDES, (Outcome("heads", half, (twice, nothing)), Outcome("tails", half, (nothing, twice)))
    )


def _greatest_cost(sheet: Sheet, setting: Setting) -> Cents:
    return setting.seats * setting.maximum


def _edge_table(sheet: Sheet) -> EdgeTable:
    rows = tuple(EdgeRow(LABELS[side], "1 × stake", (Fraction(0),)) for side in SIDES)
    return EdgeTable(("House edge",), rows, "The coin is fair.")


COIN = GameDescription(
    slug="coin",
    name="The coin",
    hint="Heads or tails",
    position=80,
    rule_prefix="CG",
    approval=Approval("CG-1"),
    base_rules=Path(__file__).with_name("base_rules.toml"),
    engine=as_any_engine(ENGINE),
    odds=GameOdds(
        worths=_worths,
        sheet={},
        setting={"minimum": 100, "maximum": 1_000},
        outcomes=_outcomes,
        greatest_cost=_greatest_cost,
    ),
    odds_labels=OddsLabels(bet=LABELS.__getitem__),
    edge_table=_edge_table,
    draw=WheelDraw({"coin": ("H", "T")}),
    page=TablePage(folder="coin", sheets=("table",), cards=False),
    messages={"coin.heads": "Heads", "coin.tails": "Tails"},
    tile_facts=_tile,
    tile_limits=lambda setting, described: (setting.minimum, setting.maximum),
    sheet=SheetDescription(
        groups=(
            Group(
                MAXIMUM_BETS,
                (
                    sheet_option(
                        "max_times",
                        "count",
                        "Maximum bet",
                        "So many times the minimum.",
                        "CG-3",
                        least=1,
                        most=MAX_TIMES,
                        unit=TIMES,
                        for_tables=True,
                        sentence=Sentence(text=times),
                    ),
                ),
            ),
            offer("CG-1"),
        ),
        order=("max_times",),
        limits=_sheet_limits,
    ),
    tables=TableDescription(
        groups=(
            Group(
                TABLE, (mode("CG-2"), table_option("seats", "count", SEATS, "CG-2", default=5)), TWO_PEOPLE
            ),
            Group(
                LIMITS,
                (
                    table_option("minimum", "money", MINIMUM, "CG-3", default=100),
                    table_option("maximum", "money", MAXIMUM, "CG-3", default=1_000),
                ),
                TWO_PEOPLE,
            ),
            pace(betting("CG-4", default=10), rest(5, "")),
        ),
        limits=_limits,
    ),
    rounds=RoundDescription(
        explain=_explain, bet_label=lambda values: LABELS[values["place"]], events={"coin-fell": "Coin fell"}
    ),
)
DESCRIPTIONS = (COIN,)
