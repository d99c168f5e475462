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
    "deposit": _("Deposit"),
    "withdrawal": _("Withdrawal asked"),
    "withdrawal-back": _("Withdrawal back in the balance"),
    "withdrawal-paid": _("Withdrawal paid"),
    "adjustment": _("Correction by the house"),
    "opening": _("Opening balance of the demonstration"),
}
GAMES: dict[str, Promise] = {
    "american-roulette": _("American roulette"),
    "french-roulette": _("French roulette"),
    "blackjack": _("Blackjack/21"),
    "baccarat": _("Ponto e banca"),
    "holdem": _("Hold'em poker"),
    "caribbean-stud": _("Póquer sem descarte"),
    "macau-stud": _("Macau stud"),
}


def road_said(road: str) -> str:
    return str(ROADS.get(road, road))


def game_said(system: str) -> str:
    return str(GAMES.get(system, system))
