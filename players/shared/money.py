"""Amounts of money as people write them: «1 234,50 €» in Portuguese, «€1,234.50» in English.

Credits carry no euro sign.
"""

from __future__ import annotations

from django.utils.translation import get_language

SPACE = "\N{NO-BREAK SPACE}"
MINUS = "\N{MINUS SIGN}"


def format_money(cents: int, currency: str, *, signed: bool = False, language: str | None = None) -> str:
    """An amount with its unit, in the given language or in that of the page."""
    english = (language or get_language() or "").startswith("en")
    units, rest = divmod(abs(cents), 100)
    grouped = f"{units:,}" if english else f"{units:,}".replace(",", SPACE)
    figure = f"{grouped}{'.' if english else ','}{rest:02}"
    sign = _sign(cents, signed=signed)
    if currency != "EUR":
        return f"{sign}{figure}{SPACE}{'credits' if english else 'créditos'}"
    return f"{sign}€{figure}" if english else f"{sign}{figure}{SPACE}€"


def _sign(cents: int, *, signed: bool) -> str:
    if cents < 0:
        return MINUS
    return "+" if signed and cents > 0 else ""
