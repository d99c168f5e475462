"""What the regulator's approval of a change of the rules asks for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from games.catalogue.text import Text


class Lead(Struct, frozen=True):
    """The working days that a change must wait, the reason, and the rule if the regulation has one."""

    days: int
    why: Text
    rule: str = ""


def no_leads(before: object | None, after: object) -> tuple[Lead, ...]:
    return ()


class Approval(Struct, frozen=True):
    """The rule that requires prior approval, and the other waiting times of a change.

    `leads` compares the sheet approved last (None before the first) with the new one. A working day must be
    one in all of `countries`.
    """

    rule: str
    leads: Callable[[Any | None, Any], tuple[Lead, ...]] = no_leads
    countries: tuple[str, ...] = ("PT",)
