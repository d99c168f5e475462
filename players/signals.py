"""What the people's side of the house tells whoever listens, without knowing them: somebody is shown out."""

from __future__ import annotations

from functools import partial

from django.db import transaction
from django.dispatch import Signal

# `why` (a code), and whom it is about: `player` (all of a player's sockets and seats) or `session` (those of one sign-in).
shown_out = Signal()

# The personal data of `player` that no law asks to be kept are to be erased: each application erases its own.
erased = Signal()


def show_out(why: str, *, player: int = 0, session: str = "", leave: str = "") -> None:
    """Say so once the caller's transaction stands: sockets close; with `leave` (how the stays end) the seats are given up as well.

    Whoever listens may fail (the messages between processes may be lost) without undoing what was decided here.
    """
    transaction.on_commit(
        partial(shown_out.send_robust, sender=None, why=why, player=player, session=session, leave=leave)
    )
