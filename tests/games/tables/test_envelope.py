"""Whoever can write to Valkey must not be able to play for somebody else."""

from __future__ import annotations

import time

import pytest

from games.tables.transport import envelope
from games.tables.transport.envelope import Carried, Forged, Pack

PACK = Pack("web", time.time(), [Carried(1, 7, 3, b'{"t":"look"}')])


def test_a_pack_arrives_as_it_was_sent() -> None:
    pack = Pack("web", time.time(), PACK.wishes)
    assert envelope.open_(envelope.seal(pack)) == pack


def test_any_changed_byte_is_noticed() -> None:
    sealed = envelope.seal(Pack("web", time.time(), PACK.wishes))
    for at in range(len(sealed)):
        forged = sealed[:at] + bytes([sealed[at] ^ 1]) + sealed[at + 1 :]
        with pytest.raises(Forged):
            envelope.open_(forged)


def test_one_from_long_ago_or_under_another_key_is_not_opened(settings: object) -> None:
    with pytest.raises(Forged):
        envelope.open_(envelope.seal(Pack("web", time.time() - envelope.FRESH - 1, PACK.wishes)))
    sealed = envelope.seal(Pack("web", time.time(), PACK.wishes))
    settings.COMMAND_KEY = b"another key of thirty-two bytes!"  # type: ignore[attr-defined]
    with pytest.raises(Forged):
        envelope.open_(sealed)
    for rubbish in (b"", b"x", b"x" * 40):
        with pytest.raises(Forged):
            envelope.open_(rubbish)
