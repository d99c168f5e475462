"""The archive of PostgreSQL's journal: each full segment, compressed and encrypted, in the backup folder.

A journal without a backup restores nothing, so segments are discarded until the first backup.
"""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path

from casino.services.folder import PROJECT

# At most this much is lost with the machine: PostgreSQL completes a segment after a minute with writes.
ARCHIVE_INTERVAL = "60s"
BASE, SEGMENT = ".tar.age", ".gz.age"
# What basic_archive is still writing.
UNFINISHED = "archtemp."
# Run as a program: nothing in this package imports another package.
PROGRAM = (sys.executable, "-I", str(PROJECT / "players" / "shared" / "file_encryption.py"))


def backups(house: Path) -> Path:
    """BACKUP_DIR, preferably on another disk; by default a folder of the installation."""
    configured = os.environ.get("BACKUP_DIR")
    return Path(configured).absolute() if configured else house / "backup"


def journal(backup: Path) -> Path:
    return backup / "journal"


def public_key(backup: Path) -> Path:
    """The key that encrypts the backups; its private key is with the keys of the installation."""
    return backup / "public_key"


def spool(house: Path) -> Path:
    """Where PostgreSQL writes each segment. The server keeper ships it to the backups, or discards it."""
    return house / "journal"


def server_settings(house: Path) -> dict[str, str]:
    """PostgreSQL's own archive module lays segments into the spool: durably, and never one over another."""
    return {
        "archive_mode": "on",
        "archive_library": "basic_archive",
        "basic_archive.archive_directory": str(spool(house)),
    }


def spooled(house: Path) -> list[Path]:
    """The complete segments in the spool, oldest first."""
    return sorted(path for path in spool(house).iterdir() if not path.name.startswith(UNFINISHED))


def shipping_command(house: Path, backup: Path) -> list[str]:
    """Encrypts the segments in the spool into the backups; PostgreSQL itself may run as a user who cannot run
    Python.
    """
    return [*PROGRAM, "ship", str(public_key(backup)), str(spool(house)), str(journal(backup))]


def restore_command(journal: Path) -> str:
    """PostgreSQL's restore_command: copy the segment from the folder of decrypted segments."""
    segment = shlex.quote(str(journal)).replace("%", "%%") + "/%f"
    return f"test -f {segment} && cp {segment} %p"
