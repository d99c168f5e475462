"""American and French roulette."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.catalogue.description import GameDescription, Picture, RoundDescription, SheetDescription
from games.catalogue.roulette import explanations, lobby_tile, sheet_form, specific_rules, table_settings
from games.catalogue.roulette.labels import place_label
from games.catalogue.roulette.picture import wheel_picture
from games.catalogue.roulette.published_odds import chance_table
from games.catalogue.roulette.table_messages import MESSAGES
from games.odds import roulette as odds
from games.rules.engine import as_any_engine
from games.rules.roulette.engine import ENGINE

ROUNDS = RoundDescription(
    explain=explanations.explain,
    bet_label=explanations.bet_label,
    place_label=place_label,
    last_result=explanations.last_result,
    events=explanations.EVENTS,
    event_details=explanations.event_details,
)
AMERICAN_ROULETTE = GameDescription(
    slug="american-roulette",
    name=_("American roulette"),
    hint=_("Wheels of 37 and 38 numbers"),
    position=10,
    engine=as_any_engine(ENGINE),
    odds=odds.AMERICAN_ODDS,
    messages=MESSAGES,
    tile_facts=lobby_tile.facts,
    sheet=SheetDescription(
        sheet_form.american(),
        specific_rules.facts,
        specific_rules.limits,
        {"zero_option": "lose-all", "variants": ["37"]},
    ),
    tables=table_settings.american(),
    rounds=ROUNDS,
    chance_table=chance_table,
)
FRENCH_ROULETTE = GameDescription(
    slug="french-roulette",
    name=_("French roulette"),
    hint=_("The French wheel, with call bets"),
    position=20,
    engine=as_any_engine(ENGINE),
    odds=odds.FRENCH_ODDS,
    messages=MESSAGES,
    tile_facts=lobby_tile.facts,
    sheet=SheetDescription(
        sheet_form.french(),
        specific_rules.facts,
        specific_rules.limits,
        {"zero_option": "la-partage", "variants": ["FR"]},
    ),
    tables=table_settings.french(),
    rounds=ROUNDS,
    chance_table=chance_table,
    picture=Picture("games/roulette/wheel.html", wheel_picture),
)
DESCRIPTIONS = (AMERICAN_ROULETTE, FRENCH_ROULETTE)
