"""The database at an earlier second, from the backups of pgBackRest."""

from __future__ import annotations

import json
import re
import shutil
import time
from datetime import UTC, datetime
from pathlib import Path

from steps import releases
from steps.shell import STATE, Failure, run, say, works

PGBACKREST = ("runuser", "-u", "postgres", "--", "pgbackrest", "--stanza=feltro")
NOT_REACHED = "recovery ended before configured recovery target was reached"
# PostgreSQL says so when the WAL ends.
LAST_TRANSACTION = re.compile(r"last completed transaction was at log time (\S+ \S+)")


def restore(at: datetime | None) -> None:
    """What Valkey and the anchors know of later is forgotten or laid aside. The house stays closed."""
    if at is not None:
        check(at)
    releases.begin_maintenance()
    # The service postgresql itself returns before its server has stopped.
    run("systemctl", "stop", "postgresql@*")
    say(f"Restoring {'everything that was archived' if at is None else f'to {at}'}")
    target = () if at is None else ("--type=time", f"--target={at}", "--target-action=promote")
    run(*PGBACKREST, "--delta", *target, "restore")
    log = _log()
    begin = log.stat().st_size if log.exists() else 0
    # Failed before, because the WAL ended too early: it may start again as often as it takes.
    run("systemctl", "reset-failed", "postgresql@*")
    run("systemctl", "start", "postgresql")
    _wait(log, begin)
    _forget(at)
    say("Restored. Check the record before the house opens: docs/operating/backup.md#after-a-restore")


def check(at: datetime, now: datetime | None = None) -> None:
    """Refuse what no backup reaches, before anything has stopped."""
    if at > (now or datetime.now(UTC)):
        raise Failure(f"{at} is still to come: nothing has changed.")
    stanzas = json.loads(run(*PGBACKREST, "--output=json", "info"))
    ends = [backup["timestamp"]["stop"] for stanza in stanzas for backup in stanza["backup"]]
    if not ends:
        raise Failure("There is no backup: nothing has changed.")
    if at.timestamp() < (first := min(ends)):
        oldest = datetime.fromtimestamp(first, UTC)
        raise Failure(f"The oldest backup ended at {oldest}, after {at}: nothing has changed.")


def _log() -> Path:
    """Of the server of this machine, as Debian names it."""
    version, name, *_rest = run("pg_lsclusters", "--no-header").split()
    return Path(f"/var/log/postgresql/postgresql-{version}-{name}.log")


def _wait(log: Path, begin: int) -> None:
    """PostgreSQL answers before it has replayed all, and ends if the time cannot be reached."""
    while True:
        answer = ("runuser", "-u", "postgres", "--", "psql", "-Atc", "SELECT pg_is_in_recovery()")
        if works(*answer) and run(*answer).strip() == "f":
            return
        if works("systemctl", "is-failed", "--quiet", "postgresql@*"):
            raise Failure(reason(log.read_bytes()[begin:].decode(errors="replace")))
        time.sleep(1)


def reason(log: str) -> str:
    """Why PostgreSQL did not start, in a sentence."""
    if NOT_REACHED in log:
        last = LAST_TRANSACTION.findall(log)
        known = f"The last archived transaction is of {last[-1]}. " if last else ""
        return (
            f"No archived transaction is that late. {known}Name an earlier time, or leave --at away for "
            "everything that was archived. The house is still closed."
        )
    fatal = [line for line in log.splitlines() if "FATAL" in line]
    return f"PostgreSQL did not start: {' '.join(fatal[-1:]) or 'its log says no reason'}"


def _forget(at: datetime | None) -> None:
    """Valkey and the anchors remember seals that the restored record no longer has."""
    if works("systemctl", "is-active", "--quiet", "valkey-feltro"):
        run("systemctl", "restart", "valkey-feltro")
    if at is None:
        return
    anchors, aside = STATE / "anchors", STATE / "anchors-laid-aside"
    later = [path for path in anchors.rglob("*") if path.is_file() and path.stat().st_mtime > at.timestamp()]
    for path in later:
        place = aside / path.relative_to(anchors)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(path, place)
    if later:
        say(f"{len(later)} later anchors lie in {aside} now: they show what was lost.")
