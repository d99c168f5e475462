"""What the draw of a finished round depended on, read from the record: the beacon, and the shoe as the round
found it.
"""

from __future__ import annotations

import msgspec
from django.db import connection

from games.draw.beacon import BeaconUse
from games.draw.shoe import ShoeBefore, shoe_digest
from games.models import Round
from games.rounds.replay.replay import RoundArchived
from games.tables.domain.events import BeaconNumberChosen, BeaconValueUsed, BetsOpened, RoundEnded
from games.tables.domain.round_beacon import RoundBeacon
from games.tables.domain.stored_events import EventDecoder
from players.audit.online_record import online_since

EVENTS = """
SELECT kind, data, (extract(epoch FROM at) * 1000)::bigint FROM games_event
WHERE round_id = %s AND kind IN ('bets-opened', 'beacon-number-chosen', 'beacon-value-used') ORDER BY seq
"""
ENDED = "SELECT data FROM games_event WHERE round_id = %s AND kind = 'round-ended'"
ROUNDS_BEFORE = """
SELECT r.number, r.commitment, r.nonces, e.data FROM games_round AS r
JOIN games_event AS e ON e.round_id = r.id AND e.kind = 'round-ended'
    AND e.at >= r.opened - interval '1 minute' AND e.at < r.ended + interval '1 day'
WHERE r.table_id = %s AND r.number >= %s AND r.number < %s ORDER BY r.number
"""
_events = EventDecoder(BetsOpened | BeaconNumberChosen | BeaconValueUsed | RoundEnded)
_shares = msgspec.json.Decoder(dict[int, str])


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


def recorded_end(game_round: Round) -> RoundEnded:
    """The end of a round, as the record has it."""
    with connection.cursor() as cursor:
        cursor.execute(ENDED, [game_round.pk])
        row = cursor.fetchone()
    end: RoundEnded = _events.decode("round-ended", row[0]) if row else RoundEnded()
    return end


def shoe_before(game_round: Round) -> ShoeBefore:
    """What earlier rounds took from the shoe. A void round took nothing."""
    return shoes_before(game_round)[game_round.number]


def shoes_before(game_round: Round) -> dict[int, ShoeBefore]:
    """The shoe as each round found it, from its first round to this one."""
    table, began = game_round.table_id, game_round.shoe or game_round.number
    shoes: dict[int, ShoeBefore] = {}
    shoe = ShoeBefore(began)
    if began < game_round.number:
        with connection.cursor() as cursor:
            cursor.execute(ROUNDS_BEFORE, [table, began, game_round.number])
            rows = cursor.fetchall()
            if len(rows) < game_round.number - began and online_since() is not None:
                raise RoundArchived(game_round.pk)
            for number, commitment, nonces, data in rows:
                shoes[number] = shoe
                if cards := _events.decode("round-ended", data).cards:
                    shares = _shares.decode(nonces)
                    digest = shoe_digest(shoe.digest, table, number, commitment, shares, cards)
                    shoe = ShoeBefore(began, shoe.dealt + cards, digest)
    return shoes | {game_round.number: shoe}
