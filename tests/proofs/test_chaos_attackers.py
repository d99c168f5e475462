"""What the chaos proof makes of the attackers' gains: a check that nothing can fail would prove nothing."""

from __future__ import annotations

from typing import Any

import pytest

from tests.proofs.chaos_attackers import Attackers, Gains


class Staff:
    def __init__(self, opened: list[str], gains: Gains) -> None:
        self.opened, self.gains = opened, gains

    def try_sessions(self, tokens: list[str]) -> None:
        self.gains.sessions += [token for token in tokens if token in self.opened]


def judged(gains: Gains, *, bets: int = 0, cents: int = 0, opened: list[str] | None = None) -> list[str]:
    attackers = Attackers.__new__(Attackers)
    attackers.gains, attackers.wanted, attackers.players, attackers.began = gains, 3, [1], None
    attackers.staff = [Staff(opened or [], gains)]  # type: ignore[list-item]

    def query(sql: str, values: list[Any]) -> list[tuple[int]]:
        return [(bets if "games_event" in sql else cents,)]

    attackers.query = query
    return attackers.judge()


def made() -> Gains:
    gains = Gains(forged={"00000000-0000-0000-0000-000000000001"})
    for _ in range(3):
        gains.count("web: forge command")
    return gains


def test_nothing_gained_is_no_contradiction(capsys: pytest.CaptureFixture[str]) -> None:
    assert judged(made()) == []
    line = "3 tries, 0 bets for others, 0 hidden cards read, 0 sessions obtained, 0 euros moved"
    assert capsys.readouterr().out.splitlines()[-1] == line


@pytest.mark.parametrize("gained", [{"bets": 1}, {"cents": 100}])
def test_a_bet_or_a_euro_is_a_contradiction(gained: dict[str, int]) -> None:
    assert judged(made(), **gained) != []


@pytest.mark.parametrize("frame", [b'{"t":"mine","was":1}', b'..."mine":{"game":{}}', b'{"hole":["As"]}'])
def test_a_private_frame_in_clear_is_a_contradiction(frame: bytes) -> None:
    gains = made()
    gains.read(frame, "frame on web:1")
    assert judged(gains) == ["frame on web:1"]


def test_a_session_found_on_valkey_is_tried() -> None:
    gains, token = made(), "a1" * 16
    gains.read(f"x:{token};".encode(), "the key x")
    assert judged(gains, opened=[token]) == [token]


def test_too_few_tries_are_a_contradiction() -> None:
    assert judged(Gains(forged={"00000000-0000-0000-0000-000000000001"})) != []
    gains = made()
    gains.forged.clear()
    assert judged(gains) != []
