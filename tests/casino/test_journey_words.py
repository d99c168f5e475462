"""The words that journeys look for are words of the pages: most journeys run in `make long` alone, where
nobody notices for weeks that a sentence was edited.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from casino.languages.translations import po_file, read_translations
from casino.services.folder import PROJECT
from players.languages import HOUSE_LANGUAGES, SOURCE_LANGUAGE

JOURNEYS = sorted((PROJECT / "tests" / "journeys").glob("*.py"))
SEARCHES = ("get_by_text", "get_by_label", "to_have_text", "to_contain_text")
KEYWORDS = ("name", "has_text")
PLACEHOLDER = re.compile(r"%\(\w+\)s|\{\w+\}")
# What is on a page and in no catalogue: data of the demonstration house, and what a journey types itself.
DATA = re.compile(r"@|[a-z]_[a-z]|Percurso|Portátil|Comissão b|SRIJ-")
# Figures, rules and names in a sentence, with what stands around them. The words between them are looked up.
VALUES = re.compile(
    r"[\s:,.=×€%·\[−+-]*(?:\d|Coimbra|Estoril|Póvoa|Viana|«[^»]*»|[A-Z]{2,4}-\d)[\w\s:,.=×€%·\]–-]*?(?=[^\W\d]{2}|$)"
)
SHORTEST = 6
FIGURE = "0"  # for what a journey puts into a sentence


def searched(module: ast.Module) -> Iterator[str]:
    """The words that a journey looks for on a page."""
    for call in ast.walk(module):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute):
            values = [word.value for word in call.keywords if word.arg in KEYWORDS]
            values += call.args[:1] if call.func.attr in SEARCHES else []
            for value in values:
                parts = value.values if isinstance(value, ast.JoinedStr) else [value]
                words = [part.value if isinstance(part, ast.Constant) else FIGURE for part in parts]
                if words != [FIGURE] and all(isinstance(word, str) for word in words):
                    yield "".join(map(str, words))


@cache
def sentences() -> tuple[str, ...]:
    catalogues = [
        read_translations(po_file(language))
        for language in HOUSE_LANGUAGES
        if language.locale != SOURCE_LANGUAGE
    ]
    entries = [entry for entries in catalogues for entry in entries]
    texts = [text for entry in entries for text in (entry.id, entry.string)]
    return tuple(part for text in texts for part in ((text,) if isinstance(text, str) else text) if part)


def is_on_a_page(words: str) -> bool:
    """Whether sentences contain these words, and those between figures and names."""
    return is_part_of_a_sentence(words) or (
        bool(VALUES.search(words)) and all(map(is_part_of_a_sentence, VALUES.split(words)))
    )


def is_part_of_a_sentence(words: str) -> bool:
    """Whether a sentence contains these words, its placeholders being anything short."""
    if len(words) < SHORTEST or DATA.search(words) or any(words in sentence for sentence in sentences()):
        return True
    return any(
        re.fullmatch(".{1,20}".join(map(re.escape, PLACEHOLDER.split(sentence))), words)
        for sentence in sentences()
        if PLACEHOLDER.search(sentence) and len(PLACEHOLDER.sub("", sentence)) >= SHORTEST
    )


@pytest.mark.parametrize("path", JOURNEYS, ids=lambda path: path.stem)
def test_a_journey_looks_for_words_that_a_page_has(path: Path) -> None:
    module = ast.parse(path.read_text("utf-8"))
    assert [words for words in searched(module) if not is_on_a_page(words)] == []


def test_words_of_no_page_are_found() -> None:
    module = ast.parse(
        """
page.get_by_text("A mesa espera por outro jogador")
page.get_by_label("Sentar")
page.get_by_role("button", name="Inscrever-me na sessão da mesa Viana")
page.get_by_role("button", name="Reservar um lugar na mesa Viana")
expect(page).to_contain_text("Acima do máximo: 200,00 €. Pode apostar mais 20,00 €.")
expect(page).to_contain_text(f"Devolvido a si: {given}")
expect(page).to_contain_text(f"Foi creditado em si {given}")
"""
    )
    assert [words for words in searched(module) if not is_on_a_page(words)] == [
        "A mesa espera por outro jogador",
        "Reservar um lugar na mesa Viana",
        "Acima do máximo: 200,00 €. Pode apostar mais 20,00 €.",
        "Foi creditado em si 0",
    ]
