"""How figures are written in a language, by the Unicode tables (CLDR). Thousands are always grouped."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from babel import Locale

from players.languages import language_of, page_language

SPACE = "\N{NO-BREAK SPACE}"


class NumberFormat(NamedTuple):
    group: str  # between thousands
    point: str  # before the decimals
    sign_follows: bool  # «5 €» and «5 %», or «€5» and «5%»


@cache
def number_format_of(language: str | None) -> NumberFormat:
    locale = Locale.parse(language_of(language).tag, sep="-")
    symbols = locale.number_symbols["latn"]
    pattern = locale.currency_formats["standard"].pattern
    return NumberFormat(symbols["group"], symbols["decimal"], not pattern.startswith("¤"))


def format_decimal(hundredths: int, language: str | None = None) -> str:
    """A figure with two decimals: «1 234,50», «1,234.50», «1.234,50». It is not negative."""
    numbers = number_format_of(language or page_language().code)
    units, rest = divmod(hundredths, 100)
    return f"{units:,}".replace(",", numbers.group) + f"{numbers.point}{rest:02}"


def format_whole(number: int) -> str:
    """A whole number with groups of thousands, in the language of the page."""
    return f"{number:,}".replace(",", number_format_of(page_language().code).group)
