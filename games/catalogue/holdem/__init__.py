"""Hold'em poker."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from django.utils.translation import gettext_lazy as _

from games.catalogue.approval import Approval
from games.catalogue.card_messages import CARD_MESSAGES
from games.catalogue.cards import POKER_HANDS, poker_hand_details
from games.catalogue.description import GameDescription, RoundDescription
from games.catalogue.draws import PackDraw
from games.catalogue.holdem import explanations, how_to_play, lobby_tile
from games.catalogue.holdem.options import SHEET, TABLES
from games.catalogue.holdem.published_odds import LABELS
from games.catalogue.holdem.recount import recount
from games.catalogue.holdem.table_messages import MESSAGES
from games.catalogue.table_page import TablePage
from games.odds import holdem as odds
from games.rules.engine import as_any_engine
from games.rules.holdem.conduct import PROHIBITIONS
from games.rules.holdem.engine import ENGINE

HOLDEM = GameDescription(
    slug="holdem",
    name=_("Hold'em poker"),
    hint=_("Players against each other, with two cards each and five shared cards"),
    position=50,
    engine=as_any_engine(ENGINE),
    odds=odds.ODDS,
    messages={**CARD_MESSAGES, **MESSAGES},
    how_to_play=how_to_play.SENTENCES,
    tile_facts=lobby_tile.tile_facts,
    tile_limits=lobby_tile.tile_limits,
    tile_face=lobby_tile.FACE,
    sheet=SHEET,
    tables=TABLES,
    rounds=RoundDescription(
        explain=explanations.explain,
        outcome_label=explanations.outcome_label,
        last_result=explanations.last_result,
        events=explanations.EVENTS,
        stake_events=("bought-in", "topped-up", "called", "raised"),
        event_details=partial(poker_hand_details, POKER_HANDS),
        hands=POKER_HANDS,
        has_hand_files=True,
    ),
    rule_prefix="HE",
    approval=Approval("HE-P3"),
    base_rules=Path(__file__).with_name("base_rules.toml"),
    regulation=Path(__file__).with_name("regulation.txt"),
    odds_labels=LABELS,
    draw=PackDraw(common=(0, 3, 4, 5)),
    page=TablePage(folder="holdem", sheets=("table", "middle", "actions", "small_screens"), tray=False),
    prohibitions=PROHIBITIONS,
    silence_rule="HE-11d",
    silence=_(
        "At hold'em, a player who holds or has seen cards of a hand cannot write in the chat until that "
        "hand is over."
    ),
    recount=recount,
    has_table_sessions=True,
)
DESCRIPTIONS = (HOLDEM,)
