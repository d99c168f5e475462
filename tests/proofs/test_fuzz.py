"""Messages that nobody should send: `python -m tests.proofs.fuzz` sends as many as one likes."""

from __future__ import annotations

from pathlib import Path
from random import Random

import msgspec
import pytest

from tests.proofs import fuzz
from tests.proofs.simulation_checks import Broken

FRAMES, SOCKET_FRAMES = 4_500, 500


def test_no_message_holds_a_table_or_changes_what_it_may_not() -> None:
    said, _ = fuzz.at_stations(FRAMES, 7)
    assert said >= FRAMES


def test_a_reader_that_falls_over_bytes_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzz.protocol, "UNREADABLE", (msgspec.DecodeError,))
    with pytest.raises((Broken, UnicodeDecodeError, RecursionError)):
        fuzz.at_stations(4_000, 7)


@pytest.mark.long
@pytest.mark.house
def test_a_house_under_fire_over_real_sockets_goes_on(tmp_path: Path) -> None:
    fired, wrong = fuzz.run_apart(SOCKET_FRAMES, 7, tmp_path)
    assert not wrong, wrong
    assert fired >= SOCKET_FRAMES


@pytest.mark.long
def test_two_hundred_thousand_messages(tmp_path: Path) -> None:
    seed = Random().getrandbits(32)
    print(f"fuzz, seed {seed}")
    said, held = fuzz.at_stations(180_000, seed)
    assert said >= 180_000 and held[-1] < held[4] * fuzz.GROWTH
    fired, wrong = fuzz.run_apart(20_000, seed, tmp_path)
    assert not wrong and fired >= 20_000
