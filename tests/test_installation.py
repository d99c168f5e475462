"""The environment of a clone: uv without pip, extras at any time, a home that cannot be written."""

from __future__ import annotations

import hashlib
import io
import json
import os
import platform
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from casino.services.folder import PROJECT
from locks import fetch_uv


def wheel() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("uv-1.0.data/scripts/uv", "#!/bin/sh\necho uv\n")
    return buffer.getvalue()


WHEEL = wheel()
DIGEST = hashlib.sha256(WHEEL).hexdigest()
LIBC = "manylinux_2_17" if platform.libc_ver()[0] == "glibc" else "musllinux_1_1"
NAME = f"uv-1.0-py3-none-{LIBC}_{platform.machine()}.whl"
INDEX = {
    "files": [
        {"filename": "uv-1.0-py3-none-win32.whl", "hashes": {"sha256": DIGEST}, "url": "other"},
        {"filename": NAME, "hashes": {"sha256": "0" * 64}, "url": "newer"},
        {"filename": NAME, "hashes": {"sha256": DIGEST}, "url": "wheel"},
    ]
}


@pytest.fixture
def index(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> dict[str, bytes]:
    """What the index answers, by address."""
    lock = tmp_path / "uv.txt"
    lock.write_text(f"uv==1.0 \\\n    --hash=sha256:{DIGEST}\n")
    monkeypatch.setattr(fetch_uv, "LOCK", lock)
    monkeypatch.setenv("PIP_INDEX_URL", "https://index.invalid/simple/")
    answers = {"https://index.invalid/simple/uv/": json.dumps(INDEX).encode(), "wheel": WHEEL}

    def answer(url: str) -> bytes:
        return answers[url]

    monkeypatch.setattr(fetch_uv, "read", answer)
    (tmp_path / "bin").mkdir()
    return answers


def test_uv_is_the_locked_wheel_of_this_machine(index: dict[str, bytes], tmp_path: Path) -> None:
    assert fetch_uv.main(tmp_path) == 0
    uv = tmp_path / "bin" / "uv"
    assert subprocess.run([uv], capture_output=True, text=True, check=True).stdout == "uv\n"


def test_another_wheel_than_the_locked_one_is_refused(
    index: dict[str, bytes], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    index["wheel"] += b" "
    assert fetch_uv.main(tmp_path) == os.EX_UNAVAILABLE
    assert "not the locked one" in capsys.readouterr().err
    assert list((tmp_path / "bin").iterdir()) == []


def test_where_the_index_cannot_be_read_pip_does_the_work(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(url: str) -> Any:
        raise OSError("no route to host")

    monkeypatch.setattr(fetch_uv, "read", refuse)
    assert fetch_uv.main(tmp_path) == os.EX_UNAVAILABLE
    assert "and is slower" in capsys.readouterr().err


def test_extras_are_installed_into_an_environment_that_exists() -> None:
    """`make setup EXTRAS=…` did nothing once .venv was there."""
    dry = ["make", "--dry-run", "--what-if=locks/s3.txt", "setup", "EXTRAS=s3"]
    commands = subprocess.run(dry, cwd=PROJECT, capture_output=True, text=True, check=True).stdout
    assert "locks/install .venv locks/s3.txt" in commands


@pytest.mark.parametrize("is_writable", [True, False])
def test_a_home_that_cannot_be_written_has_no_cache_and_is_no_reason_for_pip(
    tmp_path: Path, *, is_writable: bool
) -> None:
    """uv stopped there, and pip took over, which needs several times as long."""
    venv, home = tmp_path / "a venv", tmp_path / "home"
    (venv / "bin").mkdir(parents=True)
    (venv / "bin" / "python").symlink_to(sys.executable)
    log = tmp_path / "log"
    uv = venv / "bin" / "uv"
    uv.write_text(f'#!/bin/sh\necho "${{UV_NO_CACHE:-cache}}" >>"{log}"\n')
    uv.chmod(0o755)
    if is_writable:
        home.mkdir()
    else:
        home.touch()  # nobody can make a folder in it, not even root
    environment = {"PATH": os.environ["PATH"], "HOME": str(home), "PYTHON": sys.executable}
    command = ["sh", "locks/install", str(venv), "locks/s3.txt"]
    done = subprocess.run(command, cwd=PROJECT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert log.read_text().splitlines()[-1] == ("cache" if is_writable else "1")
    assert "trying pip" not in done.stdout
