"""Sockets of a running house close within two seconds of a sign-out, a remote sign-out or a suspension."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import time
from typing import Any
from uuid import uuid4

import pytest
import websockets

from tests.running import RunningHouse
from tests.signing import Visitor

pytestmark = pytest.mark.house
WITHIN = 2.0
PATIENCE = 30.0
REASON = "Verificação de rotina"


def sign_in(house: RunningHouse, name: str) -> Visitor:
    visitor = Visitor(house.url)
    visitor.sign_in(f"{name}@feltro.example", f"mesa-{name}-2015")
    return visitor


def first_table(visitor: Visitor) -> str:
    link = re.search(r'href="/table/(\d+)/"', visitor.get("/lobby/?money=EUR&game=american-roulette"))
    assert link is not None
    return link[1]


async def until_disconnected(
    house: RunningHouse, visitor: Visitor, table: str, action: Any
) -> tuple[float, str, list[dict[str, Any]]]:
    """Seconds from the action to the end of the socket, the reason in its last frame, and all frames."""
    frames: list[dict[str, Any]] = []
    address = f"{house.url.replace('http', 'ws')}/ws/table/{table}/"
    async with websockets.connect(
        address, additional_headers={"Cookie": visitor.cookie()}, origin=house.url, compression=None
    ) as socket:
        await socket.send(json.dumps({"t": "look"}))
        await socket.send(json.dumps({"t": "sit", "id": str(uuid4())}))
        while not any(frame["t"] == "ok" for frame in frames):
            frames.append(json.loads(await asyncio.wait_for(socket.recv(), 10)))
            assert frames[-1]["t"] != "no", frames[-1]
        since, task = time.monotonic(), asyncio.create_task(asyncio.to_thread(action))
        with contextlib.suppress(websockets.ConnectionClosed):
            while time.monotonic() - since < PATIENCE:  # heartbeats come for as long as the socket is open
                frames.append(json.loads(await asyncio.wait_for(socket.recv(), 10)))
        seconds = time.monotonic() - since
        await task
        return seconds, next(frame["why"] for frame in reversed(frames) if frame["t"] == "bye"), frames


def test_signing_out_closes_the_sockets_of_that_sign_in(house: RunningHouse) -> None:
    visitor = sign_in(house, "david")
    seconds, why, _ = asyncio.run(until_disconnected(house, visitor, first_table(visitor), visitor.sign_out))
    print(f"sockets sign-out={seconds * 1000:.0f} ms goal<2000")
    assert why == "signed-out" and seconds < WITHIN


def test_ending_a_sign_in_from_another_device_closes_its_sockets(house: RunningHouse) -> None:
    other, current = sign_in(house, "david"), sign_in(house, "david")

    def end() -> None:
        current.get("/account/sign-ins/")
        current.send("/account/sign-ins/", "/account/sign-ins/end/", entry="others")

    seconds, why, _ = asyncio.run(until_disconnected(house, other, first_table(other), end))
    print(f"sockets ended-elsewhere={seconds * 1000:.0f} ms goal<2000")
    assert why == "signed-out" and seconds < WITHIN


def test_a_suspension_closes_every_socket_and_releases_the_seat(house: RunningHouse) -> None:
    visitor, staff = sign_in(house, "david"), sign_in(house, "direcao")
    table = first_table(visitor)
    link = re.search(r"/admin/players/player/(\d+)/change/", staff.get("/admin/players/player/?q=David"))
    assert link is not None
    page = f"/admin/players/player/{link[1]}/change/"

    def act(verb: str) -> None:
        staff.send(page, f"/admin/players/player/{link[1]}/act/", act=verb, reason=REASON)

    try:
        seconds, why, _ = asyncio.run(until_disconnected(house, visitor, table, lambda: act("suspend")))
        print(f"sockets suspension={seconds * 1000:.0f} ms goal<2000")
        assert why == "suspended" and seconds < WITHIN
        end = time.monotonic() + 10
        # In either language, because an earlier test may have changed it.
        while not re.search("pela casa|by the house", visitor.get("/account/sessions/")):
            assert time.monotonic() < end, "the seat was not released"
            time.sleep(0.2)
    finally:
        act("restore")
