"""Hold'em poker."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.catalogue.card_messages import CARD_MESSAGES
from games.catalogue.cards import poker_hand_details
from games.catalogue.description import GameDescription, RoundDescription, SheetDescription
from games.catalogue.holdem import explanations, lobby_tile, sheet_form, specific_rules
from games.catalogue.holdem.table_messages import MESSAGES
from games.catalogue.holdem.table_settings import TABLES
from games.odds import holdem as odds
from games.rules.engine import as_any_engine
from games.rules.holdem.engine import ENGINE

HOLDEM = GameDescription(
    slug="holdem",
    name=_("Hold'em poker"),
    hint=_("Players against each other, two cards of one's own and five for all"),
    position=50,
    engine=as_any_engine(ENGINE),
    odds=odds.ODDS,
    messages={**CARD_MESSAGES, **MESSAGES},
    tile_facts=lobby_tile.facts,
    sheet=SheetDescription(sheet_form.groups(), specific_rules.facts, specific_rules.limits),
    tables=TABLES,
    rounds=RoundDescription(
        explain=explanations.explain,
        outcome_label=explanations.outcome_label,
        last_result=explanations.last_result,
        events=explanations.EVENTS,
        event_details=poker_hand_details,
    ),
)
DESCRIPTIONS = (HOLDEM,)
