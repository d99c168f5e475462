"""Reads the beacon's values, which the process that follows the beacon has verified and stored.

The croupier does not trust the database for anything that decides a result: it verifies each value that it
uses.
"""

from __future__ import annotations

import structlog
from django.db import connection

from games.draw.beacon import PINNED, Chain, is_genuine
from games.rules.shared.draw_terms import DrawTerms
from games.tables.domain.round_beacon import BeaconRule, RoundBeacon

log = structlog.get_logger("croupier")
# A beacon whose newest value is older than this is not there: no bets open on it.
MISSED_AFTER_MS, MISSED_AFTER_PERIODS = 5_000, 4
CHAIN = """
SELECT c.name, c.public_key, c.genesis, c.period, c.group_hash,
       (SELECT max(v.number) FROM games_beaconvalue AS v WHERE v.chain_id = c.name)
FROM games_beaconchain AS c WHERE c.name = %s
"""
VALUE = "SELECT signature FROM games_beaconvalue WHERE chain_id = %s AND number = %s"


class NoDrawYet:
    """The chance of a round whose value has not come: nothing can be drawn from it."""

    def below(self, n: int) -> int:
        raise RuntimeError("The beacon value has not arrived.")

    def shuffled(self, n: int) -> tuple[int, ...]:
        raise RuntimeError("The beacon value has not arrived.")


def read_rule(terms: DrawTerms, at: int) -> BeaconRule | None:
    """The rule for a round that opens now. None while the beacon is not there."""
    with connection.cursor() as cursor:
        cursor.execute(CHAIN, [terms.beacon])
        row = cursor.fetchone()
    if row is None:
        return None
    *facts, newest = row
    chain = Chain(*facts)
    if PINNED.get(chain.name, chain) != chain:
        log.critical("beacon refused", chain=chain.name, reason="key-changed")
        return None
    missed_after = max(MISSED_AFTER_MS, MISSED_AFTER_PERIODS * chain.period * 1000)
    if newest is None or at - chain.scheduled_ms(newest + 1) > missed_after:
        return None
    return BeaconRule(chain, terms.margin_ms, terms.wait_seconds)


def read_signature(beacon: RoundBeacon) -> str:
    """The verified signature of the chosen number; empty until it has come."""
    chain = beacon.rule.chain
    with connection.cursor() as cursor:
        cursor.execute(VALUE, [chain.name, beacon.number])
        row = cursor.fetchone()
    if row is None:
        return ""
    if not is_genuine(chain.public_key, beacon.number, row[0]):
        log.critical("beacon value refused", chain=chain.name, number=beacon.number, reason="signature")
        return ""
    return str(row[0])
