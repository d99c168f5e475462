"""Which messages of Valkey a web process refuses aloud."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from structlog.testing import capture_logs

from games.tables.croupier.audience import Audience
from games.tables.transport import envelope
from games.tables.transport.envelope import Frames
from games.tables.transport.keyring import Keyring
from games.tables.web.hub import Hub

PLAYER, TABLE = 5, 3


def logged(channel: str, content: bytes) -> list[Any]:
    """What a web process logs of a croupier's message, while another one has the player's socket."""

    async def run() -> list[Any]:
        hub, croupier, other = Hub(), Keyring("croupier"), Keyring("web")
        everybody = [hub.keyring.own, croupier.own, other.own]
        hub.keyring.learn(everybody)
        croupier.learn(everybody)
        audience = Audience()
        audience.note(PLAYER, other.id)
        with capture_logs() as lines:
            hub._open(channel, audience.seal(croupier, channel, content))
        await hub.valkey.aclose()
        return [(line["event"], line["error"]) for line in lines]

    return asyncio.run(run())


@pytest.mark.parametrize(
    "channel, content",
    [
        (envelope.BALANCES, envelope.encode({PLAYER: b"frame"})),
        (envelope.BALANCES, envelope.encode({PLAYER + 1: b"frame"})),  # of a player without any socket
        (envelope.table_channel(TABLE), envelope.encode(Frames(1, b"frame", {PLAYER: b"own"}))),
    ],
)
def test_what_is_for_players_of_another_process_is_no_news(channel: str, content: bytes) -> None:
    assert logged(channel, content) == []


def test_a_reply_for_another_process_is_logged() -> None:
    reply = envelope.encode([(1, b"frame")])
    assert logged(envelope.web_channel("elsewhere"), reply) == [("message refused", "not for this process")]
