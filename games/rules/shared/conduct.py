"""What players may not do at a table, where no engine can refuse it: told to everybody, and judged by people.

What can be refused is refused where it is asked for: chips are not taken off a table, a second seat is not given.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

# Each prohibition by its code, with the rule that has it. Systems that are not here have none beyond what is refused.
FORBIDDEN: Final[Mapping[str, Mapping[str, str]]] = {
    "holdem": {
        "collusion": "HE-11c",  # [HE-11c]
        "telling-cards": "HE-11d",  # [HE-11d]
        "losing-on-purpose": "HE-11e",  # [HE-11e]
        "programs": "HE-11f",  # [HE-11f]
        "disturbing": "HE-11g",  # [HE-11g]
    },
    "macau-stud": {
        "joint-bets": "MS-6.1",  # [MS-6.1]
        "recording": "MS-12.1",  # [MS-12.1]
        "talking": "MS-12.2",  # [MS-12.2]
    },
}
# The house's list of programs that nobody may use while playing, by what they do. The regulator's own list counts besides.  [HE-11f]
PROGRAMS: Final = ("deciding", "advising", "profiling", "sharing", "table-choosing")


def forbidden(system: str) -> list[dict[str, str]]:
    """What is forbidden to the players of a game, as its table tells them."""
    return [{"code": code, "rule": rule} for code, rule in FORBIDDEN.get(system, {}).items()]
