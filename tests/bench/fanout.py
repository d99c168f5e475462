"""Fan-out: one frame of a table to two hundred sockets, counted on arrival, with and without a client that
never reads.
"""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Awaitable, Callable
from statistics import median
from typing import Any
from urllib.parse import urlsplit

from tests.bench import environment
from tests.bench.measure import detail, goal, library, quickly, spread
from tests.bench.peers.sockets import PUBLISH
from tests.bench.wire import SocketClient, close_clients, open_clients, run

SOCKETS = 200
TOGETHER = 12  # frames under way at once
SECONDS = quickly(2.0, 4.0)
ROUNDS = quickly(2, 3)
SLOW_SECONDS, TURNS = 1.5, 8
TOTALS = (
    "red",
    "black",
    "even",
    "odd",
    "low",
    "high",
    "dozen:1-12",
    "dozen:13-24",
    "dozen:25-36",
    "column:34",
    "column:35",
    "column:36",
)
Publish = Callable[[], Awaitable[Any]]


class Tally:
    """How many frames have arrived at all sockets together."""

    def __init__(self) -> None:
        self.count = 0
        self.wanted = 0
        self.reached = asyncio.Event()

    async def until(self, wanted: int) -> None:
        self.wanted = wanted
        if self.count < wanted:
            self.reached.clear()
            await asyncio.wait_for(self.reached.wait(), 20)


class Counter(SocketClient):
    """Counts the frames of that size, which are the ones that the bench sends."""

    def __init__(self, path: str, host: str, tally: Tally, size: int) -> None:
        super().__init__(path, host)
        self.tally, self.size = tally, size

    def frame_received(self, data: bytes, start: int, end: int) -> None:
        if end - start == self.size:
            tally = self.tally
            tally.count += 1
            if tally.count >= tally.wanted:
                tally.reached.set()


async def measure_delivery(publish: Publish, tally: Tally, seconds: float) -> float:
    """Deliveries per second, with enough frames in flight that no socket waits for the sender."""
    begun, first, frames = time.perf_counter(), tally.count, 0
    while time.perf_counter() - begun < seconds:
        await publish()
        frames += 1
        await tally.until(first + (frames - TOGETHER) * SOCKETS)
    await tally.until(first + frames * SOCKETS)
    return frames * SOCKETS / (time.perf_counter() - begun)


async def listening(url: str, path: str, tally: Tally, size: int) -> list[Counter]:
    host = url.split("/")[2]
    return await open_clients([lambda: Counter(path, host, tally, size)] * SOCKETS, url)


def frame(bytes_wanted: int = 0) -> bytes:
    """A frame of a table during the bets, padded to the requested length."""
    from games.tables.transport import protocol

    patch = {"game": {"totals": dict.fromkeys(TOTALS, 123450), "betters": 187}}
    frame = protocol.table_frame(1041, 1187, 1_790_000_000_000, patch, [])
    return (
        protocol.table_frame(1041, 1187, 1_790_000_000_000, patch, ["." * (bytes_wanted - len(frame))])
        if bytes_wanted
        else frame
    )


def own_publisher(table: int, text: bytes) -> Publish:
    import redis.asyncio as valkey
    from asgiref.sync import sync_to_async
    from django.conf import settings

    from games.tables.croupier.audience import Audience
    from games.tables.transport import envelope, registry
    from games.tables.transport.keyring import CROUPIER, Keyring

    client, keyring, audience = valkey.Redis.from_url(settings.REDIS_URL), Keyring(CROUPIER), Audience()
    renew = sync_to_async(registry.renew)
    message, channel = envelope.encode(envelope.Frames(1187, text, {})), envelope.table_channel(table)
    until = 0.0

    async def publish() -> None:
        nonlocal until
        if time.monotonic() > until:  # like a croupier, once a second
            is_new, until = not until, time.monotonic() + 1
            await renew(keyring)
            if is_new:  # a web process refuses the frames of a croupier whose key it has not read
                await asyncio.sleep(3)
        await client.publish(channel, audience.seal(keyring, channel, message))

    return publish


def plain_publisher(table: int, text: bytes) -> Publish:
    from channels.layers import get_channel_layer

    layer: Any = get_channel_layer()
    return lambda: layer.group_send(f"plain_{table}", {"type": "table.frame", "text": text.decode()})


def websockets_publisher(url: str, text: bytes) -> Publish:
    publishers: list[SocketClient] = []

    async def publish() -> None:
        if not publishers:
            publishers.extend(await open_clients([lambda: SocketClient(PUBLISH, url.split("/")[2])], url))
        publishers[0].send(text)

    return publish


async def measured(url: str, path: str, publish: Publish, size: int) -> tuple[float, float]:
    """Deliveries per second, and the number of frames that arrived in one piece."""
    tally = Tally()
    clients = await listening(url, path, tally, size)
    await measure_delivery(publish, tally, 0.5)
    frames, packets = sum(client.frames for client in clients), sum(client.packets for client in clients)
    rate = await measure_delivery(publish, tally, SECONDS)
    joined = (sum(client.frames for client in clients) - frames) / (
        sum(client.packets for client in clients) - packets
    )
    await close_clients(clients)
    return rate, joined


def fanout(own_url: str, plain_url: str) -> None:
    from tests.live_table import table_open

    table, text = table_open().pk, frame()
    results: dict[str, list[tuple[float, float]]] = {"ours": [], "plain": [], "websockets": []}
    # The frames that it sends by itself have another size and are not counted.
    with environment.websockets_server(b"{}") as sockets_url:
        for _ in range(ROUNDS):
            # Each side's client of Valkey belongs to the loop of its run.
            results["ours"].append(
                run(measured(own_url, f"/ws/table/{table}/", own_publisher(table, text), len(text)))
            )
            results["plain"].append(
                run(measured(plain_url, f"/ws/listen/{table}/", plain_publisher(table, text), len(text)))
            )
            results["websockets"].append(
                run(measured(sockets_url, "/", websockets_publisher(sockets_url, text), len(text)))
            )
    own, others, alone = ([rate for rate, _ in results[side]] for side in ("ours", "plain", "websockets"))
    together = (
        median(joined for _, joined in results["ours"]),
        median(joined for _, joined in results["plain"]),
    )
    detail(
        f"deliveries/s to {SOCKETS} sockets, frames of {len(text)} bytes: ours {spread(own)}; "
        f"group_send {spread(others)}; websockets alone {spread(alone)}"
    )
    detail(
        f"joined: every frame is delivered on both sides; ours came {together[0]:.3g} to a piece, "
        f"the other's {together[1]:.3g}"
    )
    ratios = [a / b for a, b in zip(own, others, strict=True)]
    goal("fanout", ratios, least=10, beside=f"group_send of {library('channels-redis')}")
    ratios = [a / b for a, b in zip(own, alone, strict=True)]
    goal("fanout-websockets", ratios, least=0.6, beside=f"broadcast of {library('websockets')} alone")


async def without_and_with(url: str, table: int) -> tuple[list[float], int]:
    """The share of deliveries per second that remains while one socket is never read, and how many of them
    are lost.
    """
    text = frame(4000)
    publish, tally, kept = own_publisher(table, text), Tally(), []
    clients = await listening(url, f"/ws/table/{table}/", tally, len(text))
    await measure_delivery(publish, tally, 0.5)
    for turn in range(TURNS):
        rates = {}
        # Now the one comes first and now the other, so that a machine that changes its pace favours neither.
        for reads in (True, False) if turn % 2 else (False, True):
            stuck = [] if reads else [await connect_without_reading(url, table)]
            rates[reads] = await measure_delivery(publish, tally, SLOW_SECONDS)
            await close_clients(stuck)
        kept.append(rates[False] / rates[True])
    await wait_until_dropped(await connect_without_reading(url, table), publish, tally, len(text))
    lost = sum(client.shut.done() for client in clients)
    await close_clients(clients)
    return kept, lost


async def wait_until_dropped(stuck: Counter, publish: Publish, tally: Tally, size: int) -> None:
    """Publish more than the kernel buffers for a socket: the server must close the one that does not read."""
    first = tally.count
    while (tally.count - first) // SOCKETS * size < 16 * 1024 * 1024:
        await measure_delivery(publish, tally, 0.5)
    await asyncio.sleep(2)
    stuck.transport.resume_reading()
    await asyncio.wait_for(stuck.shut, 10)


async def connect_without_reading(url: str, table: int) -> Counter:
    where, loop = urlsplit(url), asyncio.get_running_loop()
    narrow = socket.socket()
    # The kernel takes little for it, so that the house itself meets the one who does not read.
    narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    narrow.setblocking(False)
    await loop.sock_connect(narrow, (where.hostname, where.port))
    _, stuck = await loop.create_connection(
        lambda: Counter(f"/ws/table/{table}/", where.netloc, Tally(), 0), sock=narrow
    )
    await stuck.open
    stuck.transport.pause_reading()
    return stuck


def slow(own_url: str, _plain_url: str) -> None:
    from tests.live_table import table_open

    kept, lost = run(without_and_with(own_url, table_open().pk))
    detail(
        f"deliveries/s that {SOCKETS} others keep beside one who never reads and is let go: {spread(kept)}; "
        f"connections lost: {lost}"
    )
    goal("slow", kept if not lost else 0, least=0.9, beside="the same without one who never reads")
