"""An S3 bucket as a store. Imported only where FILE_STORE names one: its libraries are an extra."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any

from boto3.exceptions import Boto3Error
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError
from django.core.files.base import File
from storages.backends.s3 import S3Storage

# An upload must fail before the database ends its transaction (ten seconds for web).
CONNECT_SECONDS, READ_SECONDS, ATTEMPTS = 2, 4, 2
LARGEST_IN_MEMORY = (
    16 * 1024 * 1024
)  # bytes of a file that is read; larger ones are read into a temporary file


class FileStoreError(OSError):
    """The store did not answer, or refused."""


@contextmanager
def as_os_error(name: str) -> Iterator[None]:
    try:
        yield
    except (Boto3Error, BotoCoreError, ClientError) as error:
        raise FileStoreError(f"{name}: {error}") from error


class Bucket(S3Storage):
    """The files below one prefix. An upload is complete or does not exist."""

    def __init__(self, **options: Any) -> None:
        config = Config(
            connect_timeout=CONNECT_SECONDS,
            read_timeout=READ_SECONDS,
            retries={"total_max_attempts": ATTEMPTS, "mode": "standard"},
            signature_version="s3v4",
            s3={"addressing_style": "path"},
        )
        super().__init__(
            client_config=config,
            file_overwrite=True,
            default_acl=None,
            max_memory_size=LARGEST_IN_MEMORY,
            **options,
        )

    def _open(self, name: str, mode: str = "rb") -> File[bytes]:
        """It is fetched as a whole, so that what is read later cannot fail."""
        with as_os_error(name):
            file: File[bytes] = super()._open(name, mode)
            return file.open()

    def _save(self, name: str, content: IO[bytes]) -> str:
        with as_os_error(name):
            return str(super()._save(name, content))

    def exists(self, name: str) -> bool:
        with as_os_error(name):
            return bool(super().exists(name))

    def delete(self, name: str) -> None:
        with as_os_error(name):
            super().delete(name)

    def listdir(self, path: str) -> tuple[list[str], list[str]]:
        with as_os_error(path):
            folders, files = super().listdir(path)
            return folders, files
