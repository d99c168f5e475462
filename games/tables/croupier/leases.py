"""Which croupier takes messages from which command lists: leases in Valkey, shared fairly among the live
croupiers.
"""

from __future__ import annotations

import time
from typing import Any

import redis

from games.models import SHARDS
from games.tables.croupier import metrics
from games.tables.croupier.metrics import ALIVE

LEASE_MS = 3000  # for which a list belongs to one croupier
DEAD_AFTER = 5.0  # seconds without a report after which a croupier counts as gone


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
        """Reports this croupier as alive, renews its leases, and takes its fair share of free lists."""
        now = time.time()
        self.valkey.zadd(ALIVE, {self.croupier: now})
        self.valkey.zremrangebyscore(ALIVE, 0, now - metrics.EXPIRE_MS / 1000)
        alive = self.valkey.zrange(ALIVE, now - DEAD_AFTER, "+inf", byscore=True)
        share = fair_share(self.croupier.encode(), alive)
        owners = self.valkey.mget([f"lease:{shard}" for shard in range(SHARDS)])
        own = [shard for shard, owner in enumerate(owners) if owner == self.croupier.encode()]
        kept = [shard for shard in own if self._renew_lease(shard)]
        for shard in kept[share:]:
            self._give_up(shard)
        kept = kept[:share]
        for shard in range(SHARDS):
            if len(kept) < share and shard not in kept and self._take(shard):
                kept.append(shard)
        return kept

    def _take(self, shard: int) -> bool:
        return bool(self.valkey.set(f"lease:{shard}", self.croupier, px=LEASE_MS, nx=True))

    def _renew_lease(self, shard: int) -> bool:
        """Renews the lease only if it is still ours: another croupier may have taken it."""
        key = f"lease:{shard}"
        return bool(
            self.valkey.execute_command("SET", key, self.croupier, "IFEQ", self.croupier, "PX", LEASE_MS)
        )

    def _give_up(self, shard: int) -> None:
        self.valkey.execute_command("DELIFEQ", f"lease:{shard}", self.croupier)

    def release(self, shards: list[int]) -> None:
        """Releases the leases at a regular stop, so that other croupiers take the lists at once."""
        try:
            for shard in shards:
                self._give_up(shard)
            self.valkey.zrem(ALIVE, self.croupier)
        except redis.RedisError:
            pass
