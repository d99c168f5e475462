"""The interfaces of the system: roles, the HTTP API, the socket protocol."""

from __future__ import annotations

import types
from collections.abc import Iterator
from typing import Any, get_args

import msgspec
from drf_spectacular.generators import SchemaGenerator

from casino.backoffice.permission_labels import describe_permissions
from casino.backoffice.roles import ROLES
from games.rules.shared.refusals import Refusal
from games.tables.transport import protocol
from tests.docs.code_facts import first_sentence
from tests.docs.markdown import code, table

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


def refusal_codes() -> str:
    return ", ".join(code(refusal.value) for refusal in Refusal) + "."
