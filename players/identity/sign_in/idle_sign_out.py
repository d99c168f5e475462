"""Ends a sign-in after half an hour without requests, and at the latest after `SESSION_HOURS`.

A player with an open play session never counts as idle.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponseBase
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from players.identity.models import SignIn
from players.identity.sign_in.credential_epoch import is_current
from players.identity.sign_in.proving import proving
from players.identity.sign_in.session_end import rounds_in_play, seconds_left
from players.identity.sign_in.session_store import request_proof, session_proof
from players.identity.sign_in.sign_ins import CAUSE, update_last_seen
from players.models import Person, PlaySession

SEEN = "seen"  # session key: the time of the last request, in seconds
WRITE_INTERVAL = 60  # seconds between two writes of the same session


def has_play_session(person: int) -> bool:
    return PlaySession.objects.filter(player__person=person, ended=None).exists()


class IdleSignOut:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.user.is_authenticated:
            with proving(request):
                _check_session(request, request.user)
        token = request_proof.set(session_proof(request.session.session_key))
        try:
            with proving(request):
                return self.get_response(request)
        finally:
            request_proof.reset(token)


def _check_session(request: HttpRequest, person: Person) -> None:
    """Signs the person out after a change of credentials, when the time is over or when idle; otherwise
    updates the sign-in.
    """
    now = int(time.time())
    idle = now - request.session.get(SEEN, now)
    if not is_current(request.session, person):
        setattr(request, CAUSE, SignIn.Cause.CREDENTIALS)
        logout(request)
        messages.info(
            request, _("You were signed out because your password, second factor or rights have changed.")
        )
    elif seconds_left(request.session) <= 0 and not rounds_in_play(person.pk):
        setattr(request, CAUSE, SignIn.Cause.EXPIRED)
        logout(request)
        hours = settings.SESSION_HOURS
        text = ngettext(
            "You were signed out %(hours)s hour after you had signed in.",
            "You were signed out %(hours)s hours after you had signed in.",
            hours,
        )
        messages.info(request, text % {"hours": hours})
    elif idle > settings.IDLE_SIGN_OUT_SECONDS and not has_play_session(person.pk):
        setattr(request, CAUSE, SignIn.Cause.IDLE)
        logout(request)
        messages.info(request, _("You were signed out after thirty minutes without activity."))
    elif idle >= WRITE_INTERVAL or SEEN not in request.session:
        request.session[SEEN] = now
        update_last_seen(request)
