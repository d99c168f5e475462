"""Notifications in the browsers of players, which an optional app sends: what others ask of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol

from players.models import Player


class BrowserNotifications(Protocol):
    def page_part(self, player: Player) -> dict[str, Any] | None:
        """The `template` of the player's choices and what it shows; None where the house has no key."""

    def send_for_message(self, message: int) -> int:
        """Notify the player of a stored message, if it is of a kind that the player chose."""

    def wanted_calls(self) -> Iterable[tuple[int, bool, bool]]:
        """The players who want to be called: to their turn, and to a seat."""

    def note_call(self, player: int, kind: str, table: int) -> None:
        """Have a player called to a table. The croupier asks for it; the worker sends."""


_registered: list[BrowserNotifications] = []
_refusals: list[Callable[[Player], bool]] = []


def register_browser_notifications(sender: BrowserNotifications) -> None:
    _registered[:] = [sender]


def browser_notifications() -> BrowserNotifications | None:
    return _registered[0] if _registered else None


def register_push_refusal(refusal: Callable[[Player], bool]) -> None:
    """Who is not notified, as packages above the inbox decide: protection registers pauses and exclusions."""
    if refusal not in _refusals:
        _refusals.append(refusal)


def is_refused(player: Player) -> bool:
    return any(refusal(player) for refusal in _refusals)
