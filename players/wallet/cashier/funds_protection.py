"""How players' money is protected if the house fails, in words that follow from FUNDS_PROTECTION.

A player confirms before the first deposit that they have read them, and again when they change.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from players.audit import note
from players.languages import SOURCE_LANGUAGE
from players.models import Player
from players.wallet.cashier.models import ProtectionConfirmation

WORDS: dict[str, str | Promise] = {
    "separate": _(
        "Your money lies on bank accounts apart from those of the house. If the house becomes insolvent, it "
        "is not certain that you get all of it back."
    ),
    "trust": _(
        "Your money lies on bank accounts held in trust for players. If the house becomes insolvent, its "
        "creditors have no claim to it."
    ),
    "guarantee": _(
        "Your money is covered by a bank's guarantee. If the house becomes insolvent, the bank pays what the "
        "house owes you."
    ),
    "none": _(
        "Your money lies on the accounts of the house. If the house becomes insolvent, you may lose it."
    ),
}


def protection_text() -> str:
    """What a player reads about the protection of their money."""
    return str(WORDS.get(settings.FUNDS_PROTECTION, WORDS["none"]))


def protection_version() -> str:
    """Of the words in force: the same in every language, and another one with every change of the text."""
    with override(SOURCE_LANGUAGE):
        digest = sha256(protection_text().encode()).hexdigest()
    return f"{settings.FUNDS_PROTECTION}-{digest[:8]}"


def has_confirmed_protection(player: int) -> bool:
    return ProtectionConfirmation.objects.filter(player=player, version=protection_version()).exists()


def confirm_protection(player: Player, request: Any = None) -> None:
    """Records that the player has read the words in force, once."""
    _confirmation, is_new = ProtectionConfirmation.objects.get_or_create(
        player=player, version=protection_version(), defaults={"words": protection_text()}
    )
    if is_new:
        note("deposits.protection-confirmed", player=player, request=request, version=protection_version())
