"""Every game of the catalogue has a drawn table."""

from __future__ import annotations

import re

import pytest

from casino.services.folder import PROJECT
from games.catalogue import GAMES
from games.tables.messages.table import messages_for

STATIC = PROJECT / "static"


@pytest.mark.parametrize("system", GAMES)
def test_every_game_has_its_module_and_its_styles(system: str) -> None:
    page = GAMES[system].page
    assert (STATIC / page.module).is_file()
    assert [style for style in page.styles if not (STATIC / style).is_file()] == []


@pytest.mark.parametrize("system", GAMES)
def test_whatever_a_module_of_the_page_imports_is_named_beforehand(system: str) -> None:
    named = [(STATIC / path).resolve() for path in GAMES[system].page.modules]
    assert {STATIC / "js/table/main.js", STATIC / GAMES[system].page.module} <= set(named) and len(
        named
    ) == len(set(named))
    assert {module.suffix for module in named} == {".js"}, "types are for the check alone, no page loads them"
    for module in named:
        lines = [
            line
            for line in module.read_text("utf-8").splitlines()
            if " from " in line and line.endswith(('.js";', ".js';"))
        ]
        assert {(module.parent / line.split(" from ")[-1].strip("\"';")).resolve() for line in lines} <= set(
            named
        ), module.name


@pytest.mark.parametrize("system", GAMES)
def test_a_table_is_sent_the_words_of_its_own_game_in_both_languages(system: str) -> None:
    portuguese, english = messages_for("pt", system), messages_for("en", system)
    assert portuguese.keys() == english.keys()
    assert ("playing.name" in portuguese) == GAMES[system].page.cards
    assert ("bj.hit" in portuguese) == (system == "blackjack")


@pytest.mark.parametrize("system", GAMES)
def test_no_style_of_a_table_falls_upon_a_class_that_every_page_has(system: str) -> None:
    """A bare class means one thing: two rules for it on one page dress the one as the other."""
    of_page = {
        name
        for style in ("base", "data_table", "portal/frame", "portal/pages")
        for name in bare_classes(f"css/{style}.css")
    }
    styles = ["css/table/frame.css", *GAMES[system].page.styles]
    assert {name: style for style in styles for name in bare_classes(style) if name in of_page} == {}


def bare_classes(style: str) -> set[str]:
    text = re.sub(r"/\*.*?\*/", "", (STATIC / style).read_text("utf-8"), flags=re.S)
    selectors = [
        one.strip() for group in re.findall(r"(?m)^\s*([^{}@;]+?)\s*\{", text) for one in group.split(",")
    ]
    return {selector for selector in selectors if re.fullmatch(r"\.[\w-]+", selector)}
