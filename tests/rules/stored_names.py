"""The names under which events of the games are stored: tags, fields and values of choices.

A record is kept for ten years and read by these names. `python -m tests.rules.stored_names` writes them to
`stored_names.json`; a name that goes or changes there needs a reader for the older records.
"""

from __future__ import annotations

import enum
import json
from pathlib import Path
from typing import Any

import msgspec

from games.catalogue import GAMES
from games.tables.domain.events import TableEvent

FILE = Path(__file__).with_name("stored_names.json")


def names_of(*types: Any) -> dict[str, list[str]]:
    """Per structure its stored tag and fields; per enumeration its values."""
    names: dict[str, list[str]] = {}
    waiting: list[Any] = list(msgspec.inspect.multi_type_info(types))
    while waiting:
        read = waiting.pop()
        match read:
            case msgspec.inspect.StructType():
                tag = f"{read.tag_field}={read.tag}" if read.tag is not None else ""
                known = [tag, *sorted(field.encode_name for field in read.fields)]
                if names.setdefault(read.cls.__name__, known) is known:
                    waiting += [field.type for field in read.fields]
            case msgspec.inspect.EnumType():
                choices: type[enum.Enum] = read.cls
                names[choices.__name__] = sorted(str(choice.value) for choice in choices)
            case msgspec.inspect.UnionType():
                waiting += read.types
            case msgspec.inspect.DictType():
                waiting += [read.key_type, read.value_type]
            case msgspec.inspect.TupleType():
                waiting += read.item_types
            case msgspec.inspect.VarTupleType() | msgspec.inspect.ListType() | msgspec.inspect.SetType():
                waiting.append(read.item_type)
    return dict(sorted(names.items()))


def all_names() -> dict[str, dict[str, list[str]]]:
    return {"tables": names_of(TableEvent)} | {
        system: names_of(GAMES[system].engine.event_type) for system in sorted(GAMES)
    }


if __name__ == "__main__":
    FILE.write_text(json.dumps(all_names(), indent=1) + "\n", "utf-8")
