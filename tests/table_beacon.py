"""A beacon whose values a test publishes, for tables whose sheet names it."""

from __future__ import annotations

import time
from typing import Any

from django.db import connection

from games.draw import beacon
from games.draw.beacon import SANDBOX_NAME, Chain
from tests.live_table import LiveTable

SECRET = 0xFEED
SHEET: dict[str, Any] = {"draw": {"beacon": SANDBOX_NAME, "margin_ms": 300, "wait_seconds": 20}}
AGE = 1000  # seconds since its first value
AHEAD = 3600  # seconds


class TableBeacon:
    """The beacon as the process that follows it stores it: pinned, and current."""

    def __init__(self) -> None:
        genesis = int(time.time()) - AGE
        self.chain = Chain(SANDBOX_NAME, beacon.public_key_of(SECRET), genesis, 1, "33" * 32)
        self._execute(
            "INSERT INTO games_beaconchain (name, hash, public_key, genesis, period, group_hash)"
            " VALUES (%s, %s, %s, %s, %s, %s)",
            [SANDBOX_NAME, self.chain.hash, self.chain.public_key, genesis, 1, self.chain.group_hash],
        )
        # Far ahead, so that the beacon is there however slowly the test runs.
        self.publish(self.chain.first_from(int(time.time() * 1000)) + AHEAD)

    def publish(self, number: int, signature: str = "") -> None:
        self._execute(
            "INSERT INTO games_beaconvalue (chain_id, number, signature) VALUES (%s, %s, %s)"
            " ON CONFLICT DO NOTHING",
            [SANDBOX_NAME, number, signature or beacon.sign(SECRET, number)],
        )

    def publish_for(self, table: LiveTable) -> None:
        """The value that the round of this table waits for."""
        assert table.live.beacon is not None
        self.publish(table.live.beacon.number)

    def forget(self) -> None:
        """The process that follows the beacon has stored nothing."""
        self._execute("DELETE FROM games_beaconvalue", [])

    @staticmethod
    def _execute(sql: str, values: list[Any]) -> None:
        with connection.cursor() as cursor:
            cursor.execute(sql, values)
