"""`make restore FROM=… TO=… [AT=…]`: restore a backup into a new folder, as it was at a given second.

    python -m casino.services.restore --backup .house/backup --into /srv/feltro-restored --at "2026-11-22
    05:30:00+00" [--keys FOLDER]

Without --at everything in the journal is restored. The original installation is not touched. Then:
HOUSE_DIR=FOLDER make run.
"""

from __future__ import annotations

import argparse
import datetime
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from casino.services import wal_archive
from casino.services.backup import base_label, bases, ended, ignore_step, private_keys, run_sql
from casino.services.errors import BAD_SETTING, BROKEN, StartupError
from casino.services.folder import Folder
from casino.services.postgres import HBA, Postgres, first_error
from players.shared.file_encryption import (
    DecryptionError,
    Identity,
    KeyFileError,
    decrypt,
    open_segments,
    read_keys,
)
from players.shared.progress import Progress, progress

TICK = 0.25
RESUME = "Nothing was restored. Run the command again."
LAST = re.compile(r"last completed transaction was at log time (\S+ \S+)")
NOT_REACHED = "recovery ended before configured recovery target was reached"
STOPPED = re.compile(r"recovery stopping before commit of transaction \d+, time (\S+ \S+)")


class TargetNotReached(Exception):
    """The journal has no transaction as late as the time that was asked for."""


@dataclass(frozen=True)
class Restored:
    base: str
    last: str  # time of the last restored transaction
    stopped: str  # time of the first transaction left out, if the journal has one
    seconds: float


def restore(
    backup: Path,
    into: Folder,
    *,
    at: datetime.datetime | None = None,
    keys: Path | None = None,
    patience: float = 3600.0,
    shown: Progress | None = None,
) -> Restored:
    """Restore the database into a new folder, at the moment `at`; on return it is complete and stopped.

    A restore that is interrupted or fails leaves no database in the folder.
    """
    base = newest_base(backup, at)
    into.make()
    if into.data.exists():
        raise StartupError(f"{into.path} already contains a database; name a new folder.", BAD_SETTING)
    try:
        return _restore(base, backup, into, at, keys, patience, shown.begin if shown else ignore_step)
    except BaseException:
        for name in ("postgres.new", "journal.new"):
            shutil.rmtree(into.path / name, ignore_errors=True)
        shutil.rmtree(into.data, ignore_errors=True)
        raise


def _restore(
    base: Path,
    backup: Path,
    into: Folder,
    at: datetime.datetime | None,
    keys: Path | None,
    patience: float,
    begin: Callable[[str], None],
) -> Restored:
    started = time.monotonic()
    postgres = Postgres(into)
    postgres.private(postgres.sockets)
    postgres.private(wal_archive.spool(into.path))
    unfinished = into.path / "postgres.new"
    shutil.rmtree(unfinished, ignore_errors=True)
    private = _private_keys(backup, keys)
    begin("decrypting the backup")
    _unpack(base, private, unfinished)
    change_owner(postgres, unfinished)
    begin("comparing the backup with its manifest")
    verified = postgres.run("pg_verifybackup", "--quiet", str(unfinished))
    if verified.returncode != 0:
        raise StartupError(f"The backup is damaged: {first_error(verified.stderr)}", BROKEN)
    journal = into.path / "journal.new"
    shutil.rmtree(journal, ignore_errors=True)
    journal.mkdir(mode=0o700)
    begin("decrypting the journal")
    segments = wal_archive.journal(backup).glob(f"*{wal_archive.SEGMENT}")
    try:
        open_segments(private, segments, journal)
    except (DecryptionError, OSError) as error:
        raise StartupError(f"The journal cannot be restored: {error}", BROKEN) from error
    change_owner(postgres, journal)
    _configure_recovery(unfinished, journal, at)
    # The backup may hold other passwords; PostgreSQL sets those of this installation at its first start.
    hba = unfinished / "pg_hba.conf"
    hba.write_text("local all all trust\n")
    unfinished.rename(into.data)
    log = into.logs / "restore.log"
    try:
        begin("replaying the journal")
        _replay(postgres, log, patience)
    except TargetNotReached as error:
        last = LAST.findall(log.read_text(errors="replace"))
        end = f"the transaction of {last[-1]}" if last else f"the end of {base.name}"
        raise StartupError(
            f"{at} cannot be restored: the journal in {backup} ends with {end}. Name a time from "
            f"{first_second(bases(backup)[0])} on and before that, or none to restore everything.",
            BAD_SETTING,
        ) from error
    finally:
        shutil.rmtree(journal)
    _remove_recovery_settings(into.data)
    (into.data / "pg_hba.conf").write_text(HBA)
    log_text = log.read_text(errors="replace")
    last, stopped = LAST.findall(log_text), STOPPED.findall(log_text)
    return Restored(
        base.name, last[-1] if last else "", stopped[-1] if stopped else "", time.monotonic() - started
    )


def newest_base(backup: Path, at: datetime.datetime | None) -> Path:
    """The newest backup that had ended by `at`."""
    complete = bases(backup)
    candidates = [path for path in complete if at is None or ended(path) <= at]
    if candidates:
        return candidates[-1]
    if not complete:
        raise StartupError(f"There is no backup in {backup}.", BAD_SETTING)
    raise StartupError(
        f"{at} cannot be restored: no backup in {backup} had ended by then. Name a time from "
        f"{first_second(complete[0])} on.",
        BAD_SETTING,
    )


def first_second(base: Path) -> str:
    """The first whole second that a backup can be restored to."""
    return f"{ended(base) + datetime.timedelta(seconds=1):%Y-%m-%d %H:%M:%S+00}"


def _private_keys(backup: Path, keys: Path | None) -> list[Identity]:
    """The private keys in the given folder, by default in the installation beside the backup."""
    private = private_keys(keys if keys is not None else backup.parent / "keys")
    if not private.exists():
        raise StartupError(
            f"The backup is encrypted and {private} does not exist; name the folder of the keys with --keys.",
            BAD_SETTING,
        )
    try:
        return read_keys(private)
    except KeyFileError as error:
        raise StartupError(str(error), BAD_SETTING) from error


def _unpack(base: Path, keys: list[Identity], folder: Path) -> None:
    """Decrypt a backup, unpack it with tar, and compare it with its manifest."""
    tar = shutil.which("tar")
    if tar is None:
        raise StartupError("The program tar is needed to restore a backup: install it.", BROKEN)
    folder.mkdir(mode=0o700)
    program = subprocess.Popen(
        [tar, "--extract", "--no-same-owner", f"--directory={folder}"],
        stdin=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert program.stdin is not None and program.stderr is not None
    failure = ""
    try:
        with program.stdin as pipe, base.open("rb") as source:
            decrypt(source, pipe, keys, base_label(base))
    except BrokenPipeError:
        pass  # tar says why
    except (DecryptionError, OSError) as error:
        failure = str(error)
    errors = program.stderr.read().decode(errors="replace")
    if program.wait() != 0 or failure:
        shutil.rmtree(folder, ignore_errors=True)
        raise StartupError(f"The backup cannot be restored: {failure or first_error(errors)}", BROKEN)


def change_owner(postgres: Postgres, data: Path) -> None:
    """Give a folder to the user that PostgreSQL runs as, if that is another user."""
    data.chmod(0o700)
    if postgres.user.isdigit():
        number = int(postgres.user)
        for path in (data, *data.rglob("*")):
            shutil.chown(path, number, number)


def _configure_recovery(data: Path, journal: Path, at: datetime.datetime | None) -> None:
    settings = {
        "restore_command": wal_archive.restore_command(journal),
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


def _remove_recovery_settings(data: Path) -> None:
    """Restore the settings from before the recovery.

    Archiving starts with the first backup of the new installation.
    """
    before = data / "before-restore.conf"
    lines = [
        line
        for line in before.read_text().splitlines(keepends=True)
        if not line.startswith("archive_timeout")
    ]
    (data / "postgresql.auto.conf").write_text("".join(lines))
    before.unlink()


def _replay(postgres: Postgres, log: Path, patience: float) -> None:
    with log.open("wb") as output:
        process = subprocess.Popen(
            postgres.command(), stdin=subprocess.DEVNULL, stdout=output, stderr=output, cwd="/"
        )
    deadline = time.monotonic() + patience
    try:
        while not _recovered(postgres):
            if process.poll() is not None:
                if NOT_REACHED in log.read_text(errors="replace"):
                    raise TargetNotReached
                raise StartupError(f"PostgreSQL could not recover: {first_error(_fatal(log))}", BROKEN)
            if time.monotonic() > deadline:
                raise StartupError(
                    f"PostgreSQL did not recover within {patience:.0f} seconds; see {log}.", BROKEN
                )
            time.sleep(TICK)
    finally:
        if process.poll() is None:
            process.send_signal(postgres.stop_signal)
            process.wait(60)


def _recovered(postgres: Postgres) -> bool:
    try:
        return postgres.ready() and run_sql(postgres, "SELECT pg_is_in_recovery()") == "f"
    except StartupError:
        return False


def _fatal(log: Path) -> str:
    return "\n".join(
        line
        for line in log.read_text(errors="replace").splitlines()
        if "FATAL" in line and "accepting" not in line and "starting" not in line
    )


def moment(text: str) -> datetime.datetime:
    parsed = datetime.datetime.fromisoformat(text)
    if parsed.tzinfo is None:
        raise argparse.ArgumentTypeError("give the time with its offset, for example 2026-11-22 05:30:00+00")
    return parsed


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--backup", type=Path, required=True)
    parser.add_argument("--into", type=Path, required=True)
    parser.add_argument("--at", type=moment, default=None)
    parser.add_argument(
        "--keys",
        type=Path,
        default=None,
        help="folder of the keys (default: the keys of the installation beside the backup)",
    )
    arguments = parser.parse_args()
    try:
        into = Folder(arguments.into)
        with progress("Restore", resume=RESUME, ticking=True) as shown:
            restored = restore(
                arguments.backup.absolute(), into, at=arguments.at, keys=arguments.keys, shown=shown
            )
        if arguments.keys is not None:
            for path in arguments.keys.iterdir():
                shutil.copy2(path, into.keys / path.name)
    except StartupError as error:
        print(error, file=sys.stderr)
        return error.code
    print(f"Restored {restored.base} in {restored.seconds:.1f} s.")
    print(f"Last transaction: {restored.last or 'before the backup'}.")
    if not arguments.keys:
        print(f"Copy the keys of the installation into {into.keys} first.")
    print(f"Start it with: HOUSE_DIR={arguments.into} make run")
    return 0


if __name__ == "__main__":
    sys.exit(main())
