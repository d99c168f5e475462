"""Over real sockets of a house that runs: whoever signs out, is signed out or suspended is off the tables within two seconds."""

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


def entered(house: RunningHouse, name: str) -> Visitor:
    visitor = Visitor(house.url)
    visitor.sign_in(f"{name}@feltro.example", f"mesa-{name}-2015")
    return visitor


def first_table(visitor: Visitor) -> str:
    found = re.search(r'href="/table/(\d+)/"', visitor.get("/lobby/?money=EUR&game=american-roulette"))
    assert found is not None
    return found[1]


async def until_shown_out(
    house: RunningHouse, visitor: Visitor, table: str, act: Any
) -> tuple[float, str, list[dict[str, Any]]]:
    """Seconds from the act to the socket's end, its last farewell, and all that it heard."""
    heard: list[dict[str, Any]] = []
    address = f"{house.url.replace('http', 'ws')}/ws/table/{table}/"
    async with websockets.connect(
        address, additional_headers={"Cookie": visitor.cookie()}, origin=house.url, compression=None
    ) as socket:  # type: ignore[arg-type]
        await socket.send(json.dumps({"t": "look"}))
        await socket.send(json.dumps({"t": "sit", "id": str(uuid4())}))
        while not any(frame["t"] == "ok" for frame in heard):
            heard.append(json.loads(await asyncio.wait_for(socket.recv(), 10)))
            assert heard[-1]["t"] != "no", heard[-1]
        since, acting = time.monotonic(), asyncio.create_task(asyncio.to_thread(act))
        with contextlib.suppress(websockets.ConnectionClosed):
            while time.monotonic() - since < PATIENCE:  # heartbeats come for as long as the socket is open
                heard.append(json.loads(await asyncio.wait_for(socket.recv(), 10)))
        seconds = time.monotonic() - since
        await acting
        return seconds, next(frame["why"] for frame in reversed(heard) if frame["t"] == "bye"), heard


def test_signing_out_closes_the_sockets_of_that_sign_in(house: RunningHouse) -> None:
    visitor = entered(house, "david")
    seconds, why, _ = asyncio.run(until_shown_out(house, visitor, first_table(visitor), visitor.sign_out))
    print(f"sockets sign-out={seconds * 1000:.0f} ms goal<2000")
    assert why == "signed-out" and seconds < WITHIN


def test_ending_a_sign_in_from_another_device_closes_its_sockets(house: RunningHouse) -> None:
    there, here = entered(house, "david"), entered(house, "david")

    def end() -> None:
        here.get("/account/sign-ins/")
        here.send("/account/sign-ins/", "/account/sign-ins/end/", entry="others")

    seconds, why, _ = asyncio.run(until_shown_out(house, there, first_table(there), end))
    print(f"sockets ended-elsewhere={seconds * 1000:.0f} ms goal<2000")
    assert why == "signed-out" and seconds < WITHIN


def test_a_suspension_closes_every_socket_and_gives_the_seat_up(house: RunningHouse) -> None:
    visitor, staff = entered(house, "david"), entered(house, "direcao")
    table = first_table(visitor)
    found = re.search(r"/admin/players/player/(\d+)/change/", staff.get("/admin/players/player/?q=David"))
    assert found is not None
    page = f"/admin/players/player/{found[1]}/change/"

    def act(verb: str) -> None:
        staff.send(page, f"/admin/players/player/{found[1]}/act/", act=verb, reason=REASON)

    try:
        seconds, why, _ = asyncio.run(until_shown_out(house, visitor, table, lambda: act("suspend")))
        print(f"sockets suspension={seconds * 1000:.0f} ms goal<2000")
        assert why == "suspended" and seconds < WITHIN
        end = time.monotonic() + 10
        while not re.search(
            "pela casa|by the house", visitor.get("/account/sessions/")
        ):  # in whichever language he was left
            assert time.monotonic() < end, "the seat was not given up"
            time.sleep(0.2)
    finally:
        act("restore")
