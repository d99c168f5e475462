"""Encrypted files: changed, truncated or swapped data, or another key, is never decrypted."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest

from players.shared import file_encryption as files
from players.shared.file_encryption import CHUNK_BYTES, HEADER_BYTES, TAG_BYTES, DecryptionError, KeyFileError

SIZES = [0, 1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 3 * CHUNK_BYTES, 3 * CHUNK_BYTES + 7]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    files.add_file_key(tmp_path / "keys", files.key_line())
    return tmp_path / "keys"


@pytest.mark.parametrize("size", SIZES)
def test_encrypted_data_is_unreadable_and_decrypts_to_the_original(path: Path, size: int) -> None:
    keys, data = files.read_file_keys(path), bytes(range(256)) * (size // 256 + 1)
    sealed = files.encrypt_bytes(data[:size], keys)
    assert files.decrypt_bytes(sealed, keys) == data[:size] and sealed != files.encrypt_bytes(
        data[:size], keys
    )
    assert size < 64 or data[:64] not in sealed


def test_every_change_truncation_and_swap_is_detected(path: Path) -> None:
    keys = files.read_file_keys(path)
    sealed = files.encrypt_bytes(b"a" * (2 * CHUNK_BYTES + 100), keys)
    whole = CHUNK_BYTES + TAG_BYTES
    first, second = (
        sealed[HEADER_BYTES : HEADER_BYTES + whole],
        sealed[HEADER_BYTES + whole : HEADER_BYTES + 2 * whole],
    )
    wrong = [
        sealed[:-1],
        sealed[: HEADER_BYTES + whole],
        sealed[: HEADER_BYTES + 2 * whole],
        sealed[:HEADER_BYTES],
        sealed + b"x",
    ]
    wrong += [
        sealed[:at] + bytes([sealed[at] ^ 1]) + sealed[at + 1 :]
        for at in (30, HEADER_BYTES - 1, HEADER_BYTES, HEADER_BYTES + whole, len(sealed) - 1)
    ]
    wrong.append(sealed[:HEADER_BYTES] + second + first + sealed[HEADER_BYTES + 2 * whole :])
    other = files.encrypt_bytes(b"a" * (2 * CHUNK_BYTES + 100), keys)
    wrong.append(sealed[:HEADER_BYTES] + other[HEADER_BYTES:])
    for damaged in wrong:
        with pytest.raises(DecryptionError):
            files.decrypt_bytes(damaged, keys)


def test_after_a_new_key_old_files_stay_readable(path: Path) -> None:
    old = files.encrypt_bytes(b"before", files.read_file_keys(path))
    files.add_file_key(path, files.key_line())
    keys = files.read_file_keys(path)
    new = files.encrypt_bytes(b"after", keys)
    assert files.key_id(old) != files.key_id(new) == list(keys)[-1]
    assert (files.decrypt_bytes(old, keys), files.decrypt_bytes(new, keys)) == (b"before", b"after")
    with pytest.raises(DecryptionError, match=files.key_id(old).hex()):
        files.decrypt_bytes(old, dict([list(keys.items())[-1]]))


def test_a_key_file_is_readable_by_its_user_only(path: Path) -> None:
    assert path.stat().st_mode & 0o777 == 0o600
    for mode in (0o604, 0o620, 0o666):
        path.chmod(mode)
        with pytest.raises(KeyFileError, match="readable by others"):
            files.read_file_keys(path)
    path.chmod(0o600)
    for invalid in ("", "abc def\n", "00 11\n", f"{'00' * 8} {'11' * 31}\n", f"{'00' * 8}\n"):
        path.write_text(invalid)
        with pytest.raises(KeyFileError):
            files.read_file_keys(path)
    with pytest.raises(KeyFileError, match="Cannot read"):
        files.read_file_keys(path.with_name("missing"))


def test_data_encrypted_for_a_key_pair_needs_the_private_key(tmp_path: Path) -> None:
    private, public = tmp_path / "private", tmp_path / "public"
    files.add_key_pair(private, public)
    sealed, opened = io.BytesIO(), io.BytesIO()
    files.encrypt_for(io.BytesIO(b"journal" * 100_000), sealed, bytes.fromhex(public.read_text()))
    sealed.seek(0)
    files.decrypt_with(sealed, opened, files.read_file_keys(private))
    assert opened.getvalue() == b"journal" * 100_000
    files.add_key_pair(tmp_path / "other", tmp_path / "other-public")
    sealed.seek(0)
    with pytest.raises(DecryptionError, match="is not available"):
        files.decrypt_with(sealed, opened, files.read_file_keys(tmp_path / "other"))


def test_the_program_runs_without_the_project(tmp_path: Path) -> None:
    def run(*arguments: str) -> int:
        program = [sys.executable, "-I", str(Path(files.__file__)), *arguments]
        return subprocess.run(program, cwd="/", env={}, capture_output=True, check=False).returncode

    private, public, plain = (str(tmp_path / name) for name in ("private", "public", "plain"))
    Path(plain).write_bytes(b"x" * 200_000)
    assert run("keys", private, public) == 0
    assert run("seal", public, plain, str(tmp_path / "sealed")) == 0
    assert run("open", private, str(tmp_path / "sealed"), str(tmp_path / "back")) == 0
    assert (tmp_path / "back").read_bytes() == b"x" * 200_000 and (
        tmp_path / "back"
    ).stat().st_mode & 0o777 == 0o600
    (tmp_path / "sealed").write_bytes((tmp_path / "sealed").read_bytes()[:-5])
    assert run("open", private, str(tmp_path / "sealed"), str(tmp_path / "back")) == 1
