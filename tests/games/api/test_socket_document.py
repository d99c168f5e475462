"""The AsyncAPI document of the socket says what the house sends and what it accepts."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from django.test import Client

from games.catalogue import GAMES
from games.rules.shared.refusals import Refusal
from games.tables.transport import protocol
from tests.live_table import LiveTable, players_with
from tests.rounds.golden import FOLDER
from tests.socket_schema import check_frame, check_message, checked_frames, document, validators

COMMAND_ID = "3f0c8f5e-2a5b-4a0e-9a3c-0d7b1c2e4f60"


@pytest.mark.parametrize("system", GAMES)
def test_the_frames_of_a_simulated_round_are_as_described(
    room: Callable[..., LiveTable],
    system: str,
) -> None:
    table = room(system)
    before = checked_frames.copy()
    table.sit(players_with(500_000, 2))
    table.until("bets-opened")
    for _ in range(12):
        table.step()
    sent = checked_frames - before
    assert sent["snapshot"] >= 3 and sent["table"] >= 3 and sent["mine"] >= 2


def test_replies_are_as_described() -> None:
    for frame in (
        protocol.accepted_frame(uuid4(), 7),
        protocol.refused_frame(None, Refusal.UNREADABLE.value, "", {}),
        protocol.refused_frame(uuid4(), Refusal.LIMIT.value, "AR-12a", {"cents": 5}),
        protocol.share_frame(3, "0" * 32),
        protocol.chat_frame(1, "Ana", "Boa noite", 1_790_000_000_000),
        protocol.balance_frame(4, 1_000),
        protocol.heartbeat_frame(-1, 1_790_000_000_000),
        protocol.closing_frame("signed-out"),
    ):
        check_frame(frame)


@pytest.mark.parametrize(
    "frame",
    [
        b'{"t":"ok","id":"' + COMMAND_ID.encode() + b'","v":"7"}',
        b'{"t":"ok","id":"x","v":7}',
        b'{"t":"purse","n":1}',
        b'{"t":"purse","n":1,"cents":2,"seed":"0"}',
        b'{"t":"no","id":null,"code":"invented","rule":"","with":{}}',
        b'{"t":"table","was":1,"v":2,"now":3,"set":{"shoe":"secret"},"news":[]}',
        b'{"t":"table","was":1,"v":2,"now":3,"set":{},"news":[{"t":"invented"}]}',
        b'{"t":"invented"}',
    ],
)
def test_a_frame_that_is_not_described_is_noticed(frame: bytes) -> None:
    with pytest.raises(AssertionError):
        check_frame(frame)


MESSAGES: list[tuple[dict[str, Any], bool]] = [
    ({"t": "sit", "id": COMMAND_ID}, True),
    ({"t": "sit", "id": COMMAND_ID, "seat": 3}, True),
    ({"t": "sit", "id": COMMAND_ID, "seat": 0}, False),
    ({"t": "sit", "id": COMMAND_ID, "player": 5}, False),
    ({"t": "sit"}, False),
    ({"t": "look"}, True),
    ({"t": "chat", "id": COMMAND_ID, "text": ""}, False),
    ({"t": "chat", "id": COMMAND_ID, "text": "Olá"}, True),
    ({"t": "nonce", "round": 1, "nonce": "0f" * 16}, True),
    ({"t": "nonce", "round": 1, "nonce": "0F" * 16}, False),
    ({"t": "nudge"}, False),
    ({"t": "stop", "reason": "x"}, False),
]


@pytest.mark.parametrize(("message", "is_accepted"), MESSAGES)
def test_the_document_and_the_decoder_accept_the_same(message: dict[str, Any], is_accepted: bool) -> None:
    text = json.dumps(message).encode()
    assert (check_message(text) == []) is is_accepted
    try:
        protocol.decode_message(text)
    except protocol.DECODE_ERRORS:
        assert not is_accepted
    else:
        assert is_accepted


def test_every_command_of_the_golden_rounds_is_described() -> None:
    commands = [
        step["says"]
        for path in sorted(FOLDER.glob("*.json"))
        for steps in json.loads(path.read_text("utf-8"))["rounds"]
        for step in steps
        if "says" in step and "refused" not in step
    ]
    assert len(commands) > 100
    for command in commands:
        play = protocol.Play(uuid4(), 1, msgspec.Raw(json.dumps(command).encode()))
        assert check_message(msgspec.json.encode(play)) == [], command
    assert check_message(b'{"t":"do","id":"%s","round":1,"do":{"t":"invented"}}' % COMMAND_ID.encode())


def test_the_document_names_every_message_of_both_directions() -> None:
    described = document()
    assert described["asyncapi"] == "3.0.0"
    tags = {message["name"] for message in described["components"]["messages"].values()}
    assert {*validators("fromBrowser"), *validators("toBrowser")} == tags


def test_a_house_serves_the_document_and_its_page(demo: None, client: Client) -> None:
    answer = client.get("/api/v1/socket/schema/")
    assert answer.status_code == 200 and answer.json()["servers"]["house"]["host"] == "testserver"
    page = client.get("/api/v1/socket/docs/")
    assert page.status_code == 200
    for message in document()["components"]["messages"].values():
        assert f"<code>{message['name']}</code>" in page.content.decode()
