"""What the regulator's approval of a change of the rules asks for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from games.catalogue.text import Text


class Lead(Struct, frozen=True):
    """One reason why a change must wait so many working days, with its rule where a game's regulation has one."""

    days: int
    why: Text
    rule: str = ""


def no_leads(before: Any | None, after: Any) -> tuple[Lead, ...]:
    return ()


class Approval(Struct, frozen=True):
    """The rule that asks for prior approval, and what else a change must wait for.

    `leads` compares the sheet that was approved last (None before the first) with the new one. A day counts as a working
    day when it is one in each of `countries`.
    """

    rule: str
    leads: Callable[[Any | None, Any], tuple[Lead, ...]] = no_leads
    countries: tuple[str, ...] = ("PT",)
