"""Labels for the codes of the roulettes: chances, wheels, the zero options, call bets, colours."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from games.catalogue.labels import label_for
from games.catalogue.roulette.table_messages import MESSAGES
from games.catalogue.text import Text
from games.rules.roulette.layout import BetKind

CHANCES: dict[str, Text] = {kind: MESSAGES[f"kind.{kind}"] for kind in BetKind}
WHEELS: dict[str, Text] = {
    "37": gettext_lazy("37 numbers, one zero"),
    "38": gettext_lazy("38 numbers, zero and double zero"),
    "FR": gettext_lazy("37 numbers, French wheel"),
}
ZERO_OPTIONS: dict[str, Text] = {
    "lose-all": gettext_lazy("at zero, even chances lose the whole stake"),
    "la-partage": gettext_lazy("at zero, even chances lose half of the stake and get the other half back"),
    "en-prison": gettext_lazy("at zero, stakes on even chances are held for the next round"),
}
CALL_BETS: dict[str, Text] = {
    "voisins": gettext_lazy("neighbours of zero (series 0-2-3)"),
    "tiers": gettext_lazy("series 5-8"),
    "orphelins": gettext_lazy("orphans"),
    "neighbours-2": gettext_lazy("a number and two neighbours"),
    "neighbours-4": gettext_lazy("a number and four neighbours"),
    "neighbours-6": gettext_lazy("a number and six neighbours"),
    "finals": gettext_lazy("finals"),
}
COLOURS: dict[str, Text] = {name: MESSAGES[f"colour.{name}"] for name in ("red", "black", "green")}


def place_label(place: str) -> str:
    """«Pleno 17», «Dúzia 1-12», «Par»."""
    kind, _colon, numbers = place.partition(":")
    return f"{label_for(CHANCES, kind)} {numbers.replace('+', ' + ')}".strip()
