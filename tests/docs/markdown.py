"""Small helpers for writing Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def cell(value: object) -> str:
    return " ".join(str(value).split()).replace("|", "\\|")


def table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join(f"| {' | '.join(cell(value) for value in line)} |" for line in lines)


def code(value: object) -> str:
    return f"`{value}`"


def mermaid(*lines: str) -> str:
    return "\n".join(["```mermaid", *lines, "```"])


def node(name: str) -> str:
    """An identifier for a diagram: Mermaid allows neither dots nor hyphens in every place."""
    return name.replace(".", "_").replace("-", "_")
