"""Ponto e banca, with its Macau variant."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.catalogue.description import GameDescription
from games.odds import baccarat as odds
from games.rules.baccarat import engine

BACCARAT = GameDescription(
    slug="baccarat",
    name=_("Ponto e banca"),
    hint=_("Ponto, banca or tie; also the Macau way"),
    position=40,
    engine=engine,
    odds=odds.ODDS,
)
DESCRIPTIONS = (BACCARAT,)
