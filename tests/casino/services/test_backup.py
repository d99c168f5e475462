"""Backups of the embedded database and its WAL, and point-in-time recovery to a second."""

from __future__ import annotations

import datetime
import json
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from casino.services import wal_archive
from casino.services.backup import (
    bases,
    delete_older,
    ended,
    make_backup,
    metadata_path,
    private_keys,
    send_journal,
)
from casino.services.errors import StartupError
from casino.services.folder import Folder
from casino.services.postgres import Postgres
from casino.services.restore import first_second, newest_base, restore
from casino.services.server_lease import leased_servers
from players.shared import file_encryption

SECRET = "Maria da Prova, 299999990"


@pytest.fixture
def place() -> Iterator[Path]:
    path = Path(tempfile.mkdtemp(prefix="feltro-backup-"))
    path.chmod(0o711)
    yield path
    shutil.rmtree(path, ignore_errors=True)


def query(folder: Folder, sql: str) -> list[tuple[object, ...]]:
    with psycopg.connect(Postgres(folder).url(), autocommit=True) as connection:
        cursor = connection.execute(sql)
        return cursor.fetchall() if cursor.description else []


def write_record(folder: Folder, number: int) -> datetime.datetime:
    """One line on the record, and a moment after it and before the next."""
    query(folder, f"INSERT INTO record VALUES ({number})")
    result = query(folder, "SELECT clock_timestamp()")[0][0]
    assert isinstance(result, datetime.datetime)
    time.sleep(0.05)
    return result


def record_ids(folder: Folder) -> list[object]:
    with leased_servers(folder, ["postgres"]):
        return [row[0] for row in query(folder, "SELECT id FROM record ORDER BY id")]


def test_the_database_comes_back_as_it_was_at_a_second(place: Path) -> None:
    house, backup = Folder(place / "house"), wal_archive.backups(place / "house")
    with leased_servers(house, ["postgres"]):
        postgres = Postgres(house)
        query(house, f"CREATE TABLE record (id int PRIMARY KEY, secret text DEFAULT '{SECRET}')")
        before = datetime.datetime.now(datetime.UTC)
        write_record(house, 1)
        assert not wal_archive.journal(backup).exists(), "before the first backup nothing is kept"
        first = make_backup(postgres, backup, keep=2)
        moments = [write_record(house, number) for number in (2, 3, 4)]
        send_journal(postgres, backup)
        write_record(house, 5)  # not in the journal that was kept: it is lost with the machine
    assert not list(wal_archive.journal(backup).glob("*.new"))
    everything = [path for path in backup.rglob("*") if path.is_file()]
    assert not [path for path in everything if SECRET.encode() in path.read_bytes()], (
        "nothing of the record can be read in a backup"
    )
    assert {path.suffix for path in everything} == {".age", ".sha256", ".json", ""} and not (
        house.path / "backup.new"
    ).exists()
    with pytest.raises(StartupError, match="--keys"):
        restore(backup, Folder(place / "keyless"), keys=place / "nowhere")
    file_encryption.add_key(private_keys(place))
    with pytest.raises(StartupError, match="a key that is not available"):
        restore(backup, Folder(place / "wrong"), keys=place)

    second = Folder(place / "second")
    result = restore(backup, second, at=moments[1])
    assert result.base == first.name and record_ids(second) == [1, 2, 3]
    assert result.stopped, "the journal went on, and was stopped where it was query to be"

    whole = Folder(place / "whole")
    restore(backup, whole)
    assert record_ids(whole)[:4] == [1, 2, 3, 4]
    with leased_servers(whole, ["postgres"]):
        write_record(whole, 9)  # it is a house like any other
        assert query(whole, "SHOW archive_timeout") == [("0",)]
    assert record_ids(house) == [1, 2, 3, 4, 5], "the house that it came from is as it was"

    with pytest.raises(StartupError, match="already contains"):
        restore(backup, whole)
    oldest = first_second(first)
    with pytest.raises(StartupError, match=re.escape(f"Name a time from {oldest} on")):
        newest_base(backup, before)
    with pytest.raises(StartupError, match="There is no backup in"):
        newest_base(place / "empty", before)
    late = moments[-1] + datetime.timedelta(days=1)
    with pytest.raises(StartupError) as refused:
        restore(backup, Folder(place / "later"), at=late)
    sentence = str(refused.value)
    assert sentence.startswith(f"{late} cannot be restored: the journal in {backup} ends with the")
    assert f"Name a time from {oldest} on and before that, or none" in sentence and "FATAL" not in sentence
    (named,) = re.findall(r"the transaction of (\S+ \S+)\. Name", sentence)
    end = datetime.datetime.fromisoformat(named)
    assert moments[-2] < end and ended(first) < datetime.datetime.fromisoformat(oldest)
    restore(backup, Folder(place / "later"), at=end - datetime.timedelta(microseconds=1))
    # PostgreSQL archives its last segment when it stops, unless the machine is lost before.
    before_the_last = [1, 2, 3] if end < moments[-1] else [1, 2, 3, 4]
    assert record_ids(Folder(place / "later")) == before_the_last, "the refused restore left nothing behind"


@pytest.mark.long
def test_older_backups_go_with_the_journal_that_only_they_need(place: Path) -> None:
    house, backup = Folder(place / "house"), wal_archive.backups(place / "house")
    with leased_servers(house, ["postgres"]):
        query(house, "CREATE TABLE record (id int PRIMARY KEY)")
        made = []
        for number in range(3):
            made.append(make_backup(Postgres(house), backup, keep=2))
            write_record(house, number)
            time.sleep(1.0)  # their names tell seconds
        pieces = {path.name for path in wal_archive.journal(backup).glob(f"*{wal_archive.SEGMENT}")}
    assert bases(backup) == made[1:]
    oldest = json.loads(metadata_path(made[1]).read_text())["journal"]
    sealed = {path.name for path in wal_archive.journal(backup).glob(f"*{wal_archive.SEGMENT}")}
    assert {path.name for path in wal_archive.journal(backup).glob("*.sha256")} == {
        f"{name}.sha256" for name in sealed
    }
    assert min(pieces)[:24] == oldest
    back = Folder(place / "back")
    restore(backup, back)
    assert record_ids(back)[:2] == [0, 1]


def test_the_last_pieces_of_the_journal_are_shipped_after_postgresql_stops(place: Path) -> None:
    folder = Folder(place)
    backup = wal_archive.backups(place)
    wal_archive.journal(backup).mkdir(parents=True)
    wal_archive.spool(place).mkdir()
    file_encryption.add_key_pair(place / "keys", wal_archive.public_key(backup))
    (wal_archive.spool(place) / "000000010000000000000001").write_bytes(b"journal")
    (wal_archive.spool(place) / f"{wal_archive.UNFINISHED}1").touch()
    Postgres(folder).after_stop()
    assert [path.name for path in wal_archive.spool(place).iterdir()] == [f"{wal_archive.UNFINISHED}1"]
    assert (wal_archive.journal(backup) / f"000000010000000000000001{wal_archive.SEGMENT}").exists()


def test_without_a_backup_the_journal_is_discarded(place: Path) -> None:
    wal_archive.spool(place).mkdir()
    for name in ("000000010000000000000001", f"{wal_archive.UNFINISHED}1"):
        (wal_archive.spool(place) / name).touch()
    Postgres(Folder(place)).maintain()
    assert [path.name for path in wal_archive.spool(place).iterdir()] == [f"{wal_archive.UNFINISHED}1"]


def test_the_journal_before_the_oldest_backup_that_stays_is_forgotten(place: Path) -> None:
    backup, journal = place, wal_archive.journal(place)
    journal.mkdir()
    for day, first in ((1, 2), (2, 4), (3, 6)):
        base = backup / f"base-2026010{day}T000000Z{wal_archive.BASE}"
        base.touch()
        metadata_path(base).write_text(json.dumps({"journal": f"{1:08X}{first:016X}"}))
    segments = [f"{1:08X}{number:016X}" for number in range(1, 8)]
    history = "00000002.history"
    for name in [*segments, f"{segments[1]}.00000028.backup", f"{segments[3]}.00000028.backup", history]:
        (journal / f"{name}{wal_archive.SEGMENT}").touch()
        (journal / f"{name}{wal_archive.SEGMENT}.sha256").touch()
    delete_older(backup, keep=2)
    stay = {
        f"{name}{wal_archive.SEGMENT}" for name in [*segments[3:], f"{segments[3]}.00000028.backup", history]
    }
    assert {path.name for path in journal.iterdir()} == stay | {f"{name}.sha256" for name in stay}
    assert [path.name[:13] for path in bases(backup)] == ["base-20260102", "base-20260103"]


def test_a_piece_of_the_journal_is_never_replaced_by_another(place: Path) -> None:
    backup = place / "it's 100% a folder"
    wal_archive.journal(backup).mkdir(parents=True)
    wal_archive.spool(place).mkdir()
    file_encryption.add_key_pair(place / "keys", wal_archive.public_key(backup))
    segment, unfinished = "000000010000000000000001", f"{wal_archive.UNFINISHED}x"

    def kept(content: bytes) -> int:
        for name in (segment, unfinished):
            (wal_archive.spool(place) / name).write_bytes(content)
        command = wal_archive.shipping_command(place, backup)
        return subprocess.run(command, check=False, stderr=subprocess.DEVNULL).returncode

    assert [kept(b"a" * 1000), kept(b"a" * 1000), kept(b"b" * 1000)] == [0, 0, 1]
    assert {path.name for path in wal_archive.spool(place).iterdir()} == {segment, unfinished}
    name = f"{segment}{wal_archive.SEGMENT}"
    assert sorted(path.name for path in wal_archive.journal(backup).iterdir()) == [name, f"{name}.sha256"]
    assert b"aaaa" not in (wal_archive.journal(backup) / name).read_bytes()
