"""Harm that changes the system itself: the number of croupiers, a clock, a disk, the release."""

from __future__ import annotations

import errno
import json
import os
import shutil
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg

from casino.services.folder import PROJECT
from tests.proofs.cluster.programs import Program, stop_all
from tests.proofs.cluster.servers import PLACES, CannotRunError, ClusterError, wait_for
from tests.proofs.cluster.system import SHARDS, System

MOST_CROUPIERS = 16
START_SECONDS = 180.0  # until a process that was started serves
CLOCK_AHEAD = timedelta(hours=1)
FAKETIME = "libfaketimeMT.so.1"  # of Debian's package faketime
WRONG_CLOCK_SECONDS = 15.0  # for which people play while a clock is wrong
UPGRADES = int(os.environ.get("CLUSTER_UPGRADES", "5"))  # `make long` asks for 50
RELEASE_PARTS = (
    "casino", "games", "players", "templates", "static", "deploy", "locks",
    "manage.py", "pyproject.toml", "requirements.txt",
)  # fmt: skip
LATER_MIGRATION = '''"""What a later release adds: the release before ignores it."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("casino", "{before}")]
    operations = [
        migrations.RunSQL(
            "CREATE TABLE later_release (id bigint PRIMARY KEY); "
            "ALTER TABLE games_table ADD COLUMN later_release integer",
            migrations.RunSQL.noop,
        )
    ]
'''


# --- the number of croupiers


def shared_by(system: System, croupiers: int) -> bool:
    """Whether so many croupiers serve every list, in even shares."""
    lists = system.lists_served()
    return (
        len(lists) == croupiers
        and sum(lists.values()) == SHARDS
        and max(lists.values()) - min(lists.values()) <= 1
    )


def croupiers_1_16_1(system: System, _tables: list[int]) -> Callable[[], None]:
    one, other = (program for name, program in system.programs.items() if name.startswith("croupier"))
    other.stop()
    wait_for(lambda: shared_by(system, 1), START_SECONDS, "one croupier with every list")
    added: list[str] = []
    try:
        for number in range(2, MOST_CROUPIERS + 1):
            host = (one.host, other.host)[number % 2]
            added.append(system.start_process(host, "croupier", number))
            wait_for(lambda: shared_by(system, number), START_SECONDS, f"even shares of {number} croupiers")  # noqa: B023
    finally:
        stop_all([system.programs.pop(name) for name in added])
    wait_for(lambda: shared_by(system, 1), START_SECONDS, "one croupier with every list again")
    return other.start


# --- a clock


def clock_ahead(system: System, tables: list[int]) -> Callable[[], None]:
    """A table's croupier believes that it is an hour later. The other processes of its host keep their time:
    under libfaketime Python's sleep fails, on which they depend and a croupier does not.
    """
    library = next(iter(Path("/usr/lib").glob(f"*/faketime/{FAKETIME}")), None)
    if library is None:
        raise CannotRunError("the package faketime is not installed")
    host = system.croupier_of(tables[0]).host
    system.restart_process(
        host,
        "croupier",
        LD_PRELOAD=str(library),
        FAKETIME=f"+{int(CLOCK_AHEAD.total_seconds())}",
        FAKETIME_DONT_FAKE_MONOTONIC="1",
        DONT_FAKE_MONOTONIC="1",
    )
    croupier = system.programs[f"croupier-{host.name}"]
    if abs(clock_of(croupier) - datetime.now(UTC) - CLOCK_AHEAD) > timedelta(minutes=15):
        raise ClusterError(f"the clock of {croupier.name} is not ahead")
    time.sleep(WRONG_CLOCK_SECONDS)
    return lambda: system.restart_process(host, "croupier")


def clock_of(program: Program) -> datetime:
    """What a process said last about the time."""
    lines = program.log.read_text(errors="replace").splitlines()
    times = [json.loads(line)["timestamp"] for line in lines if line.startswith("{") and "timestamp" in line]
    return datetime.fromisoformat(times[-1])


# --- a disk


def disk_full(system: System, _tables: list[int]) -> Callable[[], None]:
    """Nothing more can be written on the host of the primary. PostgreSQL stops when it needs room for its
    journal; there is none to start it again either, so a standby takes its place.
    """
    host = system.the_primary()
    filled = system.place / host.name / "filled"
    fill(filled)
    with suppress(psycopg.Error):
        with psycopg.connect(system.address("postgres", "postgres"), autocommit=True) as administrator:
            for _ in range(100):  # files of the journal that are there already are used up first
                administrator.execute("SELECT pg_logical_emit_message(false, 'drill', 'x')")
                administrator.execute("SELECT pg_switch_wal()")
                fill(filled)
        raise ClusterError("PostgreSQL still found room for its journal")

    def make_room() -> None:
        filled.unlink()
        for name in system.ended():
            system.programs[name].start()

    return make_room


def fill(file: Path) -> None:
    with file.open("ab", buffering=0) as content:
        for size in (1 << 20, 1 << 12):
            try:
                while True:
                    content.write(bytes(size))
            except OSError as error:
                if error.errno != errno.ENOSPC:
                    raise


# --- the release


def rolling_upgrade(system: System, _tables: list[int]) -> Callable[[], None]:
    """To a later release, back, and so on, one process after the other, as docs/operating/upgrade.md says."""
    later, earlier = later_release(system), system.release
    system.manage("manifest", "--record", "drill")  # as the installation of the earlier one did
    for number in range(UPGRADES):
        change_release(system, earlier if number % 2 else later)
        print(f"  {number + 1} of {UPGRADES} upgrades", flush=True)

    def back() -> None:
        change_release(system, earlier)

    return back


def later_release(system: System) -> Path:
    """A copy of this one with a migration more."""
    release = system.place / "later"
    if release.exists():
        return release
    release.mkdir(mode=0o755)
    for part in RELEASE_PARTS:
        source = PROJECT / part
        if source.is_dir():
            shutil.copytree(source, release / part, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy2(source, release / part)
    (release / ".venv").symlink_to(PROJECT / ".venv")
    migrations = release / "casino" / "migrations"
    before = max(path.stem for path in migrations.glob("[0-9]*.py"))
    (migrations / "9999_later_release.py").write_text(LATER_MIGRATION.format(before=before))
    return release


def change_release(system: System, release: Path) -> None:
    """A return to the earlier release undoes no migration, so that only the later one migrates."""
    if release != PROJECT:
        system.manage("migrate", release=release)
    system.manage("manifest", "--record", "drill", release=release)
    system.release = release
    for host in system.hosts:
        for process in PLACES[host.name]:
            system.restart_process(host, process)
