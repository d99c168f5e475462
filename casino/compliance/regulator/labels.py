"""Labels for the totals of a file, which the file names by codes."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.catalogue import GAME_NAMES
from players.models import Player, PlaySession
from players.protection.models import Exclusion
from players.wallet.cashier.models import Payment
from players.wallet.transfer_kinds import TRANSFER_KIND_NAMES

# Labels of the first part of a code; the parts after it name a kind.
FIRST: dict[str, str | Promise] = {
    "movement": _("Movements"), "movements": _("Movements"), "asked": _("Deposits and withdrawals"),
    "bets": _("Bets"), "staked": _("Staked"), "lost": _("Lost"), "back": _("Stakes back"),
    "prize": _("Prizes"), "commission": _("Commission"), "held": _("Held"),
    "session": _("Play sessions"), "began": _("Play sessions started"), "ended": _("Play sessions ended"),
    "player": _("Players"), "change": _("Changes of accounts"), "exclusion": _("Exclusions"),
    "pause": _("Pauses"), "accounts": _("Accounts"), "result": _("Result of the house"),
}  # fmt: skip
AFTER: dict[str, Mapping[str, str | Promise]] = {
    "movement": TRANSFER_KIND_NAMES,
    "asked": dict(Payment.Direction.choices) | dict(Payment.Status.choices),
    "session": {"staked": _("Staked"), "returned": _("Returned")},
    "ended": dict(PlaySession.Cause.choices),
    "player": dict(Player.Status.choices),
    "exclusion": dict(Exclusion.Source.choices) | {"began": _("begun"), "ended": _("ended")},
    "pause": {"began": _("begun"), "ended": _("ended")},
}
ENDS: dict[str, str | Promise] = {"ended": _("ended"), "void": _("void")}


def total_label(code: str) -> str:
    """«bets.caribbean-stud.void» as «Bets · Póquer sem descarte · void»; a part without a label is shown as
    it is.
    """
    first, *rest = code.split(".", 2)
    labels = AFTER.get(first, {**GAME_NAMES, **ENDS})
    return " · ".join([str(FIRST.get(first, first)), *(str(labels.get(part, part)) for part in rest)])
