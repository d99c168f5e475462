"""Blackjack/21."""

from __future__ import annotations

from pathlib import Path

from django.utils.translation import gettext_lazy as _

from games.catalogue.approval import Approval
from games.catalogue.blackjack import explanations, how_to_play, lobby_tile
from games.catalogue.blackjack.options import SHEET, TABLES
from games.catalogue.blackjack.published_odds import LABELS, greatest_prize
from games.catalogue.blackjack.table_messages import MESSAGES
from games.catalogue.card_messages import CARD_MESSAGES
from games.catalogue.description import GameDescription, RoundDescription
from games.catalogue.draws import ShoeDraw
from games.catalogue.table_page import TablePage
from games.odds.blackjack_spread import ODDS
from games.rules.blackjack.engine import ENGINE
from games.rules.blackjack.sheet import DECKS
from games.rules.engine import as_any_engine

BLACKJACK = GameDescription(
    slug="blackjack",
    name=_("Blackjack/21"),
    hint=_("Get closer to 21 than the bank without going over"),
    position=30,
    engine=as_any_engine(ENGINE),
    odds=ODDS,
    messages={**CARD_MESSAGES, **MESSAGES},
    how_to_play=how_to_play.SENTENCES,
    tile_facts=lobby_tile.tile_facts,
    tile_limits=lobby_tile.tile_limits,
    tile_face=lobby_tile.FACE,
    sheet=SHEET,
    tables=TABLES,
    rounds=RoundDescription(
        explain=explanations.explain,
        bet_label=explanations.bet_label,
        place_label=explanations.place_label,
        outcome_label=explanations.outcome_label,
        last_result=explanations.last_result,
        events=explanations.EVENTS,
        stake_events=("bet-placed", "hand-doubled", "hand-split", "insurance-placed"),
    ),
    rule_prefix="BJ",
    approval=Approval("BJ-P3"),
    base_rules=Path(__file__).with_name("base_rules.toml"),
    regulation=Path(__file__).with_name("regulation.txt"),
    odds_labels=LABELS,
    greatest_prize=greatest_prize,
    # The bank's second card may go away unturned.
    draw=ShoeDraw(DECKS, kept=True, unturned=1),
    page=TablePage(folder="blackjack", sheets=("table", "hand_strip")),
)
DESCRIPTIONS = (BLACKJACK,)
