"""Roots of the record: each minute, one chained digest per table of what ended there since its last root.

The events of a table have a chain of their own; a root stores its head, and so covers every event before it.
The rounds and results that ended since the last root are covered by a digest, and so are all rule sheets and
all table settings. To hide a later change, one must rebuild all following roots, and these then differ from
the anchors.
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
from games.tables.domain.pending_changes import chain_hash as event_link

LOCK = 0x5EA2
MARGIN = timedelta(seconds=30)  # a transaction may still commit a sheet or setting older than the newest one
SHEETS, SETTINGS = 0, -1
BATCH = 5000

STAMP = "(extract(epoch FROM {}) * 1000000)::bigint"
STAKES = f"""
(SELECT json_agg(json_build_array(s.id, s.player_id, s.session, s.seat, s.staked, s.lost, s.back, s.prize,
                                  s.held, s.commission, {STAMP.format("s.at")}) ORDER BY s.id)
 FROM games_stake AS s WHERE s.round_id = r.id)
"""
ROUND = f"""
sha256(convert_to(json_build_array(r.id, r.number, r.status, r.sheet_id, r.setting_id, r.engine, r.commitment,
    encode(sha256(r.sealed), 'hex'), r.nonces, r.shoe, r.root, encode(sha256(r.start), 'hex'),
    {STAMP.format("r.opened")}, {STAMP.format("r.ended")}, r.outcome, r.cause, r.staked, r.returned,
    {STAKES})::text, 'UTF8'))
"""
# The digest leaves out the seed, which is disclosed after the round has ended; COMMITMENTS checks it instead.
ROUNDS = f"""
SELECT count(*) AS rows,
       encode(sha256(coalesce(string_agg({ROUND}, ''::bytea ORDER BY r.number), ''::bytea)), 'hex') AS digest
FROM games_round AS r WHERE r.table_id = %(part)s AND r.number BETWEEN %(first)s AND %(last)s
"""
SHEET = f"json_build_array(id, system, version, data, digest, reference, {STAMP.format('since')})"
SETTING = f"json_build_array(id, table_id, version, data, digest, {STAMP.format('created')}, author_id)"
# The parts that are covered whole: table, row, and the moment that decides whether a row is covered.
WHOLE = {
    SHEETS: ("games_rulesheet", SHEET, "status <> 'draft' AND coalesce(since, '-infinity')"),
    SETTINGS: ("games_tablesetting", SETTING, "created"),
}
CHANGED_TABLES = """
SELECT t.id, t.version, encode(t.chain, 'hex'), coalesce(before.last, 0),
       coalesce(ended.number, before.last, 0)
FROM games_table AS t
LEFT JOIN LATERAL (
    SELECT last, events FROM watch_root WHERE part = t.id ORDER BY number DESC LIMIT 1
) AS before ON true
LEFT JOIN LATERAL (
    SELECT number FROM games_round WHERE table_id = t.id AND status IN ('ended', 'void')
    ORDER BY number DESC LIMIT 1
) AS ended ON true
WHERE t.version > coalesce(before.events, 0) ORDER BY t.id
"""
EVENTS = """
SELECT seq, kind, data, round_id, (extract(epoch FROM at) * 1000)::bigint, player, command, digest, chain
FROM games_event WHERE table_id = %s AND seq > %s ORDER BY seq LIMIT %s
"""


def whole_part_query(part: int) -> str:
    table, row, moment = WHOLE[part]
    row_digests = f"string_agg(sha256(convert_to({row}::text, 'UTF8')), ''::bytea ORDER BY id)"
    return (
        f"SELECT count(*) AS rows, encode(sha256(coalesce({row_digests}, ''::bytea)), 'hex') AS digest "
        f"FROM {table} WHERE {moment} <= to_timestamp(%(last)s / 1000000.0)"
    )


def make_roots() -> int:
    """Make a root for each part of the record that has changed. Returns how many."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_try_advisory_xact_lock(%s), set_config('statement_timeout', '0', true)", [LOCK]
        )
        if not cursor.fetchone()[0]:
            return 0
        previous = last_roots()
        roots = [*_table_roots(previous), *_whole_part_roots(previous)]
        Root.objects.bulk_create(roots)
    return len(roots)


def last_roots() -> dict[int, Root]:
    """The last root of each part, by part."""
    return {root.part: root for root in Root.objects.order_by("part", "-number").distinct("part")}


def _table_roots(previous: dict[int, Root]) -> Iterator[Root]:
    with connection.cursor() as cursor:
        cursor.execute(CHANGED_TABLES)
        tables = cursor.fetchall()
        for part, version, head, since, last in tables:
            span = {"part": part, "first": since + 1, "last": last}
            cursor.execute(ROUNDS, span)
            rows, digest = cursor.fetchone()
            root = Root(**span, rows=rows, digest=digest, events=version, head=head)
            yield _link(previous.get(part), root)


def _whole_part_roots(previous: dict[int, Root]) -> Iterator[Root]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT (extract(epoch FROM clock_timestamp() - make_interval(secs => %s)) * 1000000)::bigint",
            [MARGIN.total_seconds()],
        )
        (moment,) = cursor.fetchone()
        for part in WHOLE:
            cursor.execute(whole_part_query(part), {"last": moment})
            rows, digest = cursor.fetchone()
            last = previous.get(part)
            if rows and (last is None or (last.rows, last.digest) != (rows, digest)):
                yield _link(last, Root(part=part, first=0, last=moment, rows=rows, digest=digest))


def _link(previous: Root | None, root: Root) -> Root:
    root.number = previous.number + 1 if previous else 1
    root.chain = root_chain_hash(previous.chain if previous else "", root)
    return root


def root_chain_hash(previous: str, root: Root) -> str:
    values = [
        previous,
        root.part,
        root.number,
        root.first,
        root.last,
        root.rows,
        root.digest,
        root.events,
        root.head,
    ]
    return hashlib.sha256(json.dumps(values).encode()).hexdigest()


# --- the check


def check_roots() -> Iterator[tuple[str, str]]:
    """A code and a sentence for everything that differs from its root."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('statement_timeout', '0', true)")
    all_roots = Root.objects.order_by("part", "number")
    for part, group in groupby(all_roots.iterator(), attrgetter("part")):
        roots = list(group)
        yield from _check_links(part, roots)
        yield from _check_rows(part, roots)
        if part > 0:
            yield from _check_events(part, roots)
    yield from _check_commitments()
    yield from _check_sheets_in_force()


def _check_links(part: int, roots: list[Root]) -> Iterator[tuple[str, str]]:
    previous, last = "", 0
    for number, root in enumerate(roots, 1):
        if root.number != number:
            yield "root-missing", f"Part {part}: root {number} is missing."
            return
        if root_chain_hash(previous, root) != root.chain or (part > 0 and root.first != last + 1):
            yield "root-changed", f"Part {part}: root {root.number} does not match its chain."
        previous, last = root.chain, root.last


def _check_rows(part: int, roots: list[Root]) -> Iterator[tuple[str, str]]:
    """Compare every span of rounds of a table; of a part that is covered whole, only the last root."""
    code = {SHEETS: "sheets-changed", SETTINGS: "settings-changed"}.get(part, "rounds-changed")
    for root, rows, digest in _recount(part, roots if part > 0 else roots[-1:]):
        if (rows, digest) != (root.rows, root.digest):
            yield (
                code,
                f"Part {part}, {root.first} to {root.last}: the root covers {root.rows} rows, "
                f"there are {rows}, or they have changed.",
            )


def _recount(part: int, roots: Iterable[Root]) -> Iterator[tuple[Root, int, str]]:
    by_number = {root.number: root for root in roots}
    with connection.cursor() as cursor:
        if part <= 0:
            for root in by_number.values():
                cursor.execute(whole_part_query(part), {"last": root.last})
                yield root, *cursor.fetchone()
            return
        recount = ROUNDS % {"part": "w.part", "first": "w.first", "last": "w.last"}
        cursor.execute(
            f"SELECT w.number, now.* FROM watch_root AS w, LATERAL ({recount}) AS now WHERE w.part = %s",
            [part],
        )
        for number, rows, digest in cursor.fetchall():
            yield by_number[number], rows, digest


def _check_events(table: int, roots: list[Root]) -> Iterator[tuple[str, str]]:
    """Recompute the chain of the table's events and compare it with the head that each root stores."""
    expected_heads = {root.events: root.head for root in roots}
    chain, seq = b"", 0
    for row in _journal(table):
        number, kind, data, round_id, at, player, command, digest, stored_chain = row
        chain = event_link(chain, at, number, kind, data.encode(), round_id, player, command, digest)
        if number != seq + 1 or chain != bytes(stored_chain):
            yield "events-changed", f"Table {table}: event {number} does not match its chain."
            return
        seq = number
        if expected_heads.pop(seq, chain.hex()) != chain.hex():
            yield "events-replaced", f"Table {table}: the chain was rebuilt before event {seq}."
            return
    if expected_heads:
        yield (
            "events-cut",
            f"Table {table}: {len(expected_heads)} roots cover missing events; the journal ends with {seq}.",
        )
    with connection.cursor() as cursor:
        cursor.execute("SELECT version, chain FROM games_table WHERE id = %s", [table])
        row = cursor.fetchone()
    if row is None or row[0] != seq or bytes(row[1]) != chain:
        yield "events-cut", f"Table {table}: the journal does not end at the table's version."


def _journal(table: int) -> Iterator[Any]:
    seq = 0
    while True:
        with connection.cursor() as cursor:
            cursor.execute(EVENTS, [table, seq, BATCH])
            rows = cursor.fetchall()
        if not rows:
            return
        yield from rows
        seq = rows[-1][0]


# A disclosed seed matches its commitment. A seed that an event disclosed is stored.
COMMITMENTS = """
WITH opened AS MATERIALIZED (
    SELECT e.round_id FROM games_event AS e
    WHERE e.kind = 'round-ended' AND e.data::jsonb ->> 'seed' <> ''
)
SELECT r.table_id, r.number FROM games_round AS r
WHERE r.status IN ('ended', 'void') AND CASE WHEN r.seed <> '' THEN r.seed !~ '^[0-9a-f]{64}$'
    OR encode(sha256(convert_to('feltro/commitment/v1', 'UTF8') || decode(r.seed, 'hex')), 'hex')
       <> r.commitment
ELSE EXISTS (SELECT FROM opened AS o WHERE o.round_id = r.id) END
LIMIT 20
"""
SHEETS_IN_FORCE = """
SELECT s.system FROM games_rulesheet AS s WHERE s.status <> 'draft' GROUP BY s.system
HAVING count(*) FILTER (WHERE s.status = 'in-force') <> 1
    OR max(s.version) FILTER (WHERE s.status = 'in-force') <> max(s.version)
"""


def _check_commitments() -> Iterator[tuple[str, str]]:
    with connection.cursor() as cursor:
        cursor.execute(COMMITMENTS)
        for table, number in cursor.fetchall():
            yield (
                "seed-changed",
                f"Table {table}, round {number}: the disclosed seed is gone or not the committed one.",
            )


def _check_sheets_in_force() -> Iterator[tuple[str, str]]:
    with connection.cursor() as cursor:
        cursor.execute(SHEETS_IN_FORCE)
        for (system,) in cursor.fetchall():
            yield "sheets-changed", f"{system}: the newest version of the rules is not the one in force."
