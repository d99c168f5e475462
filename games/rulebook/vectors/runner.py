"""Runs vectors through the engines that the tables use.

The adapters turn a question into calls of an engine and read the answer from its events. They decide nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from games.rulebook.vectors import authorisation, baccarat, blackjack, holdem, roulette, stud
from games.rulebook.vectors.vector import Answer, Vector
from games.rules.shared.refusals import Refused

# By the prefix of its rule a vector says which game it speaks of; a file may also be named after it.
SYSTEMS: Mapping[str, str] = {
    "AR": "american-roulette",
    "FR": "french-roulette",
    "PB": "baccarat",
    "BJ": "blackjack",
    "CS": "caribbean-stud",
    "HE": "holdem",
    "MS": "macau-stud",
}

CHECKS: Mapping[str, Mapping[str, Answer]] = {
    "american-roulette": roulette.CHECKS,
    "french-roulette": roulette.CHECKS,
    "blackjack": blackjack.CHECKS,
    "baccarat": baccarat.CHECKS,
    "holdem": holdem.CHECKS,
    "caribbean-stud": stud.CHECKS,
    "macau-stud": {**stud.CHECKS, "authorisation": authorisation.authorisation},
}


def system_of(vector: Vector, file: str) -> str:
    by_rule = SYSTEMS.get(vector.rule.split("-")[0], "")
    return by_rule or next((system for system in SYSTEMS.values() if file.startswith(system)), "")


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


def run(file: str, vectors: list[Vector]) -> Iterator[tuple[Vector, str]]:
    """Each vector with why it failed; nothing where it passed. `file` is the name of the file without its folder."""
    for vector in vectors:
        yield vector, why_failed(vector, system_of(vector, file))
