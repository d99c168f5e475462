"""Archives of the record: each month compressed, hashed and signed, to be kept for ten years.

Archiving deletes nothing from the database. A month is a folder with one file per table, in PostgreSQL's COPY
format, and a manifest with the digest of every file, signed with the operator's key. An archived month can be
loaded into a schema of its own and compared with the record row by row. Transfers and events of archived
months may then be detached (`casino.extras.detached_months`).
"""

from __future__ import annotations

import gzip
import hashlib
import json
import tempfile
from collections.abc import Iterator
from datetime import date
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from django.core.files.storage import Storage
from django.db import connection, transaction
from msgspec import Struct
from psycopg import sql

from games.draw.seal_key import SealKey
from games.models import HouseKey, Table
from games.rounds.proof.journal_check import close_journal
from games.rounds.receipts.receipts import KEY_NAME, publish_key
from players.audit.models import Seal
from players.audit.online_record import is_archived, oldest_online
from players.shared import clock
from players.shared.file_store import read_file, write_file
from players.shared.progress import Advance, ignore_progress

FORMAT = "feltro/archive/v1"
# Each table of the record: the time that assigns a row to a month, and the order of its rows.
TABLES = {
    "games_event": ("at", "table_id, seq"),
    "games_round": ("coalesce(ended, opened)", "id"),
    "games_stake": ("at", "id"),
    "wallet_transfer": ("at", "at, id"),
    "audit_line": ("at", "id"),
}
DETACHABLE = ("games_event", "wallet_transfer")


class MonthDetached(Exception):
    """The archive is the only copy of the month's transfers and events: it is not written again."""


class ArchiveFault(Struct, frozen=True):
    month: str
    table: str
    sentence: str


def canonical(manifest: dict[str, Any]) -> bytes:
    """The signed form of a manifest: canonical JSON without the signature."""
    content = {name: value for name, value in manifest.items() if name != "signature"}
    return json.dumps(content, sort_keys=True, separators=(",", ":")).encode()


def columns_of(table: str) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(
            (
                "SELECT attname FROM pg_attribute WHERE attrelid = %s::regclass AND attnum > 0 "
                "AND NOT attisdropped ORDER BY attnum"
            ),
            [table],
        )
        return [name for (name,) in cursor.fetchall()]


def _copy_statement(table: str, columns: list[str], month: date) -> sql.Composed:
    time_column, order = TABLES[table]
    since, until = clock.midnight(month), clock.midnight(clock.months_after(month, 1))
    return sql.SQL("COPY (SELECT {} FROM {} WHERE {} >= {} AND {} < {} ORDER BY {}) TO STDOUT").format(
        sql.SQL(", ").join(map(sql.Identifier, columns)), sql.Identifier(table), sql.SQL(time_column),
        sql.Literal(since), sql.SQL(time_column),
        sql.Literal(until), sql.SQL(order),
    )  # fmt: skip


def _copy_rows(table: str, columns: list[str], month: date) -> Iterator[bytes]:
    """The rows of a month in COPY format, independent of the session's settings."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL timezone = 'UTC'; SET LOCAL datestyle = 'ISO'")
        cursor.execute("SET LOCAL bytea_output = 'hex'; SET LOCAL statement_timeout = 0")
        with cursor.copy(_copy_statement(table, columns, month)) as copy:
            for data in copy:
                yield bytes(data)


def archive_month(
    month: date, store: Storage, key: SealKey, advance: Advance = ignore_progress
) -> dict[str, Any]:
    """Write a month that is over. The manifest is written last: a month without one is incomplete."""
    if is_archived(clock.midnight(month)):
        raise MonthDetached
    tables = {}
    outermost = not connection.in_atomic_block
    with transaction.atomic():
        if outermost:
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        for table in TABLES:
            columns = columns_of(table)
            tables[table] = {
                "columns": columns,
                **_write_table(store, table, columns, month),
            }
            advance(1)
    seal = (
        Seal.objects.filter(until__gte=clock.midnight(clock.months_after(month, 1)))
        .order_by("number")
        .first()
    )
    manifest: dict[str, Any] = {
        "format": FORMAT,
        "month": f"{month:%Y-%m}",
        "from": clock.midnight(month).isoformat(),
        "to": clock.midnight(clock.months_after(month, 1)).isoformat(),
        "seal": {"number": seal.number, "chain": seal.chain} if seal else None,
        "key": key.public(),
        "tables": tables,
    }
    publish_key(key)
    manifest["signature"] = key.sign(canonical(manifest)).hex()
    text = json.dumps(manifest, indent=1, sort_keys=True) + "\n"
    write_file(store, manifest_name(f"{month:%Y-%m}"), text.encode())
    return manifest


def manifest_name(month: str) -> str:
    return f"{month}/manifest.json"


def _write_table(store: Storage, table: str, columns: list[str], month: date) -> dict[str, object]:
    """Write one file; the same rows always give the same bytes."""
    content, rows, name = hashlib.sha256(), 0, f"{table}.gz"
    with tempfile.TemporaryFile() as file:
        with gzip.GzipFile(filename="", mode="wb", fileobj=file, compresslevel=6, mtime=0) as compressed:
            for data in _copy_rows(table, columns, month):
                content.update(data)
                rows += data.count(b"\n")
                compressed.write(data)
        size = file.tell()
        file.seek(0)
        digest = hashlib.file_digest(file, "sha256").hexdigest()
        file.seek(0)
        write_file(store, f"{month:%Y-%m}/{name}", file)
    return {
        "file": name,
        "rows": rows,
        "content": content.hexdigest(),
        "sha256": digest,
        "bytes": size,
    }


def _digest(store: Storage, name: str) -> str:
    content = hashlib.sha256()
    with store.open(name) as file:
        for chunk in file.chunks():
            content.update(chunk)
    return content.hexdigest()


def manifests(store: Storage) -> Iterator[tuple[str, dict[str, object]]]:
    """The archived months, as YYYY-MM, with their manifests."""
    try:
        months, _ = store.listdir("")
    except FileNotFoundError:
        return
    for month in sorted(months):
        if store.exists(manifest_name(month)):
            yield month, json.loads(read_file(store, manifest_name(month)))


def close_journals(month: date, key: SealKey, advance: Advance = ignore_progress) -> list[str]:
    """Proves every journal up to the end of a month, so that complete checks may begin there one day.

    Returns what differs.
    """
    until, differences = clock.midnight(clock.months_after(month, 1)), []
    for table in Table.objects.order_by("pk"):
        with transaction.atomic():
            differences += close_journal(table, until, key).differences
        advance(1)
    return differences


def faults_of(
    store: Storage,
    month: str,
    manifest: dict[str, Any],
    *,
    record: bool = True,
    advance: Advance = ignore_progress,
) -> list[ArchiveFault]:
    """Check an archived month: the signature, each file, and the same rows of the record."""
    faults = []
    if manifest.get("format") != FORMAT or manifest.get("month") != month:
        faults.append(ArchiveFault(month, "", "its manifest belongs to another month"))
    if not _is_signed(manifest):
        faults.append(ArchiveFault(month, "", "its manifest is not signed by this operator"))
    for table, entry in manifest["tables"].items():
        name = f"{month}/{entry['file']}"
        if table not in TABLES or not store.exists(name):
            faults.append(ArchiveFault(month, table, "its file is missing"))
        elif _digest(store, name) != entry["sha256"]:
            faults.append(ArchiveFault(month, table, "its file was changed"))
        elif not record or _is_detached(table, month):
            pass
        elif _record_digest(table, entry["columns"], month) != entry["content"]:
            faults.append(ArchiveFault(month, table, "the record of that month differs from the archive"))
        advance(1)
    return faults


def _is_signed(manifest: dict[str, Any]) -> bool:
    """Whether it is signed with a key that this operator published at any time."""
    if not HouseKey.objects.filter(name=KEY_NAME, public=manifest.get("key", "")).exists():
        return False
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(manifest["key"])).verify(
            bytes.fromhex(manifest["signature"]), canonical(manifest)
        )
    except (InvalidSignature, KeyError, ValueError):
        return False
    return True


def _is_detached(table: str, month: str) -> bool:
    return table in DETACHABLE and is_archived(clock.midnight(date.fromisoformat(f"{month}-01")))


def _record_digest(table: str, columns: list[str], month: str) -> str:
    content = hashlib.sha256()
    with transaction.atomic():
        for data in _copy_rows(table, columns, date.fromisoformat(f"{month}-01")):
            content.update(data)
    return content.hexdigest()


def due_months(store: Storage) -> list[date]:
    """Months with data that are old enough to be archived and are not in the store."""
    oldest = " UNION ALL ".join(
        f"SELECT min({time_column}) AS first FROM {table}" for table, (time_column, _order) in TABLES.items()
    )
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT min(first) FROM ({oldest}) AS oldest")
        (first,) = cursor.fetchone()
    if first is None:
        return []
    month = clock.first_day(first, "month")
    months = []
    while clock.midnight(month) < oldest_online():
        if not store.exists(manifest_name(f"{month:%Y-%m}")):
            months.append(month)
        month = clock.months_after(month, 1)
    return months


def restore_month(
    store: Storage, manifest: dict[str, Any], *, keep: bool = False, advance: Advance = ignore_progress
) -> dict[str, tuple[int, int, int]]:
    """Load a month into a schema of its own.

    By table: rows, rows only in the archive, rows only in the record. What was detached is not compared.
    """
    schema = f"archive_{manifest['month'].replace('-', '_')}"
    month = date.fromisoformat(f"{manifest['month']}-01")
    counts = {}
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            sql.SQL("DROP SCHEMA IF EXISTS {0} CASCADE; CREATE SCHEMA {0}").format(sql.Identifier(schema))
        )
        for table, entry in manifest["tables"].items():
            counts[table] = _restore_table(cursor, schema, table, entry, store, month)
            advance(1)
        if not keep:
            cursor.execute(sql.SQL("DROP SCHEMA {} CASCADE").format(sql.Identifier(schema)))
    return counts


def _restore_table(
    cursor: Any, schema: str, table: str, entry: dict[str, Any], store: Storage, month: date
) -> tuple[int, int, int]:
    archived, record = sql.Identifier(schema, table), sql.Identifier("public", table)
    columns = sql.SQL(", ").join(map(sql.Identifier, entry["columns"]))
    cursor.execute(
        sql.SQL("CREATE TABLE {} AS SELECT {} FROM {} WITH NO DATA").format(archived, columns, record)
    )
    with (
        store.open(f"{month:%Y-%m}/{entry['file']}") as file,
        gzip.open(file, "rb") as compressed,
        cursor.copy(sql.SQL("COPY {} ({}) FROM STDIN").format(archived, columns)) as copy,
    ):
        while data := compressed.read(1 << 20):
            copy.write(data)
    time_column, _order = TABLES[table]
    since, until = clock.midnight(month), clock.midnight(clock.months_after(month, 1))
    record_rows = sql.SQL("SELECT {} FROM {} WHERE {} >= {} AND {} < {}").format(
        columns, record, sql.SQL(time_column), sql.Literal(since), sql.SQL(time_column), sql.Literal(until)
    )
    archived_rows = sql.SQL("SELECT {} FROM {}").format(columns, archived)
    counts = []
    queries = [
        archived_rows,
        sql.SQL("{} EXCEPT ALL {}").format(archived_rows, record_rows),
        sql.SQL("{} EXCEPT ALL {}").format(record_rows, archived_rows),
    ]
    for query in queries[:1] if _is_detached(table, f"{month:%Y-%m}") else queries:
        cursor.execute(sql.SQL("SELECT count(*) FROM ({}) AS compared").format(query))
        counts.append(int(cursor.fetchone()[0]))
    rows, only_archive, only_record = [*counts, 0, 0][:3]
    return rows, only_archive, only_record
