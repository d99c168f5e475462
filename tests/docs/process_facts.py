"""The processes of a deployed system, as deploy/compose.yaml starts them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

import yaml

from tests.docs.generate import ROOT
from tests.docs.markdown import code, mermaid, table

COMPOSE = ROOT / "deploy" / "compose.yaml"
ROLE = re.compile(r"postgresql://(\w+):")
STORES = ("postgres", "valkey")


@cache
def services() -> Mapping[str, dict[str, Any]]:
    return dict(yaml.safe_load(COMPOSE.read_text())["services"])


def settings_of(service: Mapping[str, Any]) -> Mapping[str, str]:
    return dict(service.get("environment") or {})


def database_role(service: Mapping[str, Any]) -> str:
    role = ROLE.match(str(settings_of(service).get("DATABASE_URL", "")))
    return role[1] if role else ""


def process_table() -> str:
    rows = []
    for name, service in services().items():
        command = service.get("command") or []
        image = str(service.get("image", "")).partition("@")[0]
        rows.append((
            code(name),
            code(" ".join(str(part) for part in command[:4])) if command else code(image),
            code(database_role(service)) if database_role(service) else "",
            ", ".join(code(secret) for secret in service.get("secrets", ())),
        ))  # fmt: skip
    return table(("service", "starts", "database role", "secrets"), rows)


def process_diagram() -> str:
    lines = ["    browser((browser)) -->|HTTPS, sockets| proxy"]
    for name, service in services().items():
        variables = settings_of(service)
        if "WEB" in variables:
            lines.append(f"    {name} --> {str(variables['WEB']).split(':')[0]}")
        if role := database_role(service):
            lines.append(f"    {name} -->|{role}| postgres[(postgres)]")
        if "REDIS_URL" in variables and name != "migrate":
            lines.append(f"    {name} <--> valkey[(valkey)]")
    return mermaid("flowchart LR", *lines)
