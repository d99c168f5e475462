"""Hold'em poker."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.catalogue.description import GameDescription
from games.odds import holdem as odds
from games.rules.holdem import engine

HOLDEM = GameDescription(
    slug="holdem",
    name=_("Hold'em poker"),
    hint=_("Players against each other, two cards of one's own and five for all"),
    position=50,
    engine=engine,
    odds=odds.ODDS,
)
DESCRIPTIONS = (HOLDEM,)
