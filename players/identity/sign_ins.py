"""Sign-ins on the record: from where, with what, when last heard of; and the way to end one from another device."""

from __future__ import annotations

import re
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
from django.utils.translation import gettext as _

from players.audit import note
from players.identity.extensions import sign_in_details
from players.identity.models import SignIn
from players.identity.session_store import session_digest
from players.inbox import tell
from players.models import Person, Player
from players.signals import request_disconnect

SIGN_IN = "sign_in"  # in the session: the number of this sign-in, and the digest of its key as it was last written down
CAUSE = "_sign_out_cause"  # on a request that ends a sign-in for another reason than that somebody asked
METHODS = {"password": "password", "totp": "app", "recovery_codes": "recovery-code", "webauthn": "passkey"}

BROWSERS = (("Edg/", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung Internet"), ("Firefox/", "Firefox"), ("FxiOS/", "Firefox"),
            ("CriOS/", "Chrome"), ("Chrome/", "Chrome"), ("Safari/", "Safari"))  # fmt: skip
SYSTEMS = (("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"), ("Macintosh", "macOS"),
           ("CrOS", "ChromeOS"), ("Linux", "Linux"))  # fmt: skip


def address_of(request: HttpRequest) -> str | None:
    return str(get_adapter().get_client_ip(request)) if request.META.get("REMOTE_ADDR") else None


def device_of(request: HttpRequest) -> str:
    return request.headers.get("User-Agent", "")[:200]


def device_said(device: str) -> str:
    """«Firefox on Linux»: what a person recognises; anything else is shown as it called itself."""
    browser = next((name for mark, name in BROWSERS if mark in device), "")
    system = next((name for mark, name in SYSTEMS if mark in device), "")
    if browser and system:
        return _("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    return browser or system or re.sub(r"\s.*", "", device)[:40] or _("unknown device")


def method_of(request: HttpRequest, person: Person) -> str:
    """What was shown at the door, in order: a password, a code, a passkey."""
    if not hasattr(request, "session"):
        return ""
    said = [
        METHODS.get(record.get("type") or record["method"], record["method"])
        for record in get_authentication_records(request, person)
    ]
    return " + ".join(dict.fromkeys(said))[:40]


@receiver(user_logged_in)
def sign_in_note(sender: Any, request: HttpRequest, user: Person, **kwargs: Any) -> None:
    player = Player.objects.filter(person=user).first()
    device, before = device_of(request), SignIn.objects.filter(person=user)
    strange = bool(player and device and before.exists() and not before.filter(device=device).exists())
    with transaction.atomic():
        entry = SignIn.objects.create(
            person=user,
            session=session_digest(request.session.session_key),
            address=address_of(request),
            device=device,
            method=method_of(request, user),
        )
        seen = request if "REMOTE_ADDR" in request.META else None
        note(
            "access.signed-in",
            person=user,
            player=player,
            about=f"sign-in:{entry.pk}",
            request=seen,
            method=entry.method,
            **sign_in_details(player),
        )
        if strange and player:
            tell(player, "access-new-device", device=device_said(device), address=entry.address or "–")
    request.session[SIGN_IN] = [entry.pk, session_digest(request.session.session_key)]


@receiver(user_logged_out)
def sign_out_note(
    sender: Any, request: HttpRequest | None = None, user: Person | None = None, **kwargs: Any
) -> None:
    known = request.session.get(SIGN_IN) if request is not None else None
    if not known or user is None:
        return
    cause = getattr(request, CAUSE, SignIn.Cause.SIGNED_OUT)
    with transaction.atomic():
        if SignIn.objects.filter(pk=known[0], ended=None).update(
            ended=Now(), seen=Now(), cause=cause, session=""
        ):
            note("access.signed-out", person=user, about=f"sign-in:{known[0]}", cause=str(cause))


def sign_in_seen(request: HttpRequest) -> None:
    """Still there. The key of a session changes when a password does; the sign-in stays the same one."""
    known = request.session.get(SIGN_IN)
    if known:
        key = session_digest(request.session.session_key)
        SignIn.objects.filter(pk=known[0], ended=None).update(seen=Now(), session=key)
        if known[1] != key:
            request.session[SIGN_IN] = [known[0], key]


def sign_in_follow(session: Any) -> None:
    """For a socket that opens before the next page after the key of the session has changed."""
    known, digest = session.get(SIGN_IN), session_digest(session.session_key)
    if known and known[1] != digest:
        SignIn.objects.filter(pk=known[0], ended=None).update(session=digest)


def key_changed(request: HttpRequest) -> bool:
    known = request.session.get(SIGN_IN)
    return bool(known) and known[1] != session_digest(request.session.session_key)


def sign_ins_of(person: Person) -> QuerySet[SignIn]:
    """Those that are open, this one or another, whose session is still there; the newest first."""
    living = Session.objects.filter(session_key=OuterRef("session"), expire_date__gt=Now())
    return SignIn.objects.filter(Exists(living), person=person, ended=None).order_by("-seen", "-id")


def sign_ins_past(person: Person) -> QuerySet[SignIn]:
    return SignIn.objects.filter(person=person, ended__isnull=False).order_by("-id")


@transaction.atomic
def sign_in_end(
    *, entry: SignIn, by: Person, cause: str = SignIn.Cause.ELSEWHERE, request: HttpRequest | None = None
) -> bool:
    """The session is gone with the commit; its sockets close with it."""
    locked = SignIn.objects.select_for_update().filter(pk=entry.pk, ended=None).first()
    if locked is None:
        return False
    key = locked.session
    if key:
        Session.objects.filter(session_key=key).delete()
        request_disconnect("signed-out", session=key)
    locked.ended, locked.cause, locked.session = Now(), cause, ""
    locked.save(update_fields=["ended", "cause", "session"])
    player = Player.objects.filter(person=locked.person_id).first()
    note(
        "access.ended",
        person=by,
        player=player,
        about=f"sign-in:{entry.pk}",
        request=request,
        cause=str(cause),
    )
    return True


def sign_ins_expire() -> int:
    """Those whose session ran out: the record says when they were last heard of."""
    living = Session.objects.filter(session_key=OuterRef("session"), expire_date__gt=Now())
    return SignIn.objects.filter(~Exists(living), ended=None).update(
        ended=Now(), cause=SignIn.Cause.EXPIRED, session=""
    )
