"""Worked examples of a regulation (vectors), and the reader of their files.

A vector states the input and the expected result of one rule:
{"rule": "AR-13a-i", "given": {"check": "settle", …}, "expect": {…}}.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec import Struct

Given = Mapping[str, Any]
CheckFunction = Callable[[str, Given], dict[str, Any]]


class Vector(Struct, frozen=True):
    """One example of one rule. `reading` names the interpretation that the result depends on, if any."""

    rule: str
    given: dict[str, Any]
    expect: dict[str, Any]
    reading: str = ""


class InvalidVectors(Exception):
    """The text is not a list of vectors."""


def parse_vectors(text: bytes) -> list[Vector]:
    try:
        vectors = msgspec.json.decode(text, type=list[Vector])
    except msgspec.ValidationError as error:
        raise InvalidVectors(f"not a list of vectors: {error}") from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InvalidVectors(f"not JSON: {error}") from error
    for number, vector in enumerate(vectors):
        if not isinstance(vector.given.get("check"), str):
            raise InvalidVectors(f"not a list of vectors: $[{number}].given names no check")
    return vectors
