"""Amounts as people write them: «1 234,50 €» in Portuguese, «€1,234.50» in English, «1.234,50 €» in Spanish.

Credits carry no euro sign.
"""

from __future__ import annotations

from django.utils.translation import gettext, override

from players.languages import language_of, page_language
from players.shared.number_formats import SPACE, format_decimal, number_format_of

MINUS = "\N{MINUS SIGN}"


def format_money(cents: int, currency: str, *, signed: bool = False, language: str | None = None) -> str:
    """An amount with its unit, in the given language or in that of the page."""
    code = language_of(language).code if language else page_language().code
    sign, figure = _sign(cents, signed=signed), format_decimal(abs(cents), code)
    if currency != "EUR":
        with override(code):
            return gettext("{amount} credits").replace(" ", SPACE).replace("{amount}", sign + figure)
    return f"{sign}{figure}{SPACE}€" if number_format_of(code).sign_follows else f"{sign}€{figure}"


def format_money_range(least: int, most: int, currency: str) -> str:
    """From one amount to another, with the unit once where it follows: «0,50–15,00 €», «€0.50–€15.00»."""
    begins = format_money(least, currency)
    if currency != "EUR" or number_format_of(page_language().code).sign_follows:
        begins = format_decimal(least)
    return f"{begins}–{format_money(most, currency)}"


def _sign(cents: int, *, signed: bool) -> str:
    if cents < 0:
        return MINUS
    return "+" if signed and cents > 0 else ""
