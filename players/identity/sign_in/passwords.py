"""Rejects easily guessed passwords: breached passwords with additions, the operator's name, gambling terms.

The breached ones are the 20,000 most common in Django's list (Royce Williams, from public breaches), read
offline.
"""

from __future__ import annotations

import re
from functools import cache

from django.conf import settings
from django.contrib.auth.password_validation import CommonPasswordValidator
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from players.identity.sign_in.lookalikes import plain_letters

LEET = str.maketrans(
    {"0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "@": "a", "$": "s", "!": "i"}
)
# Likely words on this site: the product, its games, Portuguese football clubs, the word "password" itself.
LIKELY_WORDS = (
    "feltro", "casino", "casa", "roleta", "roulette", "blackjack", "holdem", "poker", "baccarat", "macau",
    "banca", "mesa", "jackpot", "croupier", "benfica", "sporting", "portugal", "lisboa", "palavrapasse",
    "password", "senha",
)  # fmt: skip
MIN_OTHER_LETTERS = 8  # a password with a likely word needs this many other letters


@cache
def breached_passwords() -> frozenset[str]:
    return frozenset(CommonPasswordValidator().passwords)


class GuessablePasswordValidator:
    """Rejects common and likely words, also when digits, symbols or substitutes are added."""

    def validate(self, password: str, user: object = None) -> None:
        letters = plain_letters(password)
        without_ending = re.sub(r"[\d\W_]+$", "", letters)
        variants = (letters, letters.translate(LEET), without_ending.translate(LEET))
        words = {re.sub(r"[^a-z]", "", variant) for variant in variants}
        if any(self._is_guessable(word) for word in words) or len(set(letters)) < 5:
            raise ValidationError(
                _("This password is easy to guess. Choose a phrase that only you would use.")
            )

    @staticmethod
    def _is_guessable(word: str) -> bool:
        operator = re.sub(r"[^a-z]", "", plain_letters(settings.HOUSE_NAME))
        likely = sorted({*LIKELY_WORDS, operator} - {""}, key=len, reverse=True)
        rest = re.sub("|".join(map(re.escape, likely)), "", word)
        if rest != word and len(rest) < MIN_OTHER_LETTERS:
            return True
        return len(word) >= 4 and word in breached_passwords()

    def get_help_text(self) -> str:
        return _("Not our name, and nothing easy to guess.")
