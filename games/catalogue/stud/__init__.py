"""Póquer sem descarte and Macau stud."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.catalogue.description import GameDescription
from games.odds import stud as odds
from games.rules.stud import engine

CARIBBEAN_STUD = GameDescription(
    slug="caribbean-stud",
    name=_("Póquer sem descarte"),
    hint=_("Five cards against the bank, without discards"),
    position=60,
    engine=engine,
    odds=odds.CARIBBEAN_ODDS,
)
MACAU_STUD = GameDescription(
    slug="macau-stud",
    name=_("Macau stud"),
    hint=_("Five cards against the dealer, with a jackpot"),
    position=70,
    engine=engine,
    odds=odds.MACAU_ODDS,
)
DESCRIPTIONS = (CARIBBEAN_STUD, MACAU_STUD)
