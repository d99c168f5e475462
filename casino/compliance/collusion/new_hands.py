"""Reads the new hands of hold'em from the record, each once: money tables only, without test accounts.

It reads as the read-only role, which sees no seed, and stores the hands and the counts of each day.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db import connection, transaction

from casino.compliance.bots.store import add_decisions
from casino.compliance.collusion.hand_statistics import (
    HandResult,
    HandStatistics,
    empty_statistics,
    time_step,
)
from casino.compliance.collusion.hands import HandOutcome, read_hand
from casino.compliance.collusion.selectors import EVENTS, SEATS
from casino.compliance.reading import rows
from games.rules.holdem.events import Event
from games.tables.domain.stored_events import EventDecoder
from players.shared import clock

BATCH = 500  # rounds
# Each run also reads rounds that ended shortly before the last one: they may have committed later.
OVERLAP = timedelta(minutes=10)
DAYS = 90  # that an analysis covers
EVENT_KINDS = (
    "button-placed",
    "blind-posted",
    "folded",
    "checked",
    "called",
    "raised",
    "excess-returned",
    "common-turned",
    "pots-paid",
    "round-voided",
)
ROUNDS = """
SELECT r.id, r.table_id, r.ended, (s.data::json->>'minimum')::bigint AS minimum
FROM games_round AS r
JOIN games_table AS t ON t.id = r.table_id AND t.system = 'holdem' AND t.currency = 'EUR'
JOIN games_tablesetting AS s ON s.id = r.setting_id
WHERE r.status = 'ended'
  AND r.ended >= coalesce((SELECT max(at) - %(overlap)s FROM collusion_hand), '-infinity')
  AND NOT EXISTS (SELECT FROM collusion_hand AS h WHERE h.round = r.id)
  AND NOT EXISTS (
    SELECT FROM games_stake AS k JOIN players_player AS p ON p.id = k.player_id
    WHERE k.round_id = r.id AND p.testing
  )
  AND EXISTS (SELECT FROM games_stake AS k WHERE k.round_id = r.id)
ORDER BY r.ended, r.id LIMIT %(limit)s
"""
ADD_TALLIES = """
INSERT INTO collusion_tally (day, player, other, moment, came, done)
SELECT * FROM unnest(%s::date[], %s::bigint[], %s::bigint[], %s::text[], %s::int[], %s::int[])
ON CONFLICT (day, player, other, moment) DO UPDATE
SET came = collusion_tally.came + excluded.came, done = collusion_tally.done + excluded.done
"""
ADD_DECISION_TIMES = """
INSERT INTO collusion_decisiontimes (day, player, step, came)
SELECT * FROM unnest(%s::date[], %s::bigint[], %s::smallint[], %s::int[])
ON CONFLICT (day, player, step) DO UPDATE SET came = collusion_decisiontimes.came + excluded.came
"""
INSERT_HAND = """
INSERT INTO collusion_hand (round, "table", day, at, minimum, players, nets)
VALUES (%s, %s, %s, %s, %s, %s, %s)
"""
_decode = EventDecoder(Event).decode


def read_new_hands() -> int:
    """Read and store the hands of the rounds that ended since the last run. Returns how many."""
    count = 0
    while rounds := rows(ROUNDS, {"overlap": OVERLAP, "limit": BATCH}):
        hands = list(hands_of(rounds))
        store_hands(hands)
        count += len(hands)
        if not hands:
            break
    return count


def hands_of(round_rows: Iterable[dict[str, Any]]) -> Iterator[tuple[dict[str, Any], HandOutcome]]:
    """Each round with its hand; two queries for all of them."""
    rounds = {row["id"]: row for row in round_rows}
    ids = list(rounds)
    seated: dict[int, dict[int, int]] = {}
    for row in rows(SEATS, {"ids": ids}):
        seated.setdefault(row["round_id"], {})[row["seat"]] = row["player"]
    event_rows = rows(EVENTS, [ids, list(EVENT_KINDS)])
    for round_id, group in groupby(event_rows, key=itemgetter("round_id")):
        row = rounds[round_id]
        events = ((_decode(event["kind"], event["data"]), event["at"]) for event in group)
        hand = read_hand(events, seated[round_id], row["minimum"])
        if hand is not None:
            yield row, hand


def store_hands(hands: list[tuple[dict[str, Any], HandOutcome]]) -> None:
    """Store the hands and add them to the counts of their days, in one transaction."""
    days: dict[date, HandStatistics] = {}
    hand_rows = []
    for row, hand in hands:
        day = clock.day_of(row["ended"])
        days.setdefault(day, empty_statistics()).add_hand(0, row["table_id"], hand)
        players, nets = list(hand.players), list(hand.nets)
        hand_rows.append((row["id"], row["table_id"], day, row["ended"], hand.minimum, players, nets))
    tallies = [
        (day, *key, *count)
        for day, statistics in days.items()
        for key, count in sorted(statistics.decisions.items())
    ]
    decision_times = [
        (day, player, step, count)
        for day, statistics in days.items()
        for player, steps in sorted(statistics.decision_times.items())
        for step, count in enumerate(steps)
        if count
    ]
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.executemany(INSERT_HAND, hand_rows)
        add_decisions(seen for _, hand in hands for seen in hand.seen)
        if tallies:
            cursor.execute(ADD_TALLIES, [list(column) for column in zip(*tallies, strict=True)])
        if decision_times:
            cursor.execute(ADD_DECISION_TIMES, [list(column) for column in zip(*decision_times, strict=True)])


DECISIONS_SINCE = """
SELECT player, other, moment, sum(came) AS came, sum(done) AS done FROM collusion_tally
WHERE day >= %s GROUP BY player, other, moment
"""
PACES_SINCE = """
SELECT player, step, sum(came) AS came FROM collusion_decisiontimes WHERE day >= %s GROUP BY player, step
"""
HANDS_SINCE = """
SELECT round, "table", day - %s AS day, minimum, players, nets FROM collusion_hand
WHERE day >= %s ORDER BY round
"""


def statistics_since(first: date) -> HandStatistics:
    """The statistics of the stored hands from a day on."""
    statistics = empty_statistics()
    for row in rows(DECISIONS_SINCE, [first]):
        statistics.decisions[row["player"], row["other"], row["moment"]] = [row["came"], row["done"]]
    for row in rows(PACES_SINCE, [first]):
        steps = statistics.decision_times.setdefault(row["player"], [0] * (time_step(10**9) + 1))
        steps[row["step"]] = row["came"]
    for row in rows(HANDS_SINCE, [first, first]):
        players, nets = tuple(row["players"]), tuple(row["nets"])
        result = HandResult(row["day"], row["table"], players, nets, row["minimum"], row["round"])
        statistics.hands.append(result)
    return statistics
