"""Lifecycles that the code defines as tables: state, step, next state."""

from __future__ import annotations

from collections.abc import Iterable

from games.rulebook.lifecycle import AUTOMATIC, STEPS
from players.identity.models import IdentityState
from players.identity.verification.account_status import TRANSITIONS as ACCOUNT_STEPS
from players.identity.verification.transitions import TRANSITIONS as IDENTITY_STEPS
from tests.docs.markdown import mermaid, node

Arrow = tuple[str, str, str]  # from, to, step


def state_diagram(start: str, arrows: Iterable[Arrow], ends: Iterable[str]) -> str:
    lines = [f"    [*] --> {node(start)}"]
    lines += [
        f"    {node(source)} --> {node(target)}" + (f": {step}" if step else "")
        for source, target, step in arrows
    ]
    return mermaid("stateDiagram-v2", *lines, *(f"    {node(end)} --> [*]" for end in ends))


def rule_change() -> str:
    arrows = [
        (state, after, f"{step} (by the clock)" if step in AUTOMATIC else step)
        for state, steps in STEPS.items()
        for step, after in steps.items()
    ]
    return state_diagram("draft", arrows, [state for state, steps in STEPS.items() if not steps])


def identity() -> str:
    arrows = [
        (str(state), str(after), step)
        for state, steps in IDENTITY_STEPS.items()
        for step, after in steps.items()
    ]
    return state_diagram(
        str(IdentityState.ASKED), arrows, [str(state) for state, steps in IDENTITY_STEPS.items() if not steps]
    )


def account() -> str:
    arrows = [
        (str(state), str(after), "")
        for state, following in ACCOUNT_STEPS.items()
        for after in sorted(following)
    ]
    return state_diagram(
        "pending", arrows, [str(state) for state, following in ACCOUNT_STEPS.items() if not following]
    )
