"""Croupiers share the command lists evenly, and a change in their number moves only a part of the lists."""

from __future__ import annotations

import time

import pytest
import redis

from casino.services.processes import MOST_CROUPIERS, croupier_count
from games.models import SHARDS
from games.tables.croupier import leases
from games.tables.croupier.leases import ListLeases, fair_share
from players.shared.valkey_clients import server_time


@pytest.mark.parametrize("count", [*range(1, 17), SHARDS, 2 * SHARDS - 1])
def test_every_list_belongs_to_exactly_one_croupier(count: int) -> None:
    alive = [b"%02d" % number for number in range(count)]
    shares = [fair_share(croupier, alive) for croupier in alive]
    assert sum(shares) == SHARDS and max(shares) - min(shares) <= 1


def settle(croupiers: dict[str, ListLeases]) -> dict[str, set[int]]:
    """Who serves what, once everybody has given up and taken; every list is served by one croupier."""
    for _ in range(3):
        served = {name: set(leases.renew()) for name, leases in croupiers.items()}
    assert sorted(shard for shards in served.values() for shard in shards) == list(range(SHARDS))
    sizes = [len(shards) for shards in served.values()]
    assert max(sizes) - min(sizes) <= 1
    return served


def test_a_croupier_that_joins_or_leaves_moves_only_its_share(valkey_url: str) -> None:
    """From one croupier to 16 and back."""
    # In an order that is not that of their ids.
    names = [f"c{5 * number % 16:02d}" for number in range(16)]
    with redis.Redis.from_url(valkey_url) as valkey:
        croupiers: dict[str, ListLeases] = {}
        before: dict[str, set[int]] = {}
        for name in names:
            croupiers[name] = ListLeases(valkey, name)
            after = settle(croupiers)
            moved = sum(len(before[other] - after[other]) for other in before)
            assert moved == (len(after[name]) if before else 0)
            before = after
        for name in names[:0:-1]:
            croupiers.pop(name).release(sorted(before[name]))
            after = settle(croupiers)
            assert all(before[other] <= after[other] for other in after)
            before = after
    assert before == {names[0]: set(range(SHARDS))}


def test_a_silent_croupier_is_replaced_as_soon_as_its_leases_end(
    valkey_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Red while it counted as alive for longer than its leases: nobody took its lists."""
    with redis.Redis.from_url(valkey_url) as valkey:
        silent, other = ListLeases(valkey, "silent"), ListLeases(valkey, "other")
        settle({"silent": silent, "other": other})
        ended = leases.server_time(valkey) + leases.LEASE_MS / 1000 + 0.1
        valkey.delete(*(lease for lease in leases.LEASES if valkey.get(lease) == b"silent"))
        monkeypatch.setattr(leases, "server_time", lambda client: ended)
        assert other.renew() == list(range(SHARDS))


def test_a_croupier_whose_clock_is_wrong_changes_nothing(
    valkey_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Red while each croupier reported by its own clock: the one ahead erased all others."""
    with redis.Redis.from_url(valkey_url) as valkey:
        ahead, other = ListLeases(valkey, "ahead"), ListLeases(valkey, "other")
        settle({"ahead": ahead, "other": other})
        actual = time.time
        monkeypatch.setattr(time, "time", lambda: actual() + 3600)
        served = ahead.renew()
        monkeypatch.setattr(time, "time", actual)
        assert len(served) == SHARDS // 2 and len(other.renew()) == SHARDS // 2
        assert valkey.zcard(leases.ALIVE) == 2


def test_users_of_an_earlier_release_may_not_ask_for_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """During an upgrade the host's own clock is used."""

    class Earlier:
        def time(self) -> None:
            raise redis.exceptions.NoPermissionError("no permissions to run the 'time' command")

    monkeypatch.setattr(time, "time", lambda: 7.0)
    assert server_time(Earlier()) == 7.0


def test_the_leases_cost_the_same_among_many_keys(valkey_url: str) -> None:
    """No command of a look depends on how many keys Valkey holds."""
    with redis.Redis.from_url(valkey_url) as valkey:
        pipe = valkey.pipeline(transaction=False)
        for number in range(20_000):
            pipe.set(f"web_cache:{number}", b"", px=60_000)
        pipe.execute()
        valkey.config_resetstat()
        assert len(ListLeases(valkey, "one").renew()) == SHARDS
        used = {name.removeprefix("cmdstat_") for name in valkey.info("commandstats")}
    assert used <= {"time", "zadd", "zremrangebyscore", "zrange", "mget", "set", "config|resetstat", "info"}


@pytest.mark.parametrize(
    ("setting", "cores", "count"),
    [("1", 64, 1), ("16", 2, 16), ("auto", 1, 1), ("auto", 4, 2), ("auto", 64, 32)],
)
def test_as_many_croupiers_as_asked_for(setting: str, cores: int, count: int) -> None:
    assert croupier_count(setting, cores) == count
    assert MOST_CROUPIERS == SHARDS


@pytest.mark.parametrize("setting", ["0", "65", "-1", "two", "1.5"])
def test_another_number_is_refused_in_a_sentence(setting: str) -> None:
    with pytest.raises(ValueError, match=r"CROUPIERS must be auto or a number from 1 to 64"):
        croupier_count(setting, 4)
