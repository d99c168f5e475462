"""How the odds of hold'em are published: the commission that players of several kinds pay."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.catalogue.edge_table import OddsLabels
from players.shared.money import format_money


def _bet(bet: str) -> str:
    labels = {
        "rake": _("Commission, among players of every kind"),
        "rake of the cautious": _("Commission, a cautious player"),
        "rake of the solid": _("Commission, a solid player"),
        "rake of the bold": _("Commission, a bold player"),
        "rake of the loose": _("Commission, a loose player"),
    }
    return labels.get(bet, bet)


def _case(case: Mapping[str, Any]) -> str:
    return _("big blind %(amount)s") % {"amount": format_money(case["minimum"], "EUR")}


LABELS = OddsLabels(
    bet=_bet,
    case=_case,
    # [HE-2o] [HE-17a]
    prizes=gettext_lazy(
        "The pot contains the bets of all players. Its winner receives it less the commission; nothing is "
        "paid on top."
    ),
)
