"""Seals the record each minute: audit lines and transfers enter one hash chain. Bets lock no common row.

A row carries the time at which its transaction began and becomes visible when it commits. So a minute may be
sealed only when no transaction that began before its end is still running. A horizon is a time together with
the virtual transactions running then. A later run seals up to it when all of them have ended: no commit can
then add a row before the horizon. The horizon lies some seconds in the past, because the time of a statement
is taken just before its transaction becomes visible. Any row that is added, changed, removed or moved before
the last horizon afterwards changes a digest.
"""

from __future__ import annotations

import hashlib
import json
from datetime import datetime, timedelta
from typing import Any

import structlog
from django.core.cache import cache
from django.db import connection, transaction

from players.audit.models import Horizon, Seal
from players.shared import clock

log = structlog.get_logger(__name__)
MARGIN = timedelta(seconds=5)
LOCK = 0x5EA1
# The last seal is also kept in the cache, outside the database: removing the end of the chain is noticed
# there.
WITNESS = "audit.head"

MICROSECONDS = "(extract(epoch FROM at) * 1000000)::bigint"
# An unambiguous text of each row: text is quoted, missing values are null, times do not depend on settings.
ROWS = {
    "lines": (
        "audit_line",
        f"id, {MICROSECONDS}, kind, person_id, player_id, about, details::text, address::text, device",
    ),
    "transfers": (
        "wallet_transfer",
        f"id, {MICROSECONDS}, kind, source_id, target_id, currency, cents, round, seat",
    ),
}


def digests(kind: str) -> str:
    """SQL for the number of rows between two moments, and the digest of their digests in order of time."""
    table, columns = ROWS[kind]
    row = f"sha256(convert_to(json_build_array({columns})::text, 'UTF8'))"
    return (
        "SELECT count(*) AS count, "
        f"encode(sha256(coalesce(string_agg({row}, ''::bytea ORDER BY at, id), ''::bytea)), 'hex') AS digest "
        f"FROM {table} WHERE at >= coalesce(%(since)s::timestamptz, '-infinity') AND at < %(until)s"
    )


# The lock table lists all databases of the server: a long transaction of another one delays nothing here.
# Neither does PostgreSQL's own autovacuum, which no user started (usesysid is null) and which adds no row.
RUNNING = """
SELECT virtualtransaction FROM pg_locks AS l
WHERE locktype = 'virtualxid' AND mode = 'ExclusiveLock' AND pid <> pg_backend_pid()
  AND NOT EXISTS (
    SELECT FROM pg_stat_activity AS a
    WHERE a.pid = l.pid AND (a.datname <> current_database() OR a.usesysid IS NULL)
  )
"""


def seal(*, margin: timedelta = MARGIN) -> int:
    """Seals up to the pending horizon if its transactions have ended, and takes the next horizon.

    Returns how many seals were made.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_try_advisory_xact_lock(%s), set_config('statement_timeout', '0', true)", [LOCK]
        )
        if not cursor.fetchone()[0]:
            return 0
        cursor.execute(RUNNING)
        running = {row[0] for row in cursor.fetchall()}
        made = 0
        pending = Horizon.objects.order_by("pk").last()
        if pending is not None:
            if running & set(pending.running):
                return 0
            transaction.on_commit(store_witness, robust=True)
            for until in _ends(pending.at):
                _seal_until(until)
                made += 1
        Horizon.objects.all().delete()
        cursor.execute("SELECT clock_timestamp() - make_interval(secs => %s)", [margin.total_seconds()])
        Horizon.objects.create(at=cursor.fetchone()[0], running=sorted(running))
    return made


def _ends(until: datetime) -> list[datetime]:
    """Where the next seals end: none reaches over the end of a month, because months are detached whole."""
    since = Seal.objects.order_by("-number").values_list("until", flat=True).first()
    month = clock.midnight(clock.first_day(until, "month"))
    return [month, until] if since is not None and since < month < until else [until]


def _seal_until(until: datetime) -> Seal:
    last = Seal.objects.order_by("-number").first()
    since = last.until if last else None
    until = max(until, since) if since else until
    bounds = {"since": since, "until": until}
    with connection.cursor() as cursor:
        cursor.execute(digests("lines"), bounds)
        lines = cursor.fetchone()
        cursor.execute(digests("transfers"), bounds)
        transfers = cursor.fetchone()
    new = Seal(
        number=last.number + 1 if last else 1,
        since=since,
        until=until,
        lines=lines[0],
        lines_digest=lines[1],
        transfers=transfers[0],
        transfers_digest=transfers[1],
    )
    new.chain = chain_hash(last.chain if last else "", new)
    new.save(force_insert=True)
    log.info("sealed", number=new.number, lines=new.lines, transfers=new.transfers, chain=new.chain)
    return new


def chain_hash(previous: str, seal: Seal) -> str:
    """The chain hash of a seal: its fields together with the hash of the previous seal."""
    fields: list[Any] = [
        previous,
        seal.number,
        seal.since.isoformat() if seal.since else None,
        seal.until.isoformat(),
        seal.lines,
        seal.lines_digest,
        seal.transfers,
        seal.transfers_digest,
    ]
    return hashlib.sha256(json.dumps(fields).encode()).hexdigest()


def store_witness() -> None:
    head = Seal.objects.order_by("-number").values_list("number", "chain").first()
    cache.set(WITNESS, head, None)
