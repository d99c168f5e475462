"""A minimal WebSocket client, so that the benchmark measures the server and not the client."""

from __future__ import annotations

import asyncio
import base64
import secrets
import struct
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, TypeVar
from urllib.parse import urlsplit

import uvloop

TEXT, CLOSE, PING, PONG = 0x81, 0x88, 0x89, 0x8A
MASKED = b"\0\0\0\0"  # the mask that a client must send may be nought, and then changes nothing
T = TypeVar("T")


def encode_frame(text: bytes, kind: int = TEXT) -> bytes:
    """A frame as a client sends it."""
    size = len(text)
    head = bytes((kind, 0x80 | size)) if size < 126 else bytes((kind, 0xFE)) + struct.pack("!H", size)
    return head + MASKED + text


class SocketClient(asyncio.Protocol):
    """One socket. It counts frames and calls `frame_received` with the place of each text frame in the
    received bytes.
    """

    def __init__(self, path: str, host: str, cookie: str = "") -> None:
        self.path, self.host, self.cookie = path, host, cookie
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.shut: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.rest = b""
        self.frames = self.packets = 0

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        cookie = f"Cookie: {self.cookie}\r\n" if self.cookie else ""
        transport.write(
            f"GET {self.path} HTTP/1.1\r\nHost: {self.host}\r\nOrigin: http://{self.host}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n{cookie}\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        self.packets += 1
        if self.rest:
            data = self.rest + data
        at, end = 0, len(data)
        if not self.open.done():
            at = data.find(b"\r\n\r\n") + 4
            if at < 4:
                self.rest = data
                return
            if not data.startswith(b"HTTP/1.1 101"):
                self.open.set_exception(ConnectionError(data[:200].decode(errors="replace")))
                self.transport.close()
                return
            self.open.set_result(None)
        while end - at >= 2:
            size, start = data[at + 1], at + 2
            if size == 126:
                size, start = int.from_bytes(data[at + 2 : at + 4], "big"), at + 4
            elif size == 127:
                size, start = int.from_bytes(data[at + 2 : at + 10], "big"), at + 10
            if end - start < size:
                break
            if data[at] == TEXT:
                self.frames += 1
                self.frame_received(data, start, start + size)
            elif data[at] == PING:
                self.transport.write(encode_frame(data[start : start + size], PONG))
            at = start + size
        self.rest = data[at:]

    def frame_received(self, data: bytes, start: int, end: int) -> None:
        """Called for each text frame."""

    def connection_lost(self, error: Exception | None) -> None:
        for future in (self.open, self.shut):
            if not future.done():
                future.set_result(None) if future is self.shut else future.set_exception(
                    ConnectionError("closed")
                )

    def send(self, text: bytes) -> None:
        self.transport.write(encode_frame(text))


Client = TypeVar("Client", bound=SocketClient)


async def open_clients(make: Sequence[Callable[[], Client]], url: str, *, together: int = 20) -> list[Client]:
    """Opens these sockets, a few at a time."""
    where, gate = urlsplit(url), asyncio.Semaphore(together)

    async def one(build: Callable[[], Client]) -> Client:
        async with gate:
            _, client = await asyncio.get_running_loop().create_connection(build, where.hostname, where.port)
            await asyncio.wait_for(client.open, 30)
            return client

    return list(await asyncio.gather(*map(one, make)))


async def close_clients(clients: Sequence[SocketClient]) -> None:
    for client in clients:
        client.transport.write(encode_frame(b"\x03\xe8", CLOSE))
        client.transport.close()
    await asyncio.gather(*(client.shut for client in clients))


def run(work: Coroutine[Any, Any, T]) -> T:
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(work)
