"""Visitors: people without an account who play at demonstration tables, with a generated name.

A visitor is identified by the browser's session only and cannot sign in. Its credits have no value. It is
lost when the session ends.
"""

from __future__ import annotations

import secrets
from typing import Any

from django.db import transaction
from django.http import HttpRequest

from players.identity.sign_in.adapters import is_within_rate
from players.identity.sign_in.proving import enter_visit
from players.identity.sign_in.session_store import SIGN_IN, session_digest
from players.models import Person, Player
from players.wallet import ledger

VISITOR = "visitor"  # session key: the id of the visitor's player
MAX_VISITORS_PER_HOUR = 20  # from one address, or one IPv6 network of 64 bits


class TooManyVisitors(Exception):
    """Too many guest sessions from this address."""


def request_player(request: HttpRequest) -> Player | None:
    """The signed-in player, or else the visitor of this browser."""
    if request.user.is_authenticated:
        return Player.objects.filter(person=request.user.pk).first()
    return visitor_of(request.session)


def visitor_of(session: Any) -> Player | None:
    """The visitor of this browser, if the record of sign-ins says the same as the session."""
    number = session.get(VISITOR)
    if not number:
        return None
    visitors = Player.objects.filter(pk=number, status=Player.Status.VISITOR, person=session.sign_in.person)
    return visitors.first()


def create_visitor(request: HttpRequest) -> Player:
    """Returns the visitor of this browser, and creates one if necessary, with demonstration credits only."""
    if (present := request_player(request)) is not None:
        return present
    if not is_within_rate(request, "visit", {"visit": f"{MAX_VISITORS_PER_HOUR}/h/ip"}):
        raise TooManyVisitors
    with transaction.atomic():
        name = secrets.token_hex(4)
        person = Person.objects.create_user(f"visitor-{name}@visitor.invalid", None, is_active=False)
        player = Player.objects.create(person=person, alias=f"Visita {name}", status=Player.Status.VISITOR)
        ledger.give_credits(player.pk)
    request.session[VISITOR] = player.pk
    bind_session(request.session, player)
    return player


def bind_session(session: Any, player: Player) -> None:
    """Records the session as a sign-in, as for people with an account, so that its commands can prove it."""
    if session.session_key is None:
        session.create()
    digest = session_digest(session.session_key)
    if session.get(SIGN_IN, [0, ""])[1] != digest:
        session[SIGN_IN] = [enter_visit(player.person_id, digest), digest]
