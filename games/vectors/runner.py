"""Runs vectors through the engines that the tables use.

The adapters turn an example into calls of an engine and read the result from its events. They contain no
rules.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from importlib import import_module
from pkgutil import iter_modules

from games import vectors
from games.catalogue import GAMES
from games.rules.shared.refusals import Refused
from games.vectors.vector import CheckFunction, Vector


def _discover() -> dict[str, dict[str, CheckFunction]]:
    """The checks of each game. A module of this package lists its own in `CHECKS_BY_SYSTEM`."""
    by_system: dict[str, dict[str, CheckFunction]] = {}
    for module in iter_modules(vectors.__path__, f"{vectors.__name__}."):
        if module.name == __name__:
            continue
        module_checks = getattr(import_module(module.name), "CHECKS_BY_SYSTEM", {})
        for system, checks in module_checks.items():
            by_system.setdefault(system, {}).update(checks)
    return by_system


CHECKS: Mapping[str, Mapping[str, CheckFunction]] = _discover()


def system_of(vector: Vector, file: str) -> str:
    """The game of a vector: by the prefix of its rule, or else by the name of its file."""
    prefix = vector.rule.split("-")[0]
    by_rule = next((system for system, game in GAMES.items() if game.rule_prefix == prefix), "")
    return by_rule or next((system for system in GAMES if file.startswith(system)), "")


def check_vector(vector: Vector, system: str) -> str:
    """The failure of a vector. Empty if the engine gives the expected result."""
    if system not in CHECKS:
        return f"no engine for the system {system or 'of this file'!r}"
    check = CHECKS[system].get(vector.given["check"])
    if check is None:
        return f"no such check for {system}"
    try:
        actual = check(system, vector.given)
    except (Refused, LookupError, ValueError, TypeError, AttributeError, AssertionError) as error:
        # A vector without a result fails.
        return f"{type(error).__name__}: {error}"
    if all(name in actual and _text(actual[name]) == _text(value) for name, value in vector.expect.items()):
        return ""
    return f"got {_text({name: actual.get(name) for name in vector.expect})}"


def _text(value: object) -> str:
    return json.dumps(value, sort_keys=True)  # as text, 1 differs from true; the order of keys is ignored


def run_vectors(file: str, examples: list[Vector]) -> Iterator[tuple[Vector, str]]:
    """Each vector with its failure, empty if it passed. `file` is the name of the file without its folder."""
    for vector in examples:
        yield vector, check_vector(vector, system_of(vector, file))
