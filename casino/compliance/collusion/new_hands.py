"""The record of hold'em read hand by hand, once: whatever ended since the last look, at money tables, without test accounts.

It is read as the role that can write nothing and sees no seed; what follows from it is written beside it, a day's counts at a time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from itertools import groupby
from operator import itemgetter
from typing import Any

import msgspec
from django.db import connection, transaction

from casino.compliance.collusion.hand_statistics import Book, Dealt, empty, step_of
from casino.compliance.collusion.hands import Hand as Read
from casino.compliance.collusion.hands import read
from casino.compliance.reading import rows
from games.rules.holdem.events import Event
from players.shared import clock

# So many rounds at a time, and again what ended shortly before the last one: its transaction may have been the slower one.
AT_ONCE = 500
OVERLAP = timedelta(minutes=10)
DAYS = 90  # that a look reaches back
WANTED = (
    "button-placed", "blind-posted", "folded", "checked", "called", "raised", "excess-returned", "common-turned", "pots-paid",
    "round-voided",
)  # fmt: skip
ROUNDS = """
SELECT r.id, r.table_id, r.ended, (s.data::json->>'minimum')::bigint AS minimum
FROM games_round AS r
JOIN games_table AS t ON t.id = r.table_id AND t.system = 'holdem' AND t.currency = 'EUR'
JOIN games_tablesetting AS s ON s.id = r.setting_id
WHERE r.status = 'ended' AND r.ended >= coalesce((SELECT max(at) - %(overlap)s FROM integrity_hand), '-infinity')
  AND NOT EXISTS (SELECT FROM integrity_hand AS h WHERE h.round = r.id)
  AND NOT EXISTS (
    SELECT FROM games_stake AS k JOIN players_player AS p ON p.id = k.player_id WHERE k.round_id = r.id AND p.testing
  )
  AND EXISTS (SELECT FROM games_stake AS k WHERE k.round_id = r.id)
ORDER BY r.ended, r.id LIMIT %(most)s
"""
# Whoever put chips in stands in the stakes; whoever folded without any, in what was decided.
SEATS = """
SELECT round_id, seat, player_id AS player FROM games_stake WHERE round_id = ANY(%(ids)s)
UNION
SELECT round_id, (data::json->>'seat')::int, player FROM games_event
WHERE round_id = ANY(%(ids)s) AND kind IN ('folded', 'checked') AND player IS NOT NULL
"""
EVENTS = """
SELECT round_id, data, (extract(epoch FROM at) * 1000)::bigint AS at
FROM games_event WHERE round_id = ANY(%s) AND kind = ANY(%s) ORDER BY round_id, seq
"""
TALLY = """
INSERT INTO integrity_tally (day, player, other, moment, came, done)
SELECT * FROM unnest(%s::date[], %s::bigint[], %s::bigint[], %s::text[], %s::int[], %s::int[])
ON CONFLICT (day, player, other, moment) DO UPDATE
SET came = integrity_tally.came + excluded.came, done = integrity_tally.done + excluded.done
"""
PACE = """
INSERT INTO integrity_pace (day, player, step, came) SELECT * FROM unnest(%s::date[], %s::bigint[], %s::smallint[], %s::int[])
ON CONFLICT (day, player, step) DO UPDATE SET came = integrity_pace.came + excluded.came
"""
HANDS = 'INSERT INTO integrity_hand (round, "table", day, at, minimum, players, nets) VALUES (%s, %s, %s, %s, %s, %s, %s)'
_decode = msgspec.json.Decoder(Event).decode


def catch_up() -> int:
    """Reads whatever ended since the last time; how many hands that were."""
    count = 0
    while fresh := rows(ROUNDS, {"overlap": OVERLAP, "most": AT_ONCE}):
        taken = list(hands_of(fresh))
        hands_write(taken)
        count += len(taken)
        if len(taken) < len(fresh) and not taken:
            break
    return count


def hands_of(found: Iterable[dict[str, Any]]) -> Iterator[tuple[dict[str, Any], Read]]:
    """Each of these rounds with what it says; two queries for all of them."""
    rounds = {row["id"]: row for row in found}
    ids = list(rounds)
    seated: dict[int, dict[int, int]] = {}
    for row in rows(SEATS, {"ids": ids}):
        seated.setdefault(row["round_id"], {})[row["seat"]] = row["player"]
    told = rows(EVENTS, [ids, list(WANTED)])
    for number, events in groupby(told, key=itemgetter("round_id")):
        round = rounds[number]
        hand = read(((_decode(row["data"]), row["at"]) for row in events), seated[number], round["minimum"])
        if hand is not None:
            yield round, hand


def hands_write(taken: list[tuple[dict[str, Any], Read]]) -> None:
    """The hands and what they add to the counts of their days, together or not at all."""
    days: dict[date, Book] = {}
    written = []
    for round, hand in taken:
        day = clock.day_of(round["ended"])
        days.setdefault(day, empty()).note(0, round["table_id"], hand)
        written.append(
            (
                round["id"],
                round["table_id"],
                day,
                round["ended"],
                hand.minimum,
                list(hand.players),
                list(hand.nets),
            )
        )
    tallies = [
        (day, *who, *count) for day, book in days.items() for who, count in sorted(book.decisions.items())
    ]
    paces = [
        (day, player, step, count)
        for day, book in days.items()
        for player, steps in sorted(book.paces.items())
        for step, count in enumerate(steps)
        if count
    ]
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.executemany(HANDS, written)
        if tallies:
            cursor.execute(TALLY, [list(column) for column in zip(*tallies, strict=True)])
        if paces:
            cursor.execute(PACE, [list(column) for column in zip(*paces, strict=True)])


def book_since(first: date) -> Book:
    """The book of the days from then on; added up by the database, read as the role that reads."""
    book = empty()
    for row in rows("SELECT player, other, moment, sum(came) AS came, sum(done) AS done FROM integrity_tally WHERE day >= %s "
                    "GROUP BY player, other, moment", [first]):  # fmt: skip
        book.decisions[row["player"], row["other"], row["moment"]] = [row["came"], row["done"]]
    for row in rows(
        "SELECT player, step, sum(came) AS came FROM integrity_pace WHERE day >= %s GROUP BY player, step",
        [first],
    ):
        book.paces.setdefault(row["player"], [0] * (step_of(10**9) + 1))[row["step"]] = row["came"]
    for row in rows('SELECT round, "table", day - %s AS day, minimum, players, nets FROM integrity_hand WHERE day >= %s ORDER BY round',
                    [first, first]):  # fmt: skip
        book.hands.append(
            Dealt(
                row["day"],
                row["table"],
                tuple(row["players"]),
                tuple(row["nets"]),
                row["minimum"],
                row["round"],
            )
        )
    return book
