"""Changes of accounts reach the tables: sockets close, and seats are given up where requested."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.signals import user_logged_out
from django.db.models import Q
from django.dispatch import receiver
from django.http import HttpRequest

from games.models import Favourite, OpponentNote, RoundNote, Table
from games.tables.transport.client import close_sockets, send_to_tables
from games.tables.transport.protocol import EndStay
from players.identity.models import SignIn
from players.identity.sign_in.session_end import SESSION_OVER
from players.identity.sign_in.session_store import session_digest, session_proof
from players.identity.sign_in.sign_ins import CAUSE
from players.models import PlaySession
from players.signals import disconnect_requested, erased


@receiver(user_logged_out)
def close_signed_out_sockets(sender: object, request: HttpRequest | None = None, **kwargs: Any) -> None:
    """A sign-out closes every socket of that session; sockets of other sessions stay.  [AR-27] [FR-R28]"""
    if request is not None and (key := request.session.session_key):
        is_over = getattr(request, CAUSE, None) == SignIn.Cause.EXPIRED
        why = SESSION_OVER if is_over else "signed-out"
        close_sockets(why, session=session_digest(key), proof=session_proof(key))


@receiver(disconnect_requested)
def disconnect_player(
    sender: object, why: str = "", player: int = 0, session: str = "", leave: str = "", **kwargs: Any
) -> None:
    """Seats first: a stake in play is settled, and then the stay ends with the given cause."""
    if leave and player:
        seats = PlaySession.objects.filter(player=player, ended=None).values_list("table", flat=True)
        # Who waits for a seat is known to the tables alone.
        queues = Table.objects.filter(waiting__gt=0).values_list("pk", flat=True)
        send_to_tables(sorted({*seats, *queues}), EndStay(player, leave))
    close_sockets(why, session=session, player=player)


@receiver(erased)
def delete_preferences(sender: object, player: int = 0, **kwargs: Any) -> None:
    """Deletes the favourites of an erased player, and the notes by and about them."""
    Favourite.objects.filter(player=player).delete()
    RoundNote.objects.filter(player=player).delete()
    OpponentNote.objects.filter(Q(player=player) | Q(about=player)).delete()
