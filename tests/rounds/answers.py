"""What the engines answer along the golden rounds, stored as data.

Whose turn it is and until when, what a seat may do, what is staked, why a result came about, and how the
table is described. A line says what an answer has become since the state before. `python -m
tests.rounds.answers` writes the file; a person reviews the change.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from games.catalogue import GAMES
from tests.rounds.golden import FOLDER, walk

FILE = FOLDER / "answers.txt"
OF_A_STATE = (
    "waiting_for", "to_act", "clock", "pause_ms", "keeps_shoe", "stakes", "results", "outcome", "draw_record",
    "ends_orbit",
)  # fmt: skip
OF_A_SEAT = ("options", "explain", "chat_closed_by", "absence", "stack", "visible_positions")
NOT_YET = "not yet"


def all_answers() -> list[str]:
    return [line for path in sorted(FOLDER.glob("*.json")) for line in _answers(path)]


def _answers(path: Path) -> Iterator[str]:
    golden = json.loads(path.read_text("utf-8"))
    engine: Any = GAMES[golden["system"]].engine
    before: dict[str, str] = {}
    for step, (number, _step, _came, state) in enumerate(walk(golden)):
        if not before:
            yield from _description(path.stem, engine.describe(state.sheet, state.setting))
        answers = {name: _answer(engine, name, state) for name in OF_A_STATE}
        for seat in golden["seats"]:
            answers |= {f"{name} {seat}": _answer(engine, name, state, seat) for name in OF_A_SEAT}
        for name, answer in answers.items():
            if before.get(name, NOT_YET) != answer:
                yield f"{path.stem} {number + 1}.{step} {name} {answer}"
        before = answers


def _description(name: str, description: dict[str, Any]) -> Iterator[str]:
    for key, value in description.items():
        yield f"{name} describe {key} {json.dumps(_plain(value), sort_keys=True, ensure_ascii=False)}"


def _answer(engine: Any, name: str, *about: Any) -> str:
    """An answer that a state cannot give yet is no answer."""
    try:
        answer = getattr(engine, name)(*about)
    except (AssertionError, AttributeError, KeyError, IndexError, TypeError, ValueError):
        return NOT_YET
    return json.dumps(_plain(answer), sort_keys=True, ensure_ascii=False)


def _plain(answer: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(answer))


if __name__ == "__main__":
    FILE.write_text("\n".join(all_answers()) + "\n", "utf-8")
