"""A player of the chaos proof: bets at a table over a real socket and keeps a journal of its own, written through to the disk.

S id round on    I am about to ask for this         A id          the house said that it stands
R id code        the house refused it
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
from pathlib import Path
from typing import Any
from uuid import uuid4

import websockets

PLACES = ("red", "black", "even", "odd", "low", "high", "dozen:1-12", "dozen:13-24", "column:34", "straight:17", "straight:0", "split:1-2")
ASK_AGAIN = 1.5  # seconds of silence after which the same is asked again under the same id


class Journal:
    def __init__(self, path: Path) -> None:
        self.file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def write(self, *words: object) -> None:
        os.write(self.file, (" ".join(map(str, words)) + "\n").encode())
        os.fsync(self.file)


class ChaosPlayer:
    def __init__(self, address: str, cookie: str, journal: Path, seed: int) -> None:
        self.address, self.cookie, self.journal = address, cookie, Journal(journal)
        self.chance = random.Random(seed)  # what a player fancies is no draw of the house
        self.waiting: dict[str, dict[str, Any]] = {}
        self.table: dict[str, Any] = {}
        self.seated = False
        self.gaps: list[float] = []
        self.asked_at: dict[str, float] = {}

    async def play(self, stop: asyncio.Event) -> None:
        while not stop.is_set() or self.waiting:
            with contextlib.suppress(OSError, websockets.WebSocketException, TimeoutError, asyncio.IncompleteReadError):
                async with websockets.connect(
                    self.address, additional_headers={"Cookie": self.cookie}, origin=self._origin(), open_timeout=3, compression=None
                ) as socket:
                    await self._stay(socket, stop)
            await asyncio.sleep(0.2 + self.chance.random() * 0.3)

    def _origin(self) -> Any:
        return "http://" + self.address.split("/")[2]

    async def _stay(self, socket: Any, stop: asyncio.Event) -> None:
        self.seated = False
        await socket.send(json.dumps({"t": "look"}))
        await socket.send(json.dumps({"t": "sit", "id": str(uuid4())}))
        for wish in self.waiting.values():  # what was never answered is asked again, under the same id
            await socket.send(json.dumps(wish))
        asking = asyncio.create_task(self._ask(socket, stop))
        try:
            while not stop.is_set() or self.waiting:
                self._hear(json.loads(await asyncio.wait_for(socket.recv(), 5)))
        finally:
            asking.cancel()

    async def _ask(self, socket: Any, stop: asyncio.Event) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(0.1 + self.chance.random() * 0.4)
            for id, wish in self.waiting.items():
                if loop.time() - self.asked_at[id] > ASK_AGAIN:
                    self.asked_at[id] = loop.time()
                    await socket.send(json.dumps(wish))
            if stop.is_set() or len(self.waiting) >= 3 or self.table.get("phase") != "betting":
                continue
            id, on = str(uuid4()), {place: 50 * self.chance.randint(1, 4) for place in self.chance.sample(PLACES, 5)}
            self.waiting[id] = {"t": "do", "id": id, "round": self.table["round"], "do": {"t": "bet", "on": on}}
            self.asked_at[id] = loop.time()
            self.journal.write("S", id, self.table["round"], json.dumps(on, separators=(",", ":")))
            await socket.send(json.dumps(self.waiting[id]))

    def _hear(self, said: dict[str, Any]) -> None:
        match said["t"]:
            case "snapshot":
                self.table = {key: said["table"].get(key) for key in ("phase", "round")}
            case "table":
                self.table |= {key: value for key, value in said["set"].items() if key in ("phase", "round")}
            case "ok" if said["id"] in self.waiting:
                self.journal.write("A", said["id"])
                del self.waiting[said["id"]]
            case "no" if said.get("id") in self.waiting:
                # «Too many at once» is no decision on the wish: it is asked again.
                if said["code"] != "too-many":
                    self.journal.write("R", said["id"], said["code"])
                    del self.waiting[said["id"]]
