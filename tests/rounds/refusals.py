"""What the engines refuse along the golden rounds, stored as data.

At every step each seat also tries commands that it should not: every kind, at every place that the file names
and at one that does not exist, with amounts around those of the file. What is refused is kept once for each
code, rule and figures, in the phase of the round. `python -m tests.rounds.refusals` writes the file; a person
reviews the change.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, get_args

import msgspec

from games.catalogue import GAMES
from games.rules.shared.refusals import Refused
from tests.rounds.golden import FOLDER, states

FILE = FOLDER / "refusals.txt"
NOWHERE = "nowhere"
ALWAYS = (1, 10_000_000)


def all_refusals() -> list[str]:
    return [line for path in sorted(FOLDER.glob("*.json")) for line in _refusals(path)]


def _refusals(path: Path) -> list[str]:
    golden = json.loads(path.read_text("utf-8"))
    engine: Any = GAMES[golden["system"]].engine
    commands = list(_commands(engine, golden))
    kept: dict[str, str] = {}
    for state in states(golden):
        phase = str(getattr(state, "phase", ""))
        for seat, command in product(golden["seats"], commands):
            try:
                engine.act(state, seat, command)
            except Refused as refusal:
                tag = type(command).__struct_config__.tag
                figures = json.dumps(refusal.details, sort_keys=True, default=str)
                key = f"{path.stem} {phase} {tag} {refusal.code} {refusal.rule} {figures}"
                kept.setdefault(key, msgspec.json.encode(command).decode())
    return [f"{key} <- {command}" for key, command in kept.items()]


def _commands(engine: Any, golden: dict[str, Any]) -> Iterator[Any]:
    commands = [step["says"] for steps in golden["rounds"] for step in steps if "says" in step]
    names, amounts = set(_values(commands, str)) | {NOWHERE}, set(_values(commands, int))
    amounts = {near for amount in amounts for near in (amount - 1, amount, amount + 1, 2 * amount)} | {
        *ALWAYS
    }
    for kind in get_args(engine.command_type) or (engine.command_type,):
        fields = [field for field in msgspec.structs.fields(kind) if field.required]
        values = [list(_candidates(field.type, sorted(names), sorted(amounts))) for field in fields]
        for chosen in product(*values):
            plain = {field.encode_name: value for field, value in zip(fields, chosen, strict=True)}
            try:
                yield msgspec.convert({"t": kind.__struct_config__.tag} | plain, type=kind)
            except msgspec.ValidationError:
                continue


def _values(part: Any, kind: type) -> Iterator[Any]:
    """Everything of this kind in what the seats of a file do, the names of places among it."""
    match part:
        case dict():
            for name, value in part.items():
                yield from _values(value, kind)
                if kind is str and isinstance(value, int):
                    yield name
        case list():
            for value in part:
                yield from _values(value, kind)
        case _ if type(part) is kind:
            yield part


def _candidates(annotation: Any, names: list[str], amounts: list[int]) -> Iterator[Any]:
    """Values to try; those that do not fit the field are left out when the command is made."""
    if "dict" in str(annotation):
        yield from ({name: amount} for name, amount in product(names, amounts))
    elif "int" in str(annotation) or "Chips" in str(annotation):
        yield from (0, *amounts)
    elif "bool" in str(annotation):
        yield from (False, True)
    else:
        yield from names


if __name__ == "__main__":
    FILE.write_text("\n".join(all_refusals()) + "\n", "utf-8")
