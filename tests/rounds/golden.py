"""Golden rounds: the commands at a table and everything that followed, stored as data.

A file names the system, its rule sheet, the table's setting and the seats, then its rounds, each a list of
steps. A step is a command of a seat ({"seat": 1, "says": {…}}) or an action of the house ({"house":
"advance", "draws": [5]}, {"house": "void", "cause": "system"}). Beside it are its results: events with their
postings and the views of spectators and of each seat, or the refusal. `python -m tests.rounds.golden FILE…`
writes the results of the steps; a person reviews them before they are stored.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from games.catalogue import GAMES
from games.rules.shared.money import Posting
from games.rules.shared.refusals import Refused

Step = dict[str, Any]
FOLDER = Path(__file__).parent


class RecordedDraws:
    """A draw that the file tells: `draws` in order for single numbers, `order` for a shoe."""

    def __init__(self, step: Step) -> None:
        self.draws, self.order = list(step.get("draws", ())), step.get("order", ())

    def below(self, n: int) -> int:
        drawn = int(self.draws.pop(0))
        assert 0 <= drawn < n
        return drawn

    def shuffled(self, n: int) -> Sequence[int]:
        assert sorted(self.order) == list(range(n))
        return self.order


def replay(golden: dict[str, Any]) -> Iterator[tuple[int, Step, Step]]:
    """Every step of the file, with the number of its round and its present results."""
    for number, step, came, _state in walk(golden):
        if came is not None:
            yield number, step, came


def states(golden: dict[str, Any]) -> Iterator[Any]:
    """The state before every step of the file, and the last one."""
    return (state for _number, _step, _came, state in walk(golden))


def walk(golden: dict[str, Any]) -> Iterator[tuple[int, Step, Step | None, Any]]:
    """Every step with its results, and the state after it; a round begins with a state and without a step."""
    engine: Any = GAMES[golden["system"]].engine
    sheet, setting = (
        msgspec.convert(golden["sheet"], type=engine.sheet_type),
        msgspec.convert(golden["setting"], type=engine.setting_type),
    )
    assert engine.check_sheet(sheet) == []
    assert engine.check_setting(sheet, setting) == []
    state = None
    for number, steps in enumerate(golden["rounds"]):
        state = engine.begin(sheet, setting, state, golden["seats"])
        yield number, {}, None, state
        for step in steps:
            try:
                events = _happening(engine, state, step)
            except Refused as refusal:
                yield (
                    number,
                    step,
                    _plain(
                        {"refused": {"code": refusal.code, "rule": refusal.rule, "with": refusal.details}}
                    ),
                    state,
                )
                continue
            for event in events:
                state = engine.apply(state, event)
            yield number, step, _came(engine, state, events, golden["seats"]), state


def _happening(engine: Any, state: Any, step: Step) -> tuple[Any, ...]:
    if "says" in step:
        return tuple(engine.act(state, step["seat"], msgspec.convert(step["says"], type=engine.command_type)))
    if step["house"] == "void":
        return tuple(engine.void(state, step["cause"]))
    if step["house"] == "lapse":
        return tuple(engine.default_action(state, step["seat"]))
    return tuple(engine.advance(state, RecordedDraws(step)))


def _came(engine: Any, state: Any, events: tuple[Any, ...], seats: Sequence[int]) -> Step:
    views = {"table": engine.view(state, None)} | {str(seat): engine.view(state, seat) for seat in seats}
    postings = [_posting(posting) for event in events for posting in engine.postings(event)]
    return _plain({"events": events, "postings": postings, "views": views})


def _plain(came: Any) -> Step:
    """As it goes over the wire and into a file."""
    plain: Step = msgspec.json.decode(msgspec.json.encode(came))
    return plain


def _posting(posting: Posting) -> list[Any]:
    return [posting.kind, posting.seat, posting.cents]


def record(golden: dict[str, Any]) -> dict[str, Any]:
    rounds: list[list[Step]] = [[] for _ in golden["rounds"]]
    for number, step, came in replay(golden):
        line = {
            name: value
            for name, value in step.items()
            if name not in ("events", "postings", "views", "refused")
        }
        rounds[number].append(line | came)
    return golden | {"rounds": rounds}


def written(golden: dict[str, Any]) -> str:
    """One line for each thing that came of a step, so that a change shows as the lines that changed."""
    head = {name: value for name, value in golden.items() if name != "rounds"}
    lines = ["{", *(f"{json.dumps(name)}: {_line(value)}," for name, value in head.items()), '"rounds": [']
    for number, steps in enumerate(golden["rounds"]):
        lines.append("[")
        for index, step in enumerate(steps):
            parts = ",\n   ".join(f"{json.dumps(name)}: {_line(value)}" for name, value in step.items())
            lines.append("  {" + parts + "}" + ("," if index + 1 < len(steps) else ""))
        lines.append("]" + ("," if number + 1 < len(golden["rounds"]) else ""))
    return "\n".join([*lines, "]", "}"]) + "\n"


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        path = Path(name)
        path.write_text(written(record(json.loads(path.read_text("utf-8")))), "utf-8")
