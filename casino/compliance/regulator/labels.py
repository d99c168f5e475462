"""What the totals of a file are called, for people; in the file itself they stand by their codes."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.catalogue import GAME_NAMES
from players.models import Player, PlaySession
from players.protection.models import Exclusion
from players.wallet.cashier.models import Payment
from players.wallet.transfer_kinds import TRANSFER_KIND_NAMES

# What a total counts, by the first part of its code; the parts after it say of which kind.
FIRST: dict[str, str | Promise] = {
    "movement": _("Movements"), "movements": _("Movements"), "asked": _("Deposits and withdrawals"), "bets": _("Bets"),
    "staked": _("Staked"), "lost": _("Lost"), "back": _("Stakes back"), "prize": _("Prizes"), "commission": _("Commission"),
    "held": _("Held"), "session": _("Play sessions"), "began": _("Play sessions begun"), "ended": _("Play sessions ended"),
    "player": _("Players"), "change": _("Changes of accounts"), "exclusion": _("Exclusions"), "pause": _("Pauses"),
    "accounts": _("Accounts"), "result": _("Result of the house"),
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


def total_said(code: str) -> str:
    """«bets.caribbean-stud.void» as «Bets · Póquer sem descarte · void»; a part without a word stays as it is."""
    first, *rest = code.split(".", 2)
    words = AFTER.get(first, {**GAME_NAMES, **ENDS})
    return " · ".join([str(FIRST.get(first, first)), *(str(words.get(part, part)) for part in rest)])
