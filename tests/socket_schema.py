"""Checks messages of the socket against its AsyncAPI document, wherever a test receives or sends one."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from typing import Any
from uuid import UUID

import jsonschema_rs

from games.api.socket_document import socket_document
from games.catalogue import GAMES

# How many frames of each kind this process has checked.
checked_frames: Counter[str] = Counter()


def document() -> dict[str, Any]:
    """The document in plain JSON, with an address that is the same for every house."""
    described = socket_document("Feltro", "casino.example", "wss", "__Host-sessionid")
    plain: dict[str, Any] = json.loads(json.dumps(described))
    return plain


def validators(operation: str) -> dict[str, jsonschema_rs.Draft7Validator]:
    return _validators(operation, tuple(GAMES))


@cache
def _validators(operation: str, games: tuple[str, ...]) -> dict[str, jsonschema_rs.Draft7Validator]:
    """By tag, the validator of each message of one direction, while these games are registered."""
    described = document()
    messages = described["components"]["messages"]
    names = [item["$ref"].rsplit("/", 1)[1] for item in described["operations"][operation]["messages"]]
    return {
        messages[name]["name"]: jsonschema_rs.Draft7Validator(
            {"components": described["components"], "allOf": [messages[name]["payload"]["schema"]]},
            validate_formats=True,
            formats={"uuid": is_uuid},
        )
        for name in names
    }


def is_uuid(text: str) -> bool:
    try:
        UUID(text)
    except ValueError:
        return False
    return True


def check_frame(frame: bytes) -> None:
    data = json.loads(frame)
    tag = data.get("t")
    assert tag in validators("toBrowser"), f"no such frame: {tag}"
    errors = [error.message for error in validators("toBrowser")[tag].iter_errors(data)]
    assert errors == [], (errors, frame)
    checked_frames[tag] += 1


def check_message(message: bytes) -> list[str]:
    """What is wrong with a message of a browser by the document."""
    data = json.loads(message)
    validator = validators("fromBrowser").get(data.get("t"))
    if validator is None:
        return [f"no such message: {data.get('t')}"]
    return [error.message for error in validator.iter_errors(data)]
