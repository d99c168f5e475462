"""American and French roulette."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.catalogue.description import GameDescription
from games.odds import roulette as odds
from games.rules.roulette import engine

AMERICAN_ROULETTE = GameDescription(
    slug="american-roulette",
    name=_("American roulette"),
    hint=_("Wheels of 37 and 38 numbers"),
    position=10,
    engine=engine,
    odds=odds.AMERICAN_ODDS,
)
FRENCH_ROULETTE = GameDescription(
    slug="french-roulette",
    name=_("French roulette"),
    hint=_("The French wheel, with call bets"),
    position=20,
    engine=engine,
    odds=odds.FRENCH_ODDS,
)
DESCRIPTIONS = (AMERICAN_ROULETTE, FRENCH_ROULETTE)
