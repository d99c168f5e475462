"""The record of a month, packed, hashed and signed: for the ten years in which it must be there, on whatever it is kept.

Nothing leaves the database by being archived: the record itself stays. A month is one folder with a file for each table, in PostgreSQL's
own text, and a manifest that names every file with its digest and is signed with the house's key. What was archived can be laid beside
the record again, row by row, in a schema of its own.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from django.db import connection, transaction
from msgspec import Struct
from psycopg import sql

from games.models import HouseKey
from games.rounds.receipts import NAME, publish
from games.tables.croupier.keys import SealKey
from players.audit.models import Seal
from players.shared import clock

FORMAT = "feltro/archive/v1"
MONTHS_AT_HAND = 24
# Each table of the record, the hour by which a row belongs to a month, and the order in which its rows are written.
TABLES = {
    "games_event": ("at", "table_id, seq"),
    "games_round": ("coalesce(ended, opened)", "id"),
    "games_stake": ("at", "id"),
    "wallet_transfer": ("at", "at, id"),
    "audit_line": ("at", "id"),
}


class Fault(Struct, frozen=True):
    month: str
    table: str
    said: str


def written(manifest: dict[str, Any]) -> bytes:
    """A manifest as it is signed: one way to write it, whoever writes it."""
    said = {name: value for name, value in manifest.items() if name != "signature"}
    return json.dumps(said, sort_keys=True, separators=(",", ":")).encode()


def columns_of(table: str) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT attname FROM pg_attribute WHERE attrelid = %s::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum",
            [table],
        )
        return [name for (name,) in cursor.fetchall()]


def _rows(table: str, columns: list[str], month: date) -> sql.Composed:
    hour, order = TABLES[table]
    since, until = clock.midnight(month), clock.midnight(clock.months_after(month, 1))
    return sql.SQL("COPY (SELECT {} FROM {} WHERE {} >= {} AND {} < {} ORDER BY {}) TO STDOUT").format(
        sql.SQL(", ").join(map(sql.Identifier, columns)), sql.Identifier(table), sql.SQL(hour), sql.Literal(since), sql.SQL(hour),
        sql.Literal(until), sql.SQL(order),
    )  # fmt: skip


def _told(table: str, columns: list[str], month: date) -> Iterator[bytes]:
    """The rows of a month as PostgreSQL writes them, whatever the session is set to."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL timezone = 'UTC'; SET LOCAL datestyle = 'ISO'")
        cursor.execute("SET LOCAL bytea_output = 'hex'; SET LOCAL statement_timeout = 0")
        with cursor.copy(_rows(table, columns, month)) as copy:
            for data in copy:
                yield bytes(data)


def archive_month(month: date, folder: Path, key: SealKey) -> dict[str, Any]:
    """Writes a month that is over; the manifest comes last, so that a folder without one was never finished."""
    place = folder / f"{month:%Y-%m}"
    place.mkdir(parents=True, exist_ok=True)
    tables = {}
    outermost = not connection.in_atomic_block
    with transaction.atomic():
        if outermost:
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        for table in TABLES:
            columns = columns_of(table)
            tables[table] = {"columns": columns, **_packed(place / f"{table}.gz", table, columns, month)}
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
    publish(key)
    manifest["signature"] = key.sign(written(manifest)).hex()
    fresh = place / "manifest.new"
    fresh.write_text(json.dumps(manifest, indent=1, sort_keys=True) + "\n")
    fresh.rename(place / "manifest.json")
    return manifest


def _packed(path: Path, table: str, columns: list[str], month: date) -> dict[str, Any]:
    """One file: the same rows give the same bytes, whenever they are packed."""
    content, rows = hashlib.sha256(), 0
    fresh = path.with_suffix(".new")
    with (
        fresh.open("wb") as file,
        gzip.GzipFile(filename="", mode="wb", fileobj=file, compresslevel=6, mtime=0) as packed,
    ):
        for data in _told(table, columns, month):
            content.update(data)
            rows += data.count(b"\n")
            packed.write(data)
    fresh.rename(path)
    return {
        "file": path.name,
        "rows": rows,
        "content": content.hexdigest(),
        "sha256": _digest(path),
        "bytes": path.stat().st_size,
    }


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def manifests(folder: Path) -> Iterator[tuple[Path, dict[str, Any]]]:
    for path in sorted(folder.glob("????-??/manifest.json")):
        yield path.parent, json.loads(path.read_text())


def faults_of(place: Path, manifest: dict[str, Any], *, record: bool = True) -> list[Fault]:
    """A month as it lies there: the signature, each file, and the same rows of the record."""
    month, found = place.name, []
    if manifest.get("format") != FORMAT or manifest.get("month") != month:
        found.append(Fault(month, "", "its manifest is not of this month"))
    if not _signed(manifest):
        found.append(Fault(month, "", "its manifest is not signed by this house"))
    for table, told in manifest["tables"].items():
        path = place / told["file"]
        if table not in TABLES or not path.is_file():
            found.append(Fault(month, table, "its file is missing"))
        elif _digest(path) != told["sha256"]:
            found.append(Fault(month, table, "its file is not the one that was written"))
        elif record and _now(table, told["columns"], month) != told["content"]:
            found.append(Fault(month, table, "the record of that month is not any more what was archived"))
    return found


def _signed(manifest: dict[str, Any]) -> bool:
    """By a key that this house has published, whichever it was then."""
    if not HouseKey.objects.filter(name=NAME, public=manifest.get("key", "")).exists():
        return False
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(manifest["key"])).verify(
            bytes.fromhex(manifest["signature"]), written(manifest)
        )
    except (InvalidSignature, KeyError, ValueError):
        return False
    return True


def _now(table: str, columns: list[str], month: str) -> str:
    content = hashlib.sha256()
    with transaction.atomic():
        for data in _told(table, columns, date.fromisoformat(f"{month}-01")):
            content.update(data)
    return content.hexdigest()


def owing(folder: Path) -> list[date]:
    """Months that are out of the time at hand, hold something, and lie in no folder yet."""
    each = " UNION ALL ".join(
        f"SELECT min({hour}) AS first FROM {table}" for table, (hour, _order) in TABLES.items()
    )
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT min(first) FROM ({each}) AS each")
        (first,) = cursor.fetchone()
    if first is None:
        return []
    month, last = (
        clock.first_day(first, "month"),
        clock.months_after(clock.first_day(clock.now(), "month"), -MONTHS_AT_HAND),
    )
    found = []
    while month < last:
        if not (folder / f"{month:%Y-%m}" / "manifest.json").exists():
            found.append(month)
        month = clock.months_after(month, 1)
    return found


def restored(place: Path, manifest: dict[str, Any], *, keep: bool = False) -> dict[str, tuple[int, int, int]]:
    """Lays a month beside the record in a schema of its own. By table: rows, those only the archive has, those only the record has."""
    schema = f"archive_{manifest['month'].replace('-', '_')}"
    found = {}
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            sql.SQL("DROP SCHEMA IF EXISTS {0} CASCADE; CREATE SCHEMA {0}").format(sql.Identifier(schema))
        )
        for table, told in manifest["tables"].items():
            found[table] = _laid(
                cursor, schema, table, told, place, date.fromisoformat(f"{manifest['month']}-01")
            )
        if not keep:
            cursor.execute(sql.SQL("DROP SCHEMA {} CASCADE").format(sql.Identifier(schema)))
    return found


def _laid(
    cursor: Any, schema: str, table: str, told: dict[str, Any], place: Path, month: date
) -> tuple[int, int, int]:
    there, here = sql.Identifier(schema, table), sql.Identifier("public", table)
    columns = sql.SQL(", ").join(map(sql.Identifier, told["columns"]))
    cursor.execute(sql.SQL("CREATE TABLE {} AS SELECT {} FROM {} WITH NO DATA").format(there, columns, here))
    with (
        gzip.open(place / told["file"], "rb") as packed,
        cursor.copy(sql.SQL("COPY {} ({}) FROM STDIN").format(there, columns)) as copy,
    ):
        while data := packed.read(1 << 20):
            copy.write(data)
    hour, _order = TABLES[table]
    since, until = clock.midnight(month), clock.midnight(clock.months_after(month, 1))
    own = sql.SQL("SELECT {} FROM {} WHERE {} >= {} AND {} < {}").format(
        columns, here, sql.SQL(hour), sql.Literal(since), sql.SQL(hour), sql.Literal(until)
    )
    kept = sql.SQL("SELECT {} FROM {}").format(columns, there)
    counts = []
    for text in (
        kept,
        sql.SQL("{} EXCEPT ALL {}").format(kept, own),
        sql.SQL("{} EXCEPT ALL {}").format(own, kept),
    ):
        cursor.execute(sql.SQL("SELECT count(*) FROM ({}) AS each").format(text))
        counts.append(int(cursor.fetchone()[0]))
    return counts[0], counts[1], counts[2]
