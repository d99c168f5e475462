"""The generator's bytes, for programs that test randomness: `python -m tests.proofs.generator_bytes [N]`.

They are the words from which the rounds of a house are drawn, in order: of each round a new seed of the
operating system, two shares, in every second round the value of a beacon, and of the stream of its key more
than any round draws. Without a number of bytes it goes on until the reader stops; then the bytes that were
written and the time are reported on standard error.

    python -m tests.proofs.generator_bytes | dieharder -a -g 200      Debian's package dieharder
    python -m tests.proofs.generator_bytes | RNG_test stdin           PractRand
    python -m tests.proofs.generator_bytes 12500000 > bytes           100 · 10⁶ bits for NIST's suite
"""

from __future__ import annotations

import argparse
import contextlib
import os
import secrets
import sys
import time
from collections.abc import Iterator

from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import CTR

from games.draw import beacon, generator
from games.draw.beacon import SANDBOX_NAME, BeaconUse, Chain

OF_A_ROUND = 65_536  # bytes; a shoe of eight packs takes less than a thousand
TABLE = 7
SECRET = 0xB17E5
CHAIN = Chain(SANDBOX_NAME, beacon.public_key_of(SECRET), 1_700_000_000, 1, "66" * 32)


def key_of_round(number: int) -> bytes:
    """A key as a croupier makes it. The value's signature needs no check here, so it is any one."""
    shares = {seat: secrets.token_hex(16) for seat in (1, 3)}
    closed = (CHAIN.genesis + number) * 1000
    use = BeaconUse(CHAIN, closed, 300, CHAIN.first_from(closed + 300), secrets.token_hex(48))
    return generator.key(generator.new_seed(), TABLE, number, shares, use if number % 2 else None)


def words_of(key: bytes, count: int) -> bytes:
    """The first bytes of a round's stream: the words of its draw, of sixteen bits each."""
    return Cipher(AES(key), CTR(bytes(16))).encryptor().update(bytes(count))


def rounds() -> Iterator[bytes]:
    number = 0
    while True:
        number += 1
        yield words_of(key_of_round(number), OF_A_ROUND)


def write(count: int | None, to: int) -> int:
    """How many bytes were written before the count was reached, or the reader stopped."""
    written = 0
    with contextlib.suppress(BrokenPipeError):
        for words in rounds():
            part = words if count is None else words[: count - written]
            while part:
                sent = os.write(to, part)
                written, part = written + sent, part[sent:]
            if written == count:
                break
    return written


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("count", type=int, nargs="?", help="of bytes; without it until the reader stops")
    options = parser.parse_args(arguments)
    begun = time.monotonic()
    written = write(options.count, sys.stdout.fileno())
    print(f"{written:,} bytes of the generator in {time.monotonic() - begun:,.0f} s", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
