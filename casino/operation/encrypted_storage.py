"""Whether the storage that keeps people's data is encrypted, as far as this machine shows.  [903-B 7.4.5.2]

What says most about a person is sealed under a key of that person. The rest of the database, the files for
the regulator and the folder of keys are protected by encrypted storage. Linux tells of a device whether
dm-crypt is below it. Another encryption, such as that of a provider's volumes, cannot be seen from inside:
what is not found is unknown, and not wrong.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import connection

from casino.operation.problems import Problem
from casino.services.folder import Folder
from casino.services.postgres import Postgres

DEVICES, MOUNTS = Path("/sys/dev/block"), Path("/proc/self/mountinfo")
CRYPT: Final = "CRYPT-"  # how the name begins that device-mapper gives to a device of dm-crypt
# Where packages of Debian keep a cluster. Its own folder is not readable, and lies on the same storage.
SERVER_FOLDER: Final = Path("/var/lib/postgresql")
LOCAL_HOSTS: Final = ("", "localhost", "127.0.0.1", "::1")
MANUAL = "docs/operating/keys.md#encrypted-storage"


def check_storage(process: str) -> Iterator[Problem]:
    if process != "operator":
        return
    folder = database_folder()
    if folder is None:
        yield Problem(
            "The database lies on another machine, whose storage cannot be seen from here.",
            f"See there that it is encrypted ({MANUAL}).",
            is_unknown=True,
        )
    places = [folder, *file_folders()]
    unseen = sorted({str(path) for path in places if path is not None and not is_encrypted(path)})
    if unseen:
        yield Problem(
            f"No encryption is seen below {', '.join(unseen)}.",
            f"Put it on an encrypted disk, unless the machine's provider encrypts it ({MANUAL}).",
            is_unknown=True,
        )


def database_folder() -> Path | None:
    """Where this machine keeps the database; None if another one does."""
    host = str(connection.settings_dict["HOST"])
    house = Folder(Path(settings.HOUSE_DIR))
    if house.path.is_dir() and host == str(house.sockets() / Postgres.name):
        return house.path
    if (host in LOCAL_HOSTS or host.startswith("/")) and SERVER_FOLDER.is_dir():
        return SERVER_FOLDER
    return None


def file_folders() -> Iterator[Path]:
    """Folders with data about people in clear. A bucket has an encryption of its own."""
    if settings.REGULATOR_FILES and not settings.FILE_STORE:
        yield Path(settings.REGULATOR_FILES)
    if settings.REGULATOR_OUTBOX:
        yield Path(settings.REGULATOR_OUTBOX)


def is_encrypted(path: Path) -> bool:
    """Whether dm-crypt is seen below the file system of this path, or of the nearest folder that is seen."""
    for place in (path, *path.parents):
        try:
            device = os.stat(place).st_dev
        except OSError:  # not made yet, or behind a folder of another user
            continue
        return _has_crypt(_source_of(device) or f"{os.major(device)}:{os.minor(device)}")
    return False


def _source_of(device: int) -> str | None:
    """The block device of a file system that has a number of its own, such as btrfs."""
    if os.major(device) or not MOUNTS.exists():
        return None
    number = f"{os.major(device)}:{os.minor(device)}"
    for line in MOUNTS.read_text().splitlines():
        mount, _dash, source = line.partition(" - ")
        if mount.split()[2] == number and source.split()[1].startswith("/dev/"):
            try:
                block = os.stat(source.split()[1]).st_rdev
            except OSError:
                return None
            return f"{os.major(block)}:{os.minor(block)}"
    return None


def _has_crypt(number: str) -> bool:
    """Of a device that is made of others, such as one of LVM or RAID, each must be encrypted."""
    device = DEVICES / number
    name = device / "dm" / "uuid"
    if name.exists() and name.read_text().startswith(CRYPT):
        return True
    parts = [part / "dev" for part in sorted((device / "slaves").glob("*"))]
    return bool(parts) and all(_has_crypt(part.read_text().strip()) for part in parts)
