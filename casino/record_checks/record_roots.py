"""Roots of the record: each minute, one chained digest per table of what ended there since its last root.

The events of a table have a chain of their own; a root stores its head, and so covers every event before it.
The rounds and results that ended since the last root are covered by a digest, and so are all rule sheets and
all table settings. To hide a later change, one must rebuild all following roots, and these then differ from
the anchors.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from datetime import timedelta

from django.db import connection, transaction

from casino.record_checks.models import Root

LOCK = 0x5EA2
MARGIN = timedelta(seconds=30)  # a transaction may still commit a sheet or setting older than the newest one
SHEETS, SETTINGS = 0, -1

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
    SELECT last, events FROM self_checks_root WHERE part = t.id ORDER BY number DESC LIMIT 1
) AS before ON true
LEFT JOIN LATERAL (
    SELECT number FROM games_round WHERE table_id = t.id AND status IN ('ended', 'void')
    ORDER BY number DESC LIMIT 1
) AS ended ON true
WHERE t.version > coalesce(before.events, 0) ORDER BY t.id
"""
# One step of the index for each part, however many roots it has.
LAST_ROOTS = """
WITH RECURSIVE parts AS (
    (SELECT part FROM self_checks_root ORDER BY part LIMIT 1)
    UNION ALL
    SELECT (SELECT w.part FROM self_checks_root AS w WHERE w.part > p.part ORDER BY w.part LIMIT 1)
    FROM parts AS p
    WHERE p.part IS NOT NULL
)
SELECT r.* FROM parts AS p
CROSS JOIN LATERAL (SELECT * FROM self_checks_root WHERE part = p.part ORDER BY number DESC LIMIT 1) AS r
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
    return {root.part: root for root in Root.objects.raw(LAST_ROOTS)}


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
