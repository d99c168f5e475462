"""The AsyncAPI document of the socket, made from the types that decode messages and encode frames.

The commands and the events of each game come from its engine, so a new game describes itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import UnionType
from typing import Any, get_args

import msgspec
from msgspec import Struct

from games.catalogue import GAMES
from games.rules.shared.refusals import Refusal
from games.tables.domain.events import TABLE_EVENTS
from games.tables.transport import frames, protocol

VERSION = "1.0.0"
CHANNEL = "table"
REFERENCE = "#/components/schemas/{name}"
SCHEMA_FORMAT = "application/schema+json;version=draft-07"  # that the schemas keep to
JsonSchema = dict[str, Any]
TEXT: JsonSchema = {"type": "string"}
INDENTED = re.compile(r"\s*\n\s*")
RULE_IDS = re.compile(r"\s*\[[A-Z]{2}-[^\]]*\]")


def socket_document(title: str, host: str, protocol_name: str, cookie: str) -> dict[str, Any]:
    incoming, outgoing = get_args(protocol.BrowserMessage), get_args(frames.BrowserFrame)
    channel = {"$ref": f"#/channels/{CHANNEL}"}
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": f"{title}: socket of a table",
            "version": VERSION,
            "description": "One WebSocket per table. Messages are JSON texts; `t` names the kind.",
        },
        "defaultContentType": "application/json",
        "servers": {
            "house": {
                "host": host,
                "protocol": protocol_name,
                "security": [{"$ref": "#/components/securitySchemes/session"}],
            }
        },
        "channels": {
            CHANNEL: {
                "address": "/ws/table/{number}/",
                "title": "A live table",
                "parameters": {"number": {"description": "The number of the table, as in its address."}},
                "messages": {
                    kind.__name__: {"$ref": f"#/components/messages/{kind.__name__}"}
                    for kind in (*incoming, *outgoing)
                },
            }
        },
        "operations": {
            "fromBrowser": {
                "action": "receive",
                "channel": channel,
                "summary": "What a browser sends",
                "messages": channel_messages(incoming),
            },
            "toBrowser": {
                "action": "send",
                "channel": channel,
                "summary": "What the house sends",
                "messages": channel_messages(outgoing),
            },
        },
        "components": {
            "securitySchemes": {
                "session": {
                    "type": "httpApiKey",
                    "in": "cookie",
                    "name": cookie,
                    "description": "The cookie of the site. Without one a visitor watches.",
                }
            },
            "messages": {kind.__name__: message_of(kind) for kind in (*incoming, *outgoing)},
            "schemas": schemas(incoming, outgoing),
        },
    }


def channel_messages(kinds: Iterable[type[Struct]]) -> list[dict[str, str]]:
    return [{"$ref": f"#/channels/{CHANNEL}/messages/{kind.__name__}"} for kind in kinds]


def tag_of(kind: type[Struct]) -> str:
    return str(kind.__struct_config__.tag)


def message_of(kind: type[Struct]) -> dict[str, Any]:
    return {
        "name": tag_of(kind),
        "title": kind.__name__,
        "summary": plain_text(kind.__doc__ or ""),
        "payload": {
            "schemaFormat": SCHEMA_FORMAT,
            "schema": {"$ref": REFERENCE.format(name=kind.__name__)},
        },
    }


def schemas(incoming: tuple[type[Struct], ...], outgoing: tuple[type[Struct], ...]) -> dict[str, Any]:
    parts = components((*incoming, *outgoing))
    # A command of a game is decoded by its engine: the protocol carries it as it came.
    parts["Play"]["properties"]["do"] = reference("GameCommand")
    for name in ("PublicTableView", "SeatView"):
        parts[f"{name}Patch"] = patch_schema(parts, name)
    parts["TableFrame"]["properties"]["set"] = reference("PublicTableViewPatch")
    parts["SeatFrame"]["properties"]["set"] = reference("SeatViewPatch")
    for name in ("TableFrame", "SeatFrame"):
        parts[name]["properties"]["news"] = {"type": "array", "items": reference("News")}
    parts["RefusedFrame"]["properties"]["code"] = {"enum": [refusal.value for refusal in Refusal]}
    commands, events = engine_unions()
    for engine, union in commands.items():
        parts |= components(get_args(union), f"{engine}.")
    kinds = [tag_of(event) for event in TABLE_EVENTS]
    kinds += [tag_of(event) for union in events.values() for event in get_args(union)]
    own = [
        reference(f"{engine}.{command.__name__}")
        for engine, union in commands.items()
        for command in get_args(union)
    ]
    parts["GameCommand"] = {"description": "A command of the table's game.", "anyOf": own}
    parts["News"] = {
        "description": "What happened: an event of the table or of its game, as this viewer may see it.",
        "type": "object",
        "properties": {"t": {"enum": list(dict.fromkeys(kinds))}},
        "required": ["t"],
    }
    return dict(sorted(parts.items()))


def engine_unions() -> tuple[dict[str, UnionType], dict[str, UnionType]]:
    """By the name of the engine's package: its commands, and its events. Two games may share an engine."""
    commands: dict[str, UnionType] = {}
    events: dict[str, UnionType] = {}
    for game in GAMES.values():
        engine = type(game.engine).__module__.split(".")[-2]
        commands[engine], events[engine] = game.engine.command_type, game.engine.event_type
    return commands, events


def reference(name: str) -> JsonSchema:
    return {"$ref": REFERENCE.format(name=name)}


def components(kinds: Iterable[type[Struct]], prefix: str = "") -> dict[str, JsonSchema]:
    """The schemas of these types and of the types in their fields. Objects have no further keys."""
    _roots, parts = msgspec.json.schema_components(
        kinds, ref_template=REFERENCE.format(name=f"{prefix}{{name}}")
    )
    return {f"{prefix}{name}": closed_schema(part) for name, part in parts.items()}


def closed_schema(part: Mapping[str, Any]) -> JsonSchema:
    schema: JsonSchema = {}
    for key, value in part.items():
        if key == "properties":
            schema[key] = {name: closed_schema(of_property) for name, of_property in value.items()}
        elif key == "description":
            schema[key] = plain_text(value)
        elif key == "pattern":
            schema[key] = value.replace(r"\A", "^").replace(r"\Z", "$")  # of ECMA 262
        elif isinstance(value, dict):
            schema[key] = closed_schema(value)
        elif isinstance(value, list):
            schema[key] = [closed_schema(item) if isinstance(item, dict) else item for item in value]
        else:
            schema[key] = value
    if "properties" in schema:
        schema.setdefault("additionalProperties", False)
    return schema


def patch_schema(parts: Mapping[str, JsonSchema], name: str) -> JsonSchema:
    """The merge patch of an object: each key may be absent, or null, which removes it."""
    return patched_object(parts[name], parts) | {
        "title": f"{name}Patch",
        "description": f"A merge patch (RFC 7396) of {name}: null removes a key.",
    }


def patched_object(part: JsonSchema, parts: Mapping[str, JsonSchema]) -> JsonSchema:
    if "$ref" in part:
        part = parts[part["$ref"].rsplit("/", 1)[1]]
    if "properties" not in part:
        is_map = isinstance(part.get("additionalProperties"), dict)
        values = {"anyOf": [part["additionalProperties"], {"type": "null"}]} if is_map else True
        return {"type": "object", "additionalProperties": values}
    return {
        "type": "object",
        "properties": {
            name: {"anyOf": [patched_value(value, parts), {"type": "null"}]}
            for name, value in part["properties"].items()
        },
        "additionalProperties": False,
    }


def patched_value(part: JsonSchema, parts: Mapping[str, JsonSchema]) -> JsonSchema:
    is_object = "$ref" in part or part.get("type") == "object"
    return patched_object(part, parts) if is_object else part


def plain_text(text: str) -> str:
    return RULE_IDS.sub("", INDENTED.sub(" ", text)).strip()


def described_messages(document: Mapping[str, Any], operation: str) -> list[dict[str, Any]]:
    """The messages of one direction for a page: each with its name, its meaning and its fields."""
    parts = document["components"]["schemas"]
    names = [item["$ref"].rsplit("/", 1)[1] for item in document["operations"][operation]["messages"]]
    messages = [document["components"]["messages"][name] for name in names]
    return [
        {
            "name": message["name"],
            "meaning": message["summary"],
            "fields": described_fields(parts[message["title"]]),
        }
        for message in messages
    ]


def described_objects(document: Mapping[str, Any], names: Iterable[str]) -> list[dict[str, Any]]:
    parts = document["components"]["schemas"]
    return [
        {
            "name": name,
            "meaning": parts[name].get("description", ""),
            "fields": described_fields(parts[name]),
        }
        for name in names
    ]


def described_fields(part: JsonSchema) -> list[dict[str, Any]]:
    required = part.get("required", ())
    return [
        {"name": name, "type": type_text(value), "is_required": name in required}
        for name, value in part.get("properties", {}).items()
        if name != "t"
    ]


def type_text(part: JsonSchema) -> str:
    """A schema in a few words: «integer», «list of string», «PublicTableView»."""
    if "$ref" in part:
        return str(part["$ref"].rsplit("/", 1)[1])
    if "anyOf" in part:
        return " or ".join(dict.fromkeys(type_text(option) for option in part["anyOf"]))
    if "enum" in part:
        return " or ".join(f"«{value}»" for value in part["enum"]) if len(part["enum"]) <= 12 else "code"
    if part.get("type") == "array":
        return f"list of {type_text(part['items'])}" if "items" in part else "list"
    return str(part.get("format") or part.get("type", "any"))
