"""Writes one day of the record as Parquet files, one for each table, and a manifest.

A day is exported when a seal covers it: then no transaction can add a row to it any more. The rows come in
batches through a cursor of the reading role, in one snapshot. The same rows give the same bytes with the same
version of pyarrow.

The files are written beside their place and renamed. The manifest comes last: a day without one is not
complete.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pyarrow
from pyarrow import parquet

from casino.compliance.standby import Position, read_report, stored_position
from casino.extras.warehouse.schema import DAY_TABLES, SCHEMA_VERSION, ColumnType, DayTable
from players.shared import clock
from players.shared.progress import Advance, ignore_progress

FORMAT = "feltro/warehouse/v1"
MANIFESTS, UNFINISHED = "_manifests", "_unfinished"  # readers of Parquet folders skip a leading underscore
FILE_NAME = "part-0.parquet"
BATCH_ROWS = 20_000  # rows that are in memory at once, and the size of a row group
TYPES: dict[ColumnType, Any] = {
    "bool": pyarrow.bool_(),
    "int32": pyarrow.int32(),
    "int64": pyarrow.int64(),
    "string": pyarrow.string(),
    "timestamp": pyarrow.timestamp("us", tz="UTC"),
}
SEALED_UNTIL = "SELECT until FROM audit_seal ORDER BY number DESC LIMIT 1"


class DayNotSealed(Exception):
    """Transactions may still add rows to the day."""


def manifest_path(folder: Path, day: date) -> Path:
    return folder / MANIFESTS / f"day={day}.json"


def exported_days(folder: Path) -> list[date]:
    """The complete days of a folder, in order."""
    return sorted(
        date.fromisoformat(path.stem.removeprefix("day=")) for path in folder.glob(f"{MANIFESTS}/day=*.json")
    )


def parquet_schema(table: DayTable) -> Any:
    fields = [
        pyarrow.field(column.name, TYPES[column.type], metadata={"meaning": column.meaning})
        for column in table.columns
    ]
    return pyarrow.schema(fields, metadata={"feltro.schema_version": str(SCHEMA_VERSION)})


def day_query(table: DayTable, day: date) -> str:
    """The rows of one day in Lisbon time, in a fixed order."""
    columns = ", ".join(
        f"{column.origin}::text" if column.type == "string" else column.origin for column in table.columns
    )
    since, until = (
        f"TIMESTAMPTZ '{clock.midnight(moment).isoformat()}'" for moment in (day, day + timedelta(days=1))
    )
    return (
        f"SELECT {columns} FROM {table.table} {table.joins} WHERE {table.condition} "
        f"AND {table.moment} >= {since} AND {table.moment} < {until} ORDER BY {table.order}"
    )


def export_day(
    day: date,
    folder: Path,
    *,
    begin: Callable[[str], None] = lambda _step: None,
    advance: Advance = ignore_progress,
) -> dict[str, Any]:
    """Writes the files and the manifest of one day; a day that is there already is replaced."""
    unfinished = folder / UNFINISHED
    unfinished.mkdir(parents=True, exist_ok=True)
    tables: dict[str, dict[str, Any]] = {}
    written: dict[Path, Path] = {}

    def write(cursor: Any, position: Position) -> Position:
        _require_seal(cursor, day)
        for table in DAY_TABLES:
            begin(f"{day} {table.name}")
            place = Path(table.name, f"day={day}", FILE_NAME)
            path = unfinished / f"{table.name}-{day}.parquet"
            written[path] = folder / place
            rows = _write_table(cursor, table, day, path, advance)
            tables[table.name] = {
                "file": str(place),
                "rows": rows,
                "bytes": path.stat().st_size,
                "sha256": _digest(path),
                "columns": [{"name": column.name, "type": column.type} for column in table.columns],
            }
        return position

    try:
        position = read_report(write, until=clock.midnight(day + timedelta(days=1)))
        manifest = {
            "format": FORMAT,
            "schema_version": SCHEMA_VERSION,
            "day": str(day),
            "from": clock.midnight(day).isoformat(),
            "to": clock.midnight(day + timedelta(days=1)).isoformat(),
            "written_by": f"pyarrow {pyarrow.__version__}",
            "position": stored_position(position),
            "tables": tables,
        }
        _put_in_place(folder, day, written, manifest)
    finally:
        for path in written:
            path.unlink(missing_ok=True)
    return manifest


def _require_seal(cursor: Any, day: date) -> None:
    cursor.execute(SEALED_UNTIL)
    row = cursor.fetchone()
    if row is None or row[0] < clock.midnight(day + timedelta(days=1)):
        raise DayNotSealed(str(day))


def _batches(cursor: Any, query: str) -> Iterator[list[tuple[Any, ...]]]:
    cursor.execute(f"DECLARE warehouse NO SCROLL CURSOR FOR {query}")
    while True:
        cursor.execute(f"FETCH {BATCH_ROWS} FROM warehouse")
        rows = cursor.fetchall()
        if not rows:
            break
        yield rows
    cursor.execute("CLOSE warehouse")


def _write_table(cursor: Any, table: DayTable, day: date, path: Path, advance: Advance) -> int:
    schema, count = parquet_schema(table), 0
    with path.open("wb") as file:
        with parquet.ParquetWriter(file, schema, compression="zstd") as writer:
            for rows in _batches(cursor, day_query(table, day)):
                columns = [
                    pyarrow.array(values, type=field.type)
                    for values, field in zip(zip(*rows, strict=True), schema, strict=True)
                ]
                writer.write_batch(pyarrow.record_batch(columns, schema=schema))
                count += len(rows)
                advance(len(rows))
        file.flush()
        os.fsync(file.fileno())
    return count


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _put_in_place(folder: Path, day: date, written: dict[Path, Path], manifest: dict[str, Any]) -> None:
    """Without a manifest the day is incomplete, so it goes first and comes last."""
    final = manifest_path(folder, day)
    final.unlink(missing_ok=True)
    for path, place in written.items():
        place.parent.mkdir(parents=True, exist_ok=True)
        os.replace(path, place)
    final.parent.mkdir(exist_ok=True)
    new = folder / UNFINISHED / final.name
    with new.open("w", encoding="utf-8") as file:
        file.write(json.dumps(manifest, indent=1, sort_keys=True) + "\n")
        file.flush()
        os.fsync(file.fileno())
    os.replace(new, final)
