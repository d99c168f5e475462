"""Seeds come from the operating system, under the continuous health tests of NIST SP 800-90B.  [P23]

For each seed a block of 512 bytes is read and tested; the seed is its beginning, and the rest is discarded. A
failing source is detected before the seed is promised, not after many rounds. A source that failed once gives
no more seeds: the tables of this process stop before their next promise, until staff have investigated and
the process has been restarted.
"""

from __future__ import annotations

import hashlib
import math
import re
import secrets
import threading
from collections.abc import Callable
from fractions import Fraction

import structlog

log = structlog.get_logger("croupier")
SEED = 32
# The greatest chance of a false alarm of one test, the lowest that the standard recommends.
ALPHA_BITS = 40
ALPHA = Fraction(1, 2**ALPHA_BITS)
# A sample is a byte with all of its eight bits of entropy; the window is the standard's for samples of more
# than one bit.  [90B 4.4.2]
BYTE, BLOCK = 8, 512
# The same bytes taken as bits: a bias of single bits hides among 256 values.
BIT, BITS_WINDOW = 1, 1024


GENERATOR = "generator"  # the reason of a table on hold


class GeneratorFailed(Exception):
    """The generator failed a test: nothing may be drawn from it."""


def repetition_cutoff(entropy: int, alpha_bits: int = ALPHA_BITS) -> int:
    """The number of equal samples in a row that is a failure.  [90B 4.4.1]"""
    return 1 + math.ceil(alpha_bits / entropy)


def proportion_cutoff(entropy: int, window: int, alpha: Fraction = ALPHA) -> int:
    """The number of samples of a window equal to its first one that is a failure: 1 + CRITBINOM(W, 2^-H, 1 -
    alpha).  [90B 4.4.2]
    """
    hit, tail = Fraction(1, 2**entropy), Fraction(0)
    for count in range(window, -1, -1):
        tail += math.comb(window, count) * hit**count * (1 - hit) ** (window - count)
        if tail > alpha:
            return count + 1
    raise AssertionError("unreachable: the tail sums to one")


EQUAL_BYTES = repetition_cutoff(BYTE)
SAME_BYTES = proportion_cutoff(BYTE, BLOCK)
SAME_BITS = proportion_cutoff(BIT, BITS_WINDOW)
REPETITION = re.compile(rb"(.)\1{%d}" % (EQUAL_BYTES - 1), re.DOTALL)
# The greatest probability that a healthy source fails: a run may begin at each byte, and each window may be
# too uniform.
WINDOWS = BLOCK * 8 // BITS_WINDOW
FALSE_ALARMS_PER_SEED = BLOCK * Fraction(1, 2 ** (BYTE * (EQUAL_BYTES - 1))) + ALPHA + WINDOWS * ALPHA


def system_bytes(count: int) -> bytes:
    return secrets.token_bytes(count)


class Source:
    """The operating system's generator under continuous test; one for a process."""

    def __init__(self, read: Callable[[int], bytes] = system_bytes) -> None:
        self._read, self._lock = read, threading.Lock()
        self._tail = b""
        self._last = b""
        self.failed = ""

    def seed(self) -> bytes:
        """A new seed from the operating system."""
        with self._lock:
            if self.failed:
                raise GeneratorFailed(self.failed)
            try:
                return self._tested()[:SEED]
            except (OSError, GeneratorFailed) as error:
                self.failed = str(error)
                log.critical("random generator failed", trouble=self.failed)
                raise GeneratorFailed(self.failed) from error

    def start(self) -> None:
        """The start-up test: at least 1,024 samples are tested and discarded.  [90B 4.3]"""
        for _ in range(1024 // BLOCK):
            self.seed()

    def _tested(self) -> bytes:
        block = self._read(BLOCK)
        if len(block) != BLOCK:
            raise GeneratorFailed(f"the source gave {len(block)} bytes of {BLOCK}")
        digest = hashlib.sha256(block).digest()
        if digest == self._last:
            raise GeneratorFailed("repetition: the source gave the same block twice")
        if REPETITION.search(self._tail + block):
            raise GeneratorFailed(f"repetition count test: {EQUAL_BYTES} equal bytes in a row")
        if (same := block.count(block[0])) >= SAME_BYTES:
            raise GeneratorFailed(f"adaptive proportion test: one byte {same} times in {BLOCK}")
        for at in range(0, BLOCK, BITS_WINDOW // 8):
            ones = int.from_bytes(block[at : at + BITS_WINDOW // 8], "big").bit_count()
            same = ones if block[at] & 0x80 else BITS_WINDOW - ones
            if same >= SAME_BITS:
                raise GeneratorFailed(f"adaptive proportion test: one bit {same} times in {BITS_WINDOW}")
        # The last bytes are kept, because a run may continue in the next block.
        self._tail, self._last = block[1 - EQUAL_BYTES :], digest
        return block


source = Source()
