"""The record sealed each minute: audit lines and transfers go into one chain, without a hot row on the way of a bet.

A row carries the moment at which its transaction began, and becomes visible only when that commits. So a minute may be
sealed only when nothing that began before its end still runs. The house takes a horizon (a moment, and the virtual transactions
then running) and seals up to it at a later turn, when all of those have ended: from then on no commit can add a row before the
horizon. It lies some seconds back, because a statement's hour is taken just before its transaction shows itself.
Whatever is added, changed, taken away or moved before the last horizon afterwards makes a digest differ.
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

log = structlog.get_logger(__name__)
MARGIN = timedelta(seconds=5)
LOCK = 0x5EA1
# The last seal, told to a store that whoever rewrites the database does not hold: a cut of the chain's end shows there.
WITNESS = "audit.head"

MICROSECONDS = "(extract(epoch FROM at) * 1000000)::bigint"
# A row as text that can mean only one row: what is text is quoted, what is absent is null. Times do not depend on any setting.
ROWS = {
    "lines": (
        "audit_line",
        f"id, {MICROSECONDS}, kind, person_id, player_id, about, said::text, address::text, device",
    ),
    "transfers": (
        "wallet_transfer",
        f"id, {MICROSECONDS}, kind, source_id, target_id, currency, cents, round, seat",
    ),
}


def digests(kind: str) -> str:
    """SQL for how many rows stand between two moments, and the digest of their digests in the order of their hours."""
    table, columns = ROWS[kind]
    row = f"sha256(convert_to(json_build_array({columns})::text, 'UTF8'))"
    return (
        f"SELECT count(*) AS count, encode(sha256(coalesce(string_agg({row}, ''::bytea ORDER BY at, id), ''::bytea)), 'hex') AS digest "
        f"FROM {table} WHERE at >= coalesce(%(since)s::timestamptz, '-infinity') AND at < %(until)s"
    )


RUNNING = "SELECT virtualtransaction FROM pg_locks WHERE locktype = 'virtualxid' AND mode = 'ExclusiveLock' AND pid <> pg_backend_pid()"


def seal(*, margin: timedelta = MARGIN) -> int:
    """Seals up to the waiting horizon if its hour has come, and takes the next one; how many seals were made."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_try_advisory_xact_lock(%s), set_config('statement_timeout', '0', true)", [LOCK]
        )
        if not cursor.fetchone()[0]:
            return 0
        cursor.execute(RUNNING)
        running = {row[0] for row in cursor.fetchall()}
        made = 0
        waiting = Horizon.objects.order_by("pk").last()
        if waiting is not None:
            if running & set(waiting.running):
                return 0
            transaction.on_commit(witness, robust=True)
            _seal_until(waiting.at)
            made = 1
        Horizon.objects.all().delete()
        cursor.execute("SELECT clock_timestamp() - %s", [margin])
        Horizon.objects.create(at=cursor.fetchone()[0], running=sorted(running))
    return made


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
    new.chain = linked(last.chain if last else "", new)
    new.save(force_insert=True)
    log.info("sealed", number=new.number, lines=new.lines, transfers=new.transfers, chain=new.chain)
    return new


def linked(before: str, seal: Seal) -> str:
    """The chain: each seal's own facts together with all that came before."""
    told: list[Any] = [
        before,
        seal.number,
        seal.since.isoformat() if seal.since else None,
        seal.until.isoformat(),
        seal.lines,
        seal.lines_digest,
        seal.transfers,
        seal.transfers_digest,
    ]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()


def witness() -> None:
    head = Seal.objects.order_by("-number").values_list("number", "chain").first()
    cache.set(WITNESS, head, None)
