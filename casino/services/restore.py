"""`make restore FROM=… TO=… [AT=…]`: a house from a backup, as it was at a second, in a folder of its own.

    python -m casino.services.restore --backup .house/backup --into /srv/feltro-restored --at "2026-11-22 05:30:00+00" [--keys FOLDER]

Without --at it is brought as far as its journal goes. The house it came from is not touched. Afterwards: HOUSE_DIR=that folder make run.
"""

from __future__ import annotations

import argparse
import datetime
import json
import re
import shutil
import subprocess
import sys
import tarfile
import time
from dataclasses import dataclass
from pathlib import Path

from casino.services import wal_archive
from casino.services.backup import ask, bases, private_keys, told_path
from casino.services.errors import BAD_SETTING, BROKEN, StartupError
from casino.services.folder import Folder
from casino.services.postgres import HBA, Postgres, first_error

TICK = 0.25
LAST = re.compile(r"last completed transaction was at log time (\S+ \S+)")
STOPPED = re.compile(r"recovery stopping before commit of transaction \d+, time (\S+ \S+)")


@dataclass(frozen=True)
class Restored:
    base: str
    last: str  # the hour of the last transaction that was brought back
    stopped: str  # the hour of the first that was not, where the journal went on
    seconds: float


def restore(
    backup: Path,
    into: Folder,
    *,
    at: datetime.datetime | None = None,
    keys: Path | None = None,
    patience: float = 3600.0,
) -> Restored:
    """The database of that moment in a new folder; when this returns it is closed, whole, and opens like any other."""
    started = time.monotonic()
    base = chosen(backup, at)
    into.make()
    if into.data.exists():
        raise StartupError(
            f"There is a database in {into.path} already: name a folder that is new.", BAD_SETTING
        )
    postgres = Postgres(into)
    postgres.private(postgres.sockets)
    unfinished = into.path / "postgres.new"
    shutil.rmtree(unfinished, ignore_errors=True)
    private = _private_keys(backup, keys)
    _open(base, private, unfinished)
    journal = into.path / "journal.new"
    shutil.rmtree(journal, ignore_errors=True)
    journal.mkdir(mode=0o700)
    _program("journal", private, wal_archive.journal(backup), journal)
    given(postgres, unfinished)
    given(postgres, journal)
    _instructions(unfinished, journal, at)
    # Whose passwords the backup knows is not known here; PostgreSQL sets those of this house at its first start.
    hba = unfinished / "pg_hba.conf"
    hba.write_text("local all all trust\n")
    unfinished.rename(into.data)
    log = into.logs / "restore.log"
    try:
        _replay(postgres, log, patience)
    finally:
        shutil.rmtree(journal)
    _instructions_end(into.data)
    (into.data / "pg_hba.conf").write_text(HBA)
    told = log.read_text(errors="replace")
    last, stopped = LAST.findall(told), STOPPED.findall(told)
    return Restored(
        base.name, last[-1] if last else "", stopped[-1] if stopped else "", time.monotonic() - started
    )


def chosen(backup: Path, at: datetime.datetime | None) -> Path:
    """The newest backup that had ended by then."""
    found = [
        path
        for path in bases(backup)
        if at is None or json.loads(told_path(path).read_text())["ended"] <= at.timestamp()
    ]
    if not found:
        raise StartupError(
            f"There is no backup in {backup} that had ended {'by ' + at.isoformat() if at else 'at all'}.",
            BAD_SETTING,
        )
    return found[-1]


def _private_keys(backup: Path, keys: Path | None) -> Path:
    """Those of the house that lies beside the backup, where nobody names a folder."""
    private = private_keys(keys if keys is not None else backup.parent / "keys")
    if not private.exists():
        raise StartupError(
            f"The backup is encrypted and {private} is not there: name the folder of the house's keys (--keys).",
            BAD_SETTING,
        )
    return private


def _program(*told: object) -> None:
    done = subprocess.run(
        [*wal_archive.PROGRAM, *map(str, told)], capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise StartupError(f"The backup cannot be opened: {first_error(done.stderr)}", BROKEN)


def _open(base: Path, private: Path, folder: Path) -> None:
    """Each part is checked before it is written; the last says that all of them have come."""
    program = subprocess.Popen(
        [*wal_archive.PROGRAM, "open", str(private), str(base), "-"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert program.stdout is not None and program.stderr is not None
    try:
        with tarfile.open(fileobj=program.stdout, mode="r|") as tar:
            tar.extractall(folder, filter="data")
        program.stdout.read()
    except tarfile.TarError:
        program.stdout.read()
    said = program.stderr.read().decode(errors="replace")
    if program.wait() != 0 or not (folder / "backup_manifest").exists():
        shutil.rmtree(folder, ignore_errors=True)
        raise StartupError(f"The backup cannot be opened: {first_error(said)}", BROKEN)


def given(postgres: Postgres, data: Path) -> None:
    """To whom PostgreSQL runs as, where that is not us."""
    data.chmod(0o700)
    if postgres.user.isdigit():
        number = int(postgres.user)
        for path in (data, *data.rglob("*")):
            shutil.chown(path, number, number)


def _instructions(data: Path, journal: Path, at: datetime.datetime | None) -> None:
    settings = {
        "restore_command": wal_archive.fetching(journal),
        "recovery_target_action": "promote",
        "hot_standby": "off",
    }
    if at is not None:
        settings["recovery_target_time"] = at.astimezone(datetime.UTC).isoformat(sep=" ")
    lines = "".join(f"{name} = '{value.replace(chr(39), chr(39) * 2)}'\n" for name, value in settings.items())
    conf = data / "postgresql.auto.conf"
    (data / "before-restore.conf").write_text(conf.read_text())
    conf.write_text(conf.read_text() + lines)
    (data / "recovery.signal").write_text("")


def _instructions_end(data: Path) -> None:
    """What was told for the way back only, and the journal of the new house is not kept before its own first backup."""
    before = data / "before-restore.conf"
    lines = [
        line
        for line in before.read_text().splitlines(keepends=True)
        if not line.startswith("archive_timeout")
    ]
    (data / "postgresql.auto.conf").write_text("".join(lines))
    before.unlink()


def _replay(postgres: Postgres, log: Path, patience: float) -> None:
    with log.open("ab") as said:
        process = subprocess.Popen(
            postgres.command(), stdin=subprocess.DEVNULL, stdout=said, stderr=said, cwd="/"
        )
    end = time.monotonic() + patience
    try:
        while not _back(postgres):
            if process.poll() is not None:
                raise StartupError(f"The database did not come back: {first_error(_fatal(log))}", BROKEN)
            if time.monotonic() > end:
                raise StartupError(
                    f"The database was not back after {patience:.0f} seconds; see {log}.", BROKEN
                )
            time.sleep(TICK)
    finally:
        if process.poll() is None:
            process.send_signal(postgres.stop_signal)
            process.wait(60)


def _back(postgres: Postgres) -> bool:
    try:
        return postgres.ready() and ask(postgres, "SELECT pg_is_in_recovery()") == "f"
    except StartupError:
        return False


def _fatal(log: Path) -> str:
    return "\n".join(
        line
        for line in log.read_text(errors="replace").splitlines()
        if "FATAL" in line and "accepting" not in line and "starting" not in line
    )


def hour(text: str) -> datetime.datetime:
    found = datetime.datetime.fromisoformat(text)
    if found.tzinfo is None:
        raise argparse.ArgumentTypeError("say the hour with its offset, as 2026-11-22 05:30:00+00")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--backup", type=Path, required=True)
    parser.add_argument("--into", type=Path, required=True)
    parser.add_argument("--at", type=hour, default=None)
    parser.add_argument(
        "--keys",
        type=Path,
        default=None,
        help="the keys of the house; those beside the backup where nothing is said",
    )
    asked = parser.parse_args()
    try:
        into = Folder(asked.into)
        found = restore(asked.backup.absolute(), into, at=asked.at, keys=asked.keys)
        if asked.keys is not None:
            for path in asked.keys.iterdir():
                shutil.copy2(path, into.keys / path.name)
    except StartupError as error:
        print(error, file=sys.stderr)
        return error.code
    print(
        f"Back in {found.seconds:.1f} s from {found.base}; the last transaction in it is of {found.last or 'before the backup'}."
    )
    print(
        f"Open it with: HOUSE_DIR={asked.into} make run"
        + ("" if asked.keys else " (after its keys are in its folder keys/)")
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
