"""Players of the drills: they bet at a roulette table and read their wallet, through the site alone, and
write what they sent and heard to a journal that is synced line by line (`wallets.py` says how it reads).

A player always has a bet on the way, whether the socket is there or not, so the longest wait for an answer
is the time for which the system did not serve that player.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

import websockets

from tests.merge_patch import apply_merge_patch
from tests.proofs.chaos_player import Journal

RETRY_SECONDS = 1.5  # after this time without a reply a command is sent again with the same id
THINKING = (0.3, 0.6)  # seconds between an answer and the next bet
READ_SECONDS = 2.0
PLACES = ("red", "black", "even", "low", "dozen:1-12", "column:34", "straight:17")
FAULTS = (OSError, websockets.WebSocketException, TimeoutError, asyncio.IncompleteReadError, ValueError)
# The longest silence of a socket. Frames and heartbeats come each second.
SILENCE = 4.0


class JournalPlayer:
    def __init__(self, site: str, cookie: str, table: int, journal: Path, seed: int) -> None:
        self.site, self.cookie, self.table_id = site, cookie, table
        self.path, self.journal = journal, Journal(journal)
        self.chance = random.Random(seed)  # players' decisions do not use the product's draw
        self.socket: Any = None
        self.table: dict[str, Any] = {}
        self.version = -1
        self.round = 0
        self.waiting: dict[str, dict[str, Any]] = {}
        self.sent: dict[str, float] = {}
        self.answers: list[tuple[float, float, bool]] = []  # sent, answered, accepted
        self.reads = 0
        self.failed_reads: list[str] = []  # when and how

    async def play(self, stop: asyncio.Event) -> None:
        await asyncio.gather(self._keep_socket(stop), self._bet(stop), self._read(stop))

    def longest_wait(self, since: float, until: float) -> float:
        """The longest time from a bet to its answer, for the bets of this interval."""
        waits = [
            answered - max(sent, since)
            for sent, answered, _ in list(self.answers)
            if answered > since and sent < until
        ]
        waits += [until - max(sent, since) for sent in list(self.sent.values()) if sent < until]
        return max(waits, default=until - since)

    def accepted_since(self, moment: float) -> bool:
        return any(accepted and sent > moment for sent, _, accepted in list(self.answers))

    async def _keep_socket(self, stop: asyncio.Event) -> None:
        while not stop.is_set() or self.waiting:
            with contextlib.suppress(*FAULTS):
                async with websockets.connect(
                    f"ws://{self.site}/ws/table/{self.table_id}/",
                    additional_headers={"Cookie": self.cookie},
                    origin=f"http://{self.site}",
                    open_timeout=5,
                    close_timeout=1,
                    compression=None,
                ) as self.socket:
                    self.version = -1
                    await self._send({"t": "look"}, {"t": "sit", "id": str(uuid4())}, *self.waiting.values())
                    while not stop.is_set() or self.waiting:
                        await self._receive(json.loads(await asyncio.wait_for(self.socket.recv(), SILENCE)))
            self.socket = None
            await asyncio.sleep(0.2 + self.chance.random() * 0.3)

    async def _send(self, *messages: dict[str, Any]) -> None:
        for message in messages:
            if self.socket is not None:
                with contextlib.suppress(*FAULTS):
                    await self.socket.send(json.dumps(message))

    async def _receive(self, data: dict[str, Any]) -> None:
        match data["t"]:
            case "snapshot":
                self._see(data["table"], data["v"])
            case "table" if data["v"] > self.version >= 0:
                if data["was"] == self.version:
                    self._see(apply_merge_patch(self.table, data["set"]), data["v"])
                else:
                    self.version = -1
                    await self._send({"t": "look"})
            # A frame, or the request for a snapshot, was lost.
            case "beat" if data["v"] != self.version:
                await self._send({"t": "look"})
            case "purse":
                self.journal.write("P", data["n"], data["cents"])
            case "ok" if data["id"] in self.sent:
                self._note_answer(data["id"], accepted=True)
            # "Too many" does not decide the command: it is sent again.
            case "no" if data.get("id") in self.sent and data["code"] != "too-many":
                self._note_answer(data["id"], accepted=False, code=data["code"])
                if data["code"] == "not-seated":  # the request for a seat was lost
                    await self._send({"t": "sit", "id": str(uuid4())})

    def _see(self, table: dict[str, Any], version: int) -> None:
        self.table, self.version = table, version
        if (number := table.get("round", 0)) > self.round:
            self.round = number
            self.journal.write("N", number)

    def _note_answer(self, command_id: str, *, accepted: bool, code: str = "") -> None:
        self.journal.write(*(("A", command_id) if accepted else ("R", command_id, code)))
        if self.waiting.pop(command_id, None):
            self.answers.append((self.sent.pop(command_id), time.monotonic(), accepted))

    async def _bet(self, stop: asyncio.Event) -> None:
        while not stop.is_set():
            await asyncio.sleep(self.chance.uniform(*THINKING))
            if stop.is_set() or not self.round:
                continue
            command_id = str(uuid4())
            places = self.chance.sample(PLACES, self.chance.randint(1, 3))
            bet = {"t": "bet", "on": {place: 100 * self.chance.randint(1, 3) for place in places}}
            command = {"t": "do", "id": command_id, "round": self.round, "do": bet}
            self.journal.write("S", command_id, self.round, json.dumps(bet, separators=(",", ":")))
            self.waiting[command_id], self.sent[command_id] = command, time.monotonic()
            await self._send(command)
            await self._retry(command_id, command)

    async def _retry(self, command_id: str, command: dict[str, Any]) -> None:
        """Until there is an answer."""
        last = time.monotonic()
        while command_id in self.waiting:
            await asyncio.sleep(0.05)
            if time.monotonic() - last > RETRY_SECONDS:
                last = time.monotonic()
                await self._send(command)

    async def _read(self, stop: asyncio.Event) -> None:
        while not stop.is_set():
            await asyncio.sleep(READ_SECONDS)
            self.reads += 1
            self.journal.write("Q", self.reads)
            try:
                cents = await asyncio.wait_for(self._wallet(), 10)
            except FAULTS as fault:
                moment = datetime.now(UTC).isoformat(timespec="milliseconds")
                self.failed_reads.append(f"{moment} {self.path.name}, page {self.reads}: {fault!r}")
            else:
                self.journal.write("B", self.reads, cents)

    async def _wallet(self) -> int:
        """The balance in euros, as the site says."""
        host, _, port = self.site.partition(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        try:
            request = (
                f"GET /api/v1/wallets/ HTTP/1.1\r\nHost: {self.site}\r\nCookie: {self.cookie}\r\n"
                "Accept: application/json\r\nConnection: close\r\n\r\n"
            )
            writer.write(request.encode())
            head, _, body = (await reader.read()).partition(b"\r\n\r\n")
        finally:
            writer.close()
        status = head.split(b"\r\n", 1)[0].decode()
        if " 200 " not in status:
            raise ValueError(status or "no answer")
        [cents] = [wallet["balance"] for wallet in json.loads(body) if wallet["currency"] == "EUR"]
        return int(cents)
