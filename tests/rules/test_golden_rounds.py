"""Whole rounds kept as data: the engines still produce what was reviewed and stored."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from games.catalogue import GAMES
from tests.rounds.answers import FILE as ANSWERS
from tests.rounds.answers import all_answers
from tests.rounds.golden import FOLDER, replay, written
from tests.rounds.refusals import FILE as REFUSALS
from tests.rounds.refusals import all_refusals

FILES = sorted(FOLDER.glob("*.json"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_step_comes_to_what_was_kept(path: Path) -> None:
    text = path.read_text("utf-8")
    golden = json.loads(text)
    steps = 0
    for number, step, came in replay(golden):
        kept = {name: step[name] for name in ("events", "postings", "views", "refused") if name in step}
        assert came == kept, f"round {number}: {step.get('says') or step.get('house')}"
        steps += 1
    assert steps == sum(map(len, golden["rounds"])) > 0
    assert written(golden) == text


def test_what_is_refused_along_the_rounds_is_what_was_kept() -> None:
    """Code, rule and figures of every refusal, on both sides of each limit."""
    refused = all_refusals()
    assert refused == REFUSALS.read_text("utf-8").splitlines()
    assert {line.partition("-")[0] for line in refused} == {path.stem.partition("-")[0] for path in FILES}


def test_what_is_answered_along_the_rounds_is_what_was_kept() -> None:
    """Turns, clocks, choices, stakes, results, reasons and the description of the table."""
    assert all_answers() == ANSWERS.read_text("utf-8").splitlines()


def test_every_game_has_golden_rounds() -> None:
    assert {json.loads(path.read_text("utf-8"))["system"] for path in FILES} == set(GAMES)
