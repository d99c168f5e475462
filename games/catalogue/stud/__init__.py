"""Póquer sem descarte and Macau stud."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from django.utils.translation import gettext_lazy as _
from msgspec import structs

from games.catalogue.card_messages import CARD_MESSAGES
from games.catalogue.cards import poker_hand_details
from games.catalogue.description import GameDescription, RoundDescription
from games.catalogue.draws import ShoeDraw
from games.catalogue.stud import explanations, how_to_play, lobby_tile, macau_words
from games.catalogue.stud.approval import CARIBBEAN_APPROVAL, MACAU_APPROVAL
from games.catalogue.stud.options import describe_sheet, describe_tables
from games.catalogue.stud.published_odds import LABELS, MACAU_LABELS, edge_table, greatest_prize
from games.catalogue.stud.table_messages import MESSAGES
from games.catalogue.table_page import TablePage
from games.odds import stud as odds
from games.rules.engine import as_any_engine
from games.rules.stud.engine import ENGINE
from games.rules.stud.macau import VARIANT as MACAU_RULES
from games.rules.stud.variant import CARIBBEAN, MACAU

DRAW = ShoeDraw(decks=(1,))
FOLDER = Path(__file__).parent
PAGE = TablePage(folder="stud", sheets=("table", "side"))


def describe_rounds(words: explanations.StudWords) -> RoundDescription:
    return RoundDescription(
        explain=words.explain,
        bet_label=words.bet_label,
        place_label=words.place_label,
        outcome_label=words.outcome_label,
        last_result=words.last_result,
        events=explanations.EVENTS,
        event_details=partial(poker_hand_details, words.hands),
        stake_events=("bet-placed", "continued"),
        hands=words.hands,
    )


CARIBBEAN_STUD = GameDescription(
    slug="caribbean-stud",
    name=_("Póquer sem descarte"),
    hint=_("Five cards against the bank, without discards"),
    position=60,
    engine=as_any_engine(ENGINE),
    odds=odds.CARIBBEAN_ODDS,
    messages={**CARD_MESSAGES, **MESSAGES},
    how_to_play=how_to_play.CARIBBEAN,
    tile_facts=lobby_tile.tile_facts,
    tile_limits=lobby_tile.tile_limits,
    tile_face=lobby_tile.FACE,
    sheet=describe_sheet(CARIBBEAN),
    tables=describe_tables(CARIBBEAN),
    rounds=describe_rounds(explanations.CARIBBEAN),
    rule_prefix="CS",
    approval=CARIBBEAN_APPROVAL,
    base_rules=FOLDER / "caribbean_stud.toml",
    regulation=FOLDER / "caribbean_regulation.txt",
    odds_labels=LABELS,
    edge_table=edge_table,
    greatest_prize=greatest_prize,
    draw=DRAW,
    page=PAGE,
)
MACAU_STUD = GameDescription(
    slug="macau-stud",
    name=_("Macau stud"),
    hint=_("Five cards against the dealer, with a jackpot"),
    position=70,
    engine=as_any_engine(ENGINE),
    odds=odds.MACAU_ODDS,
    messages={**CARD_MESSAGES, **MESSAGES, **macau_words.MESSAGES},
    how_to_play=how_to_play.MACAU,
    tile_facts=lobby_tile.tile_facts,
    tile_limits=lobby_tile.tile_limits,
    tile_face=lobby_tile.FACE,
    sheet=describe_sheet(MACAU),
    tables=describe_tables(MACAU),
    # Nothing may record past results at this game.  [MS-12.1]
    rounds=structs.replace(
        describe_rounds(explanations.MACAU), shows_last_results=False, review_rule="MS-12.1"
    ),
    rule_prefix="MS",
    approval=MACAU_APPROVAL,
    base_rules=FOLDER / "macau_stud.toml",
    regulation=FOLDER / "macau_regulation.txt",
    odds_labels=MACAU_LABELS,
    edge_table=edge_table,
    greatest_prize=greatest_prize,
    draw=DRAW,
    page=PAGE,
    prohibitions=MACAU_RULES.prohibitions,
    silence_rule=MACAU_RULES.silence,
    silence=_("At Macau stud, nobody writes in the chat from the first card to the last decision."),
    # The regulation has no limits and clocks, so the operator applies the rules of póquer sem descarte.
    other_rules={"CS": "caribbean-stud"},
)
DESCRIPTIONS = (CARIBBEAN_STUD, MACAU_STUD)
