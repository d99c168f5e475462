"""What becomes of people elsewhere in the house reaches the tables: sockets close, and seats are given up where that was said."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest

from games.models import Favourite
from games.tables.transport.client import farewell, summon
from games.tables.transport.protocol import Part
from players.identity.session_store import session_digest, session_proof
from players.models import PlaySession
from players.signals import disconnect_requested, erased


@receiver(user_logged_out)
def tell_tables_of_sign_out(sender: Any, request: HttpRequest | None = None, **kwargs: Any) -> None:
    """Whoever leaves the house leaves every socket of that sign-in; those of other sign-ins stay.  [AR-27] [FR-R28]"""
    if request is not None and (key := request.session.session_key):
        farewell("signed-out", session=session_digest(key), proof=session_proof(key))


@receiver(disconnect_requested)
def tell_tables_who_is_shown_out(
    sender: Any, why: str = "", player: int = 0, session: str = "", leave: str = "", **kwargs: Any
) -> None:
    """Seats first: a stake that stands is played to its end, and then the stay ends with the cause that was named."""
    if leave and player:
        tables = list(PlaySession.objects.filter(player=player, ended=None).values_list("table", flat=True))
        summon(tables, Part(player, leave))
    farewell(why, session=session, player=player)


@receiver(erased)
def forget_preferences(sender: Any, player: int = 0, **kwargs: Any) -> None:
    """What only helped somebody to find a table again."""
    Favourite.objects.filter(player=player).delete()
