"""What the transcription of the regulator's schemas changed, and what their print leaves open."""

from __future__ import annotations

import tomllib
from typing import Any

from tests.docs.generate import ROOT
from tests.docs.markdown import table

LIST = ROOT / "casino" / "compliance" / "regulator" / "packs" / "pt_2015" / "schemas" / "misprints.toml"


def entries(kind: str) -> list[dict[str, Any]]:
    listed: list[dict[str, Any]] = tomllib.loads(LIST.read_text("utf-8"))[kind]
    return listed


def printed(entry: dict[str, Any]) -> str:
    return f"<code>{entry['printed'].replace('<', '&lt;')}</code>"


def misprints() -> str:
    """The line is that of the text from which the schemas were transcribed."""
    return table(
        ("schema", "line", "printed", "read as", "why"),
        (
            (one["file"], one["place"], printed(one), one["read_as"].replace("<", "&lt;"), one["reason"])
            for one in entries("misprint")
        ),
    )


def open_readings() -> str:
    return table(
        ("schema", "line", "printed", "taken", "why"),
        (
            (one["file"], one["place"], printed(one), one["taken"].replace("<", "&lt;"), one["reason"])
            for one in entries("open")
        ),
    )
