"""Countries by their two-letter code (ISO 3166).

Unicode's tables (CLDR) give their names in the language of the page.
"""

from __future__ import annotations

from functools import cache

from babel import Locale

from players.languages import SOURCE_LANGUAGE, language_of, page_language
from players.shared.collation import collation_key

HOME_COUNTRY = "PT"
# The districts of the home country, and its islands, which have none.
DISTRICTS = (
    "Aveiro", "Beja", "Braga", "Bragança", "Castelo Branco", "Coimbra", "Évora", "Faro", "Guarda", "Leiria",
    "Lisboa", "Portalegre", "Porto", "Santarém", "Setúbal", "Viana do Castelo", "Vila Real", "Viseu",
    "Região Autónoma dos Açores", "Região Autónoma da Madeira",
)  # fmt: skip
# Codes in the tables that are no country: unions, pseudo-languages, outlying islands that share a country's
# code.
NOT_COUNTRIES = frozenset(
    {"AC", "CP", "CQ", "DG", "EA", "EU", "EZ", "IC", "QO", "TA", "UN", "XA", "XB", "ZZ"}
)


@cache
def country_codes() -> frozenset[str]:
    """Read when a page first asks: the tables take 4 MB, and most processes show no country."""
    return frozenset(
        code
        for code in map(str, Locale(SOURCE_LANGUAGE).territories)
        if len(code) == 2 and code.isalpha() and code not in NOT_COUNTRIES
    )


@cache
def _names(language: str) -> dict[str, str]:
    locale = Locale.parse(language_of(language).tag, sep="-")
    return {code: locale.territories[code] for code in country_codes()}


def country_name(code: str, language: str | None = None) -> str:
    return _names(language or page_language().code).get(code, code)


@cache
def _choices(language: str) -> list[tuple[str, str]]:
    names, own_letters = _names(language), language_of(language).own_letters
    others = sorted(
        country_codes() - {HOME_COUNTRY}, key=lambda code: collation_key(names[code], own_letters)
    )
    return [(code, names[code]) for code in (HOME_COUNTRY, *others)]


def country_choices() -> list[tuple[str, str]]:
    """The choices of a form field: Portugal first, then by name."""
    return _choices(page_language().code)
