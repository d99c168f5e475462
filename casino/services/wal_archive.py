"""What leaves the embedded PostgreSQL as it works: each full piece of its journal, packed and encrypted, in the folder of the backups.

Nothing is kept before the first backup, because a journal without a backup below it restores nothing: until the folder is there, pieces
are let go.
"""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path

from casino.services.folder import PROJECT

# The least that somebody may lose who loses the whole machine: a piece leaves at least once a minute in which something was written.
EVERY = "60s"
BASE, PIECE = ".tar.sealed", ".gz.sealed"
# Run as a program: the embedded servers know nothing of the house's packages.
PROGRAM = (sys.executable, "-I", str(PROJECT / "players" / "shared" / "file_encryption.py"))


def backups(house: Path) -> Path:
    """Beside the house unless told otherwise: on another disk, where there is one."""
    told = os.environ.get("BACKUP_DIR")
    return Path(told).absolute() if told else house / "backup"


def journal(backup: Path) -> Path:
    return backup / "journal"


def public_key(backup: Path) -> Path:
    """Under which everything here is encrypted; the private key that opens it is with the keys of the house."""
    return backup / "public_key"


def spool(house: Path) -> Path:
    """Where PostgreSQL lays each piece, beside the database itself; the keeper takes it from there into the backups, encrypted."""
    return house / "journal"


def keeping(house: Path, backup: Path) -> str:
    """What PostgreSQL runs for each piece: written beside its place, to the disk, and then moved there; another of its name is refused."""
    here = _quoted(spool(house))
    there, fresh = f"{here}/%f.gz", f"{here}/%f.new"
    return (
        f"test ! -d {_quoted(journal(backup))} || {{ test -f {there} && gzip -dc {there} | cmp -s - %p; }} || "
        f"{{ test ! -f {there} && gzip -1 < %p > {fresh} && sync {fresh} && mv {fresh} {there} && sync {here}; }}"
    )


def shipping(house: Path, backup: Path) -> list[str]:
    """The program that encrypts what lies in the spool into the backups. PostgreSQL may run as a user who cannot run Python."""
    return [*PROGRAM, "ship", str(public_key(backup)), str(spool(house)), str(journal(backup))]


def fetching(opened: Path) -> str:
    """What PostgreSQL runs for each piece when it is brought back, out of the folder in which they lie opened for that time."""
    there = f"{_quoted(opened)}/%f"
    return f"test -f {there} && cp {there} %p"


def _quoted(path: Path | str) -> str:
    return shlex.quote(str(path)).replace("%", "%%")
