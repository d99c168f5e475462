"""Detaches the oldest months of transfers and events from the database, and attaches them again.

A part is what its two tables hold: a month, or, for the first one, everything up to the end of the month in
which the house was set up. It leaves when each of its months is archived and compared, when a complete check
has passed its end, and when the journals were proven up to there. What later checks need of it stays: the
sums of each account by kind, the heads of the chains and the signatures of the archives. Only the owner of
the tables can do either.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from datetime import date, datetime
from typing import Any

from django.core.files.storage import Storage
from django.db import connection, transaction
from msgspec import Struct
from psycopg import sql

from casino.archive import archive
from casino.compliance.reports.daily_totals import folded_until
from casino.compliance.rtp_monitoring.models import ReturnsFoldedUntil
from games.models import Table
from games.rounds.proof.proven_states import closing_state
from players.audit import note
from players.audit.models import DetachedPart, SealCheck
from players.audit.models import Seal as AuditSeal
from players.audit.online_record import last_detached, oldest_online
from players.history.daily_totals import totals_until
from players.shared import clock
from players.shared.progress import Advance, ignore_progress
from players.wallet.models import BooksCheck, DetachedSum

TABLES = {"games_event": "table_id, seq", "wallet_transfer": "id"}  # with their keys
# Bets wait as long as this waits for the tables.
LOCK_TIMEOUT = "2s"
OLDEST_PART = r"""
SELECT c.relname, (regexp_match(bounds, $$FROM \('(.+?)'\)$$))[1]::timestamptz,
       (regexp_match(bounds, $$TO \('(.+?)'\)$$))[1]::timestamptz AS until
FROM pg_inherits AS i JOIN pg_class AS c ON c.oid = i.inhrelid, pg_get_expr(c.relpartbound, c.oid) AS bounds
WHERE i.inhparent = 'games_event'::regclass AND bounds <> 'DEFAULT' ORDER BY until LIMIT 1
"""
OLDEST_ROW = "SELECT least((SELECT min(at) FROM {}), (SELECT min(at) FROM {}))"
HEADS = """
SELECT DISTINCT ON (table_id) table_id, seq, encode(chain, 'hex') FROM {} WHERE chain IS NOT NULL
ORDER BY table_id, seq DESC
"""
SUMS = """
INSERT INTO wallet_detachedsum (until, account_id, kind, received, paid, moves)
SELECT %s, account, kind, sum(received)::bigint, sum(paid)::bigint, count(*) FROM (
    SELECT source_id AS account, kind, 0 AS received, cents AS paid FROM {table}
    UNION ALL SELECT target_id, kind, cents, 0 FROM {table}
) AS sides GROUP BY account, kind
"""


class NotDetachable(Exception):
    """Why a part stays where it is. Nothing was changed."""


class OnlinePart(Struct, frozen=True):
    """The oldest months that are in the database."""

    name: str
    since: datetime | None
    until: datetime

    def table(self, whole: str) -> sql.Identifier:
        return sql.Identifier(f"{whole}_{self.name}")

    def months(self) -> list[date]:
        first = self.since or _oldest_row(self)
        return _months(first, self.until) if first is not None else []


def oldest_part() -> OnlinePart:
    with connection.cursor() as cursor:
        cursor.execute(OLDEST_PART)
        name, since, until = cursor.fetchone()
    return OnlinePart(name.removeprefix("games_event_"), since, until)


def _oldest_row(part: OnlinePart) -> datetime | None:
    with connection.cursor() as cursor:
        cursor.execute(sql.SQL(OLDEST_ROW).format(*(part.table(whole) for whole in TABLES)))
        oldest: datetime | None = cursor.fetchone()[0]
    return oldest


def _months(first: datetime, until: datetime) -> list[date]:
    months = [clock.first_day(first, "month")]
    while clock.midnight(following := clock.months_after(months[-1], 1)) < until:
        months.append(following)
    return months


def detach_oldest(store: Storage, advance: Advance = ignore_progress) -> DetachedPart:
    """Detaches the oldest part. The reasons to keep it are looked for first, before anybody waits for it."""
    _refuse_others()
    part = oldest_part()
    heads = _heads(part)
    _refuse_if_checks_need_it(part, heads)
    archives = _archives(part, store, advance)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT set_config('lock_timeout', %s, true)", [LOCK_TIMEOUT])
        cursor.execute("SELECT set_config('statement_timeout', '0', true)")
        counts = {whole: _count(cursor, part.table(whole)) for whole in TABLES}
        cursor.execute(sql.SQL(SUMS).format(table=part.table("wallet_transfer")), [part.until])
        for whole in TABLES:
            cursor.execute(
                sql.SQL("ALTER TABLE {} DETACH PARTITION {}").format(sql.Identifier(whole), part.table(whole))
            )
            cursor.execute(sql.SQL("DROP TABLE {}").format(part.table(whole)))
        detached = DetachedPart.objects.create(
            until=part.until,
            since=part.since,
            name=part.name,
            events=counts["games_event"],
            transfers=counts["wallet_transfer"],
            archives=archives,
            heads=heads,
        )
        note(
            "record.months-detached",
            about=f"part:{part.name}",
            until=part.until,
            events=detached.events,
            transfers=detached.transfers,
        )
    return detached


def _refuse_others() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_has_role(current_user, relowner, 'USAGE') FROM pg_class "
            "WHERE oid = 'games_event'::regclass"
        )
        if not cursor.fetchone()[0]:
            raise NotDetachable("Only the owner of the tables can detach months or attach them.")


def _refuse_if_checks_need_it(part: OnlinePart, heads: dict[str, tuple[int, str]]) -> None:
    if part.until > oldest_online():
        raise NotDetachable(
            f"The oldest part, {part.name}, ends on {_day(part.until)}: "
            "transfers and events stay in the database for 24 months at least."
        )
    complete = SealCheck.objects.filter(complete=True).order_by("-pk").first()
    compared = AuditSeal.objects.filter(number=complete.number).first() if complete is not None else None
    if compared is None or compared.until < part.until:
        raise NotDetachable(f"No complete check of the seals has passed {_day(part.until)}: run check_seals.")
    if not BooksCheck.objects.filter(until__gte=part.until).exists():
        raise NotDetachable(f"No check of the books has passed {_day(part.until)}: run check_seals.")
    day, returns = clock.day_of(part.until), ReturnsFoldedUntil.objects.values_list("day", flat=True).first()
    if any(folded is not None and folded < day for folded in (totals_until(), folded_until(), returns)):
        raise NotDetachable(f"Daily totals do not reach {_day(part.until)} yet: the worker is behind.")
    for table in Table.objects.filter(pk__in=[int(number) for number in heads]).order_by("pk"):
        state = closing_state(table, part.until)
        if state is None or state.seq < heads[str(table.pk)][0]:
            raise NotDetachable(
                f"The journal of table {table.pk} is not proven up to {_day(part.until)}: "
                f"run archive --month {clock.months_after(day, -1):%Y-%m} as the croupier."
            )


def _archives(part: OnlinePart, store: Storage, advance: Advance) -> dict[str, str]:
    """The signature of each month's archive, once each is compared with its rows."""
    written, archives = dict(archive.manifests(store)), {}
    for month in (f"{day:%Y-%m}" for day in part.months()):
        if month not in written:
            raise NotDetachable(f"{month} is not archived: run archive --month {month} as the croupier.")
        manifest: dict[str, Any] = written[month]
        if faults := archive.faults_of(store, month, manifest, advance=advance):
            raise NotDetachable(f"{month} {faults[0].table}: {faults[0].sentence}")
        archives[month] = manifest["signature"]
    return archives


def _heads(part: OnlinePart) -> dict[str, tuple[int, str]]:
    """The last event of each table up to the end of the part."""
    before = last_detached()
    heads = dict(before.heads) if before is not None else {}
    with connection.cursor() as cursor:
        cursor.execute(sql.SQL(HEADS).format(part.table("games_event")))
        return heads | {str(table): (seq, chain) for table, seq, chain in cursor.fetchall()}


def _count(cursor: Any, table: sql.Identifier) -> int:
    cursor.execute(sql.SQL("SELECT count(*) FROM {}").format(table))
    return int(cursor.fetchone()[0])


def attach_last(store: Storage, advance: Advance = ignore_progress) -> DetachedPart:
    """Attaches the part that was detached last, from its archives, and compares it with them."""
    _refuse_others()
    detached = last_detached()
    if detached is None:
        raise NotDetachable("No months are detached.")
    written = dict(archive.manifests(store))
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT set_config('lock_timeout', %s, true)", [LOCK_TIMEOUT])
        cursor.execute("SELECT set_config('statement_timeout', '0', true)")
        chosen = list(_detached_archives(detached, store, written))
        for whole, key in TABLES.items():
            _load_part(cursor, whole, key, detached, chosen, store)
        DetachedSum.objects.filter(until=detached.until).delete()
        DetachedPart.objects.filter(until=detached.until).delete()
        for month, manifest in chosen:
            if faults := archive.faults_of(store, month, manifest, advance=advance):
                raise NotDetachable(f"{month} {faults[0].table}: {faults[0].sentence}")
        note("record.months-attached", about=f"part:{detached.name}", until=detached.until)
    return detached


def _detached_archives(
    detached: DetachedPart, store: Storage, written: dict[str, Any]
) -> Iterator[tuple[str, dict[str, Any]]]:
    for month, signature in sorted(detached.archives.items()):
        manifest = written.get(month)
        if manifest is None:
            raise NotDetachable(f"{month} is not among the archives.")
        if manifest.get("signature") != signature:
            raise NotDetachable(f"{month} is not the archive with which it was detached.")
        if faults := archive.faults_of(store, month, manifest, record=False):
            raise NotDetachable(f"{month} {faults[0].table}: {faults[0].sentence}")
        yield month, manifest


def _load_part(
    cursor: Any,
    whole: str,
    key: str,
    detached: DetachedPart,
    chosen: list[tuple[str, dict[str, Any]]],
    store: Storage,
) -> None:
    """Makes the table, fills it and attaches it: readers wait for the last step alone."""
    name = f"{whole}_{detached.name}"
    part, parent = sql.Identifier(name), sql.Identifier(whole)
    cursor.execute(sql.SQL("CREATE TABLE {} (LIKE {} INCLUDING ALL)").format(part, parent))
    cursor.execute(sql.SQL("ALTER TABLE {} ADD PRIMARY KEY ({})").format(part, sql.SQL(key)))
    for month, manifest in chosen:
        entry = manifest["tables"][whole]
        columns = sql.SQL(", ").join(map(sql.Identifier, entry["columns"]))
        with (
            store.open(f"{month}/{entry['file']}") as file,
            gzip.open(file, "rb") as compressed,
            cursor.copy(sql.SQL("COPY {} ({}) FROM STDIN").format(part, columns)) as copy,
        ):
            while data := compressed.read(1 << 20):
                copy.write(data)
    cursor.execute("SELECT record_close_partition(%s::regclass)", [name])
    since = sql.Literal(detached.since) if detached.since is not None else sql.SQL("MINVALUE")
    cursor.execute(
        sql.SQL("ALTER TABLE {} ATTACH PARTITION {} FOR VALUES FROM ({}) TO ({})").format(
            parent, part, since, sql.Literal(detached.until)
        )
    )
    cursor.execute(sql.SQL("ANALYZE {}").format(part))


def _day(moment: datetime) -> str:
    return f"{clock.day_of(moment):%Y-%m-%d}"
