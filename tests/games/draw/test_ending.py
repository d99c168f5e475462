"""What the croupier signs of the end of a round."""

from __future__ import annotations

import secrets
from pathlib import Path

import pytest
from msgspec import structs

from games.draw.ending import Ending
from games.draw.seal_key import SealKey

ENDED = Ending(table=7, round=12, commitment="ab" * 32, void=True)


@pytest.fixture
def key(tmp_path: Path) -> SealKey:
    path = tmp_path / "seal_key"
    path.write_text(secrets.token_hex(32) + "\n")
    return SealKey(path)


def test_the_signed_bytes_are_those_that_others_can_write() -> None:
    """Anybody can build them, with any JSON library or none."""
    text = '{"commitment":"%s","format":"feltro/ending/v1","round":12,"table":7,"void":true}' % ("ab" * 32)
    assert ENDED.content == text.encode()


def test_a_signature_is_of_this_end_alone(key: SealKey) -> None:
    signature = key.sign(ENDED.content).hex()
    assert ENDED.is_signed(signature, [key.public()])
    others = [
        structs.replace(ENDED, **change)
        for change in ({"table": 8}, {"round": 13}, {"commitment": "cd" * 32}, {"void": False})
    ]
    assert not any(other.is_signed(signature, [key.public()]) for other in others)


def test_only_a_known_key_counts(key: SealKey, tmp_path: Path) -> None:
    signature = key.sign(ENDED.content).hex()
    assert not ENDED.is_signed(signature, [])
    assert not ENDED.is_signed(signature, ["00" * 32, "ab", "not a key"])
    assert not any(ENDED.is_signed(wrong, [key.public()]) for wrong in ("", "0" * 128, "xy", signature[:-2]))
    # After a change of the key, older ends are verified with the older one.
    with (tmp_path / "seal_key").open("a") as file:
        file.write(secrets.token_hex(32) + "\n")
    newer = SealKey(tmp_path / "seal_key")
    assert newer.publics() == [key.public(), newer.public()]
    assert ENDED.is_signed(signature, newer.publics()) and not ENDED.is_signed(signature, [newer.public()])


def test_a_receipt_is_no_end(key: SealKey) -> None:
    """The same key signs both: their formats keep them apart."""
    receipt = ENDED.content.replace(b"feltro/ending/v1", b"feltro/receipt/v1")
    assert not ENDED.is_signed(key.sign(receipt).hex(), [key.public()])
