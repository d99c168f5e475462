"""Encrypted files: changed, truncated or swapped data, another file, or another key, is never decrypted."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pyrage
import pytest

from casino.services.folder import PROJECT
from players.shared import file_encryption as files
from players.shared.file_encryption import DecryptionError, Identity, KeyFileError, Recipient
from tests.stored_files import is_encrypted

CHUNK = 64 * 1024  # bytes of one authenticated part of an age file
TAG = 16
LABEL = "document 1"
SIZES = [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, 3 * CHUNK + 7]
# Filippo Valsorda's implementation in TypeScript; ours is the one in Rust.
OTHER_PROGRAM = PROJECT / "tests" / "players" / "shared" / "age_program.js"
NPM = Path(sys.prefix) / "npm"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    files.add_key(tmp_path / "keys")
    return tmp_path / "keys"


@pytest.mark.parametrize("size", SIZES)
def test_encrypted_data_is_unreadable_and_decrypts_to_the_original(path: Path, size: int) -> None:
    keys, data = files.read_keys(path), (bytes(range(256)) * (size // 256 + 1))[:size]
    sealed = files.encrypt_bytes(data, keys, LABEL)
    assert is_encrypted(sealed) and not is_encrypted(data)
    assert files.decrypt_bytes(sealed, keys, LABEL) == data
    assert sealed != files.encrypt_bytes(data, keys, LABEL)
    assert size < 64 or data[:64] not in sealed


def test_every_change_truncation_and_swap_is_detected(path: Path) -> None:
    keys, data = files.read_keys(path), b"a" * (2 * CHUNK + 100)
    sealed = files.encrypt_bytes(data, keys, LABEL)
    whole = CHUNK + TAG
    begin = len(sealed) - 2 * whole - (100 + len(files.label_line(LABEL)) + TAG)
    first, second = sealed[begin : begin + whole], sealed[begin + whole : begin + 2 * whole]
    wrong = [
        b"",
        data,
        sealed[:-1],
        sealed[: begin + whole],
        sealed[: begin + 2 * whole],
        sealed[:begin],
        sealed + b"x",
    ]
    wrong += [
        sealed[:at] + bytes([sealed[at] ^ 1]) + sealed[at + 1 :]
        for at in (30, begin - 1, begin, begin + whole, len(sealed) - 1)
    ]
    wrong.append(sealed[:begin] + second + first + sealed[begin + 2 * whole :])
    other = files.encrypt_bytes(data, keys, LABEL)
    wrong.append(sealed[:begin] + other[-(len(sealed) - begin) :])
    for damaged in wrong:
        with pytest.raises(DecryptionError):
            files.decrypt_bytes(damaged, keys, LABEL)


@pytest.mark.parametrize("label", ["document 2", "document 11", "document", "backup 1", ""])
@pytest.mark.parametrize("content", [b"", b"passport", b"1\n"])
def test_a_file_is_not_taken_for_another(path: Path, label: str, content: bytes) -> None:
    """The format itself would decrypt it: both are encrypted under the same key."""
    keys = files.read_keys(path)
    other, target = files.encrypt_bytes(content, keys, label), io.BytesIO()
    with pytest.raises(DecryptionError, match="not the one that its name says"):
        files.decrypt(io.BytesIO(other), target, keys, LABEL)
    assert not target.getvalue(), "nothing of the other file is written"
    for impossible in ("a\nb", "x" * 300):
        with pytest.raises(ValueError, match="cannot be a label"):
            files.encrypt_bytes(content, keys, impossible)


def test_an_age_file_without_our_line_is_not_taken_for_ours(path: Path) -> None:
    keys = files.read_keys(path)
    for content in (b"", b"feltro", b"%PDF-1.7"):
        foreign = pyrage.encrypt(content, [keys[0].to_public()])
        with pytest.raises(DecryptionError, match="not the one that its name says"):
            files.decrypt_bytes(foreign, keys, LABEL)


def test_after_a_new_key_old_files_stay_readable(path: Path) -> None:
    before = files.encrypt_bytes(b"before", files.read_keys(path), LABEL)
    files.add_key(path)
    keys = files.read_keys(path)
    after = files.encrypt_bytes(b"after", keys, LABEL)
    assert len({files.key_id(key) for key in keys}) == 2
    assert files.decrypt_bytes(before, keys, LABEL) == b"before"
    assert files.decrypt_bytes(after, keys[-1:], LABEL) == b"after", "the newest key encrypts"
    with pytest.raises(DecryptionError, match="a key that is not available"):
        files.decrypt_bytes(before, keys[-1:], LABEL)


def test_a_file_can_have_several_recipients(tmp_path: Path) -> None:
    one, two = files.add_key(tmp_path / "one"), files.add_key(tmp_path / "two")
    sealed = io.BytesIO()
    files.encrypt(io.BytesIO(b"both"), sealed, [one.to_public(), two.to_public()], LABEL)
    assert {files.decrypt_bytes(sealed.getvalue(), [key], LABEL) for key in (one, two)} == {b"both"}


def test_a_key_file_is_readable_by_its_user_only(path: Path) -> None:
    assert path.stat().st_mode & 0o777 == 0o600
    for mode in (0o604, 0o620, 0o666):
        path.chmod(mode)
        with pytest.raises(KeyFileError, match="readable by others"):
            files.read_keys(path)
    path.chmod(0o600)
    for invalid in ("", "# only a comment\n", "abc def\n", f"{files.read_keys(path)[0]}x\n"):
        path.write_text(invalid)
        with pytest.raises(KeyFileError):
            files.read_keys(path)
    with pytest.raises(KeyFileError, match="Cannot read"):
        files.read_keys(path.with_name("missing"))


def test_a_file_of_age_keygen_is_a_key_file(tmp_path: Path) -> None:
    key, path = Identity.generate(), tmp_path / "keys"
    path.write_text(f"# created: 2026-11-29T10:00:00Z\n# public key: {key.to_public()}\n{key}")
    path.chmod(0o600)
    assert [files.key_id(one) for one in files.read_keys(path)] == [files.key_id(key)]
    files.add_key(path)
    assert len(files.read_keys(path)) == 2
    assert str(key.to_public()) not in files.key_id(key)


def test_data_encrypted_for_a_key_pair_needs_the_private_key(tmp_path: Path) -> None:
    private, public = tmp_path / "private", tmp_path / "public"
    files.add_key_pair(private, public)
    sealed, opened, content = io.BytesIO(), io.BytesIO(), b"journal" * 100_000
    files.encrypt(io.BytesIO(content), sealed, [files.read_public_key(public)], LABEL)
    sealed.seek(0)
    files.decrypt(sealed, opened, files.read_keys(private), LABEL)
    assert opened.getvalue() == content
    files.add_key_pair(tmp_path / "other", tmp_path / "other-public")
    sealed.seek(0)
    with pytest.raises(DecryptionError, match="is not available"):
        files.decrypt(sealed, opened, files.read_keys(tmp_path / "other"), LABEL)
    for invalid in ("", "age1x", private.read_text()):
        public.write_text(invalid)
        with pytest.raises(KeyFileError, match="not a public key"):
            files.read_public_key(public)


class Broken(io.BytesIO):
    def read(self, size: int | None = -1) -> bytes:
        raise self.error

    def write(self, data: object) -> int:
        raise self.error

    def __init__(self, error: BaseException) -> None:
        super().__init__()
        self.error = error


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_what_fails_while_reading_or_writing_is_told_as_it_was(path: Path, error: BaseException) -> None:
    """The library would pass on its text alone: Ctrl-C would look like a damaged file."""
    keys = files.read_keys(path)
    with pytest.raises(type(error)) as reading:
        files.encrypt(Broken(error), io.BytesIO(), [keys[0].to_public()], LABEL)
    sealed = io.BytesIO(files.encrypt_bytes(b"x" * 1000, keys, LABEL))
    with pytest.raises(type(error)) as writing:
        files.decrypt(sealed, Broken(error), keys, LABEL)
    assert reading.value is writing.value is error
    if isinstance(error, OSError):
        with pytest.raises(OSError, match="No space left"):
            files.encrypt(io.BytesIO(b"x" * 1000), Broken(error), [keys[0].to_public()], LABEL)


@pytest.mark.parametrize("megabytes", [8, 200])
def test_a_large_file_takes_no_more_memory_than_a_small_one(path: Path, megabytes: int) -> None:
    program = f"""
import sys
from pathlib import Path
sys.path.insert(0, {str(PROJECT)!r})
from players.shared import file_encryption as files
folder = Path({str(path.parent)!r})
with (folder / "plain").open("wb") as plain:
    plain.truncate({megabytes} * 1024 * 1024)
keys = files.read_keys(Path({str(path)!r}))
with (folder / "plain").open("rb") as plain, (folder / "sealed").open("wb") as sealed:
    files.encrypt(plain, sealed, [keys[0].to_public()], "document 1")
with (folder / "sealed").open("rb") as sealed, (folder / "plain").open("wb") as plain:
    files.decrypt(sealed, plain, keys, "document 1")
assert (folder / "plain").stat().st_size == {megabytes} * 1024 * 1024
print(*[line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")])
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 40 * 1024, f"{done.stdout} kB of memory"


def test_another_program_for_age_opens_our_files_and_we_open_its(tmp_path: Path) -> None:
    private, public, content = tmp_path / "private", tmp_path / "public", bytes(range(256)) * 800
    files.add_key_pair(private, public)
    with (tmp_path / "ours.age").open("wb") as sealed:
        files.encrypt(io.BytesIO(content), sealed, [files.read_public_key(public)], LABEL)

    def run(verb: str, key: Path, source: str, target: str) -> None:
        subprocess.run(
            [
                Path(sys.prefix) / "bin" / "deno", "run", "--no-remote", "--node-modules-dir=manual",
                f"--allow-read={tmp_path}", f"--allow-write={tmp_path}",
                OTHER_PROGRAM.name, verb, key, tmp_path / source, tmp_path / target,
            ],
            cwd=NPM, check=True, capture_output=True, text=True,
        )  # fmt: skip

    (NPM / OTHER_PROGRAM.name).write_bytes(OTHER_PROGRAM.read_bytes())
    run("decrypt", private, "ours.age", "opened")
    assert (tmp_path / "opened").read_bytes() == f"feltro {LABEL}\n".encode() + content
    run("encrypt", public, "opened", "theirs.age")
    assert is_encrypted((tmp_path / "theirs.age").read_bytes())
    theirs = (tmp_path / "theirs.age").read_bytes()
    assert files.decrypt_bytes(theirs, files.read_keys(private), LABEL) == content


def test_the_program_runs_without_the_project(tmp_path: Path) -> None:
    def run(*arguments: object) -> subprocess.CompletedProcess[str]:
        program = [sys.executable, "-I", Path(files.__file__), *arguments]
        return subprocess.run(
            [str(word) for word in program], cwd="/", env={}, capture_output=True, text=True, check=False
        )

    private, public = tmp_path / "private", tmp_path / "public"
    assert run("keys", private, public).returncode == 0
    (key,) = files.read_keys(private)
    assert str(Recipient.from_str(public.read_text().strip())) == str(key.to_public())
    assert Identity.from_str(run("key").stdout.strip())
    assert run("ship", tmp_path / "missing", tmp_path, tmp_path).returncode == 1
    assert "python players/shared/file_encryption.py" in run().stderr
