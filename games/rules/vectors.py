"""Worked examples of the regulations, run through the very engines that the tables use.

A vector asks one question of one rule and knows the answer: {"rule": "AR-13a-i", "given": {"check": "settle", …},
"expect": {…}}. The adapters turn the question into calls of an engine and read the answer off its events; they decide nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from games.rules import vectors_baccarat, vectors_blackjack, vectors_holdem, vectors_roulette, vectors_stud
from games.rules.engine import Refused
from games.rules.vectors_roulette import Answer

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
    "american-roulette": vectors_roulette.CHECKS,
    "french-roulette": vectors_roulette.CHECKS,
    "blackjack": vectors_blackjack.CHECKS,
    "baccarat": vectors_baccarat.CHECKS,
    "holdem": vectors_holdem.CHECKS,
    "caribbean-stud": vectors_stud.CHECKS,
    "macau-stud": vectors_stud.CHECKS,
}


class Vector(Struct, frozen=True):
    """One question of one rule with its answer. `reading` names the reading on which the answer rests, if it rests on one."""

    rule: str
    given: dict[str, Any]
    expect: dict[str, Any]
    reading: str = ""


class Unreadable(Exception):
    """A text that is no list of vectors."""


def parse(text: bytes) -> list[Vector]:
    try:
        vectors = msgspec.json.decode(text, type=list[Vector])
    except msgspec.ValidationError as error:
        raise Unreadable(f"not a list of vectors: {error}") from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Unreadable(f"not JSON: {error}") from error
    for number, vector in enumerate(vectors):
        if not isinstance(vector.given.get("check"), str):
            raise Unreadable(f"not a list of vectors: $[{number}].given names no check")
    return vectors


def system_of(vector: Vector, file: str) -> str:
    by_rule = SYSTEMS.get(vector.rule.split("-")[0], "")
    return by_rule or next((system for system in SYSTEMS.values() if file.startswith(system)), "")


def why_failed(vector: Vector, system: str, checks: Mapping[str, Mapping[str, Answer]] = CHECKS) -> str:
    """Nothing where the engine gives the expected answer; otherwise what is wrong."""
    if system not in checks:
        return f"no engine for the system {system or 'of this file'!r}"
    answer = checks[system].get(vector.given["check"])
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


def run(
    file: str, vectors: list[Vector], checks: Mapping[str, Mapping[str, Answer]] = CHECKS
) -> Iterator[tuple[Vector, str]]:
    """Each vector with why it failed; nothing where it passed. `file` is the name of the file without its folder."""
    for vector in vectors:
        yield vector, why_failed(vector, system_of(vector, file), checks)
