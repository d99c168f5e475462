"""Known-answer tests of all parts of a draw, run before a croupier deals its first card.  [P23]

HMAC: RFC 4231, case 2. AES-256 in counter mode: NIST SP 800-38A, F.5.5. The rest was computed with another
implementation (openssl).
"""

from __future__ import annotations

import hmac as hmac_module

from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import CTR

from games.draw import generator
from games.draw.entropy import GeneratorFailed

HMAC_ANSWER = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
AES_KEY = "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4"
AES_COUNTER = "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff"
AES_TEXT = (
    "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51"
    "30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710"
)
AES_ANSWER = (
    "601ec313775789a5b7a7f504bbf3d228f443e3ca4d62b59aca84e990cacaf5c5"
    "2b0930daa23de94ce87017ba2d84988ddfc9c58db67aada613c2dd08457941a6"
)
PROMISE_ANSWER = "5dc6ebf32dc5b4c1d66ff7b13d7ac01ba61f488ecbd86a615e16df24de8f5d06"
# For each number the last accepted word and the first rejected one.
REJECTION_ANSWERS = {37: (65_526, 65_527), 52: (65_519, 65_520), 416: (65_311, 65_312), 64: (65_535, None)}
SHUFFLE_ANSWER = (
    35, 32, 46, 12, 15, 50, 0, 17, 7, 43, 37, 1, 31, 23, 5, 21, 47, 4, 48, 10, 26, 51, 39, 44, 42, 24,
    41, 34, 22, 9, 33, 14, 13, 20, 30, 19, 16, 29, 40, 3, 28, 25, 45, 11, 2, 18, 38, 8, 27, 36, 6, 49,
)  # fmt: skip


def hmac(key: bytes, text: bytes) -> bytes:
    return hmac_module.digest(key, text, "sha256")


def cipher(key: bytes, counter: bytes, text: bytes) -> bytes:
    return Cipher(AES(key), CTR(counter)).encryptor().update(text)


def shuffled(key: bytes) -> tuple[int, ...]:
    return generator.Draw(key).shuffled(52)


def check() -> None:
    """Checks every known answer; the error names the first that is wrong."""
    _compare("HMAC-SHA256", hmac(b"Jefe", b"what do ya want for nothing?").hex(), HMAC_ANSWER)
    answer = cipher(bytes.fromhex(AES_KEY), bytes.fromhex(AES_COUNTER), bytes.fromhex(AES_TEXT))
    _compare("AES-256-CTR", answer.hex(), AES_ANSWER)
    for n, (last, first_thrown_away) in REJECTION_ANSWERS.items():
        _compare("rejection sampling", generator.unbiased(last, n), n - 1)
        if first_thrown_away is not None:
            _compare("rejection sampling", generator.unbiased(first_thrown_away, n), None)
    _compare("the promise of a seed", generator.promise(bytes(32)), PROMISE_ANSWER)
    _compare("the shuffle", shuffled(bytes(32)), SHUFFLE_ANSWER)


def _compare(name: str, answer: object, known: object) -> None:
    if answer != known:
        raise GeneratorFailed(f"{name} does not give its known answer")
