"""Invalid messages; `python -m tests.proofs.fuzz` sends more of them."""

from __future__ import annotations

from pathlib import Path
from random import Random

import msgspec
import pytest

from tests.proofs import fuzz
from tests.proofs.simulation_checks import Broken

FRAMES, SOCKET_FRAMES = 2_500, 500


def test_no_invalid_message_suspends_a_table_or_breaks_a_check() -> None:
    sent, _ = fuzz.fuzz_workers(FRAMES, 7)
    assert sent >= FRAMES


def test_a_decoder_that_fails_on_bytes_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzz.protocol, "DECODE_ERRORS", (msgspec.DecodeError,))
    with pytest.raises((Broken, UnicodeDecodeError, RecursionError)):
        fuzz.fuzz_workers(4_000, 7)


@pytest.mark.long
@pytest.mark.house
def test_an_installation_survives_invalid_messages_over_real_sockets(tmp_path: Path) -> None:
    sent_over_sockets, wrong = fuzz.run_in_process(SOCKET_FRAMES, 7, tmp_path)
    assert not wrong, wrong
    assert sent_over_sockets >= SOCKET_FRAMES


@pytest.mark.long
def test_two_hundred_thousand_messages(tmp_path: Path) -> None:
    seed = Random().getrandbits(32)
    print(f"fuzz, seed {seed}")
    sent, memory_use = fuzz.fuzz_workers(180_000, seed)
    assert sent >= 180_000 and memory_use[-1] < memory_use[4] * fuzz.GROWTH
    sent_over_sockets, wrong = fuzz.run_in_process(20_000, seed, tmp_path)
    assert not wrong and sent_over_sockets >= 20_000
