"""Reads what people bring: files of JSON, or what is piped in."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from feltro_verify.checks import UnreadableInput

MOST_BYTES = 64 * 2**20
PIPED = "-"


def read_file(path: str) -> bytes:
    try:
        if path == PIPED:
            data = sys.stdin.buffer.read(MOST_BYTES + 1)
        else:
            with Path(path).open("rb") as file:
                data = file.read(MOST_BYTES + 1)
    except FileNotFoundError as error:
        raise UnreadableInput("input.missing", path=path) from error
    except (OSError, ValueError) as error:  # ValueError: a path with a zero byte
        reason = error.strerror if isinstance(error, OSError) else error
        raise UnreadableInput("input.unreadable", path=path, reason=reason) from error
    if len(data) > MOST_BYTES:
        raise UnreadableInput("input.long", path=path, limit=MOST_BYTES)
    return data


def parse_json(path: str, data: bytes) -> Any:
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        raise UnreadableInput("input.json", path=path) from error


def read_json(path: str) -> Any:
    return parse_json(path, read_file(path))
