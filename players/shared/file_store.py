"""Where the files that several hosts need are kept: in folders of this host, or in a bucket of the S3 kind
that all hosts reach (`FILE_STORE`).

Both replace a file as a whole: nobody reads a part of it. Every failure is an OSError. Documents of players
are encrypted before they come here, whichever store it is.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import IO, Any

from django.conf import settings
from django.core.files.base import ContentFile, File
from django.core.files.storage import FileSystemStorage, Storage, storages

# The kinds of files, and with FILE_STORE the names of their stores in STORAGES.
DOCUMENTS, REGULATOR_FILES, ARCHIVES = "documents", "regulator-files", "archives"
PERSON_KEYS, PUBLIC_LOG = "person-keys", "public-log"
PRIVATE_FOLDER, PRIVATE_FILE, GROUP_FILE = 0o700, 0o600, 0o640
LIBC = ctypes.CDLL(None, use_errno=True)
BOOT_ID = "/proc/sys/kernel/random/boot_id"
SENT_AT_ONCE = 16  # to a bucket


class FolderStore(FileSystemStorage):
    """A private one may be entered by the service's own user only. `file_mode` is given to each file,
    whatever the process's umask: where two users share a folder, its group reads the files.
    """

    def __init__(self, path: str, *, private: bool = False, file_mode: int | None = None) -> None:
        super().__init__(location=path, allow_overwrite=True)
        self.private, self.file_mode = private, file_mode

    def _save(self, name: str, content: IO[Any]) -> str:
        """Write and sync another file, then rename it."""
        path = self.path(name)
        unfinished = self._write(path, File(content).chunks(), sync=True)
        os.replace(unfinished, path)
        return name

    def save_all(self, files: Mapping[str, bytes], *, sync: bool) -> None:
        for name, content in files.items():
            path = self.path(name)
            os.replace(self._write(path, [content], sync=sync), path)

    def _write(self, path: str, chunks: Iterable[bytes], *, sync: bool) -> str:
        """Write the file under another name, which is returned."""
        os.makedirs(os.path.dirname(path), mode=PRIVATE_FOLDER if self.private else 0o777, exist_ok=True)
        unfinished = f"{path}.new"
        mode = PRIVATE_FILE if self.private else 0o666
        with open(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode), "wb") as file:
            for chunk in chunks:
                file.write(chunk)
            if self.file_mode is not None:
                os.fchmod(file.fileno(), self.file_mode)
            file.flush()
            if sync:
                os.fsync(file.fileno())
        return unfinished


def sync_file_system(folder: str) -> None:
    """Waits until the disk has everything that was written to the file system of this folder."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        if LIBC.syncfs(descriptor):
            number = ctypes.get_errno()
            raise OSError(number, os.strerror(number), folder)
    finally:
        os.close(descriptor)


def store_of(kind: str) -> Storage:
    if settings.FILE_STORE:
        return storages[kind]
    match kind:
        case "documents":
            return FolderStore(os.path.join(settings.MEDIA_ROOT, "papers"), private=True)
        case "regulator-files":
            return FolderStore(settings.REGULATOR_FILES)
        case "archives":
            return FolderStore(settings.ARCHIVE_DIR)
        case "person-keys":
            # Shared by web and worker, each with a user of its own.
            return FolderStore(settings.PERSON_KEYS_DIR, private=True, file_mode=GROUP_FILE)
        case "public-log":
            return FolderStore(settings.PUBLIC_LOG_DIR)
    raise ValueError(kind)


def write_file(store: Storage, name: str, content: bytes | IO[bytes]) -> None:
    store.save(name, ContentFile(content) if isinstance(content, bytes) else File(content))


def write_files(store: Storage, files: Mapping[str, bytes]) -> None:
    """Together they wait little longer than one. Where `boot_of` names a start of the system, the disk has
    them for sure only after `sync`: to sync each would hold up the commits of a database on the same disk.
    """
    if isinstance(store, FolderStore):
        store.save_all(files, sync=boot_of(store) is None)
        return
    with ThreadPoolExecutor(SENT_AT_ONCE) as pool:
        for _done in pool.map(lambda one: write_file(store, *one), files.items()):
            pass


def boot_of(store: Storage) -> str | None:
    """The start of the operating system, until whose end it has what `write_files` wrote. None where what is
    written is there for good: in a bucket, or where a file system cannot be synced.
    """
    if not isinstance(store, FolderStore) or not hasattr(LIBC, "syncfs"):
        return None
    try:
        with open(BOOT_ID) as file:
            return file.read().strip()
    except OSError:
        return None


def sync(store: Storage) -> None:
    """Waits until the disk has all that was written."""
    if isinstance(store, FolderStore):
        sync_file_system(str(store.location))


def read_file(store: Storage, name: str) -> bytes:
    with store.open(name) as file:
        return bytes(file.read())


def delete_file(store: Storage, name: str) -> bool:
    """Whether there was such a file."""
    is_there = store.exists(name)
    store.delete(name)
    return is_there


def place_of(store: Storage) -> str:
    """What people read about where a store is."""
    return str(store.location) if isinstance(store, FolderStore) else str(settings.FILE_STORE)
