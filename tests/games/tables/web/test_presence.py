"""Rate limits of one person, however many sockets and web processes they use."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import redis.asyncio as valkey
from redis.exceptions import ConnectionError as ValkeyConnectionError

from games.tables.transport.envelope import SHARED_PLAYERS
from games.tables.web.presence import ALIVE, Presence, RateLimit
from tests.processes import connected

ANA, BRUNO = 1, 2
Played = Callable[[Presence, Presence], Awaitable[None]]


def at_two_processes(url: str, play: Played) -> None:
    async def played() -> None:
        clients = [valkey.Redis.from_url(url) for _ in range(2)]
        keyrings = connected("web", "web")
        one, other = (Presence(keys, client) for keys, client in zip(keyrings, clients, strict=True))
        for presence in (one, other):
            await presence.report_alive()
        await play(one, other)
        for client in clients:
            await client.aclose()

    asyncio.run(played())


def test_sockets_count_wherever_they_are(valkey_url: str, settings: Any) -> None:
    settings.TABLE_SOCKETS_A_PERSON = 4

    async def play(one: Presence, other: Presence) -> None:
        assert await one.enter(ANA, 7, 1) and await one.enter(ANA, 7, 2) and await other.enter(ANA, 7, 1)
        assert not await other.enter(ANA, 7, 2), "three at one table"
        assert await other.enter(ANA, 8, 3)
        assert not await one.enter(ANA, 9, 4), "four in all"
        assert await one.enter(BRUNO, 7, 5), "another person has his own"
        await one.leave(ANA, 7, 1)
        assert await one.enter(ANA, 9, 6)

    at_two_processes(valkey_url, play)


def test_the_sockets_of_a_fallen_process_count_no_more(valkey_url: str) -> None:
    async def play(one: Presence, other: Presence) -> None:
        for number in range(3):
            assert await one.enter(ANA, 7, number)
        assert not await other.enter(ANA, 7, 1)
        await one.valkey.delete(ALIVE + one.process)
        assert await other.enter(ANA, 7, 2)

    at_two_processes(valkey_url, play)


def test_a_departure_that_valkey_missed_is_repeated(valkey_url: str) -> None:
    async def play(one: Presence, other: Presence) -> None:
        for number in range(3):
            assert await one.enter(ANA, 7, number)
        reachable, one.valkey = one.valkey, valkey.Redis.from_url("unix:///nowhere/valkey.sock")
        for number in range(3):
            with pytest.raises(ValkeyConnectionError):
                await one.leave(ANA, 7, number)
        one.valkey = reachable
        assert not await one.enter(ANA, 7, 3), "no other process knows of it yet"
        await one.report_alive()
        assert await one.enter(ANA, 7, 4) and not one.left

    at_two_processes(valkey_url, play)


def test_who_sits_at_two_processes_has_one_pace_and_not_two(
    valkey_url: str, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.TABLE_MESSAGES_A_SECOND = 10
    clock = [1000.0]
    monkeypatch.setattr(time, "time", lambda: clock[0])

    async def play(one: Presence, other: Presence) -> None:
        subscription = one.valkey.pubsub(ignore_subscribe_messages=True)
        await subscription.subscribe("shared-players")
        await subscription.get_message(timeout=1)
        await one.enter(ANA, 7, 1)
        await other.enter(ANA, 8, 1)
        message = await subscription.get_message(timeout=2)
        assert (
            message is not None and int(one.keyring.open(SHARED_PLAYERS, message["data"]).private) == ANA
        ), "everybody hears that there are two"
        assert sum(await one.count_messages([ANA] * 12) + await other.count_messages([ANA] * 30)) == 20, (
            "twenty in two seconds, at both together"
        )
        assert await other.count_messages([BRUNO]) == [True]
        clock[0] += 1.9
        assert await one.count_messages([ANA]) == [False]
        clock[0] += 0.2
        assert sum(await other.count_messages([ANA] * 30)) == 20
        await subscription.aclose()

    at_two_processes(valkey_url, play)


def test_a_person_back_at_one_process_is_counted_there_only(valkey_url: str) -> None:
    async def play(one: Presence, other: Presence) -> None:
        await one.enter(ANA, 7, 1)
        await other.enter(ANA, 8, 1)
        one.split.add(ANA)
        await one.renew([(ANA, 7, 1)])
        assert ANA in one.split
        await other.leave(ANA, 8, 1)
        await one.renew([(ANA, 7, 1)])
        assert ANA not in one.split

    at_two_processes(valkey_url, play)


def test_valkey_may_lose_the_counts_and_gets_them_again(valkey_url: str) -> None:
    async def play(one: Presence, other: Presence) -> None:
        for number in range(3):
            await one.enter(ANA, 7, number)
        await one.valkey.flushdb()
        await one.report_alive()
        await one.renew([(ANA, 7, number) for number in range(3)])
        assert not await other.enter(ANA, 7, 1)

    at_two_processes(valkey_url, play)


def test_a_client_that_ignores_the_limit_is_disconnected(settings: Any) -> None:
    settings.TABLE_MESSAGES_A_SECOND = 10
    pace = RateLimit()
    assert sum(pace.take() for _ in range(300)) in (20, 21)
    assert not pace.is_flooding
    assert not any(pace.take() for _ in range(600))
    assert pace.is_flooding
