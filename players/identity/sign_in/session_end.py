"""A session ends `SESSION_HOURS` after its sign-in, whatever is clicked, and never inside a hand.

A stolen cookie would otherwise live as long as the thief uses it. Ten minutes before, every page says so. A
person with a hand in play at that moment plays it to its end: its decisions and stakes are taken as usual,
and nothing else can be started. API tokens are not sessions and have their own end.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone

from players.identity.models import SignIn
from players.identity.sign_in.proven_sessions import session_holders
from players.identity.sign_in.sign_ins import end_sign_in
from players.models import Player
from players.play_records import play_records

ANNOUNCED = 10 * 60  # seconds before the end
SESSION_OVER = "session-over"  # why a socket closes


def seconds_left(session: Any) -> int:
    """Until the end of somebody's session; below zero after it."""
    return int(settings.SESSION_HOURS * 3600 - session.sign_in.age)


def rounds_in_play(person: int) -> frozenset[tuple[int, int]]:
    """The tables where a hand of the person is running, each with the number of its round."""
    player = Player.objects.filter(person=person).values_list("pk", flat=True).first()
    return frozenset(play_records().rounds_in_play(player)) if player else frozenset()


@transaction.atomic
def end_session_over(session: str) -> bool:
    """Ends a session whose time is over, by its digest. Its sockets close at every process."""
    holder = session_holders([session]).get(session)
    if holder is None or not holder.is_over:
        return False
    entry = SignIn.objects.select_related("person").filter(session=session, ended=None).first()
    if entry is None:
        return Session.objects.filter(session_key=session).delete()[0] > 0
    return end_sign_in(entry=entry, by=entry.person, cause=SignIn.Cause.EXPIRED, why=SESSION_OVER)


class SessionEnd:
    """For the pages of somebody who is signed in: when the session ends, and whether it is time to say so."""

    announced = ANNOUNCED

    def __init__(self, request: HttpRequest) -> None:
        self.request = request

    @cached_property
    def at(self) -> datetime | None:
        user = getattr(self.request, "user", None)
        if user is None or not user.is_authenticated or not hasattr(self.request.session, "sign_in"):
            return None
        sign_in = self.request.session.sign_in
        return (
            timezone.now() + timedelta(seconds=seconds_left(self.request.session)) if sign_in.person else None
        )

    @property
    def moment(self) -> datetime:
        """The server's time, by which the page counts."""
        return timezone.now()

    @property
    def is_near(self) -> bool:
        return self.at is not None and self.at - timezone.now() <= timedelta(seconds=ANNOUNCED)

    @property
    def hours(self) -> int:
        return int(settings.SESSION_HOURS)


def session_end(request: HttpRequest) -> dict[str, object]:
    return {"session_end": SessionEnd(request)}
