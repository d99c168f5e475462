"""A beacon's values, checked against a round that the public network quicknet published."""

from __future__ import annotations

import pytest

from games.draw import beacon
from games.draw.beacon import QUICKNET, Chain

# Round 1000 of quicknet and the one after it. The network itself is not reached by any test.
NUMBER = 1000
SIGNATURE = "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39"
VALUE = "fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd"
FIELD = 0x1A0111EA397FE69A4B1BA7B6434BACD764774B84F38512BF6730D2A0F6B0F6241EABFFFEB153FFFFB9FEFFFFFFFFAAAB
SECRET = 0xFE17
SANDBOX = Chain(
    name="sandbox",
    public_key=beacon.public_key_of(SECRET),
    genesis=1_700_000_000,
    period=1,
    group_hash="ab" * 32,
)


def test_a_recorded_value_of_quicknet_is_genuine() -> None:
    assert QUICKNET.hash == "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"
    assert beacon.is_genuine(QUICKNET.public_key, NUMBER, SIGNATURE)
    assert beacon.value_of(SIGNATURE) == VALUE


def flipped(signature: str, at: int) -> str:
    return signature[:at] + f"{int(signature[at], 16) ^ 1:x}" + signature[at + 1 :]


@pytest.mark.parametrize("at", [2, 17, 50, 95])
def test_a_changed_signature_is_false(at: int) -> None:
    assert not beacon.is_genuine(QUICKNET.public_key, NUMBER, flipped(SIGNATURE, at))


@pytest.mark.parametrize("number", [NUMBER - 1, NUMBER + 1, 1, 0, -1])
def test_a_signature_belongs_to_one_number(number: int) -> None:
    assert not beacon.is_genuine(QUICKNET.public_key, number, SIGNATURE)


def test_a_signature_belongs_to_one_key() -> None:
    assert not beacon.is_genuine(SANDBOX.public_key, NUMBER, SIGNATURE)
    assert not beacon.is_genuine(QUICKNET.public_key, NUMBER, beacon.sign(SECRET, NUMBER))


@pytest.mark.parametrize(
    "signature",
    [
        beacon.INFINITY,
        "00" * 48,
        "",
        SIGNATURE[:-2],
        SIGNATURE + "00",
        # The opposite point, and the uncompressed flag.
        f"{int(SIGNATURE[:2], 16) ^ 0x20:02x}" + SIGNATURE[2:],
        f"{int(SIGNATURE[:2], 16) ^ 0x80:02x}" + SIGNATURE[2:],
    ],
)
def test_no_other_encoding_is_accepted(signature: str) -> None:
    assert not beacon.is_genuine(QUICKNET.public_key, NUMBER, signature)


def points_outside_the_group(count: int) -> list[str]:
    """Points of the curve that are not in the group of signatures: almost all of its points."""
    points: list[str] = []
    x = 1
    while len(points) < count:
        x += 1
        square = (x**3 + 4) % FIELD
        y = pow(square, (FIELD + 1) // 4, FIELD)
        if y * y % FIELD == square:
            flags = 0x80 | (0x20 if y > FIELD - y else 0)
            encoded = bytearray(x.to_bytes(48, "big"))
            encoded[0] |= flags
            points.append(encoded.hex())
    return points


def test_points_outside_the_group_are_refused() -> None:
    """A point of small order added to a signature would pair alike, and be another value to choose."""
    assert not any(
        beacon.is_genuine(QUICKNET.public_key, NUMBER, point) for point in points_outside_the_group(20)
    )


def test_a_key_that_is_no_key_makes_nothing_genuine() -> None:
    for key in ("00" * 96, "c0" + "00" * 95, QUICKNET.public_key[:-2], QUICKNET.public_key[:-1] + "0"):
        assert not beacon.is_genuine(key, NUMBER, SIGNATURE)


def test_what_the_sandbox_signs_is_genuine_and_the_same_each_time() -> None:
    assert beacon.sign(SECRET, 7) == beacon.sign(SECRET, 7) != beacon.sign(SECRET, 8)
    assert beacon.is_genuine(SANDBOX.public_key, 7, beacon.sign(SECRET, 7))


@pytest.mark.parametrize("chain", [QUICKNET, SANDBOX], ids=["quicknet", "sandbox"])
def test_the_first_value_from_a_moment_is_never_one_from_before(chain: Chain) -> None:
    period_ms = 1000 * chain.period
    for number in (1, 2, 1000, 123_456_789):
        due = chain.scheduled_ms(number)
        assert chain.first_from(due) == number
        assert chain.first_from(due + 1) == number + 1
        assert chain.first_from(due - period_ms + 1) == number
    assert chain.first_from(0) == 1


def test_a_chain_is_named_by_its_key_and_its_schedule() -> None:
    hashes = {
        chain.hash
        for chain in (
            SANDBOX,
            QUICKNET,
            Chain("sandbox", beacon.public_key_of(SECRET + 1), SANDBOX.genesis, 1, SANDBOX.group_hash),
            Chain("sandbox", SANDBOX.public_key, SANDBOX.genesis + 1, 1, SANDBOX.group_hash),
            Chain("sandbox", SANDBOX.public_key, SANDBOX.genesis, 2, SANDBOX.group_hash),
            Chain("sandbox", SANDBOX.public_key, SANDBOX.genesis, 1, "cd" * 32),
            Chain("another", SANDBOX.public_key, SANDBOX.genesis, 1, SANDBOX.group_hash),
        )
    }
    assert len(hashes) == 7
