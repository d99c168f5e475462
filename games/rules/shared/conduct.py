"""How a table announces what its players may not do, where no engine can refuse it and people judge it.

What can be refused is refused on request: chips are not taken off a table, a second seat is not given.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

# The operator's list of programs that nobody may use while playing, by what they do. The regulator's list
# applies as well.
# [HE-11f]
PROGRAMS: Final = ("deciding", "advising", "profiling", "sharing", "table-choosing")


def prohibition_list(prohibitions: Mapping[str, str]) -> list[dict[str, str]]:
    """The prohibitions of a game, as its table announces them."""
    return [{"code": code, "rule": rule} for code, rule in prohibitions.items()]
