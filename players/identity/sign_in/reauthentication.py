"""Reauthentication: an open session is not enough to move money, change limits or decide about a person."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from allauth.account import app_settings as account_settings
from allauth.account import decorators
from allauth.account.authentication import get_authentication_records
from allauth.core.exceptions import ReauthenticationRequired
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from players.identity.sign_in.proving import is_confirmed
from players.models import Person

View = Callable[..., HttpResponseBase]


def is_recently_reauthenticated(request: HttpRequest) -> bool:
    """Whether the person has reauthenticated within the last minutes."""
    return _is_recent(request, lambda record: bool(record.get("reauthenticated")))


def is_recently_authenticated(request: HttpRequest) -> bool:
    """Whether the person has signed in or reauthenticated within the last minutes."""
    return _is_recent(request, lambda record: True)


def has_recent_second_factor(request: HttpRequest) -> bool:
    """Whether the person has used a code or a passkey within the last minutes. A password does not count."""
    return _is_recent(request, lambda record: record["method"] == "mfa")


def _is_recent(request: HttpRequest, counts: Callable[[dict[str, Any]], bool]) -> bool:
    """What the session says, if the record of sign-ins says the same: any web process can write a session."""
    records = get_authentication_records(request, request.user)
    times = [record["at"] for record in records if counts(record)]
    is_noted = bool(times) and time.time() - times[-1] < account_settings.REAUTHENTICATION_TIMEOUT
    return is_noted and _is_in_record(request)


def _is_in_record(request: HttpRequest) -> bool:
    """Asked again only where the confirmation came after the session was read, in this request."""
    person, sign_in = request.user, request.session.sign_in  # type: ignore[attr-defined]
    if not isinstance(person, Person):
        return False
    return bool(sign_in.person == person.pk and sign_in.is_confirmed) or is_confirmed(person)


def reauthentication_required(view: View) -> View:
    """Decorator: submitting the form requires a password, a code or a passkey within the last minutes.

    Viewing the form only requires a sign-in. The submitted data are kept and repeated after reauthentication.
    """

    @wraps(view)
    def confirmed(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.method != "GET" and not _is_in_record(request):
            raise ReauthenticationRequired
        return view(request, *args, **kwargs)

    guarded: View = decorators.reauthentication_required(confirmed, allow_get=True)
    return guarded


def second_factor_redirect(request: HttpRequest) -> HttpResponseBase | None:
    """Redirects a person who has used no second factor within the last minutes; None for a person who has.

    A person without a second factor sets one up. In a demonstration a password is enough, as in the back
    office.
    """
    if not is_mfa_enabled(request.user):
        if settings.HOUSE_DEMO:
            return None
        messages.warning(request, _("This requires a second factor. Set it up here, then continue."))
        return redirect("mfa_activate_totp")
    if has_recent_second_factor(request):
        return None
    return redirect(f"{reverse('mfa_reauthenticate')}?{urlencode({'next': request.get_full_path()})}")


def confirmation_required(view: View) -> View:
    """Decorator of the pages that show or change second factors.

    Somebody who has one shows it first: the database asks for it. Others give the password, which the sign-in
    library asks for.
    """

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        person = request.user
        if isinstance(person, Person) and is_mfa_enabled(person) and not is_confirmed(person):
            return redirect(f"{reverse('mfa_reauthenticate')}?{urlencode({'next': request.get_full_path()})}")
        return view(request, *args, **kwargs)

    return guarded


def has_stepped_up(request: HttpRequest) -> bool:
    """Whether staff have confirmed within the last minutes who they are, with the second factor if any."""
    has_factor = is_mfa_enabled(request.user)
    return (has_recent_second_factor if has_factor else is_recently_authenticated)(request)


def step_up_required(view: View) -> View:
    """Decorator of staff views that move money, decide about a person or show masked data.

    A sign-in within the last minutes is enough, with the second factor if the person has one. Otherwise staff
    reauthenticate; the submitted data are kept and repeated after it. Files are not: a view that takes one
    stores it first, or offers its form only after the step.
    """

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if has_stepped_up(request):
            return view(request, *args, **kwargs)
        if request.method == "POST":
            messages.info(request, _("Confirm who you are. Your request is kept and carried out afterwards."))
        raise ReauthenticationRequired

    return guarded
