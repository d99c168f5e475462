"""The beacon that a finished round depended on, read from the record."""

from __future__ import annotations

import msgspec
from django.db import connection

from games.draw.beacon import BeaconUse
from games.models import Round
from games.tables.domain.events import BeaconNumberChosen, BeaconValueUsed, BetsOpened, RoundEnded
from games.tables.domain.round_beacon import RoundBeacon
from games.tables.domain.stored_events import EventDecoder

EVENTS = """
SELECT kind, data, (extract(epoch FROM at) * 1000)::bigint FROM games_event
WHERE round_id = %s AND kind IN ('bets-opened', 'beacon-number-chosen', 'beacon-value-used') ORDER BY seq
"""
ENDED = "SELECT data FROM games_event WHERE round_id = %s AND kind = 'round-ended'"
_events = EventDecoder(BetsOpened | BeaconNumberChosen | BeaconValueUsed | RoundEnded)


def beacon_of(game_round: Round) -> RoundBeacon | None:
    """The rule of the round's draw, the number that it picked and the value; None at a draw without them."""
    beacon: RoundBeacon | None = None
    with connection.cursor() as cursor:
        cursor.execute(EVENTS, [game_round.pk])
        for kind, data, at in cursor.fetchall():
            if kind == "bets-opened":
                rule = _events.decode(kind, data).beacon
                beacon = None if rule is None else RoundBeacon(rule)
            elif beacon is not None and kind == "beacon-number-chosen":
                beacon = msgspec.structs.replace(beacon, closed=at, number=_events.decode(kind, data).number)
            elif beacon is not None:
                beacon = msgspec.structs.replace(beacon, signature=_events.decode(kind, data).signature)
    return beacon


def beacon_use_of(game_round: Round) -> BeaconUse | None:
    beacon = beacon_of(game_round)
    return None if beacon is None else beacon.use


def missed_result(game_round: Round) -> tuple[str, ...]:
    """What a void round would have given, as its end published it."""
    with connection.cursor() as cursor:
        cursor.execute(ENDED, [game_round.pk])
        row = cursor.fetchone()
    return tuple(_events.decode("round-ended", row[0]).missed) if row else ()
