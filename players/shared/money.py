"""Money as people write it: «1 234,50 €» in Portuguese, «€1,234.50» in English; demonstration credits carry no euro sign."""

from __future__ import annotations

from django.utils.translation import get_language

SPACE = "\N{NO-BREAK SPACE}"
MINUS = "\N{MINUS SIGN}"


def written(cents: int, currency: str, *, signed: bool = False, language: str | None = None) -> str:
    """An amount with its unit, in the language of the page."""
    english = (language or get_language() or "").startswith("en")
    whole, rest = divmod(abs(cents), 100)
    grouped = f"{whole:,}" if english else f"{whole:,}".replace(",", SPACE)
    figure = f"{grouped}{'.' if english else ','}{rest:02}"
    sign = MINUS if cents < 0 else "+" if signed and cents > 0 else ""
    if currency != "EUR":
        return f"{sign}{figure}{SPACE}{'credits' if english else 'créditos'}"
    return f"{sign}€{figure}" if english else f"{sign}{figure}{SPACE}€"
