"""How players' money is protected if the house fails, in words that follow from FUNDS_PROTECTION."""

from __future__ import annotations

from django.conf import settings
from django.utils.translation import gettext as _


def protection_text() -> str:
    """What a player reads about the protection of their money."""
    match settings.FUNDS_PROTECTION:
        case "separate":
            return _(
                "Your money lies on bank accounts apart from those of the house. If the house becomes "
                "insolvent, it is not certain that you get all of it back."
            )
        case "trust":
            return _(
                "Your money lies on bank accounts held in trust for players. If the house becomes "
                "insolvent, its creditors have no claim to it."
            )
        case "guarantee":
            return _(
                "Your money is covered by a bank's guarantee. If the house becomes insolvent, the bank "
                "pays what the house owes you."
            )
        case _other:
            return _(
                "Your money lies on the accounts of the house. If the house becomes insolvent, you may "
                "lose it."
            )
