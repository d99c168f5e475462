"""What several adapters need: draws in the order of an example, and the checks of sessions and inactivity,
which are the same for every game against the house.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.shared.sessions import Inactivity, Mode, may_end, may_invite
from games.vectors.vector import Given

MODES = {"single": Mode.INDIVIDUAL, "multi": Mode.MULTIPLE}


class FixedShoe:
    """A shoe with the cards of the example, in its order."""

    def __init__(self, order: Sequence[int]) -> None:
        self.order = order

    def below(self, n: int) -> int:
        return 0

    def shuffled(self, n: int) -> Sequence[int]:
        return self.order


class UnshuffledPack:
    """A pack in the order of its card numbers."""

    def below(self, n: int) -> int:
        return 0

    def shuffled(self, n: int) -> Sequence[int]:
        return range(n)


def inactivity(system: str, given: Given) -> dict[str, object]:
    idle = {name: given[name] for name in ("idle_seconds", "rounds_without_bet") if name in given}
    return {"may_invite": may_invite(Inactivity(), MODES[given["table"]], **idle)}


def end_session(system: str, given: Given) -> dict[str, object]:
    since = {name: given[name] for name in ("seconds_since_warning", "rounds_since_warning") if name in given}
    ends = may_end(
        MODES[given["table"]], warned=given["warned"], bet_since_warning=given["bet_since_warning"], **since
    )
    return {"may_end": ends}
