"""What can be seen here of the backups: those of the embedded database, and of a PostgreSQL of one's own
whether it archives its WAL, whether pgBackRest encrypts it, and what came of the jobs of the timers.
"""

from __future__ import annotations

import configparser
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import connection

from casino.operation.problems import Problem
from casino.services import pgbackrest, wal_archive
from casino.services.backup import bases, ended
from casino.services.folder import Folder
from casino.services.postgres import Postgres
from players.shared import clock

# The two places that pgBackRest reads.
CONFIGURATIONS: Final = (Path("/etc/pgbackrest/pgbackrest.conf"), Path("/etc/pgbackrest.conf"))
REPOSITORY = re.compile(r"repo(\d+)-")
# One a day, and a night in which it failed.
OLDEST_BACKUP = timedelta(days=2)
# One a week, and a week in which it failed.
OLDEST_RESTORE = timedelta(days=15)
MANUAL = "docs/operating/backup.md"


def check_backups(process: str) -> Iterator[Problem]:
    if process != "operator":
        return
    for path in CONFIGURATIONS:
        for repository in open_repositories(path):
            yield Problem(
                f"{path}: backups and WAL in {repository} are not encrypted.",
                f"Set {repository}-cipher-type=aes-256-cbc and {repository}-cipher-pass, and begin a new "
                f"repository ({MANUAL}).",
            )
    house = Folder(Path(settings.HOUSE_DIR))
    # A command in a container has a folder that nobody has written to yet.
    if house.path.is_dir() and connection.settings_dict["HOST"] == str(house.sockets() / Postgres.name):
        yield from embedded_backups(wal_archive.backups(house.path), clock.now())
    else:
        yield from own_archive(clock.now())
        yield from jobs(clock.now())


def embedded_backups(backup: Path, now: datetime) -> Iterator[Problem]:
    """Whether `make backup` has run, and how long ago."""
    complete = bases(backup)
    if not complete:
        yield Problem(
            f"No backup is in {backup}.", f"Run `make backup` each night ({MANUAL}).", is_unknown=True
        )
    elif now - ended(complete[-1]) > OLDEST_BACKUP:
        yield Problem(
            f"The newest backup in {backup} is {age(now - ended(complete[-1]))} old.",
            f"Run `make backup` each night ({MANUAL}).",
        )


def own_archive(now: datetime) -> Iterator[Problem]:
    """Backups of a PostgreSQL of one's own are kept elsewhere. Here one sees whether it archives its WAL."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT current_setting('archive_mode'), last_archived_time, last_failed_time "
            "FROM pg_stat_archiver"
        )
        mode, archived, failed = cursor.fetchone()
    if failed is not None and (archived is None or failed > archived):
        since = f"for {age(now - archived)}" if archived else "since the statistics begin"
        yield Problem(
            f"PostgreSQL could archive no WAL {since}; it failed {age(now - failed)} ago.",
            f"See its log, and `pgbackrest check` ({MANUAL}).",
        )
        return
    if mode == "on" and archived is not None and pgbackrest.read_result("backup"):
        return  # `jobs` says more
    if mode == "off":
        seen = "this PostgreSQL archives no WAL"
    elif archived is None:
        seen = "this PostgreSQL has archived no WAL yet"
    else:
        seen = f"this PostgreSQL archived WAL {age(now - archived)} ago"
    yield Problem(
        f"Backups cannot be seen from here; {seen}.",
        f"Look at `pgbackrest info` where the backups are ({MANUAL}).",
        is_unknown=True,
    )


def jobs(now: datetime) -> Iterator[Problem]:
    """What came of the last backup and of the last test of a restore, where they run on this machine."""
    for job, title, oldest in (
        ("backup", "backup", OLDEST_BACKUP),
        ("restore-test", "test of a restore", OLDEST_RESTORE),
    ):
        look = f"Look at `journalctl -u feltro-{job}` ({MANUAL})."
        result = pgbackrest.read_result(job)
        succeeded, failed = (_moment(result.get(name)) for name in ("succeeded", "failed"))
        if not result and job == "backup":
            continue  # `own_archive` says that none can be seen
        if failed is not None:
            yield Problem(f"The last {title} failed {age(now - failed)} ago: {result['error']}", look)
        elif succeeded is None:
            yield Problem(
                f"No {title} of this PostgreSQL can be seen from here.",
                f"Enable feltro-{job}.timer, or look where the backups are ({MANUAL}).",
                is_unknown=True,
            )
        elif now - succeeded > oldest:
            yield Problem(f"The newest {title} is {age(now - succeeded)} old.", look)


def _moment(seconds: object) -> datetime | None:
    return datetime.fromtimestamp(seconds, UTC) if isinstance(seconds, int | float) else None


def age(span: timedelta) -> str:
    seconds = max(0, int(span.total_seconds()))
    for unit, name in ((86_400, "days"), (3600, "hours"), (60, "minutes")):
        if seconds >= 2 * unit:
            return f"{seconds // unit} {name}"
    return f"{seconds} seconds"


def open_repositories(path: Path) -> Iterator[str]:
    """The repositories that a file names and that hold backups and WAL in clear.

    A file that this process may not read names none: it holds the passphrase.
    """
    try:
        text = path.read_text()
    except OSError:
        return
    reader = configparser.ConfigParser(interpolation=None, strict=False)
    reader.read_string(text)
    options = dict(reader["global"]) if reader.has_section("global") else {}
    for number in sorted({match[1] for name in options if (match := REPOSITORY.match(name))}, key=int):
        cipher, passphrase = (options.get(f"repo{number}-cipher-{part}", "") for part in ("type", "pass"))
        if cipher in ("", "none") or not passphrase:
            yield f"repo{number}"
