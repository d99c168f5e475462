"""Reads lists in the shapes of OpenSanctions: `targets.simple.csv`, and FollowTheMoney in lines of JSON.

A list is imported completely or not at all. A file that was imported before changes nothing.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import re
import sys
import tempfile
import urllib.error
import urllib.request
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import BinaryIO

import structlog
from django.conf import settings
from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from casino.compliance.screening.models import Entry, ListImport
from players.shared import clock
from players.shared.signed_http import TIMEOUT, open_http

log = structlog.get_logger(__name__)
LATE = timedelta(hours=48)  # lists appear daily
MAX_BYTES = 1024**3
BATCH = 5000
# A list that lacks more entries of the last one than both of these is refused until a person accepts it.
MAX_VANISHED, MAX_VANISHED_PERCENT = 20, 10
BIRTH = re.compile(r"([12]\d{3})(?:-(0[1-9]|1[0-2])(?:-(0[1-9]|[12]\d|3[01]))?)?")
COLUMNS = ("id", "schema", "name", "aliases", "birth_date", "countries", "sanctions")
NAMES_OF_ENTITY = ("name", "alias", "weakAlias", "previousName")
FAULTS: dict[str, Promise] = {
    "unreachable": _("The list could not be fetched."),
    "too-large": _("The file is too large."),
    "not-text": _("The file is not text in UTF-8."),
    "empty": _("The list names nobody."),
    "columns": _("The first line does not name the columns of targets.simple.csv."),
    "not-json": _("The line is not a JSON object."),
    "no-key": _("The entry has no id."),
    "no-name": _("The entry has no name."),
    "twice": _("The id is on the list twice."),
    "too-long": _("A value is longer than any list has."),
    "fields": _("The line does not have as many fields as the first."),
    "vanished": _("More than a tenth of the people who were on the list before are missing."),
}


class ListFault(Exception):
    """The file is no list. Nothing of it is imported."""

    def __init__(self, code: str, line: int | None = None) -> None:
        super().__init__(code, line)
        self.code, self.line = code, line


class ListedRow(Struct, frozen=True):
    """A person on a list, whichever shape the list has."""

    key: str
    kind: str
    names: tuple[str, ...]
    births: tuple[str, ...]
    countries: tuple[str, ...]

    @property
    def digest(self) -> str:
        return hashlib.sha256(
            json.dumps([self.kind, *map(list, (self.names, self.births, self.countries))]).encode()
        ).hexdigest()[:32]


def read_rows(file: BinaryIO) -> Iterator[ListedRow]:
    """The people of a list. Raises `ListFault` with the line."""
    text = io.TextIOWrapper(file, encoding="utf-8-sig", newline="")
    try:
        is_json = text.read(1) == "{"
        text.seek(0)
        seen: set[str] = set()
        for line, row in _json_rows(text) if is_json else _csv_rows(text):
            if row.key in seen:
                raise ListFault("twice", line)
            seen.add(row.key)
            yield row
        if not seen:
            raise ListFault("empty")
    except UnicodeDecodeError as error:
        raise ListFault("not-text") from error
    finally:
        text.detach()


def _csv_rows(text: Iterable[str]) -> Iterator[tuple[int, ListedRow]]:
    csv.field_size_limit(min(sys.maxsize, 2**31 - 1))
    reader = csv.DictReader(text, strict=True)
    try:
        if not set(COLUMNS) <= set(reader.fieldnames or ()):
            raise ListFault("columns", 1)
        for values in reader:
            if None in values or None in values.values():
                raise ListFault("fields", reader.line_num)
            if values["schema"] != "Person":
                continue
            kind = Entry.ListKind.SANCTION if values["sanctions"].strip() else Entry.ListKind.PEP
            names = [values["name"], *values["aliases"].split(";")]
            births, countries = values["birth_date"].split(";"), values["countries"].split(";")
            yield reader.line_num, _row(reader.line_num, values["id"], kind, names, births, countries)
    except csv.Error as error:
        raise ListFault("fields", reader.reader.line_num) from error


def _json_rows(text: Iterable[str]) -> Iterator[tuple[int, ListedRow]]:
    for number, line in enumerate(text, 1):
        if not line.strip():
            continue
        try:
            entity = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise ListFault("not-json", number) from error
        if not isinstance(entity, dict) or not isinstance(entity.get("properties", {}), dict):
            raise ListFault("not-json", number)
        if entity.get("schema") != "Person":
            continue
        properties = entity.get("properties", {})

        def values(name: str, properties: dict[str, object] = properties) -> list[str]:
            held = properties.get(name, [])
            return [value for value in held if isinstance(value, str)] if isinstance(held, list) else []

        names = [
            str(entity.get("caption") or ""),
            *(name for part in NAMES_OF_ENTITY for name in values(part)),
        ]
        countries = [*values("country"), *values("nationality"), *values("citizenship")]
        yield (
            number,
            _row(
                number,
                str(entity.get("id") or ""),
                _kind_of(values("topics")),
                names,
                values("birthDate"),
                countries,
            ),
        )


def _kind_of(topics: list[str]) -> str:
    if any(topic.startswith(("sanction", "debarment")) for topic in topics):
        return Entry.ListKind.SANCTION
    return Entry.ListKind.PEP if any(topic.startswith("role.") for topic in topics) else Entry.ListKind.OTHER


def _row(
    line: int, key: str, kind: str, names: Iterable[str], births: Iterable[str], countries: Iterable[str]
) -> ListedRow:
    def distinct(values: Iterable[str]) -> tuple[str, ...]:
        return tuple(
            dict.fromkeys(text for value in values if (text := " ".join(value.replace("\0", "").split())))
        )

    spellings = distinct(names)
    if not key.strip():
        raise ListFault("no-key", line)
    if not spellings:
        raise ListFault("no-name", line)
    if len(key) > 255 or any(len(name) > 1000 for name in spellings):
        raise ListFault("too-long", line)
    # "1961-02-31" and "circa 1961" exist on lists. What can be read of a date counts.
    dates = distinct(found[0] for birth in births if (found := BIRTH.match(birth.strip())))
    return ListedRow(
        key.strip(), kind, spellings, dates, tuple(sorted({country[:8] for country in distinct(countries)}))
    )


@contextmanager
def open_source(source: str) -> Iterator[BinaryIO]:
    """The file of a list; one from an address is fetched first, over HTTPS and without redirects."""
    if not source.startswith(("http://", "https://")):
        try:
            file = Path(source).open("rb")  # noqa: SIM115  # closed below; faults of the reader are not its own
        except OSError as error:
            raise ListFault("unreachable") from error
        with file:
            yield file
        return
    with tempfile.TemporaryFile() as fetched:
        try:
            with open_http(urllib.request.Request(source), timeout=TIMEOUT) as response:
                while chunk := response.read(1024 * 1024):
                    fetched.write(chunk)
                    if fetched.tell() > MAX_BYTES:
                        raise ListFault("too-large")
                length = response.headers.get("Content-Length", "")
        except (urllib.error.URLError, OSError, ValueError) as error:
            raise ListFault("unreachable") from error
        if length.isdecimal() and int(length) != fetched.tell():
            raise ListFault("unreachable")
        fetched.seek(0)
        yield fetched


def _digest_of(file: BinaryIO) -> str:
    digest = hashlib.sha256()
    while chunk := file.read(1024 * 1024):
        digest.update(chunk)
    file.seek(0)
    return digest.hexdigest()


def import_list(name: str, source: str, *, accept_vanished: bool = False) -> ListImport:
    """Imports a list, and records what it changed or why it was refused."""
    try:
        with open_source(source) as file:
            digest = _digest_of(file)
            if (last := last_good(name)) is not None and last.digest == digest:
                return ListImport.objects.create(
                    name=name, state=ListImport.State.UNCHANGED, digest=digest, entries=last.entries
                )
            return _replace(name, digest, list(read_rows(file)), accept_vanished=accept_vanished)
    except ListFault as fault:
        log.warning("list refused", list=name, fault=fault.code, line=fault.line)
        return ListImport.objects.create(
            name=name, state=ListImport.State.REFUSED, fault=fault.code, line=fault.line
        )


@transaction.atomic
def _replace(name: str, digest: str, rows: list[ListedRow], *, accept_vanished: bool) -> ListImport:
    known = {entry.key: entry for entry in Entry.objects.select_for_update().filter(list_name=name)}
    listed = [entry for entry in known.values() if entry.removed_id is None]
    present = {row.key for row in rows}
    vanished = [entry.pk for entry in listed if entry.key not in present]
    if not accept_vanished and len(vanished) > max(MAX_VANISHED, len(listed) * MAX_VANISHED_PERCENT // 100):
        raise ListFault("vanished")
    new = [row for row in rows if row.key not in known]
    changed = [row for row in rows if (entry := known.get(row.key)) is not None and _has_changed(entry, row)]
    record = ListImport.objects.create(
        name=name, state=ListImport.State.IMPORTED, digest=digest, entries=len(rows),
        added=len(new), changed=len(changed), removed=len(vanished),
    )  # fmt: skip
    Entry.objects.bulk_create(
        [_entry(name, row, record) for row in (*new, *changed)],
        batch_size=BATCH,
        update_conflicts=True,
        unique_fields=["list_name", "key"],
        update_fields=["kind", "names", "births", "countries", "digest", "since", "removed"],
    )
    Entry.objects.filter(pk__in=vanished).update(removed=record)
    return record


def _has_changed(entry: Entry, row: ListedRow) -> bool:
    return entry.digest != row.digest or entry.removed_id is not None


def _entry(name: str, row: ListedRow, record: ListImport) -> Entry:
    return Entry(
        list_name=name, key=row.key, kind=row.kind, names=list(row.names), births=list(row.births),
        countries=list(row.countries), digest=row.digest, since=record,
    )  # fmt: skip


def last_good(name: str) -> ListImport | None:
    return (
        ListImport.objects.filter(name=name).exclude(state=ListImport.State.REFUSED).order_by("-pk").first()
    )


def import_lists() -> int:
    """Imports every list of the settings. Returns how many changed."""
    records = [import_list(name, source) for name, source in settings.SCREENING_LISTS.items()]
    return sum(record.state == ListImport.State.IMPORTED for record in records)


class ListAge(Struct, frozen=True):
    """When a list was read well the last time; unknown if never."""

    name: str
    last: ListImport | None
    refused: ListImport | None  # a later reading that was refused

    @property
    def is_late(self) -> bool:
        return self.last is None or clock.now() - self.last.at > LATE


def list_ages() -> list[ListAge]:
    latest = {
        (record.name, record.state == ListImport.State.REFUSED): record
        for record in ListImport.objects.filter(name__in=settings.SCREENING_LISTS).order_by("pk")
    }

    def age(name: str) -> ListAge:
        last, refused = latest.get((name, False)), latest.get((name, True))
        is_later = refused is not None and (last is None or refused.pk > last.pk)
        return ListAge(name, last, refused if is_later else None)

    return [age(name) for name in settings.SCREENING_LISTS]
