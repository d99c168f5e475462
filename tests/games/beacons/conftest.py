"""A beacon at the border of the process: relays that are honest, and relays that are not."""

from __future__ import annotations

import itertools
import json
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from psycopg.conninfo import make_conninfo

from casino.services.folder import Folder
from casino.services.postgres import role_password
from games.beacons.follower import Follower
from games.beacons.relays import Relay, UnavailableError
from games.draw import beacon
from games.draw.beacon import SCHEME, Chain

SECRET = 0xBEAC0
NAMES = itertools.count(1)
Follow = Callable[..., Follower]


def new_chain(*, age: int = 30, secret: int = SECRET, name: str = "", period: int = 1) -> Chain:
    """A beacon that has published for this many seconds. The record keeps beacons, so each has its own
    name.
    """
    name = name or f"test-{time.time_ns() % 10**9}-{next(NAMES)}"
    genesis = int(time.time()) - age
    return Chain(name, beacon.public_key_of(secret), genesis, period, "11" * 32)


class FakeRelay:
    """Responses by address, as drand's relays give them. `change` turns an honest one into another."""

    def __init__(self, chain: Chain, secret: int = SECRET) -> None:
        self.chain, self.secret = chain, secret
        self.change: Callable[[int, dict[str, Any]], Any] = lambda number, published: published
        self.away = False
        self.asked: list[int] = []
        self.info = {
            "public_key": chain.public_key,
            "period": chain.period,
            "genesis_time": chain.genesis,
            "hash": chain.hash,
            "groupHash": chain.group_hash,
            "schemeID": SCHEME,
        }

    def __call__(self, url: str) -> bytes:
        if self.away:
            raise UnavailableError(url)
        if url.endswith("/info"):
            return json.dumps(self.info).encode()
        number = int(url.rpartition("/")[2])
        self.asked.append(number)
        body = self.change(number, self.published(number))
        return body if isinstance(body, bytes) else json.dumps(body).encode()

    def published(self, number: int) -> dict[str, Any]:
        signature = beacon.sign(self.secret, number)
        return {"round": number, "randomness": beacon.value_of(signature), "signature": signature}


@pytest.fixture
def chain() -> Chain:
    return new_chain()


@pytest.fixture
def address() -> str:
    """The test's database as house_beacon."""
    settings = connection.settings_dict
    server = {"host": settings["HOST"], "port": settings["PORT"] or None, "dbname": settings["NAME"]}
    role = "house_beacon"
    if "postgres" in os.environ["TEST_SERVERS"].split():
        folder = Folder(Path(os.environ["HOUSE_DIR"]))
        return make_conninfo(**server, user=role, password=role_password(folder, role))
    # A server that others set up: the administrator takes the role, because its password is not ours to know.
    administrator = {"user": settings["USER"], "password": settings["PASSWORD"]}
    return make_conninfo(**server, **administrator, options=f"-c role={role}")


@pytest.fixture
def follow(address: str) -> Iterator[Follow]:
    """Starts nothing: a test takes the steps itself."""
    opened: list[Follower] = []

    def make(chain: Chain, *fakes: FakeRelay) -> Follower:
        relays = [Relay(f"https://relay{n}.example", chain, fake) for n, fake in enumerate(fakes)]
        follower = Follower(chain, relays, address)
        follower.stopping.wait = lambda timeout=None: False
        opened.append(follower)
        return follower

    yield make
    for follower in opened:
        if follower.database is not None:
            follower.database.close()
