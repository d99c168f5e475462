"""`feltro doctor` asks the beacon's process too: its settings, its role and its relays."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from games.beacons import check
from games.beacons.follower import Follower
from tests.games.beacons.conftest import FakeRelay, new_chain

pytestmark = pytest.mark.usefixtures("lasting_db")


def run(monkeypatch: pytest.MonkeyPatch, follower: Follower | None, database: str) -> int:
    monkeypatch.setattr(check, "follower_from_settings", lambda: follower)
    monkeypatch.setenv("DATABASE_URL", database)
    return check.main()


def test_a_beacon_whose_relay_answers_is_fine(
    follow: Callable[..., Follower],
    address: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Red before: `feltro doctor` left the beacon out."""
    chain = new_chain()
    away = FakeRelay(chain)
    away.away = True  # no finding while another one answers
    follower = follow(chain, FakeRelay(chain), away)
    assert run(monkeypatch, follower, address) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines == [
        "beacon    settings    ok",
        "beacon    database    ok",
        "beacon    relays      ok",
        "beacon: 0 findings",
    ]


def test_what_is_wrong_is_found_and_counted(
    follow: Callable[..., Follower],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    chain = new_chain()
    other = FakeRelay(chain)
    other.info["public_key"] = new_chain(secret=7).public_key
    follower = follow(chain, FakeRelay(chain), other)
    assert run(monkeypatch, follower, f"postgresql://house_beacon@/feltro?host={tmp_path}") == 1
    printed = capsys.readouterr().out
    assert "The database does not answer" in printed
    assert "https://relay1.example is refused: key-changed." in printed
    assert "beacon: 2 findings" in printed


def test_no_relay_and_no_beacon_are_not_ok(
    follow: Callable[..., Follower],
    address: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    chain = new_chain()
    away = FakeRelay(chain)
    away.away = True
    follower = follow(chain, away)
    assert run(monkeypatch, follower, address) == 1
    assert "No relay answers: https://relay0.example" in capsys.readouterr().out
    assert run(monkeypatch, None, address) == 0
    printed = capsys.readouterr().out
    assert "relays      unknown" in printed and "beacon: 1 unknown\nbeacon: 0 findings" in printed
