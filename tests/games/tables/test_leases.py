"""Croupiers share the lists of commands evenly, and a change of their number moves only a share."""

from __future__ import annotations

import pytest
import redis

from casino.services.processes import MOST_CROUPIERS, croupier_count
from games.models import SHARDS
from games.tables.croupier.leases import ListLeases, fair_share


@pytest.mark.parametrize("count", range(1, 2 * SHARDS))
def test_every_list_is_somebodys_share_and_none_of_two(count: int) -> None:
    alive = [b"%02d" % number for number in range(count)]
    shares = [fair_share(croupier, alive) for croupier in alive]
    assert sum(shares) == SHARDS and max(shares) - min(shares) <= 1


def settle(croupiers: dict[str, ListLeases]) -> dict[str, set[int]]:
    """Who serves what, once everybody has given up and taken."""
    for _ in range(3):
        served = {name: set(leases.renew()) for name, leases in croupiers.items()}
    return served


@pytest.mark.parametrize("count", [2, 3, 5, 7])
def test_one_more_croupier_takes_only_its_share(valkey_url: str, count: int) -> None:
    with redis.Redis.from_url(valkey_url) as valkey:
        croupiers = {f"c{number}": ListLeases(valkey, f"c{number}") for number in range(count)}
        before = settle(croupiers)
        assert sorted(shard for shards in before.values() for shard in shards) == list(range(SHARDS))
        assert all(before.values())

        croupiers["new"] = ListLeases(valkey, "new")
        after = settle(croupiers)
        assert sorted(shard for shards in after.values() for shard in shards) == list(range(SHARDS))
        moved = sum(len(before[name] - after[name]) for name in before)
        assert after["new"] and moved == len(after["new"])

        croupiers.pop("new").release(sorted(after["new"]))
        last = settle(croupiers)
        assert sorted(shard for shards in last.values() for shard in shards) == list(range(SHARDS))
        assert all(after[name] <= last[name] for name in last)


@pytest.mark.parametrize(
    ("setting", "cores", "count"),
    [("1", 64, 1), ("8", 2, 8), ("auto", 1, 1), ("auto", 4, 2), ("auto", 64, 8)],
)
def test_as_many_croupiers_as_asked_for(setting: str, cores: int, count: int) -> None:
    assert croupier_count(setting, cores) == count
    assert MOST_CROUPIERS == SHARDS


@pytest.mark.parametrize("setting", ["0", "9", "-1", "two", "1.5"])
def test_another_number_is_refused_in_a_sentence(setting: str) -> None:
    with pytest.raises(ValueError, match=r"CROUPIERS must be auto or a number from 1 to 8"):
        croupier_count(setting, 4)
