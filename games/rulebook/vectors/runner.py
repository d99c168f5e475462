"""Runs vectors through the engines that the tables use.

The adapters turn a question into calls of an engine and read the answer from its events. They decide nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from games.catalogue import GAMES
from games.rulebook import vectors
from games.rulebook.vectors.vector import Answer, Vector
from games.rules.shared.refusals import Refused


def _discover() -> dict[str, dict[str, Answer]]:
    """The checks of each game. A module of this package offers its own in `CHECKS_BY_SYSTEM`."""
    by_system: dict[str, dict[str, Answer]] = {}
    for module in iter_modules(vectors.__path__, f"{vectors.__name__}."):
        if module.name == __name__:
            continue
        offered = getattr(import_module(module.name), "CHECKS_BY_SYSTEM", {})
        for system, checks in offered.items():
            by_system.setdefault(system, {}).update(checks)
    return by_system


CHECKS: Mapping[str, Mapping[str, Answer]] = _discover()


def system_of(vector: Vector, file: str) -> str:
    """By the prefix of its rule a vector says which game it is of; a file may also be named after the game."""
    prefix = vector.rule.split("-")[0]
    by_rule = next((system for system, game in GAMES.items() if game.rule_prefix == prefix), "")
    return by_rule or next((system for system in GAMES if file.startswith(system)), "")


def why_failed(vector: Vector, system: str) -> str:
    """Nothing where the engine gives the expected answer; otherwise what is wrong."""
    if system not in CHECKS:
        return f"no engine for the system {system or 'of this file'!r}"
    answer = CHECKS[system].get(vector.given["check"])
    if answer is None:
        return f"no such check for {system}"
    try:
        got = answer(system, vector.given)
    except (
        Refused,
        LookupError,
        ValueError,
        TypeError,
        AttributeError,
        AssertionError,
    ) as error:  # no answer is no pass
        return f"{type(error).__name__}: {error}"
    if all(name in got and _text(got[name]) == _text(value) for name, value in vector.expect.items()):
        return ""
    return f"got {_text({name: got.get(name) for name in vector.expect})}"


def _text(value: Any) -> str:
    return json.dumps(value, sort_keys=True)  # 1 is not true, and the order of keys says nothing


def run(file: str, questions: list[Vector]) -> Iterator[tuple[Vector, str]]:
    """Each vector with why it failed; nothing where it passed. `file` is the name of the file without its folder."""
    for vector in questions:
        yield vector, why_failed(vector, system_of(vector, file))
