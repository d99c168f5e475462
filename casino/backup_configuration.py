"""Whether the backups of a PostgreSQL of one's own are encrypted, where pgBackRest is configured here."""

from __future__ import annotations

import configparser
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from casino.problems import Problem

# The two places that pgBackRest reads.
CONFIGURATIONS: Final = (Path("/etc/pgbackrest/pgbackrest.conf"), Path("/etc/pgbackrest.conf"))
REPOSITORY = re.compile(r"repo(\d+)-")


def check_backups(process: str) -> Iterator[Problem]:
    if process != "operator":
        return
    for path in CONFIGURATIONS:
        for repository in open_repositories(path):
            yield Problem(
                f"{path}: backups and WAL in {repository} are not encrypted.",
                f"Set {repository}-cipher-type=aes-256-cbc and {repository}-cipher-pass, and begin a new "
                "repository (docs/operating/backup.md).",
            )


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
