"""The engine contract is one Protocol: it names everything that callers use, and nothing that they do not."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache

import pytest

from casino.services.folder import PROJECT
from games.catalogue import GAMES
from games.rules.engine import AnyEngine, Engine

PACKAGES = ("casino", "games", "players")
# The engines themselves, and what is written for one game and knows its engine.
OF_ONE_GAME = re.compile(r"games/(?:rules/|odds/|catalogue/\w+/|vectors/)")
ENGINE_MODULE = re.compile(r"games\.rules\.\w+\.engine")


def contract() -> set[str]:
    return {name for name in (*vars(Engine), *Engine.__annotations__) if not name.startswith("_")}


def attributes_of_engines(source: str) -> Iterator[str]:
    """What a caller uses of `engine`, `rules.engine` and the like."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute):
            match node.value:
                case ast.Name(id=name) | ast.Attribute(attr=name) if name in ("engine", "_engine"):
                    yield node.attr


@cache
def callers() -> dict[str, str]:
    paths = [path for package in PACKAGES for path in sorted((PROJECT / package).rglob("*.py"))]
    named = {
        str(path.relative_to(PROJECT)): path.read_text() for path in paths if "migrations" not in path.parts
    }
    return {name: source for name, source in named.items() if not OF_ONE_GAME.match(name)}


@cache
def used() -> dict[str, set[str]]:
    """The callers of every attribute."""
    by_attribute: dict[str, set[str]] = {}
    for name, source in callers().items():
        if "engine" in source:
            for attribute in attributes_of_engines(source):
                by_attribute.setdefault(attribute, set()).add(name)
    return by_attribute


def test_callers_use_nothing_outside_the_contract() -> None:
    outside = {attribute: names for attribute, names in used().items() if attribute not in contract()}
    assert outside == {}


def test_callers_use_everything_in_the_contract() -> None:
    assert contract() - used().keys() == set()


def test_callers_know_no_engine_but_through_the_catalogue() -> None:
    importing = [
        f"{name}: {node.module}"
        for name, source in callers().items()
        if "games.rules" in source
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ImportFrom) and ENGINE_MODULE.fullmatch(node.module or "")
    ]
    assert importing == []


@pytest.mark.parametrize("engine", [game.engine for game in GAMES.values()], ids=list(GAMES))
def test_an_engine_offers_nothing_beyond_the_contract(engine: AnyEngine) -> None:
    offered = {name for name in dir(engine) if not name.startswith("_")}
    assert offered <= contract()


def test_an_attribute_outside_the_contract_would_be_seen() -> None:
    source = "rules.engine.act(state)\nself.rules.engine.secret\nengine.outcome\nother.engine_name\n"
    assert set(attributes_of_engines(source)) == {"act", "secret", "outcome"}
