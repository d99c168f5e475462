"""`make backup`: back up the embedded database while it runs, and archive its WAL from then on.

    python -m casino.services.backup [--keep 7]

Backup and journal together restore any second since the backup ended (restore.py). Both are encrypted with a
public key; the private key is in keys/backup_keys. The backup contains no key: keep a copy of the keys
elsewhere.
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
from collections.abc import Callable
from pathlib import Path

from casino.services import wal_archive
from casino.services.errors import BAD_SETTING, BROKEN, StartupError
from casino.services.folder import MEGABYTE, Folder
from casino.services.postgres import DATABASE, Postgres, first_error
from casino.services.server_lease import leased_servers, servers_to_run
from players.shared.file_encryption import add_key_pair, encrypt, read_public_key, write_durably
from players.shared.progress import Progress, progress

TIMEOUT_SECONDS = 60.0
RESUME = "The earlier backups are unchanged. Run the command again to make a new one."


def run_sql(postgres: Postgres, *statements: str) -> str:
    """Run statements with psql and return their output as text."""
    arguments = [word for statement in statements for word in ("-c", statement)]
    psql = postgres.run("psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", DATABASE, *arguments)
    if psql.returncode != 0:
        raise StartupError(f"PostgreSQL did not answer: {first_error(psql.stderr)}", BROKEN)
    return psql.stdout.strip()


def make_backup(postgres: Postgres, backup: Path, *, keep: int, shown: Progress | None = None) -> Path:
    """Make a new backup, verify it against its manifest, and keep the newest `keep` backups with their
    journal.
    """
    begin = shown.begin if shown else ignore_step
    backup.mkdir(mode=0o711, parents=True, exist_ok=True)
    backup.chmod(0o711)
    make_backup_keys(postgres.folder, backup)
    wal_archive.journal(backup).mkdir(mode=0o700, exist_ok=True)
    run_sql(
        postgres,
        f"ALTER SYSTEM SET archive_timeout = '{wal_archive.ARCHIVE_INTERVAL}'",
        "SELECT pg_reload_conf()",
    )
    started_at = time.time()
    base = backup / f"base-{datetime.datetime.now(datetime.UTC):%Y%m%dT%H%M%SZ}"
    # Unencrypted only beside the database itself; everything that leaves the installation's folder is
    # encrypted.
    unfinished = postgres.folder.path / "backup.new"
    shutil.rmtree(unfinished, ignore_errors=True)
    postgres.private(unfinished)
    try:
        begin("copying the database")
        result = postgres.run(
            "pg_basebackup", f"--pgdata={unfinished}", "--format=tar", "--wal-method=fetch",
            "--checkpoint=fast", "--manifest-checksums=SHA256",
        )  # fmt: skip
        if result.returncode == 0:
            begin("comparing the copy with its manifest")
            result = postgres.run("pg_verifybackup", "--quiet", "--no-parse-wal", str(unfinished))
        if result.returncode != 0:
            raise StartupError(f"The backup failed: {first_error(result.stderr)}", BROKEN)
        return _encrypt_copy(postgres, backup, base, unfinished, started_at, begin, keep=keep)
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)


def ignore_step(_step: str) -> None:
    """For callers without a terminal to report to."""


def _encrypt_copy(
    postgres: Postgres,
    backup: Path,
    base: Path,
    unfinished: Path,
    started_at: float,
    begin: Callable[[str], None],
    *,
    keep: int,
) -> Path:
    ended_at = float(run_sql(postgres, "SELECT extract(epoch FROM clock_timestamp())"))
    archive, manifest = unfinished / "base.tar", unfinished / "backup_manifest"
    with tarfile.open(archive) as tar:
        label = tar.extractfile("backup_label")
        assert label is not None
        first_segment = label.read().decode().split("(file ")[1].split(")")[0]
    with tarfile.open(archive, "a") as tar:
        # With the copy, so that what is restored can be compared with it.
        tar.add(manifest, arcname=manifest.name)
    metadata = {
        "begun": started_at,
        "ended": ended_at,
        "database": run_sql(postgres, "SELECT system_identifier FROM pg_control_system()"),
        "version": run_sql(postgres, "SHOW server_version"),
        "bytes": archive.stat().st_size,
        "journal": first_segment,
        "manifest": hashlib.sha256(manifest.read_bytes()).hexdigest(),
    }
    encrypted = base.with_name(base.name + wal_archive.BASE)
    begin("encrypting the copy")
    public = read_public_key(wal_archive.public_key(backup))
    with archive.open("rb") as plain:
        write_durably(encrypted, lambda file: encrypt(plain, file, [public], base_label(encrypted)))
    metadata_path(encrypted).write_text(json.dumps(metadata, indent=1) + "\n")
    begin("archiving the journal")
    send_journal(postgres, backup)
    delete_older(backup, keep)
    return encrypted


def base_label(base: Path) -> str:
    return f"backup {base.name.removesuffix(wal_archive.BASE)}"


def make_backup_keys(folder: Folder, backup: Path) -> None:
    """Make the key pair of this backup folder with its first backup."""
    if not wal_archive.public_key(backup).exists():
        add_key_pair(private_keys(folder.keys), wal_archive.public_key(backup))


def private_keys(keys: Path) -> Path:
    return keys / "backup_keys"


def send_journal(postgres: Postgres, backup: Path) -> None:
    """Archive the journal up to now; returns when its last segment is in the backup folder."""
    # One byte back: if nothing was written since the last switch, that is the segment already archived.
    segment = run_sql(postgres, "SELECT pg_walfile_name(pg_switch_wal() - 1)")
    deadline = time.monotonic() + TIMEOUT_SECONDS
    # The server keeper ships it from the spool within a second.
    while not (wal_archive.journal(backup) / f"{segment}{wal_archive.SEGMENT}").exists():
        if time.monotonic() > deadline:
            raise StartupError(
                f"The journal did not reach {wal_archive.journal(backup)} in {TIMEOUT_SECONDS:.0f} seconds.",
                BROKEN,
            )
        time.sleep(0.05)


def bases(backup: Path) -> list[Path]:
    """The complete backups, oldest first."""
    return sorted(path for path in backup.glob(f"base-*Z{wal_archive.BASE}") if metadata_path(path).exists())


def metadata_path(base: Path) -> Path:
    """The file that says when a backup began and ended, of which database it is, and its first journal
    segment.
    """
    return base.with_name(base.name.removesuffix(wal_archive.BASE) + ".json")


def ended(base: Path) -> datetime.datetime:
    """When a backup ended: it can be restored to any time since then."""
    seconds = json.loads(metadata_path(base).read_text())["ended"]
    return datetime.datetime.fromtimestamp(seconds, datetime.UTC)


def delete_older(backup: Path, keep: int) -> None:
    """Delete all but the newest backups, and the journal from before the oldest one that stays."""
    old, kept = bases(backup)[:-keep], bases(backup)[-keep:]
    for path in old:
        metadata_path(path).unlink()
        path.unlink()
    if old and kept:
        first = json.loads(metadata_path(kept[0]).read_text())["journal"]
        for path in wal_archive.journal(backup).iterdir():
            segment = path.name.split(".")[0]
            # The first eight digits are the timeline. Shorter names are timeline histories, which stay.
            if len(segment) == len(first) and segment[8:] < first[8:]:
                path.unlink()


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--keep", type=int, default=7, help="number of backups to keep, with the journal since the oldest"
    )
    arguments = parser.parse_args()
    folder = Folder.default()
    try:
        if "postgres" not in servers_to_run(os.environ):
            raise StartupError(
                "DATABASE_URL names your own database: back it up with its own tools (deploy/README.md).",
                BAD_SETTING,
            )
        with leased_servers(folder, ["postgres"]):
            postgres = Postgres(folder)
            started = time.monotonic()
            with progress("Backup", resume=RESUME, ticking=True) as shown:
                base = make_backup(
                    postgres, wal_archive.backups(folder.path), keep=max(1, arguments.keep), shown=shown
                )
            size, seconds = base.stat().st_size, time.monotonic() - started
            print(
                f"{base}: {size // MEGABYTE} MB, encrypted and verified against its manifest in "
                f"{seconds:.1f} s."
            )
            print(
                f"The journal since then is archived in {wal_archive.journal(base.parent)} at least once "
                "a minute."
            )
            print(
                f"The backup does not contain the keys in {folder.keys}, and cannot be opened without "
                "backup_keys: "
                "keep a copy elsewhere."
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
