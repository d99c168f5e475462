"""The house's own words for what moves money and for how a stay ended."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

ROADS: dict[str, Promise] = {
    "stake": _("Bet"),
    "stake-lost": _("Losing stake collected"),
    "stake-back": _("Stake back"),
    "prize": _("Prize"),
    "stake-held": _("Stake held for the next round"),
    "held-lost": _("Held stake collected"),
    "held-back": _("Held stake back"),
    "opening": _("Opening balance of the demonstration"),
}


def road_said(road: str) -> str:
    return str(ROADS.get(road, road))
