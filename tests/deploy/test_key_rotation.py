"""`feltro keys`: while a key changes, each process opens what any other seals.

systemd hands a process its key files as they are when it starts (LoadCredential), so every process here has a
copy of its own. tests/proofs/operator_walk changes the keys of a running house on a booted machine.
"""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from casino.services.folder import PROJECT
from games.draw.seal_key import SealKey, UnknownSealKeyError
from players.shared.file_encryption import (
    DecryptionError,
    Identity,
    decrypt_bytes,
    encrypt_bytes,
    read_keys,
)

sys.path.insert(0, str(PROJECT / "deploy" / "debian"))


class Processes:
    """Two processes of one kind; each reads the file as it was at its start."""

    def __init__(self, file: Path, read: Callable[[Path], Any], can_open: Callable[[Any, Any], bool]) -> None:
        self.file, self.read, self.can_open = file, read, can_open
        self.keys: dict[str, Any] = {}
        self.restarts = 0
        for name in "12":
            self.start(name)

    def start(self, name: str) -> None:
        copy = self.file.with_name(f"{self.file.name}.{name}")
        copy.unlink(missing_ok=True)
        copy.write_bytes(self.file.read_bytes())
        copy.chmod(0o400)
        self.keys[name] = self.read(copy)

    def restart_each(self, process: str) -> None:
        for name in list(self.keys):
            self.start(name)
            self.restarts += 1
            for one, other in product(self.keys.values(), repeat=2):
                assert self.can_open(one, other)


def opens_state(one: SealKey, other: SealKey) -> bool:
    return other.unlock(7, 3, one.lock_up(7, 3, b"state")) == b"state"


def opens_document(one: list[Identity], other: list[Identity]) -> bool:
    return decrypt_bytes(encrypt_bytes(b"paper", one, "document 1"), other, "document 1") == b"paper"


@pytest.fixture
def keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    from steps import keys

    monkeypatch.setattr(keys, "KEYS", tmp_path)
    monkeypatch.setattr(keys, "CURRENT", PROJECT)
    monkeypatch.setattr(keys, "PYTHON", Path(sys.executable))
    monkeypatch.setattr(keys, "FILE_ENCRYPTION", PROJECT / "players/shared/file_encryption.py")
    for process, name, line in (
        ("croupier", "seal_key", secrets.token_hex(32)),
        ("web", "file_keys", f"# public key: …\n{Identity.generate()}"),
    ):
        (tmp_path / process).mkdir()
        (tmp_path / process / name).write_text(f"{line}\n")
        (tmp_path / process / name).chmod(0o600)
    return keys


def processes_of(keys: ModuleType, name: str, monkeypatch: pytest.MonkeyPatch) -> Processes:
    path = keys.FILES[name].path
    reads = {"seal_key": (SealKey, opens_state), "file_keys": (read_keys, opens_document)}
    processes = Processes(path, *reads[name])
    monkeypatch.setattr(keys.releases, "restart_each", processes.restart_each)
    return processes


@pytest.mark.parametrize("name", ["seal_key", "file_keys"])
def test_a_rotation_leaves_no_moment_in_which_one_cannot_open_what_another_sealed(
    keys: ModuleType, name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Red before: the guide appended the key, so a croupier sealed under one that the other did not have."""
    processes = processes_of(keys, name, monkeypatch)
    (before,) = keys.FILES[name].lines
    keys.rotate(name)
    older, newest = keys.FILES[name].lines
    assert older == before != newest and processes.restarts == 4
    assert keys.FILES[name].path.stat().st_mode & 0o777 == 0o600
    capsys.readouterr()
    keys.show(name)
    shown = capsys.readouterr().out.splitlines()
    assert shown == [keys.FILES[name].ids()[0], f"{keys.FILES[name].ids()[1]} (for what is new)"]


def test_appending_a_key_at_once_is_the_fault_that_the_order_avoids(
    keys: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    processes = processes_of(keys, "seal_key", monkeypatch)
    with keys.FILES["seal_key"].path.open("a") as file:
        file.write(secrets.token_hex(32) + "\n")
    with pytest.raises(UnknownSealKeyError):
        processes.restart_each("croupier")
    papers = processes_of(keys, "file_keys", monkeypatch)
    with keys.FILES["file_keys"].path.open("a") as file:
        file.write(f"{Identity.generate()}\n")
    with pytest.raises(DecryptionError):
        papers.restart_each("web")


def test_several_hosts_add_on_all_and_then_use_on_all(
    keys: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The steps of the guide: add on one host, copy the file to the others, use it on one after another."""
    path = keys.FILES["seal_key"].path
    monkeypatch.setattr(keys.releases, "restart_each", lambda process: None)
    files = [path.read_bytes()]
    chosen = keys.add("seal_key")
    files.append(path.read_bytes())
    keys.use("seal_key", chosen)
    files.append(path.read_bytes())
    # Two hosts are never more than one step apart.
    for one, other in ((0, 1), (1, 0), (1, 2), (2, 1)):
        path.write_bytes(files[one])
        sealed = SealKey(path).lock_up(1, 1, b"state")
        path.write_bytes(files[other])
        assert SealKey(path).unlock(1, 1, sealed) == b"state"


def test_using_a_key_twice_changes_nothing_and_an_unknown_one_is_refused(
    keys: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    processes_of(keys, "seal_key", monkeypatch)
    chosen = keys.add("seal_key")
    keys.use("seal_key", chosen)
    before = keys.FILES["seal_key"].path.read_text()
    keys.use("seal_key", chosen)
    assert "already the one for what is new" in capsys.readouterr().out
    with pytest.raises(keys.Failure, match="has no key 00000000"):
        keys.use("seal_key", "00000000")
    assert keys.FILES["seal_key"].path.read_text() == before
    keys.FILES["seal_key"].path.unlink()
    with pytest.raises(keys.Failure, match="no such key"):
        keys.add("seal_key")
