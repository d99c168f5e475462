"""The codes of sign-ins and registrations in the words of staff."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from players.identity.registration.registration import STEP_TITLES

METHOD_NAMES = {
    "password": _("password"),
    "app": _("authenticator app"),
    "recovery-code": _("recovery code"),
    "passkey": _("passkey"),
    "provider": _("the staff's provider"),
}


def method_name(method: str) -> str:
    """What a person signed in with, in its order."""
    return " + ".join(str(METHOD_NAMES.get(code, code)) for code in method.split(" + "))


def step_name(step: str) -> str:
    """The title that the applicant sees above the step."""
    return str(STEP_TITLES.get(step, step))
