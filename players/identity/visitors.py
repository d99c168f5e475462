"""Visitors: who has no account may play the demonstration tables, under a name that the house gives, with credits that are worth nothing.

A visitor is known by the browser's own session alone and cannot sign in; when the session is gone nobody is that visitor any more.
"""

from __future__ import annotations

import secrets
from typing import Any
from uuid import UUID, uuid5

from django.core.cache import cache
from django.db import transaction
from django.http import HttpRequest

from players.identity.models import SignIn
from players.identity.session_store import session_digest
from players.identity.sign_ins import SIGN_IN
from players.models import Person, Player
from players.wallet import ledger
from players.wallet.ledger import Move
from players.wallet.models import Account, Currency

VISITOR = "visitor"  # in the session: the player that this browser plays as
CREDITS = 500_000
MOST = 20  # visitors from one address in an hour
SPACE = UUID("d5b0f7a2-6a3a-4f5e-9c27-0a41b7f6d310")


class TooMany(Exception):
    """So many visitors do not come from one address."""


def player_of(request: HttpRequest) -> Player | None:
    """Who plays here: the signed-in player, else the visitor of this browser."""
    if request.user.is_authenticated:
        return Player.objects.filter(person=request.user.pk).first()
    number = request.session.get(VISITOR)
    return visitor(number) if number else None


def visitor(number: int) -> Player | None:
    return Player.objects.filter(pk=number, status=Player.Status.VISITOR).first()


def visitor_begin(request: HttpRequest) -> Player:
    """The visitor of this browser, made if there is none yet: demonstration credits, and no wallet that could hold money."""
    if (known := player_of(request)) is not None:
        return known
    asked = f"visitors:{request.META.get('REMOTE_ADDR', '')}"
    if cache.get_or_set(asked, 0, 3600) >= MOST:
        raise TooMany
    cache.incr(asked)
    with transaction.atomic():
        name = secrets.token_hex(4)
        person = Person.objects.create_user(f"visitor-{name}@visitor.invalid", None, is_active=False)
        player = Player.objects.create(person=person, alias=f"Visita {name}", status=Player.Status.VISITOR)
        wallet = ledger.account_open(kind=Account.Kind.WALLET, currency=Currency.DEMO, player=player.pk)
        cash = ledger.account_open(kind=Account.Kind.CASH, currency=Currency.DEMO)
        ledger.post([Move(uuid5(SPACE, f"credits {player.pk}"), "opening", cash, wallet, "DEMO", CREDITS)])
    request.session[VISITOR] = player.pk
    bind_session(request.session, player)
    return player


def bind_session(session: Any, player: Player) -> None:
    """Records whose session this is, as a sign-in does for people with an account: commands of the session prove that."""
    if session.session_key is None:
        session.create()
    digest = session_digest(session.session_key)
    if session.get(SIGN_IN, [0, ""])[1] != digest:
        entry = SignIn.objects.create(person_id=player.person_id, session=digest, method="visit")
        session[SIGN_IN] = [entry.pk, digest]
