"""The history checker accepts what one wallet can show, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.proofs.cluster.wallets import History, refused_for_good

RED = '{"t":"bet","on":{"red":200}}'


def returned(number: int, stakes: Mapping[str, int]) -> int | None:
    """Round 1 ended with a red number, round 2 with a black one; round 3 runs."""
    return {1: 2 * stakes.get("red", 0), 2: 0}.get(number)


def contradictions(*lines: str) -> list[str]:
    return list(History(1000, returned, refused_for_good(lines)).check(lines))


def read(number: int, cents: int) -> list[str]:
    return [f"Q {number}", f"B {number} {cents}"]


BET = [f"S a 1 {RED}", "A a"]


@pytest.mark.parametrize(
    "lines",
    [
        [*read(1, 1000)],
        [*BET, *read(1, 800)],
        [*BET, *read(1, 1200)],  # the round may have ended meanwhile
        [*BET, "N 2", *read(1, 1200)],
        [f"S a 1 {RED}", *read(1, 1000), *read(2, 800), "A a", *read(3, 800)],  # paid before the answer came
        [f"S a 1 {RED}", "R a closed", *read(1, 1000)],
        [f"S a 1 {RED}", "R a closed", "A a", *read(1, 800)],  # refused by one croupier, accepted later
        ["Q 1", *BET, "B 1 1000"],  # the read began before the bet
        [*BET, "N 2", f"S b 2 {RED}", "A b", *read(1, 1000), "N 3", *read(2, 1000)],
        ["P 4 800", "P 4 800", "P 5 1200"],
    ],
)
def test_what_one_wallet_can_show_is_accepted(lines: list[str]) -> None:
    assert contradictions(*lines) == []


@pytest.mark.parametrize(
    ("lines", "finding"),
    [
        ([*BET, *read(1, 1000)], "stale read after the acknowledgement"),
        ([*BET, "N 2", *read(1, 800)], "the settlement is missing"),
        ([*BET, *read(1, 600)], "paid twice"),
        ([*BET, "N 2", *read(1, 1600)], "prize paid twice"),
        ([f"S a 1 {RED}", *read(1, 800), *read(2, 1000)], "an update that was seen is lost"),
        ([*BET, *read(1, 1200), *read(2, 800)], "a settlement that was seen is lost"),
        ([f"S a 1 {RED}", "R a closed", *read(1, 800)], "a refused bet was paid"),
        (["P 4 800", "P 4 1000"], "two balances after one movement"),
    ],
)
def test_what_no_order_explains_is_reported(lines: list[str], finding: str) -> None:
    assert len(contradictions(*lines)) == 1, finding


def test_after_a_contradiction_the_rest_is_still_checked() -> None:
    lines = [*BET, *read(1, 1), *read(2, 2), *read(3, 800)]
    assert len(contradictions(*lines)) == 2
