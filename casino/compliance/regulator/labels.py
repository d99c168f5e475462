"""Labels for the totals of a file, which are kept by codes."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.catalogue import GAME_NAMES
from players.models import Player
from players.protection.models import Exclusion
from players.wallet.transfer_kinds import TRANSFER_KIND_NAMES

# Labels of the first part of a code; the part after it names a game or a kind.
FIRST: dict[str, str | Promise] = {
    "movement": _("Movements"), "visit": _("Visits to the site"), "player": _("Players"),
    "exclusion": _("Exclusions"), "stake": _("Bets"), "entry": _("Commission on the buy-in"),
    "settlement": _("Paid to players"), "refund": _("Refunds"), "commission": _("Commission"),
}  # fmt: skip
AFTER: dict[str, Mapping[str, str | Promise]] = {
    "movement": TRANSFER_KIND_NAMES,
    "player": dict(Player.Status.choices),
    "exclusion": dict(Exclusion.Source.choices),
}


def total_label(code: str) -> str:
    """«stake.caribbean-stud» as «Bets · Póquer sem descarte»; a part without a label is shown as it is."""
    first, *rest = code.split(".", 1)
    labels = AFTER.get(first, GAME_NAMES)
    return " · ".join([str(FIRST.get(first, first)), *(str(labels.get(part, part)) for part in rest)])
