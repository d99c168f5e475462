"""Where the files of the system are in tests: in folders, so that a test can change them, or in a bucket."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from casino import env
from players.shared.file_store import DOCUMENTS, REGULATOR_FILES, FolderStore, store_of

if TYPE_CHECKING:
    from casino.compliance.regulator.models import RegulatorFile
    from players.identity.models import UploadedDocument

BUCKET = "house-files"
KEYS = {"access_key": "one", "secret_key": "two"}


def use_bucket(settings: Any, server: str, bucket: str = BUCKET) -> None:
    """From now on the files of the system are in this bucket, below «house»."""
    settings.FILE_STORE = f"s3://{bucket}/house?region_name=eu-west-1&endpoint_url={quote(server)}"
    settings.STORAGES = {**settings.STORAGES, **env.file_stores(settings.FILE_STORE, **KEYS)}


def regulator_path(file: RegulatorFile) -> Path:
    from casino.compliance.regulator.production import stored_name

    return _path(REGULATOR_FILES, stored_name(file))


def document_path(document: UploadedDocument) -> Path:
    return _path(DOCUMENTS, str(document.pk))


def is_encrypted(data: bytes) -> bool:
    return data.startswith(b"age-encryption.org/v1\n")


def _path(kind: str, name: str) -> Path:
    store = store_of(kind)
    assert isinstance(store, FolderStore)
    return Path(store.path(name))
