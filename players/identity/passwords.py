"""Passwords that are guessed first: those of breaches with something added, the name of the house, what is played there.

The breached ones are the 20,000 most common of Django's own list (Royce Williams, from public breaches), read once and offline.
"""

from __future__ import annotations

import re
from functools import cache

from django.conf import settings
from django.contrib.auth.password_validation import CommonPasswordValidator
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from players.identity.lookalikes import plain

LEET = str.maketrans(
    {"0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "@": "a", "$": "s", "!": "i"}
)
# What somebody types first here: the house, its games, the country's clubs, the word itself.
OWN = ("feltro", "casino", "casa", "roleta", "roulette", "blackjack", "holdem", "poker", "baccarat", "macau", "banca", "mesa", "jackpot",
       "croupier", "benfica", "sporting", "portugal", "lisboa", "palavrapasse", "password", "senha")  # fmt: skip
# So much besides such words is a password of its own.
ENOUGH = 8


@cache
def breached() -> frozenset[str]:
    return frozenset(CommonPasswordValidator().passwords)


class GuessedFirst:
    """Refuses what is left of a common word once digits, signs and doubled parts are taken away."""

    def validate(self, password: str, user: object = None) -> None:
        read = plain(password)
        words = {
            re.sub(r"[^a-z]", "", form)
            for form in (read, read.translate(LEET), re.sub(r"[\d\W_]+$", "", read).translate(LEET))
        }
        if any(self._is_guessed(word) for word in words) or len(set(read)) < 5:
            raise ValidationError(
                _(
                    "This password is among those that are tried first. Choose a sentence that only you would say."
                )
            )

    @staticmethod
    def _is_guessed(word: str) -> bool:
        own = sorted({*OWN, re.sub(r"[^a-z]", "", plain(settings.HOUSE_NAME))} - {""}, key=len, reverse=True)
        rest = re.sub("|".join(map(re.escape, own)), "", word)
        if rest != word and len(rest) < ENOUGH:
            return True
        return len(word) >= 4 and word in breached()

    def get_help_text(self) -> str:
        return _("Not the name of the house, and nothing that is tried first.")
