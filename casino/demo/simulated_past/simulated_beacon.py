"""The sandbox beacon of a simulation: it has values for times that are past."""

from __future__ import annotations

from casino.demo.simulated_past.seeded_draw import derive_key
from games.draw import beacon
from games.draw.beacon import Chain
from games.draw.seal_key import SealKey
from games.tables.croupier.automatic_steps import AutomaticSteps
from games.tables.domain.round_beacon import BeaconRule, RoundBeacon
from games.tables.domain.state import Rules

GENESIS = 1_577_836_800  # before every simulated past


class SimulatedBeacon:
    def __init__(self, seed: int) -> None:
        self._secret = int.from_bytes(derive_key(seed, "beacon", "key")[:31], "big")
        group = derive_key(seed, "beacon", "group").hex()
        self.chain = Chain(beacon.SANDBOX_NAME, beacon.public_key_of(self._secret), GENESIS, 1, group)

    def signature(self, number: int) -> str:
        return beacon.sign(self._secret, number)


class StepsWithBeacon(AutomaticSteps):
    """Automatic steps whose beacon is that of the simulation."""

    def __init__(self, table: int, key: SealKey, simulated_beacon: SimulatedBeacon) -> None:
        super().__init__(table, key)
        self.simulated_beacon = simulated_beacon

    def beacon_rule(self, rules: Rules, at: int) -> BeaconRule:
        terms = rules.sheet.draw
        return BeaconRule(self.simulated_beacon.chain, terms.margin_ms, terms.wait_seconds)

    def beacon_signature(self, awaited: RoundBeacon) -> str:
        return self.simulated_beacon.signature(awaited.number)
