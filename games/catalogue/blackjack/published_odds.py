"""How the odds of blackjack are published."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue.edge_table import OddsLabels
from games.rules.blackjack.settlement import INSURANCE_PRIZE, PRIZES, SPECIAL_PRIZE
from games.rules.blackjack.sheet import Sheet


def _bet(bet: str) -> str:
    return {"bet": _("Initial bet"), "insurance": _("Insurance")}.get(bet, bet)


def _prize(bet: str) -> str:
    match bet:
        case "bet":
            return _("1 × stake, a blackjack 3/2")
        case "insurance":
            return _("%(times)s × stake") % {"times": INSURANCE_PRIZE}
    return "–"


def _case(case: Mapping[str, Any]) -> str:
    return ngettext("%(count)s deck", "%(count)s decks", case["decks"]) % {"count": case["decks"]}


def greatest_prize(sheet: Sheet) -> Fraction:
    """A special combination is paid besides the prize of its hand, which is no blackjack.  [BJ-25i]"""
    combination = SPECIAL_PRIZE + Fraction(*PRIZES["nearer"]) if sheet.special_prizes else Fraction(0)
    return max(combination, Fraction(INSURANCE_PRIZE), *(Fraction(*prize) for prize in PRIZES.values()))


LABELS = OddsLabels(bet=_bet, prize=_prize, case=_case)
