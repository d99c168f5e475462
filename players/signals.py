"""Signals to the packages above `players`: disconnect a player, erase a player's personal data."""

from __future__ import annotations

from functools import partial

from django.db import transaction
from django.dispatch import Signal

# Arguments: `why` (a code), and `player` (all sockets and seats) or `session` (those of one sign-in).
disconnect_requested = Signal()

# Each application erases the personal data of `player` that no law requires it to keep.
erased = Signal()


def request_disconnect(why: str, *, player: int = 0, session: str = "", leave: str = "") -> None:
    """Disconnects a player or a session after the caller's transaction commits.

    With `leave` (the cause) seats are given up too.

    A receiver that fails does not undo the change that was committed.
    """
    transaction.on_commit(
        partial(
            disconnect_requested.send_robust,
            sender=None,
            why=why,
            player=player,
            session=session,
            leave=leave,
        )
    )
