"""The interfaces of the system: roles, the HTTP API, the socket protocol."""

from __future__ import annotations

import json
import types
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, get_args

import msgspec
from django.utils import translation
from drf_spectacular.generators import SchemaGenerator

from casino.backoffice.permission_labels import describe_permissions
from casino.backoffice.roles import ROLES
from games.api.socket_document import described_messages, described_objects
from games.api.socket_views import VIEWS
from games.rules.shared.refusals import Refusal
from games.tables.transport import protocol
from tests.docs.code_facts import first_sentence
from tests.docs.markdown import code, table
from tests.socket_schema import document

METHODS = ("get", "post", "put", "patch", "delete")


def roles() -> str:
    rows = [(name, describe_permissions(rights)) for name, rights in ROLES.items()]
    return table(("role", "may"), rows)


def api_operations() -> str:
    paths: dict[str, dict[str, Any]] = SchemaGenerator().get_schema(public=True)["paths"]
    rows = [
        (code(f"{method.upper()} {path}"), operations[method]["summary"])
        for path, operations in paths.items()
        for method in METHODS
        if method in operations
    ]
    return table(("request", "answer"), rows)


def message_types(union: types.UnionType) -> Iterator[type[msgspec.Struct]]:
    yield from get_args(union)


def socket_messages() -> str:
    rows = []
    for message in message_types(protocol.BrowserMessage):
        fields = ", ".join(code(field.encode_name) for field in msgspec.structs.fields(message))
        rows.append((code(message.__struct_config__.tag), fields, first_sentence(message)))
    return table(("`t`", "fields", "meaning"), rows)


def socket_frames() -> str:
    return message_table(described_messages(document(), "toBrowser"))


def socket_views() -> str:
    return message_table(described_objects(document(), VIEWS))


def message_table(messages: Iterable[Mapping[str, Any]]) -> str:
    rows = []
    for message in messages:
        fields = [
            f"{code(field['name'])}{'' if field['is_required'] else '?'}: {field['type']}"
            for field in message["fields"]
        ]
        rows.append((code(message["name"]), ", ".join(fields), message["meaning"]))
    return table(("`t` or name", "fields", "meaning"), rows)


def openapi_document() -> str:
    """The document of any house: with the name of the cookie of a production system."""
    with translation.override("en"):
        described = SchemaGenerator().get_schema(public=True)
        described["info"]["title"] = "Feltro"
        described["components"]["securitySchemes"]["session"]["name"] = "__Host-sessionid"
        return json_text(described)


def asyncapi_document() -> str:
    with translation.override("en"):
        return json_text(document())


def json_text(data: Any) -> str:
    return json.dumps(data, indent=1, ensure_ascii=False, default=str) + "\n"


def refusal_codes() -> str:
    return ", ".join(code(refusal.value) for refusal in Refusal) + "."
