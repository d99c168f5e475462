"""Póquer sem descarte and Macau stud."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from msgspec import structs

from games.catalogue.card_messages import CARD_MESSAGES
from games.catalogue.cards import poker_hand_details
from games.catalogue.description import GameDescription, RoundDescription, SheetDescription
from games.catalogue.stud import explanations, lobby_tile, sheet_form, specific_rules
from games.catalogue.stud.table_messages import MESSAGES
from games.catalogue.stud.table_settings import CARIBBEAN_TABLES, MACAU_TABLES
from games.odds import stud as odds
from games.rules.engine import as_any_engine
from games.rules.stud.engine import ENGINE

ROUNDS = RoundDescription(
    explain=explanations.explain,
    bet_label=explanations.bet_label,
    place_label=explanations.place_label,
    outcome_label=explanations.outcome_label,
    last_result=explanations.last_result,
    events=explanations.EVENTS,
    event_details=poker_hand_details,
)
CARIBBEAN_STUD = GameDescription(
    slug="caribbean-stud",
    name=_("Póquer sem descarte"),
    hint=_("Five cards against the bank, without discards"),
    position=60,
    engine=as_any_engine(ENGINE),
    odds=odds.CARIBBEAN_ODDS,
    messages={**CARD_MESSAGES, **MESSAGES},
    tile_facts=lobby_tile.facts,
    sheet=SheetDescription(sheet_form.caribbean(), specific_rules.facts, specific_rules.limits),
    tables=CARIBBEAN_TABLES,
    rounds=ROUNDS,
)
MACAU_STUD = GameDescription(
    slug="macau-stud",
    name=_("Macau stud"),
    hint=_("Five cards against the dealer, with a jackpot"),
    position=70,
    engine=as_any_engine(ENGINE),
    odds=odds.MACAU_ODDS,
    messages={**CARD_MESSAGES, **MESSAGES},
    tile_facts=lobby_tile.facts,
    sheet=SheetDescription(sheet_form.macau(), specific_rules.facts, specific_rules.limits),
    tables=MACAU_TABLES,
    # Nothing may record past results at this game.  [MS-12.1]
    rounds=structs.replace(ROUNDS, shows_last_results=False),
)
DESCRIPTIONS = (CARIBBEAN_STUD, MACAU_STUD)
