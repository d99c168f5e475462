"""A small attack on deposits; `python -m tests.proofs.callback_attack` makes a larger one."""

from __future__ import annotations

import pytest

from tests.proofs.callback_attack import FAULTS, attack, planted

pytestmark = pytest.mark.usefixtures("lasting_db")


def test_no_deposit_is_credited_twice_or_lost() -> None:
    result = attack(payments=12, racing=8, seed=1)
    print(result.closing_line())
    assert (result.double, result.lost, result.wrong) == (0, 0, [])
    assert result.notifications == 12 * 6 and result.kills > 12 and len(result.statements) > 15


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: str) -> None:
    with planted(fault):
        result = attack(payments=6, racing=8, seed=2)
    print(fault, result.closing_line())
    assert result.double or result.lost or result.wrong
