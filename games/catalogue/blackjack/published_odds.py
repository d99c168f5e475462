"""How the odds of blackjack are published."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue.edge_table import OddsLabels
from games.rules.blackjack.settlement import INSURANCE_PRIZE


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


LABELS = OddsLabels(bet=_bet, prize=_prize, case=_case)
