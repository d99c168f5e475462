"""Ponto e banca, with its Macau variant."""

from __future__ import annotations

from pathlib import Path

from django.utils.translation import gettext_lazy as _

from games.catalogue.approval import Approval
from games.catalogue.baccarat import explanations, how_to_play, lobby_tile
from games.catalogue.baccarat.options import SHEET, TABLES
from games.catalogue.baccarat.published_odds import LABELS, edge_table, greatest_prize
from games.catalogue.baccarat.table_messages import MESSAGES
from games.catalogue.card_messages import CARD_MESSAGES
from games.catalogue.description import GameDescription, RoundDescription
from games.catalogue.draws import ShoeDraw
from games.catalogue.table_page import TablePage
from games.odds import baccarat as odds
from games.rules.baccarat.engine import ENGINE
from games.rules.baccarat.sheet import DECKS
from games.rules.engine import as_any_engine

BACCARAT = GameDescription(
    slug="baccarat",
    name=_("Ponto e banca"),
    hint=_("Ponto, banca or tie; also Macau style"),
    position=40,
    engine=as_any_engine(ENGINE),
    odds=odds.ODDS,
    messages={**CARD_MESSAGES, **MESSAGES},
    how_to_play=how_to_play.SENTENCES,
    tile_facts=lobby_tile.tile_facts,
    tile_limits=lobby_tile.tile_limits,
    tile_face=lobby_tile.FACE,
    variant_name=lobby_tile.variant_name,
    sheet=SHEET,
    tables=TABLES,
    rounds=RoundDescription(
        explain=explanations.explain,
        bet_label=explanations.bet_label,
        place_label=explanations.place_label,
        outcome_label=explanations.outcome_label,
        last_result=explanations.last_result,
        events=explanations.EVENTS,
    ),
    rule_prefix="PB",
    approval=Approval("PB-P3"),
    base_rules=Path(__file__).with_name("base_rules.toml"),
    regulation=Path(__file__).with_name("regulation.txt"),
    odds_labels=LABELS,
    edge_table=edge_table,
    greatest_prize=greatest_prize,
    has_decisions=False,
    draw=ShoeDraw(DECKS, kept=True),
    page=TablePage(folder="baccarat", sheets=("table", "zones", "side")),
)
DESCRIPTIONS = (BACCARAT,)
