"""What leaves the embedded PostgreSQL as it works: each full piece of its journal, packed, in the folder of the backups.

Nothing is kept before the first backup, because a journal without a backup below it restores nothing: until the folder is there, pieces
are let go. The programs named here are those that every machine has.
"""

from __future__ import annotations

import os
import shlex
from pathlib import Path

# The least that somebody may lose who loses the whole machine: a piece leaves at least once a minute in which something was written.
EVERY = "60s"


def backups(house: Path) -> Path:
    """Beside the house unless told otherwise: on another disk, where there is one."""
    told = os.environ.get("BACKUP_DIR")
    return Path(told).absolute() if told else house / "backup"


def journal(backup: Path) -> Path:
    return backup / "journal"


def keeping(backup: Path) -> str:
    """What PostgreSQL runs for each piece: written beside its place, to the disk, and then moved there; another of its name is refused."""
    here = _quoted(journal(backup))
    there, fresh = f"{here}/%f.gz", f"{here}/%f.new"
    return (
        f"test ! -d {here} || {{ test -f {there} && gzip -dc {there} | cmp -s - %p; }} || "
        f"{{ test ! -f {there} && gzip -1 < %p > {fresh} && sync {fresh} && mv {fresh} {there} && sync {here}; }}"
    )


def fetching(backup: Path) -> str:
    """What PostgreSQL runs for each piece when it is brought back; one that is not there is the end of what was kept."""
    there = f"{_quoted(journal(backup))}/%f.gz"
    return f"test -f {there} && gzip -dc {there} > %p"


def _quoted(path: Path) -> str:
    return shlex.quote(str(path)).replace("%", "%%")
