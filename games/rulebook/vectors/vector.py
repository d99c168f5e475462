"""A worked example of a regulation, and how a file of them is read.

A vector asks one question about one rule and states the answer:
{"rule": "AR-13a-i", "given": {"check": "settle", …}, "expect": {…}}.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec import Struct

Given = Mapping[str, Any]
Answer = Callable[[str, Given], dict[str, Any]]


class Vector(Struct, frozen=True):
    """One question about one rule, with its answer. `reading` names the reading that the answer rests on, if any."""

    rule: str
    given: dict[str, Any]
    expect: dict[str, Any]
    reading: str = ""


class Unreadable(Exception):
    """The text is not a list of vectors."""


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
