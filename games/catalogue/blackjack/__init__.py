"""Blackjack/21."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.catalogue.description import GameDescription
from games.odds import blackjack as odds
from games.rules.blackjack import engine

BLACKJACK = GameDescription(
    slug="blackjack",
    name=_("Blackjack/21"),
    hint=_("Nearer to 21 than the bank, without going over"),
    position=30,
    engine=engine,
    odds=odds.ODDS,
)
DESCRIPTIONS = (BLACKJACK,)
