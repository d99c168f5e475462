"""What a check says, and the verdict that several of them make."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


class UnreadableInput(Exception):
    """The input cannot be read. `code` selects the sentence, `figures` fill it."""

    def __init__(self, code: str, **figures: object) -> None:
        super().__init__(code)
        self.code = code
        self.figures = figures


@dataclass(frozen=True)
class Check:
    """One check: whether it agrees, and the figures behind it.

    `good` is None where it could not be made: `missing` among the figures says why.
    """

    code: str
    good: bool | None
    figures: Mapping[str, Any] = field(default_factory=dict)

    @property
    def is_open(self) -> bool:
        """Whether the data or this reader should have allowed it. No beacon, no signature of the end."""
        return self.good is None and self.figures.get("missing") != "beacon"


def agree(checks: Sequence[Check]) -> bool:
    """Whether there is a check, and none fails."""
    return bool(checks) and all(check.good is not False for check in checks)
