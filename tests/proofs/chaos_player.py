"""A player of the chaos proof: plays at a table over a real socket and keeps a journal of its own, written through to the disk.

S id round on    I am about to ask for this         A id          the house said that it stands
R id code        the house refused it

Whatever is answered more than once, because it was asked more than once, stands there more than once, in the order of the answers.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import math
import os
import random
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import websockets

from tests.proofs.fancies import FANCIES

TRIES = 10  # connections over which a last question is asked
ASK_AGAIN = 1.5  # seconds of silence after which the same is asked again under the same id


class Journal:
    def __init__(self, path: Path) -> None:
        self.file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def write(self, *words: object) -> None:
        os.write(self.file, (" ".join(map(str, words)) + "\n").encode())
        os.fsync(self.file)


class ChaosPlayer:
    def __init__(
        self,
        address: str,
        cookie: str,
        journal: Path,
        seed: int,
        game: str,
        knows: SimpleNamespace,
        player: int = 0,
        table: int = 0,
    ) -> None:
        self.id, self.table_id = player, table
        self.connected = False
        self.connections: list[
            list[float]
        ] = []  # when each socket was opened and lost, by the machine's clock
        self.thinking: tuple[Any, float] = (
            None,
            0.0,
        )  # the deadline of a decision, and when it will be taken
        self.address, self.cookie, self.journal = address, cookie, Journal(journal)
        self.fancy, self.knows = FANCIES[game], knows
        self.chance = random.Random(seed)  # what a player fancies is no draw of the house
        self.waiting: dict[str, dict[str, Any]] = {}
        self.wishes: dict[str, dict[str, Any]] = {}  # all that were ever asked
        self.table: dict[str, Any] = {}
        self.mine: dict[str, Any] = {}
        self.heard = self.own = -1
        self.seated = False
        self.answered: list[
            tuple[float, float]
        ] = []  # when something was asked, and when the house said that it stands
        self.asked_at: dict[str, float] = {}
        self.last_said: dict[str, float] = {}

    async def play(self, stop: asyncio.Event) -> None:
        while not stop.is_set() or self.waiting:
            with contextlib.suppress(
                OSError, websockets.WebSocketException, TimeoutError, asyncio.IncompleteReadError
            ):
                async with self._connection() as socket:
                    self.connections.append([time.time(), math.inf])
                    self.connected = True
                    try:
                        await self._stay(socket, stop)
                    finally:
                        self.connected = False
                        self.connections[-1][1] = time.time()
            await asyncio.sleep(0.2 + self.chance.random() * 0.3)

    def _connection(self) -> Any:
        return websockets.connect(
            self.address,
            additional_headers={"Cookie": self.cookie},
            origin=self._origin(),
            open_timeout=15,
            compression=None,
        )

    def was_connected(self, since: float, until: float) -> bool:
        """Was a socket open at some moment after the one and before the other?"""
        return any(opened < until and lost > since + 0.5 for opened, lost in list(self.connections))

    def _thinks(self) -> bool:
        """People take their time: a decision is taken some way into the time that is left for it."""
        due = self.table.get("due")
        if self.table.get("phase") != "choosing" or due is None:
            return False
        if self.thinking[0] != due:
            left = max(0.0, due / 1000 - time.time())
            self.thinking = (due, time.time() + self.chance.random() * 0.7 * left)
        return time.time() < self.thinking[1]

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
        while True:
            await asyncio.sleep(0.1 + self.chance.random() * 0.4)
            for id, wish in self.waiting.items():
                if time.monotonic() - self.last_said[id] > ASK_AGAIN:
                    self.last_said[id] = time.monotonic()
                    await socket.send(json.dumps(wish))
            if self.heard < 0 or self.own < 0:
                await socket.send(json.dumps({"t": "look"}))
                continue
            options = self.mine.get("game", {}).get("options") or {}
            if stop.is_set() or len(self.waiting) >= 3 or not options or self.mine.get("ended"):
                continue
            if self._thinks():
                continue
            wanted = self.fancy(self.chance, options, self.knows)
            if wanted is None:
                continue
            id = str(uuid4())
            self.waiting[id] = self.wishes[id] = {
                "t": "do",
                "id": id,
                "round": self.table.get("round", 0),
                "do": wanted,
            }
            self.asked_at[id] = self.last_said[id] = time.monotonic()
            self.journal.write("S", id, self.table.get("round", 0), json.dumps(wanted, separators=(",", ":")))
            await socket.send(json.dumps(self.waiting[id]))

    def _hear(self, said: dict[str, Any]) -> None:
        match said["t"]:
            case "snapshot":
                self.table, self.heard = said["table"], said["v"]
                if "mine" in said:
                    self.mine, self.own = said["mine"], said["v"]
            case "table" if said["v"] > self.heard:
                lost = said["was"] != self.heard
                self.table, self.heard = ({}, -1) if lost else (folded(self.table, said["set"]), said["v"])
            case "mine" if said["v"] > self.own:
                lost = said["was"] != self.own
                self.mine, self.own = ({}, -1) if lost else (folded(self.mine, said["set"]), said["v"])
            case "ok" if said["id"] in self.wishes:
                self.journal.write("A", said["id"])
                if self.waiting.pop(said["id"], None):
                    self.answered.append((self.asked_at[said["id"]], time.monotonic()))
            # «Too many at once» is no decision on the wish: it is asked again.
            case "no" if said.get("id") in self.wishes and said["code"] != "too-many":
                self.journal.write("R", said["id"], said["code"])
                self.waiting.pop(said["id"], None)

    async def ask_once_more(self, ids: list[str]) -> dict[str, str]:
        """When all is quiet each of these is asked again: what the house answers now, "ok" or the code of a refusal."""
        answers: dict[str, str] = {}
        for _ in range(TRIES):
            with contextlib.suppress(OSError, websockets.WebSocketException, TimeoutError):
                async with self._connection() as socket:
                    for id in [id for id in ids if id not in answers]:
                        await socket.send(json.dumps(self.wishes[id]))
                        said = {"id": None}
                        while said.get("id") != id:
                            said = json.loads(await asyncio.wait_for(socket.recv(), 5))
                        if said.get("code") != "too-many":
                            answers[id] = "ok" if said["t"] == "ok" else said["code"]
                        await asyncio.sleep(0.2)
            if len(answers) == len(ids):
                break
            await asyncio.sleep(1)
        return answers


def folded(view: dict[str, Any], patch: dict[str, Any]) -> dict[str, Any]:
    """A merge patch laid on a view (RFC 7396)."""
    result = dict(view)
    for key, value in patch.items():
        if value is None:
            result.pop(key, None)
        elif isinstance(value, dict):
            below = result.get(key)
            result[key] = folded(below if isinstance(below, dict) else {}, value)
        else:
            result[key] = value
    return result
