"""`make backup`: the whole embedded database as it is now, while the house stays open; from then on its journal is kept as well.

    python -m casino.services.backup [--keep 7]

Backup and journal together bring the house back to any second since the backup ended (restore.py). Both are encrypted under a public key;
the private one is in keys/backup_keys of the house. No key is in the backup: keep a copy of the keys elsewhere, or nothing can be opened.
"""

from __future__ import annotations

import argparse
import datetime
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
import time
from pathlib import Path

from casino.services import wal_archive
from casino.services.errors import BAD_SETTING, BROKEN, StartupError
from casino.services.folder import MEGABYTE, Folder
from casino.services.postgres import DATABASE, Postgres, first_error
from casino.services.server_lease import leased_servers, servers_to_run

PATIENCE = 60.0


def ask(postgres: Postgres, *statements: str) -> str:
    """One answer of the database, as text."""
    told = [word for statement in statements for word in ("-c", statement)]
    asked = postgres.run("psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", DATABASE, *told)
    if asked.returncode != 0:
        raise StartupError(f"PostgreSQL did not answer: {first_error(asked.stderr)}", BROKEN)
    return asked.stdout.strip()


def backup_make(postgres: Postgres, backup: Path, *, keep: int) -> Path:
    """A new base, checked against its own manifest; how many older ones stay with the journal that they need."""
    backup.mkdir(mode=0o711, parents=True, exist_ok=True)
    backup.chmod(0o711)
    keys_make(postgres.folder, backup)
    wal_archive.journal(backup).mkdir(mode=0o700, exist_ok=True)
    if ask(postgres, "SHOW archive_mode") != "on":
        raise StartupError(
            "This database was started before it could be backed up: close the house, open it again, and ask once more.",
            BROKEN,
        )
    ask(postgres, f"ALTER SYSTEM SET archive_timeout = '{wal_archive.EVERY}'", "SELECT pg_reload_conf()")
    begun = time.time()
    place = backup / f"base-{datetime.datetime.now(datetime.UTC):%Y%m%dT%H%M%SZ}"
    # In the clear only where the database itself lies; what leaves the folder of the house is encrypted.
    unfinished = postgres.folder.path / "backup.new"
    shutil.rmtree(unfinished, ignore_errors=True)
    postgres.private(unfinished)
    made = postgres.run(
        "pg_basebackup", "-D", str(unfinished), "-X", "fetch", "-c", "fast", "--manifest-checksums=SHA256"
    )
    if made.returncode == 0:
        made = postgres.run("pg_verifybackup", "-q", "-n", str(unfinished))
    if made.returncode != 0:
        shutil.rmtree(unfinished, ignore_errors=True)
        raise StartupError(f"The backup was not made: {first_error(made.stderr)}", BROKEN)
    ended = float(ask(postgres, "SELECT extract(epoch FROM clock_timestamp())"))
    said = {
        "begun": begun,
        "ended": ended,
        "database": ask(postgres, "SELECT system_identifier FROM pg_control_system()"),
        "version": ask(postgres, "SHOW server_version"),
        "bytes": sum(path.stat().st_size for path in unfinished.rglob("*") if path.is_file()),
        "journal": (unfinished / "backup_label").read_text().split("(file ")[1].split(")")[0],
        "manifest": hashlib.sha256((unfinished / "backup_manifest").read_bytes()).hexdigest(),
    }
    sealed = place.with_name(place.name + wal_archive.BASE)
    try:
        _seal(unfinished, wal_archive.public_key(backup), sealed)
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
    place.with_name(f"{place.name}.json").write_text(json.dumps(said, indent=1) + "\n")
    journal_send(postgres, backup)
    forget_older(backup, keep)
    return sealed


def keys_make(folder: Folder, backup: Path) -> None:
    """The pair under which this folder of backups is encrypted, made with the first backup."""
    if not wal_archive.public_key(backup).exists():
        subprocess.run(
            [
                *wal_archive.PROGRAM,
                "keys",
                str(private_keys(folder.keys)),
                str(wal_archive.public_key(backup)),
            ],
            check=True,
        )


def private_keys(keys: Path) -> Path:
    return keys / "backup_keys"


def _seal(folder: Path, public: Path, sealed: Path) -> None:
    """All files of a folder as one encrypted file; it has its name only when it is whole and on the disk."""
    program = subprocess.Popen(
        [*wal_archive.PROGRAM, "seal", str(public), "-", str(sealed)], stdin=subprocess.PIPE
    )
    assert program.stdin is not None
    with program.stdin as pipe, tarfile.open(fileobj=pipe, mode="w|") as tar:
        tar.add(folder, arcname=".")
    if program.wait() != 0:
        raise StartupError(f"The backup could not be encrypted into {sealed}.", BROKEN)


def journal_send(postgres: Postgres, backup: Path) -> None:
    """What was written up to this moment leaves now, and is there when this returns."""
    # One byte before the end: where nothing was written since, the piece that is complete already.
    piece = ask(postgres, "SELECT pg_walfile_name(pg_switch_wal() - 1)")
    end = time.monotonic() + PATIENCE
    # The keeper takes it out of the spool within a second.
    while not (wal_archive.journal(backup) / f"{piece}{wal_archive.PIECE}").exists():
        if time.monotonic() > end:
            raise StartupError(
                f"The journal did not reach {wal_archive.journal(backup)} in {PATIENCE:.0f} seconds.", BROKEN
            )
        time.sleep(0.05)


def bases(backup: Path) -> list[Path]:
    """The backups that were made to the end, the oldest first."""
    return sorted(path for path in backup.glob(f"base-*Z{wal_archive.BASE}") if told_path(path).exists())


def told_path(base: Path) -> Path:
    """What is told of a backup: when it began and ended, of which database, and from which piece of the journal on."""
    return base.with_name(base.name.removesuffix(wal_archive.BASE) + ".json")


def forget_older(backup: Path, keep: int) -> None:
    """Older backups, and what was kept of the journal before the oldest backup that stays."""
    old, kept = bases(backup)[:-keep], bases(backup)[-keep:]
    for path in old:
        told_path(path).unlink()
        path.unlink()
    if old and kept:
        first = json.loads(told_path(kept[0]).read_text())["journal"]
        for path in wal_archive.journal(backup).iterdir():
            piece = path.name.split(".")[0]
            # The first eight digits count the lives of a database, not its pieces; what is shorter tells of those lives, and stays.
            if len(piece) == len(first) and piece[8:] < first[8:]:
                path.unlink()


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--keep", type=int, default=7, help="how many backups stay, with the journal since the oldest of them"
    )
    asked = parser.parse_args()
    folder = Folder.default()
    try:
        if "postgres" not in servers_to_run(os.environ):
            raise StartupError(
                "DATABASE_URL names a database of your own: back it up with its own tools (deploy/README.md).",
                BAD_SETTING,
            )
        with leased_servers(folder, ["postgres"]):
            postgres = Postgres(folder)
            started = time.monotonic()
            place = backup_make(postgres, wal_archive.backups(folder.path), keep=max(1, asked.keep))
            size = place.stat().st_size
            print(
                f"{place}: {size // MEGABYTE} MB, encrypted, in {time.monotonic() - started:.1f} s, checked against its manifest."
            )
            print(
                f"The journal since then is kept in {wal_archive.journal(place.parent)}, a piece a minute at most."
            )
            print(
                f"The keys in {folder.keys} are not in it, and without backup_keys nobody opens it: keep a copy of them elsewhere."
            )
    except StartupError as error:
        print(error, file=sys.stderr)
        return error.code
    except subprocess.SubprocessError as error:
        print(error, file=sys.stderr)
        return BROKEN
    return 0


if __name__ == "__main__":
    sys.exit(main())
