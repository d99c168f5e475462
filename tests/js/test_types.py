"""The declared types of the socket's messages agree with the protocol of the server."""

from __future__ import annotations

import json
import re
from typing import Any, get_args
from uuid import UUID

import msgspec
import pytest

from casino.services.folder import PROJECT
from games.tables.transport import protocol
from tests.js.test_javascript import deno

MESSAGES = PROJECT / "static" / "js" / "table" / "messages.d.ts"
ID = UUID(int=1)
PATCH: dict[str, Any] = {"round": 2}
NEWS = [{"t": "bets-opened"}]
FRAMES = [
    protocol.snapshot_frame(1, 2, {"phase": "betting", "seated": 1, "history": []}, {"seat": 1}, (1, 900)),
    protocol.snapshot_frame(1, 2, {}, None, None),
    protocol.table_frame(1, 2, 3, PATCH, NEWS),
    protocol.player_frame(1, 2, PATCH, NEWS),
    protocol.accepted_frame(ID, 2),
    protocol.refused_frame(ID, "limit", "AR-12", {"limit": 500}),
    protocol.refused_frame(None, "unreadable", "", {}),
    protocol.share_frame(3, "0" * 32),
    protocol.balance_frame(1, 900),
    protocol.heartbeat_frame(1, 2),
    protocol.care_frame(7),
    protocol.closing_frame("elsewhere"),
]
EXAMPLES = {"id": str(ID), "seat": 1, "text": "Olá", "round": 1, "nonce": "0" * 32, "do": {"t": "undo"}}


def commands() -> list[dict[str, Any]]:
    """A message of each kind that a browser may send, with every field."""
    return [
        {"t": struct.__struct_config__.tag, **{name: EXAMPLES[name] for name in struct.__struct_fields__}}
        for struct in get_args(protocol.BrowserMessage)
    ]


WRONG: dict[str, dict[str, Any]] = {
    "missing": {"t": "beat", "v": 1},
    "unknown": {"t": "purse", "n": 1, "cents": 2, "euros": 3},
}
FAULT = re.compile(r"^(?=TS\d+ )", re.MULTILINE)
PLACE = re.compile(r"\bat file://\S*/(\w+)\.js:\d+:\d+")


def module_of(declared: str, values: list[Any]) -> str:
    """A module that declares these values to be of that type."""
    lines = [
        f"/** @type {{import({json.dumps(str(MESSAGES))}).{declared}}} */\n"
        f"export const value{number} = {json.dumps(value)};"
        for number, value in enumerate(values)
    ]
    return "\n".join(lines)


@pytest.fixture(scope="module")
def faults(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What the type check says of each module; all are checked at once, because each check reads the types
    of the whole browser.
    """
    folder = tmp_path_factory.mktemp("types")
    modules = {
        "frames": module_of("ServerFrame", [msgspec.json.decode(frame) for frame in FRAMES]),
        "commands": module_of("ClientMessage", commands()),
        **{name: module_of("ServerFrame", [frame]) for name, frame in WRONG.items()},
    }
    files = [folder / f"{name}.js" for name in modules]
    for file in files:
        file.write_text(modules[file.stem], "utf-8")
    done = deno("check", "--quiet", "--config", str(PROJECT / "deno.json"), *map(str, files))
    output = done.stdout + done.stderr
    by_module = dict.fromkeys(modules, "")
    _, *type_faults = FAULT.split(output)
    assert done.returncode != 0 and type_faults, f"two modules are wrong:\n{output}"
    for fault in type_faults:
        place = PLACE.search(fault)
        for name in [place[1]] if place and place[1] in modules else modules:
            by_module[name] += fault
    return by_module


def test_every_frame_of_the_server_has_the_declared_type(faults: dict[str, str]) -> None:
    assert faults["frames"] == ""


def test_every_message_of_a_browser_has_the_declared_type(faults: dict[str, str]) -> None:
    for message in commands():
        protocol.decode_message(msgspec.json.encode(message))  # the server accepts it
    assert faults["commands"] == ""


@pytest.mark.parametrize("wrong", WRONG)
def test_a_missing_or_an_unknown_field_is_found(faults: dict[str, str], wrong: str) -> None:
    assert "TS2" in faults[wrong]


def test_every_declared_message_exists() -> None:
    text = MESSAGES.read_text("utf-8")
    client, server = text.split("// --- From the server")
    tags = {struct.__struct_config__.tag for struct in get_args(protocol.BrowserMessage)}
    assert set(re.findall(r'\{ t: "([a-z]+)"', client)) == tags
    sent = {msgspec.json.decode(frame)["t"] for frame in FRAMES} | {"chat"}  # games.tables.croupier.chat
    assert set(re.findall(r'\bt: "([a-z]+)"', server)) == sent


def test_every_field_of_the_views_is_declared() -> None:
    source = (PROJECT / "games" / "tables" / "domain" / "views.py").read_text("utf-8")
    fields = set(re.findall(r'\bview\["(\w+)"\]', source))
    declared = set(re.findall(r"^\s+(\w+)\??:", MESSAGES.read_text("utf-8"), re.MULTILINE))
    assert len(fields) > 12 and sorted(fields - declared) == []
