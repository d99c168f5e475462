"""The store of files that several hosts need: a folder and a bucket behave alike. The bucket is that of
moto's S3 server, reached over the network as in production.
"""

from __future__ import annotations

import ctypes
import errno
import hashlib
import io
import os
import stat
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured, SuspiciousOperation
from django.core.files.storage import Storage

from casino import env
from casino.operation import doctor
from players.shared import file_store
from players.shared.s3_store import FileStoreError
from tests.stored_files import KEYS, use_bucket


@pytest.fixture(params=["folder", "bucket"])
def store(request: pytest.FixtureRequest, settings: Any, tmp_path: Path) -> Storage:
    settings.MEDIA_ROOT = str(tmp_path)
    if request.param == "bucket":
        request.getfixturevalue("s3_bucket")
    return file_store.store_of(file_store.DOCUMENTS)


def test_what_is_written_is_read_and_replaced_as_a_whole(store: Storage) -> None:
    assert not store.exists("2026/03/a.xml")
    file_store.write_file(store, "2026/03/a.xml", b"first, and longer")
    file_store.write_file(store, "2026/03/a.xml", io.BytesIO(b"second"))
    assert store.exists("2026/03/a.xml")
    assert file_store.read_file(store, "2026/03/a.xml") == b"second"
    assert store.listdir("") == (["2026"], []) and store.listdir("2026/03") == ([], ["a.xml"])


def test_many_files_are_written_and_replaced(store: Storage) -> None:
    for content in (b"first, and longer", b"second"):
        files = {f"{number % 3}/{number}": content + b"%d" % number for number in range(20)}
        file_store.write_files(store, files)
        file_store.sync(store)
        assert {name: file_store.read_file(store, name) for name in files} == files
    assert sum(len(store.listdir(folder)[1]) for folder in store.listdir("")[0]) == 20


def test_many_files_wait_for_the_disk_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store, synced = file_store.FolderStore(str(tmp_path)), list[int]()
    monkeypatch.setattr(os, "fsync", synced.append)
    file_store.write_files(store, dict.fromkeys(map(str, range(20)), b"x"))
    assert file_store.boot_of(store) and not synced

    class Full:
        def syncfs(self, descriptor: int) -> int:
            synced.append(descriptor)
            ctypes.set_errno(errno.ENOSPC)
            return -1

    monkeypatch.setattr(file_store, "LIBC", Full())
    with pytest.raises(OSError, match="No space left"):
        file_store.sync(store)
    assert len(synced) == 1


@pytest.mark.parametrize("name,missing", [("LIBC", object()), ("BOOT_ID", "/nowhere")])
def test_where_nobody_can_tell_what_the_disk_has_each_file_is_synced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, missing: object
) -> None:
    monkeypatch.setattr(file_store, name, missing)
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", synced.append)
    store = file_store.FolderStore(str(tmp_path))
    file_store.write_files(store, {str(number): b"x" for number in range(20)})
    assert file_store.boot_of(store) is None and len(synced) == 20


def test_a_missing_file_is_an_error_of_the_operating_system(store: Storage) -> None:
    with pytest.raises(FileNotFoundError):
        file_store.read_file(store, "missing")
    assert not file_store.delete_file(store, "missing")
    file_store.write_file(store, "there", b"x")
    assert file_store.delete_file(store, "there") and not store.exists("there")


def test_a_large_file_arrives_whole(store: Storage) -> None:
    """In several parts, and read through a temporary file."""
    content = bytes(range(256)) * 80_000
    file_store.write_file(store, "large.gz", content)
    digest = hashlib.sha256()
    with store.open("large.gz") as file:
        for chunk in file.chunks():
            digest.update(chunk)
    assert digest.digest() == hashlib.sha256(content).digest()


@pytest.mark.parametrize("name", ["../outside", "a/../../outside", "/outside"])
def test_no_name_leads_out_of_the_store(store: Storage, name: str) -> None:
    with pytest.raises(SuspiciousOperation):
        file_store.write_file(store, name, b"x")
    with pytest.raises(SuspiciousOperation):
        file_store.write_files(store, dict.fromkeys([name, *map(str, range(9))], b"x"))


def test_documents_are_for_their_own_user_only(settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = str(tmp_path / "media")
    documents = file_store.store_of(file_store.DOCUMENTS)
    file_store.write_file(documents, "paper", b"x")
    path = tmp_path / "media" / "papers" / "paper"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600 and stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert [entry.name for entry in path.parent.iterdir()] == ["paper"], "nothing unfinished is left"


def test_each_kind_of_file_has_a_prefix_of_its_own(s3_bucket: Any) -> None:
    """So that a policy of the bucket can say which process may read and write what."""
    for kind in (file_store.DOCUMENTS, file_store.REGULATOR_FILES, file_store.ARCHIVES):
        file_store.write_file(file_store.store_of(kind), "x", b"x")
    assert {item.key for item in s3_bucket.objects.all()} == {
        "house/documents/x", "house/regulator-files/x", "house/archives/x"
    }  # fmt: skip


def test_a_store_that_is_away_or_refuses_is_an_error_of_the_operating_system(
    s3_server: str, settings: Any
) -> None:
    """So that whoever handles a full disk handles it as well."""
    use_bucket(settings, "http://127.0.0.1:9")
    away = file_store.store_of(file_store.REGULATOR_FILES)
    with pytest.raises(FileStoreError):
        file_store.write_file(away, "x", b"x")
    with pytest.raises(FileStoreError):
        file_store.read_file(away, "x")
    use_bucket(settings, s3_server, "another-bucket")
    with pytest.raises(FileStoreError, match="NoSuchBucket"):
        file_store.write_file(file_store.store_of(file_store.REGULATOR_FILES), "x", b"x")


@pytest.mark.parametrize(
    ("url", "keys", "message"),
    [
        ("https://bucket/prefix", KEYS, "should be s3://bucket/prefix"),
        ("s3://key:secret@bucket/", KEYS, "without keys"),
        ("s3://bucket/?acl=public-read", KEYS, "not supported: acl"),
        ("s3://bucket/", {"access_key": "one", "secret_key": ""}, "requires FILE_STORE_ACCESS_KEY"),
    ],
)
def test_a_wrong_address_is_named_in_a_sentence(url: str, keys: dict[str, str], message: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=message):
        env.file_stores(url, **keys)


def test_doctor_writes_to_the_store_and_reads_it_again(s3_bucket: Any, settings: Any) -> None:
    assert list(doctor.check_file_stores("web")) == [] and list(doctor.check_file_stores("worker")) == []
    assert {item.key for item in s3_bucket.objects.all()} == {
        "house/documents/doctor/web", "house/regulator-files/doctor/worker"
    }  # fmt: skip
    use_bucket(settings, "http://127.0.0.1:9")
    (finding,) = doctor.check_file_stores("web")
    assert "documents cannot be written" in finding.problem and "FILE_STORE" in finding.fix


def test_doctor_asks_nothing_of_a_bucket_that_is_not_used(settings: Any) -> None:
    settings.FILE_STORE = ""
    assert list(doctor.check_file_stores("web")) == []
