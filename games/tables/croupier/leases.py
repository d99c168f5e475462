"""Which croupier takes messages from which command lists: leases in Valkey, shared fairly.

There are many more lists than croupiers, so that any number of live croupiers shares them almost evenly.
Reading all leases takes a fixed number of commands, however many keys Valkey holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import redis

from games.models import SHARDS
from games.tables.croupier import metrics
from games.tables.croupier.metrics import ALIVE
from players.shared.valkey_clients import server_time

RENEWAL_INTERVAL = 0.5  # seconds between two renewals
LEASE_MS = 2500  # for which a list belongs to one croupier
# Seconds without a report after which a croupier counts as gone. As long as a lease: others would leave lists
# whose lease has ended to a croupier that still counts.
DEAD_AFTER = LEASE_MS / 1000
LEASES = [f"lease:{shard}" for shard in range(SHARDS)]


def fair_share(croupier: bytes, alive: list[bytes]) -> int:
    """How many lists are this croupier's. Where they do not divide evenly, the first croupiers by id have one
    more.
    """
    least, remainder = divmod(SHARDS, max(1, len(alive)))
    before = sum(other < croupier for other in alive)
    return least + (before < remainder)


class ListLeases:
    def __init__(self, valkey: Any, croupier: str) -> None:
        self.valkey, self.croupier = valkey, croupier

    def renew(self) -> list[int]:
        """Reports this croupier as alive, renews its leases, and takes its fair share of free lists.

        Call it only after a write to the database: a croupier that cannot write must lose its lists.
        """
        now = server_time(self.valkey)
        pipe = self.valkey.pipeline(transaction=False)
        pipe.zadd(ALIVE, {self.croupier: now})
        pipe.zremrangebyscore(ALIVE, 0, now - metrics.EXPIRE_MS / 1000)
        pipe.zrange(ALIVE, now - DEAD_AFTER, "+inf", byscore=True)
        pipe.mget(LEASES)
        *_, alive, owners = pipe.execute()
        share = fair_share(self.croupier.encode(), alive)
        own = [shard for shard, owner in enumerate(owners) if owner == self.croupier.encode()]
        self._give_up(own[share:])
        kept = self._renew_leases(own[:share])
        free = [shard for shard, owner in enumerate(owners) if owner is None]
        while free and len(kept) < share:
            missing = share - len(kept)
            kept += self._take(free[:missing])
            free = free[missing:]
        return sorted(kept)

    def _take(self, shards: Sequence[int]) -> list[int]:
        """The lists among these that no other croupier took at the same moment."""
        pipe = self.valkey.pipeline(transaction=False)
        for shard in shards:
            pipe.set(LEASES[shard], self.croupier, px=LEASE_MS, nx=True)
        return [shard for shard, taken in zip(shards, pipe.execute(), strict=True) if taken]

    def _renew_leases(self, shards: Sequence[int]) -> list[int]:
        """Renews a lease only if it is still ours: another croupier may have taken it."""
        pipe = self.valkey.pipeline(transaction=False)
        for shard in shards:
            pipe.execute_command("SET", LEASES[shard], self.croupier, "IFEQ", self.croupier, "PX", LEASE_MS)
        return [shard for shard, renewed in zip(shards, pipe.execute(), strict=True) if renewed]

    def _give_up(self, shards: Sequence[int]) -> None:
        pipe = self.valkey.pipeline(transaction=False)
        for shard in shards:
            pipe.execute_command("DELIFEQ", LEASES[shard], self.croupier)
        pipe.execute()

    def release(self, shards: Sequence[int]) -> None:
        """Releases the leases at a regular stop, so that other croupiers take the lists at once."""
        try:
            self._give_up(shards)
            self.valkey.zrem(ALIVE, self.croupier)
        except redis.RedisError:
            pass
