"""Records sign-ins with address, device, method and last use, and ends a sign-in from another device."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.authentication import get_authentication_records
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Now
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from msgspec import Struct

from players.audit import note
from players.identity.models import SignIn
from players.identity.sign_in.extensions import sign_in_details
from players.identity.sign_in.proving import enter_sign_in
from players.identity.sign_in.session_store import SIGN_IN, session_digest
from players.inbox import send_message
from players.models import Person, Player
from players.signals import request_disconnect

PREVIOUS_SESSION = "previous_session"  # session key: when the one before began and was last used
CAUSE = "_sign_out_cause"  # attribute of a request that ends a sign-in without the person asking for it
METHODS = {"password": "password", "totp": "app", "recovery_codes": "recovery-code", "webauthn": "passkey"}

BROWSERS = (
    ("Edg/", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung Internet"), ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"), ("CriOS/", "Chrome"), ("Chrome/", "Chrome"), ("Safari/", "Safari"),
)  # fmt: skip
SYSTEMS = (
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"),
    ("Macintosh", "macOS"), ("CrOS", "ChromeOS"), ("Linux", "Linux"),
)  # fmt: skip


def address_of(request: HttpRequest) -> str | None:
    return str(get_adapter().get_client_ip(request)) if request.META.get("REMOTE_ADDR") else None


def device_of(request: HttpRequest) -> str:
    return request.headers.get("User-Agent", "")[:200]


def device_name(device: str) -> str:
    """A name that people recognise, such as "Firefox on Linux"; otherwise the start of the user agent."""
    browser = next((name for mark, name in BROWSERS if mark in device), "")
    system = next((name for mark, name in SYSTEMS if mark in device), "")
    if browser and system:
        return _("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    return browser or system or re.sub(r"\s.*", "", device)[:40] or _("unknown device")


def sign_in_method(request: HttpRequest, person: Person) -> str:
    """The methods of authentication in their order: password, code, passkey."""
    if not hasattr(request, "session"):
        return ""
    methods = [
        METHODS.get(record.get("type") or record["method"], record["method"])
        for record in get_authentication_records(request, person)
    ]
    return " + ".join(dict.fromkeys(methods))[:40]


@receiver(user_logged_in)
def record_sign_in(sender: Any, request: HttpRequest, user: Person, **kwargs: Any) -> None:
    player = Player.objects.filter(person=user).first()
    device, earlier = device_of(request), SignIn.objects.filter(person=user)
    is_new_device = bool(device and earlier.exists() and not earlier.filter(device=device).exists())
    with transaction.atomic():
        if SIGN_IN in request.session:  # of somebody without an account, whose browser this was until now
            _sign_in_of(request).update(ended=Now(), cause=SignIn.Cause.SIGNED_OUT, session="")
        entry = enter_sign_in(
            request, user, address=address_of(request), device=device, method=sign_in_method(request, user)
        )
        note(
            "access.signed-in",
            person=user,
            player=player,
            about=f"sign-in:{entry.pk}",
            request=request if "REMOTE_ADDR" in request.META else None,
            method=entry.method,
            **sign_in_details(player),
        )
        if player and is_new_device:
            send_message(
                player, "access-new-device", device=device_name(device), address=entry.address or "–"
            )
    digest = session_digest(request.session.session_key)
    request.session[SIGN_IN] = [entry.pk, digest, int(entry.began.timestamp())]


@receiver(user_logged_out)
def record_sign_out(
    sender: Any, request: HttpRequest | None = None, user: Person | None = None, **kwargs: Any
) -> None:
    if request is None or user is None or SIGN_IN not in request.session:
        return
    cause = getattr(request, CAUSE, SignIn.Cause.SIGNED_OUT)
    with transaction.atomic():
        entry = _sign_in_of(request).select_for_update(of=("self",)).filter(person=user).first()
        if entry is not None:
            # While the session still shows whose line this is.
            note("access.signed-out", person=user, about=f"sign-in:{entry.pk}", cause=str(cause))
            _sign_in_of(request).update(ended=Now(), seen=Now(), cause=cause, session="")


def update_last_seen(request: HttpRequest) -> None:
    _sign_in_of(request).update(seen=Now())


def _sign_in_of(request: HttpRequest) -> QuerySet[SignIn]:
    """By the key of the session, which only its browser has: any number could be written into a session."""
    return SignIn.objects.filter(session=session_digest(request.session.session_key), ended=None)


def open_sign_ins(person: Person) -> QuerySet[SignIn]:
    """The person's sign-ins whose session is still live, most recently used first."""
    return SignIn.objects.filter(Exists(_live_sessions()), person=person, ended=None).order_by("-seen", "-id")


def past_sign_ins(person: Person) -> QuerySet[SignIn]:
    return SignIn.objects.filter(person=person, ended__isnull=False).order_by("-id")


@transaction.atomic
def end_sign_in(
    *,
    entry: SignIn,
    by: Person,
    cause: str = SignIn.Cause.ELSEWHERE,
    why: str = "signed-out",
    request: HttpRequest | None = None,
) -> bool:
    """Deletes the session, and closes its sockets on commit, which tell their player why."""
    locked = SignIn.objects.select_for_update().filter(pk=entry.pk, ended=None).first()
    if locked is None:
        return False
    player = Player.objects.filter(person=locked.person_id).first()
    # While the session still shows whose line this is.
    note(
        "access.ended",
        person=by,
        player=player,
        about=f"sign-in:{entry.pk}",
        request=request,
        cause=str(cause),
    )
    session = locked.session
    if session:
        Session.objects.filter(session_key=session).delete()
        request_disconnect(why, session=session)
    locked.ended, locked.cause, locked.session = Now(), cause, ""
    locked.save(update_fields=["ended", "cause", "session"])
    return True


def expire_sign_ins() -> int:
    """Ends the sign-ins whose session has expired. Returns how many there were."""
    expired = SignIn.objects.filter(~Exists(_live_sessions()), ended=None)
    return expired.update(ended=Now(), cause=SignIn.Cause.EXPIRED, session="")


def _live_sessions() -> QuerySet[Session]:
    return Session.objects.filter(session_key=OuterRef("session"), expire_date__gt=Now())


class PreviousSession(Struct, frozen=True):
    """The session of this person before the present one.  [903-B 5.3.3.10]"""

    began: datetime
    seen: datetime
    is_open: bool

    @property
    def text(self) -> str:
        began, seen = (date_format(localtime(time), "DATETIME_FORMAT") for time in (self.began, self.seen))
        if self.is_open:
            return _("Your last session began on %(began)s and is still open.") % {"began": began}
        return _("Your last session was from %(began)s to %(seen)s.") % {"began": began, "seen": seen}


def newest_sign_in(person: Person) -> SignIn | None:
    return SignIn.objects.filter(person=person).order_by("-pk").first()


def remember_previous_session(request: HttpRequest, entry: SignIn | None) -> None:
    """Keeps in the session, for its pages, when the one before it was."""
    request.session[PREVIOUS_SESSION] = entry and [
        entry.began.astimezone(UTC).isoformat(),
        entry.seen.astimezone(UTC).isoformat(),
        entry.ended is None,
    ]


def previous_session(request: HttpRequest) -> PreviousSession | None:
    stored = request.session.get(PREVIOUS_SESSION)
    if not stored:
        return None
    began, seen, is_open = stored
    return PreviousSession(datetime.fromisoformat(began), datetime.fromisoformat(seen), is_open)
