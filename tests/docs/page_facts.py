"""Lists of the documentation pages."""

from __future__ import annotations

from pathlib import Path

from tests.docs.generate import DOCS

DECISIONS = DOCS / "decisions"


def decisions() -> list[Path]:
    return sorted(DECISIONS.glob("[0-9][0-9][0-9][0-9]-*.md"))


def title_of(page: Path) -> str:
    return page.read_text("utf-8").splitlines()[0].removeprefix("# ")


def decision_list() -> str:
    return "\n".join(f"- [{title_of(page)}]({page.name})" for page in decisions())
