"""The bytes for test programs are those that a round draws from."""

from __future__ import annotations

import fcntl
import os
import struct

from games.draw.generator import WORDS, Draw
from tests.proofs import generator_bytes
from tests.proofs.generator_bytes import OF_A_ROUND, key_of_round, words_of


def test_the_bytes_are_the_words_of_a_draw() -> None:
    for number in (1, 2):
        key = key_of_round(number)
        below = Draw(key).below
        drawn = [below(WORDS) for _ in range(OF_A_ROUND // 2)]
        assert struct.pack(f">{len(drawn)}H", *drawn) == words_of(key, OF_A_ROUND)


def test_so_many_bytes_are_written_as_are_wanted_and_no_round_repeats() -> None:
    reading, writing = os.pipe()
    fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, 1 << 20)
    with os.fdopen(reading, "rb") as reader:
        assert generator_bytes.write(100_000, writing) == 100_000
        os.close(writing)
        written = reader.read()
    assert len(written) == 100_000
    assert len({written[at : at + 32] for at in range(0, 99_968, 32)}) == 3124


def test_a_reader_that_stops_ends_it() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    assert generator_bytes.write(None, writing) == 0
    os.close(writing)
