"""Roots of the record: each minute, what ended at every table since the last one is summed up in a digest and chained.

The events of a table carry a chain of their own; a root writes down its head, and so holds every event before it. Rounds and results of a
table are held by the digest of those that ended since. Rule sheets and settings of tables are held whole. Whoever changes one of them
afterwards must make all roots after it anew, and then they are not those that an anchor outside the house has told.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from datetime import timedelta
from itertools import groupby
from operator import attrgetter
from typing import Any

from django.db import connection, transaction

from casino.compliance.self_checks.models import Root
from games.tables.domain.pending_changes import linked as event_link

LOCK = 0x5EA2
MARGIN = timedelta(seconds=30)  # sheets and settings younger than this may still be followed by an older one
SHEETS, SETTINGS = 0, -1
AT_ONCE = 5000

STAMP = "(extract(epoch FROM {}) * 1000000)::bigint"
STAKES = f"""
(SELECT json_agg(json_build_array(s.id, s.player_id, s.session, s.seat, s.staked, s.lost, s.back, s.prize, s.held, s.commission,
                                  {STAMP.format("s.at")}) ORDER BY s.id) FROM games_stake AS s WHERE s.round_id = r.id)
"""
ROUND = f"""
sha256(convert_to(json_build_array(r.id, r.number, r.status, r.sheet_id, r.setting_id, r.engine, r.commitment,
    encode(sha256(r.sealed), 'hex'), r.nonces, r.shoe, r.root, encode(sha256(r.start), 'hex'), {STAMP.format("r.opened")},
    {STAMP.format("r.ended")}, r.outcome, r.cause, r.staked, r.returned, {STAKES})::text, 'UTF8'))
"""
# A seed is opened later than its round ends, and is held by its promise: it is compared with that, and not in here.
ROUNDS = f"""
SELECT count(*) AS rows, encode(sha256(coalesce(string_agg({ROUND}, ''::bytea ORDER BY r.number), ''::bytea)), 'hex') AS digest
FROM games_round AS r WHERE r.table_id = %(part)s AND r.number BETWEEN %(first)s AND %(last)s
"""
SHEET = f"json_build_array(id, system, version, data, digest, reference, {STAMP.format('since')})"
SETTING = f"json_build_array(id, table_id, version, data, digest, {STAMP.format('created')}, author_id)"
WHOLE = {
    SHEETS: ("games_rulesheet", SHEET, "status <> 'draft' AND coalesce(since, '-infinity')"),
    SETTINGS: ("games_tablesetting", SETTING, "created"),
}
MOVED = """
SELECT t.id, t.version, encode(t.chain, 'hex'), coalesce(before.last, 0), coalesce(ended.number, before.last, 0)
FROM games_table AS t
LEFT JOIN LATERAL (SELECT last, events FROM watch_root WHERE part = t.id ORDER BY number DESC LIMIT 1) AS before ON true
LEFT JOIN LATERAL (
    SELECT number FROM games_round WHERE table_id = t.id AND status IN ('ended', 'void') ORDER BY number DESC LIMIT 1
) AS ended ON true
WHERE t.version > coalesce(before.events, 0) ORDER BY t.id
"""
EVENTS = """
SELECT seq, kind, data, round_id, (extract(epoch FROM at) * 1000)::bigint, player, command, digest, chain
FROM games_event WHERE table_id = %s AND seq > %s ORDER BY seq LIMIT %s
"""


def whole_sql(part: int) -> str:
    table, row, moment = WHOLE[part]
    return (
        f"SELECT count(*) AS rows, encode(sha256(coalesce(string_agg(sha256(convert_to({row}::text, 'UTF8')), ''::bytea ORDER BY id), "
        f"''::bytea)), 'hex') AS digest FROM {table} WHERE {moment} <= to_timestamp(%(last)s / 1000000.0)"
    )


def roots_make() -> int:
    """One root for each part of the record where something has happened; how many were made."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_try_advisory_xact_lock(%s), set_config('statement_timeout', '0', true)", [LOCK]
        )
        if not cursor.fetchone()[0]:
            return 0
        before = heads()
        new = [*_tables(before), *_wholes(before)]
        Root.objects.bulk_create(new)
    return len(new)


def heads() -> dict[int, Root]:
    """The last root of each part."""
    return {root.part: root for root in Root.objects.order_by("part", "-number").distinct("part")}


def _tables(before: dict[int, Root]) -> Iterator[Root]:
    with connection.cursor() as cursor:
        cursor.execute(MOVED)
        moved = cursor.fetchall()
        for part, version, head, since, last in moved:
            told = {"part": part, "first": since + 1, "last": last}
            cursor.execute(ROUNDS, told)
            rows, digest = cursor.fetchone()
            yield _next(before.get(part), Root(**told, rows=rows, digest=digest, events=version, head=head))


def _wholes(before: dict[int, Root]) -> Iterator[Root]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT (extract(epoch FROM clock_timestamp() - make_interval(secs => %s)) * 1000000)::bigint",
            [MARGIN.total_seconds()],
        )
        (moment,) = cursor.fetchone()
        for part in WHOLE:
            cursor.execute(whole_sql(part), {"last": moment})
            rows, digest = cursor.fetchone()
            known = before.get(part)
            if rows and (known is None or (known.rows, known.digest) != (rows, digest)):
                yield _next(known, Root(part=part, first=0, last=moment, rows=rows, digest=digest))


def _next(before: Root | None, root: Root) -> Root:
    root.number = before.number + 1 if before else 1
    root.chain = chained(before.chain if before else "", root)
    return root


def chained(before: str, root: Root) -> str:
    told = [
        before,
        root.part,
        root.number,
        root.first,
        root.last,
        root.rows,
        root.digest,
        root.events,
        root.head,
    ]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()


# --- and checked


def roots_check() -> Iterator[tuple[str, str]]:
    """Everything that is not as its root says: a code and a sentence each."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('statement_timeout', '0', true)")
    every = Root.objects.order_by("part", "number")
    tables = set()
    for part, group in groupby(every.iterator(), attrgetter("part")):
        roots = list(group)
        yield from _links(part, roots)
        yield from _rows(part, roots)
        if part > 0:
            tables.add(part)
            yield from _events(part, roots)
    yield from _promises()
    yield from _in_force()


def _links(part: int, roots: list[Root]) -> Iterator[tuple[str, str]]:
    before, last = "", 0
    for at, root in enumerate(roots, 1):
        if root.number != at:
            yield "root-missing", f"Part {part}: there is no root {at}."
            return
        if chained(before, root) != root.chain or (part > 0 and root.first != last + 1):
            yield "root-changed", f"Part {part}: root {root.number} is not the one that was chained."
        before, last = root.chain, root.last


def _rows(part: int, roots: list[Root]) -> Iterator[tuple[str, str]]:
    """Of a table every span of rounds; of what is held whole, the last root that was made of it."""
    code = {SHEETS: "sheets-changed", SETTINGS: "settings-changed"}.get(part, "rounds-changed")
    for root, rows, digest in _recounted(part, roots if part > 0 else roots[-1:]):
        if (rows, digest) != (root.rows, root.digest):
            yield (
                code,
                f"Part {part}, {root.first} to {root.last}: {root.rows} were held, {rows} are there, or they are not the same.",
            )


def _recounted(part: int, roots: Iterable[Root]) -> Iterator[tuple[Root, int, str]]:
    by_number = {root.number: root for root in roots}
    with connection.cursor() as cursor:
        if part <= 0:
            for root in by_number.values():
                cursor.execute(whole_sql(part), {"last": root.last})
                yield root, *cursor.fetchone()
            return
        each = ROUNDS % {"part": "w.part", "first": "w.first", "last": "w.last"}
        cursor.execute(
            f"SELECT w.number, found.* FROM watch_root AS w, LATERAL ({each}) AS found WHERE w.part = %s",
            [part],
        )
        for number, rows, digest in cursor.fetchall():
            yield by_number[number], rows, digest


def _events(table: int, roots: list[Root]) -> Iterator[tuple[str, str]]:
    """The chain of the table's events made again, link by link, and its head compared with what each root wrote down."""
    wanted = {root.events: root.head for root in roots}
    chain, seq = b"", 0
    for row in _journal(table):
        number, kind, data, round, at, player, command, digest, written = row
        chain = event_link(chain, at, number, kind, data.encode(), round, player, command, digest)
        if number != seq + 1 or chain != bytes(written):
            yield "events-changed", f"Table {table}: event {number} is not what was chained."
            return
        seq = number
        if wanted.pop(seq, chain.hex()) != chain.hex():
            yield "events-replaced", f"Table {table}: the chain was made anew before event {seq}."
            return
    if wanted:
        yield (
            "events-cut",
            f"Table {table}: {len(wanted)} roots hold events that are not there; the journal ends with {seq}.",
        )
    with connection.cursor() as cursor:
        cursor.execute("SELECT version, chain FROM games_table WHERE id = %s", [table])
        found = cursor.fetchone()
    if found is None or found[0] != seq or bytes(found[1]) != chain:
        yield "events-cut", f"Table {table}: the journal does not end where the table says."


def _journal(table: int) -> Iterator[Any]:
    seq = 0
    while True:
        with connection.cursor() as cursor:
            cursor.execute(EVENTS, [table, seq, AT_ONCE])
            found = cursor.fetchall()
        if not found:
            return
        yield from found
        seq = found[-1][0]


# An opened seed is the one that was promised, and what an event has opened is there: a round's own seed, or that of its shoe.
PROMISES = """
WITH opened AS MATERIALIZED (
    SELECT e.table_id, e.round_id, e.kind FROM games_event AS e
    WHERE e.kind = 'shoe-opened' OR (e.kind = 'round-ended' AND e.data::jsonb ->> 'seed' <> '')
), shoes AS MATERIALIZED (
    SELECT DISTINCT o.table_id, r.shoe FROM opened AS o JOIN games_round AS r ON r.id = o.round_id WHERE o.kind = 'shoe-opened'
)
SELECT r.table_id, r.number FROM games_round AS r
WHERE r.status IN ('ended', 'void') AND CASE WHEN r.seed <> '' THEN r.seed !~ '^[0-9a-f]{64}$'
    OR encode(sha256(convert_to('feltro/commitment/v1', 'UTF8') || decode(r.seed, 'hex')), 'hex') <> r.commitment
ELSE EXISTS (SELECT FROM opened AS o WHERE o.round_id = r.id AND o.kind = 'round-ended')
    OR (r.status = 'ended' AND EXISTS (SELECT FROM shoes AS s WHERE s.table_id = r.table_id AND s.shoe = r.shoe)) END
LIMIT 20
"""
IN_FORCE = """
SELECT s.system FROM games_rulesheet AS s WHERE s.status <> 'draft' GROUP BY s.system
HAVING count(*) FILTER (WHERE s.status = 'in-force') <> 1
    OR max(s.version) FILTER (WHERE s.status = 'in-force') <> max(s.version)
"""


def _promises() -> Iterator[tuple[str, str]]:
    with connection.cursor() as cursor:
        cursor.execute(PROMISES)
        for table, number in cursor.fetchall():
            yield (
                "seed-changed",
                f"Table {table}, round {number}: the opened seed is not the promised one, or is gone.",
            )


def _in_force() -> Iterator[tuple[str, str]]:
    with connection.cursor() as cursor:
        cursor.execute(IN_FORCE)
        for (system,) in cursor.fetchall():
            yield "sheets-changed", f"{system}: the newest version of the rules is not the one in force."
