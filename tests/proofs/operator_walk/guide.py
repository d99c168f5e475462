"""The fenced blocks of docs/operating, and what their marks say: walked, or why not.

A line in front of a block is a comment of its page, so no reader sees it:

    <!-- walked: install -->          operator_walk runs the block in the part «install»
    <!-- not walked: the reason -->
"""

from __future__ import annotations

import re
import textwrap
from pathlib import Path
from typing import NamedTuple

from casino.services.folder import PROJECT

GUIDE = PROJECT / "docs" / "operating"
FENCE = re.compile(
    r"^(?P<indent> *)```(?P<kind>\w+)[^\n]*\n(?P<text>.*?)^(?P=indent)```$", re.MULTILINE | re.DOTALL
)
MARK = re.compile(r"<!-- (?P<word>walked|not walked): (?P<text>[^\n]+) -->\n\Z")


class Block(NamedTuple):
    page: str
    line: int
    kind: str
    text: str
    part: str  # of the walk; empty if it is not walked
    reason: str  # why it is not walked; empty if nothing is said

    @property
    def place(self) -> str:
        return f"{self.page}:{self.line}"


def blocks_of(path: Path) -> list[Block]:
    page = path.read_text()
    found = []
    for match in FENCE.finditer(page):
        before = page[: match.start()]
        mark = MARK.search(before)
        said = mark["text"] if mark else ""
        is_walked = mark is not None and mark["word"] == "walked"
        found.append(
            Block(
                page=path.name,
                line=before.count("\n") + 1,
                kind=match["kind"],
                text=textwrap.dedent(match["text"]),
                part=said if is_walked else "",
                reason="" if is_walked else said,
            )
        )
    return found


def blocks() -> list[Block]:
    return [block for path in sorted(GUIDE.glob("*.md")) for block in blocks_of(path)]
