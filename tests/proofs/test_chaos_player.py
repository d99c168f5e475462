"""The player of the proofs follows the rules for a client (docs/reference/socket-protocol.md)."""

from __future__ import annotations

import asyncio
import contextlib
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.proofs import chaos_player
from tests.proofs.chaos_player import ChaosPlayer


class Socket:
    """Answers the requests for a seat one after the other; None is a message that was lost."""

    def __init__(self, *answers: dict[str, Any] | None) -> None:
        self.answers = list(answers)
        self.seats: list[str] = []
        self.frames: asyncio.Queue[str] = asyncio.Queue()

    async def send(self, text: str) -> None:
        message = json.loads(text)
        if message["t"] == "sit":
            self.seats.append(message["id"])
            if answer := self.answers.pop(0):
                await self.frames.put(json.dumps(answer | {"id": message["id"]}))

    async def recv(self) -> str:
        return await self.frames.get()


@pytest.mark.parametrize(
    "answers",
    [
        (None, {"t": "ok", "v": 1}),
        ({"t": "no", "code": "too-many"}, {"t": "no", "code": "no-seat"}),
    ],
)
def test_a_seat_is_asked_for_with_the_same_id_until_it_is_decided(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answers: tuple[dict[str, Any] | None, ...]
) -> None:
    monkeypatch.setattr(chaos_player, "RETRY_SECONDS", 0.01)
    rules = SimpleNamespace(setting=SimpleNamespace(minimum=50, rebuys=()), sheet=SimpleNamespace(calls=()))
    player = ChaosPlayer("ws://x/ws/table/7/", "", tmp_path / "journal", 1, "roulette", rules)

    async def sit() -> Socket:
        socket = Socket(*answers)
        staying = asyncio.create_task(player._stay(socket, asyncio.Event()))
        async with asyncio.timeout(10):
            while socket.answers or player.seat_request:
                await asyncio.sleep(0.01)
        await asyncio.sleep(0.6)  # a round of the sender, which would ask once more
        staying.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await staying
        return socket

    socket = asyncio.run(sit())
    assert len(socket.seats) == 2 and len(set(socket.seats)) == 1
