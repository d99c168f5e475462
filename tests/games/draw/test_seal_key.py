"""The croupiers' keys change without a pause: each sealed value names its key."""

from __future__ import annotations

import pickle
import secrets
from pathlib import Path

import pytest
from cryptography.exceptions import InvalidTag

from games.draw.seal_key import SealKey, UnknownSealKeyError


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "seal_key"
    path.write_text(secrets.token_hex(32) + "\n")
    return path


def add_key(path: Path) -> None:
    with path.open("a") as file:
        file.write(secrets.token_hex(32) + "\n")


def test_what_was_sealed_under_an_older_key_stays_readable(path: Path) -> None:
    older = SealKey(path)
    seed, state = older.seal(b"seed", 7, 12), older.lock_up(7, 3, b"state")
    add_key(path)
    newer = SealKey(path)
    assert newer.seed(7, 12, seed) == b"seed" and newer.unlock(7, 3, state) == b"state"
    assert newer.seal(b"seed", 7, 12)[:4] != seed[:4]
    assert newer.public() != older.public()


def test_a_croupier_that_still_runs_reads_a_key_added_since(path: Path) -> None:
    running = SealKey(path)
    add_key(path)
    sealed = SealKey(path).seal(b"seed", 7, 12)
    assert running.seed(7, 12, sealed) == b"seed"
    assert running.seal(b"seed", 7, 13)[:4] != sealed[:4]  # it changes when it is restarted


def test_data_of_an_unknown_key_is_refused_with_its_id(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_text(secrets.token_hex(32))
    sealed = SealKey(other).seal(b"seed", 7, 12)
    with pytest.raises(UnknownSealKeyError, match=sealed[:4].hex()):
        SealKey(path).seed(7, 12, sealed)


def test_a_seed_opens_only_for_its_own_round(path: Path) -> None:
    key = SealKey(path)
    sealed = key.seal(b"seed", 7, 12)
    assert b"seed" not in sealed
    for wrong in ((7, 13, sealed), (8, 12, sealed), (7, 12, sealed[:-1] + bytes([sealed[-1] ^ 1]))):
        with pytest.raises(InvalidTag):
            key.seed(*wrong)


@pytest.mark.parametrize(
    "text", ["", "abcd", secrets.token_hex(32) + "\n" + "00" * 31, "no hexadecimal digits"]
)
def test_a_damaged_file_is_refused(path: Path, text: str) -> None:
    path.write_text(text)
    with pytest.raises(ValueError, match=r"hexadecimal"):
        SealKey(path)


def test_it_travels_to_the_processes_of_a_proof(path: Path) -> None:
    key = SealKey(path)
    assert pickle.loads(pickle.dumps(key)).seed(7, 12, key.seal(b"seed", 7, 12)) == b"seed"
