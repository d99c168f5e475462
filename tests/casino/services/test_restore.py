"""What a backup may write: nothing outside its folder, and nothing of it stays after an error."""

from __future__ import annotations

import io
import tarfile
from pathlib import Path

import pytest

from casino.services import restore, wal_archive
from casino.services.backup import base_label
from casino.services.errors import StartupError
from players.shared.file_encryption import Identity, add_key, encrypt


def encrypted_base(folder: Path, key: Identity, *members: str, label: str = "") -> Path:
    base = folder / f"base-20260101T000000Z{wal_archive.BASE}"
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w") as tar:
        for name in members:
            member = tarfile.TarInfo(name)
            member.size, member.mode = 4, 0o600
            tar.addfile(member, io.BytesIO(b"rows"))
    plain.seek(0)
    with base.open("wb") as file:
        encrypt(plain, file, [key.to_public()], label or base_label(base))
    return base


def test_a_backup_is_unpacked_for_its_owner_alone(tmp_path: Path) -> None:
    key, folder = add_key(tmp_path / "keys"), tmp_path / "data"
    restore._unpack(encrypted_base(tmp_path, key, "global/pg_control"), [key], folder)
    assert (folder / "global/pg_control").read_bytes() == b"rows"
    assert (folder / "global/pg_control").stat().st_mode & 0o777 == 0o600
    assert folder.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("name", ["../outside", "base/../../outside"])
def test_nothing_is_written_outside_the_folder(tmp_path: Path, name: str) -> None:
    key = add_key(tmp_path / "keys")
    base = encrypted_base(tmp_path, key, "first", name)
    with pytest.raises(StartupError, match="cannot be restored"):
        restore._unpack(base, [key], tmp_path / "data")
    assert {path.name for path in tmp_path.iterdir()} == {"keys", base.name}


def test_no_other_file_is_restored_in_the_place_of_a_backup(tmp_path: Path) -> None:
    key = add_key(tmp_path / "keys")
    base = encrypted_base(tmp_path, key, "first", label="backup base-20250101T000000Z")
    with pytest.raises(StartupError, match="not the one that its name says"):
        restore._unpack(base, [key], tmp_path / "data")
    assert not (tmp_path / "data").exists()


def test_a_truncated_backup_leaves_nothing_behind(tmp_path: Path) -> None:
    key = add_key(tmp_path / "keys")
    base = encrypted_base(tmp_path, key, *(f"base/{number}" for number in range(200)))
    base.write_bytes(base.read_bytes()[:-100])
    with pytest.raises(StartupError, match="changed or is incomplete"):
        restore._unpack(base, [key], tmp_path / "data")
    assert not (tmp_path / "data").exists()
