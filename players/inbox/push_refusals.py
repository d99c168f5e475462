"""Who is not notified, as packages above the inbox decide: protection registers pauses and exclusions."""

from __future__ import annotations

from collections.abc import Callable

from players.models import Player

_refusals: list[Callable[[Player], bool]] = []


def register_push_refusal(refusal: Callable[[Player], bool]) -> None:
    if refusal not in _refusals:
        _refusals.append(refusal)


def is_refused(player: Player) -> bool:
    return any(refusal(player) for refusal in _refusals)
