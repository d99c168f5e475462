"""Checks of sessions and inactivity, the same for every game against the house."""

from __future__ import annotations

from games.rulebook.vectors.vector import Given
from games.rules.shared.sessions import Inactivity, Mode, may_end, may_invite

MODES = {"single": Mode.INDIVIDUAL, "multi": Mode.MULTIPLE}


def inactivity(system: str, given: Given) -> dict[str, object]:
    idle = {name: given[name] for name in ("idle_seconds", "rounds_without_bet") if name in given}
    return {"may_invite": may_invite(Inactivity(), MODES[given["table"]], **idle)}


def end_session(system: str, given: Given) -> dict[str, object]:
    since = {name: given[name] for name in ("seconds_since_warning", "rounds_since_warning") if name in given}
    ends = may_end(
        MODES[given["table"]], warned=given["warned"], bet_since_warning=given["bet_since_warning"], **since
    )
    return {"may_end": ends}
