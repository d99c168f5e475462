"""A player of the chaos proof: plays over a real socket and writes every command and reply to a synced
journal.

S id round command    about to be sent          A id    accepted
R id code             refused

A command that was sent more than once may have several replies, in the order of their arrival.
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

from tests.merge_patch import apply_merge_patch
from tests.proofs.random_decisions import RANDOM_DECISIONS

MAX_CONNECTIONS = 10  # for the retries at the end
RETRY_SECONDS = 1.5  # after this time without a reply, the command is sent again with the same id


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
        rules: SimpleNamespace,
        player: int = 0,
        table: int = 0,
    ) -> None:
        self.id, self.table_id = player, table
        self.connected = False
        self.connections: list[list[float]] = []  # when each socket was opened and lost (wall clock)
        self.thinking: tuple[Any, float] = (None, 0.0)  # the deadline of a decision, and when it is taken
        self.address, self.cookie, self.journal = address, cookie, Journal(journal)
        self.random_decision, self.rules = RANDOM_DECISIONS[game], rules
        self.chance = random.Random(seed)  # players' decisions do not use the product's draw
        self.waiting: dict[str, dict[str, Any]] = {}
        self.commands: dict[str, dict[str, Any]] = {}  # every command ever sent
        self.table: dict[str, Any] = {}
        self.mine: dict[str, Any] = {}
        self.table_version = self.own_version = -1
        self.seat_request: dict[str, Any] | None = None  # until it is answered
        self.answered: list[tuple[float, float]] = []  # when a command was sent, and when it was accepted
        self.sent_at: dict[str, float] = {}
        self.last_sent: dict[str, float] = {}

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
        """Whether a socket was open at some moment of this interval."""
        return any(opened < until and lost > since + 0.5 for opened, lost in list(self.connections))

    def _is_thinking(self) -> bool:
        """A player uses a random part of the time that is left for the decision."""
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
        await socket.send(json.dumps({"t": "look"}))
        self.seat_request = {"t": "sit", "id": str(uuid4())}
        self.last_sent[self.seat_request["id"]] = time.monotonic()
        await socket.send(json.dumps(self.seat_request))
        for command in self.waiting.values():  # retry commands without a reply, with the same id
            await socket.send(json.dumps(command))
        sender = asyncio.create_task(self._send_commands(socket, stop))
        try:
            while not stop.is_set() or self.waiting:
                self._receive(json.loads(await asyncio.wait_for(socket.recv(), 5)))
        finally:
            sender.cancel()

    async def _send_commands(self, socket: Any, stop: asyncio.Event) -> None:
        while True:
            await asyncio.sleep(0.1 + self.chance.random() * 0.4)
            # A croupier drops what a web process sends that it does not know yet, even the first request.
            for command in [*self.waiting.values(), *([self.seat_request] if self.seat_request else [])]:
                if time.monotonic() - self.last_sent[command["id"]] > RETRY_SECONDS:
                    self.last_sent[command["id"]] = time.monotonic()
                    await socket.send(json.dumps(command))
            if self.table_version < 0 or self.own_version < 0:
                await socket.send(json.dumps({"t": "look"}))
                continue
            options = self.mine.get("game", {}).get("options") or {}
            if stop.is_set() or len(self.waiting) >= 3 or not options or self.mine.get("ended"):
                continue
            if self._is_thinking():
                continue
            decision = self.random_decision(self.chance, options, self.rules)
            if decision is None:
                continue
            command_id = str(uuid4())
            self.waiting[command_id] = self.commands[command_id] = {
                "t": "do",
                "id": command_id,
                "round": self.table.get("round", 0),
                "do": decision,
            }
            self.sent_at[command_id] = self.last_sent[command_id] = time.monotonic()
            self.journal.write(
                "S", command_id, self.table.get("round", 0), json.dumps(decision, separators=(",", ":"))
            )
            await socket.send(json.dumps(self.waiting[command_id]))

    def _receive(self, data: dict[str, Any]) -> None:
        if self.seat_request and data.get("id") == self.seat_request["id"] and data.get("code") != "too-many":
            self.seat_request = None
        match data["t"]:
            case "snapshot":
                self.table, self.table_version = data["table"], data["v"]
                if "mine" in data:
                    self.mine, self.own_version = data["mine"], data["v"]
            case "table" if data["v"] > self.table_version:
                lost = data["was"] != self.table_version
                self.table, self.table_version = (
                    ({}, -1) if lost else (apply_merge_patch(self.table, data["set"]), data["v"])
                )
            case "mine" if data["v"] > self.own_version:
                lost = data["was"] != self.own_version
                self.mine, self.own_version = (
                    ({}, -1) if lost else (apply_merge_patch(self.mine, data["set"]), data["v"])
                )
            case "ok" if data["id"] in self.commands:
                self.journal.write("A", data["id"])
                if self.waiting.pop(data["id"], None):
                    self.answered.append((self.sent_at[data["id"]], time.monotonic()))
            # "Too many" does not decide the command: it is retried.
            case "no" if data.get("id") in self.commands and data["code"] != "too-many":
                self.journal.write("R", data["id"], data["code"])
                self.waiting.pop(data["id"], None)

    async def retry_commands(self, ids: list[str]) -> dict[str, str]:
        """Send these commands again after the last round; return "ok" or the code of the refusal by id."""
        answers: dict[str, str] = {}
        for _ in range(MAX_CONNECTIONS):
            with contextlib.suppress(OSError, websockets.WebSocketException, TimeoutError):
                async with self._connection() as socket:
                    for command_id in [command_id for command_id in ids if command_id not in answers]:
                        await socket.send(json.dumps(self.commands[command_id]))
                        data = {"id": None}
                        while data.get("id") != command_id:
                            data = json.loads(await asyncio.wait_for(socket.recv(), 5))
                        if data.get("code") != "too-many":
                            answers[command_id] = "ok" if data["t"] == "ok" else data["code"]
                        await asyncio.sleep(0.2)
            if len(answers) == len(ids):
                break
            await asyncio.sleep(1)
        return answers
