"""The processes of a deployed system, as deploy/compose.yaml starts them."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from functools import cache
from typing import Any

import yaml

from tests.docs.generate import ROOT
from tests.docs.markdown import code, mermaid, table

sys.path.insert(0, str(ROOT / "deploy"))
import make_keys

COMPOSE = ROOT / "deploy" / "compose.yaml"
KEYS = re.compile(r"\./keys/(\w+):")


@cache
def services() -> Mapping[str, dict[str, Any]]:
    return dict(yaml.safe_load(COMPOSE.read_text())["services"])


def holder(service: Mapping[str, Any]) -> str:
    """Whose keys it has (deploy/make_keys.py)."""
    found = KEYS.match(service.get("volumes", [""])[0])
    return found[1] if found else ""


def database_role(service: Mapping[str, Any]) -> str:
    return make_keys.DATABASE_ROLES.get(holder(service), "")


def keys(service: Mapping[str, Any]) -> list[str]:
    return [name for name, holders in make_keys.HOLDERS.items() if holder(service) in holders]


def process_table() -> str:
    rows = []
    for name, service in services().items():
        command = service.get("command") or []
        image = str(service.get("image", "")).partition("@")[0]
        rows.append((
            code(name),
            code(" ".join(str(part) for part in command[:4])) if command else code(image),
            code(database_role(service)) if database_role(service) else "",
            ", ".join(code(key) for key in keys(service)),
        ))  # fmt: skip
    return table(("service", "starts", "database role", "secrets"), rows)


def process_diagram() -> str:
    lines = ["    browser((browser)) -->|HTTPS, sockets| proxy"]
    for name, service in services().items():
        variables = service.get("environment") or {}
        if "WEB" in variables:
            lines.append(f"    {name} --> {str(variables['WEB']).split(':')[0]}")
        if role := database_role(service):
            lines.append(f"    {name} -->|{role}| postgres[(postgres)]")
        if holder(service) in make_keys.VALKEY_USERS and name != "migrate":
            lines.append(f"    {name} <--> valkey[(valkey)]")
    return mermaid("flowchart LR", *lines)
