"""The proof of the generator under load in small; what is drawn wrongly fails it. `python -m
tests.proofs.generator_load` is the whole one.
"""

from __future__ import annotations

import os

import pytest
from msgspec import structs

from tests.proofs.generator_load import (
    LEAST_ROUNDS,
    PACK_EVERY,
    Drawn,
    battery,
    draw_rounds,
    faults_of,
    is_fair,
    main,
    of_round,
    under_load,
)


def drawn_by(keys: list[bytes]) -> Drawn:
    """Rounds of these keys, which say the same in every run."""
    results = [of_round(key, number) for number, key in enumerate(keys, start=1)]
    return Drawn(keys, [number for number, _pack in results], [pack for _, pack in results if pack], [])


def fixed(count: int) -> Drawn:
    return drawn_by([number.to_bytes(32, "big") for number in range(count)])


def test_6_7_1_7_processes_of_one_house_draw_apart() -> None:
    drawn = under_load(2 * (os.cpu_count() or 1), 0.3)
    assert all(one.numbers for one in drawn) and faults_of(drawn) == []
    assert all(len(one.packs) == len(one.numbers) // PACK_EVERY for one in drawn)


def test_6_7_1_7_a_fair_draw_passes_the_battery_and_a_bent_one_fails() -> None:
    fair = fixed(LEAST_ROUNDS)
    assert is_fair(list(battery([fair])))
    bent = structs.replace(fair, numbers=[number if number % 5 else number // 2 for number in fair.numbers])
    assert not is_fair(list(battery([bent])))
    sorted_packs = structs.replace(fair, packs=[tuple(sorted(pack)) for pack in fair.packs])
    assert not is_fair(list(battery([sorted_packs])))


def test_a_seed_that_comes_twice_and_a_round_that_is_another_are_faults() -> None:
    drawn = fixed(20)
    assert faults_of([drawn]) == [] and "came 2 times" in faults_of([drawn, drawn])[0]
    other = structs.replace(drawn, numbers=[(drawn.numbers[0] + 1) % 37, *drawn.numbers[1:]])
    assert "another result" in faults_of([other])[0]


def test_too_little_load_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert draw_rounds(60, most=5).numbers
    assert main(["--processes", "1", "--seconds", "0.05"]) == 1
    said = capsys.readouterr().out
    assert "too few" in said and "NOT passed" in said
