"""The declared types of the socket's messages agree with the protocol of the server."""

from __future__ import annotations

import json
import re
from pathlib import Path
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
    protocol.closing_frame("elsewhere"),
]
EXAMPLES = {"id": str(ID), "seat": 1, "text": "Olá", "round": 1, "nonce": "0" * 32, "do": {"t": "undo"}}


def commands() -> list[dict[str, Any]]:
    """A message of each kind that a browser may send, with every field."""
    return [
        {"t": struct.__struct_config__.tag, **{name: EXAMPLES[name] for name in struct.__struct_fields__}}
        for struct in get_args(protocol.BrowserMessage)
    ]


def checked(tmp_path: Path, declared: str, values: list[Any]) -> str:
    """What the type check says of those values; nothing where all of them have the type."""
    lines = [
        f"/** @type {{import({json.dumps(str(MESSAGES))}).{declared}}} */\n"
        f"export const value{number} = {json.dumps(value)};"
        for number, value in enumerate(values)
    ]
    module = tmp_path / "values.js"
    module.write_text("\n".join(lines), "utf-8")
    done = deno("check", "--quiet", "--config", str(PROJECT / "deno.json"), str(module))
    return "" if done.returncode == 0 else done.stdout + done.stderr


def test_every_frame_of_the_server_has_the_declared_type(tmp_path: Path) -> None:
    assert checked(tmp_path, "ServerFrame", [msgspec.json.decode(frame) for frame in FRAMES]) == ""


def test_every_message_of_a_browser_has_the_declared_type(tmp_path: Path) -> None:
    sent = commands()
    for message in sent:
        protocol.decode_message(msgspec.json.encode(message))  # the server accepts it
    assert checked(tmp_path, "ClientMessage", sent) == ""


@pytest.mark.parametrize("wrong", [{"t": "beat", "v": 1}, {"t": "purse", "n": 1, "cents": 2, "euros": 3}])
def test_a_missing_or_an_unknown_field_is_found(tmp_path: Path, wrong: dict[str, Any]) -> None:
    assert "TS2" in checked(tmp_path, "ServerFrame", [wrong])


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
