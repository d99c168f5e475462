"""A file of an npm package is used only when its archive has the locked hash."""

from __future__ import annotations

import base64
import hashlib
import io
import tarfile
from pathlib import Path

import pytest

from locks import fetch_npm


def archive(content: bytes) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as tar:
        member = tarfile.TarInfo("package/dist/library.js")
        member.size = len(content)
        tar.addfile(member, io.BytesIO(content))
    return buffer.getvalue()


def integrity(data: bytes) -> str:
    return "sha512-" + base64.b64encode(hashlib.sha512(data).digest()).decode()


def program(platform: str) -> fetch_npm.LockedFile:
    data = archive(b"export {};")
    return fetch_npm.LockedFile("@tool/one", "1.2.3", "dist/library.js", "tool", integrity(data), platform)


def locked(data: bytes) -> fetch_npm.LockedFile:
    return fetch_npm.LockedFile("@scope/library", "1.2.3", "dist/library.js", "library.js", integrity(data))


@pytest.fixture
def registry(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The URLs requested from a registry that always sends the same archive."""
    requested_urls: list[str] = []

    def answer(url: str, timeout: float) -> io.BytesIO:
        requested_urls.append(url)
        return io.BytesIO(archive(b"export {};"))

    monkeypatch.setattr("urllib.request.urlopen", answer)
    return requested_urls


def test_a_locked_file_is_fetched_once(tmp_path: Path, registry: list[str]) -> None:
    file = locked(archive(b"export {};"))
    assert fetch_npm.fetch(file, tmp_path)
    assert not fetch_npm.fetch(file, tmp_path)
    assert (tmp_path / "library.js").read_bytes() == b"export {};"
    assert registry == ["https://registry.npmjs.org/@scope/library/-/library-1.2.3.tgz"]


def test_another_archive_than_the_locked_one_is_refused(tmp_path: Path, registry: list[str]) -> None:
    with pytest.raises(ValueError, match="integrity mismatch"):
        fetch_npm.fetch(locked(b"another archive"), tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_only_sha512_is_accepted() -> None:
    with pytest.raises(ValueError, match="must be sha512"):
        fetch_npm.check_integrity(b"", "sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=")


def test_every_line_of_the_lock_is_complete() -> None:
    files = fetch_npm.locked_files(fetch_npm.LOCK.read_text())
    assert files
    assert all(file.integrity.startswith("sha512-") and file.version[0].isdigit() for file in files)


def test_a_program_is_fetched_for_its_platform_alone_and_may_be_executed(
    tmp_path: Path, registry: list[str]
) -> None:
    ours, theirs = program(fetch_npm.PLATFORM), program("plan9-vax")
    assert ours.is_wanted([]) and ours.is_wanted(["@tool"]) and ours.is_wanted(["@tool/one"])
    assert not ours.is_wanted(["@scope"]) and not theirs.is_wanted([]) and not theirs.is_wanted(["@tool"])
    assert fetch_npm.fetch(ours, tmp_path)
    assert (tmp_path / "tool").stat().st_mode & 0o111 == 0o111
