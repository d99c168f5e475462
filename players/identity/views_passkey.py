"""Signing in with a passkey: the sign-in library's page, with a challenge that the database made."""

from __future__ import annotations

from allauth.mfa.webauthn.views import login_webauthn
from django.http import HttpRequest, HttpResponse, JsonResponse

from players.identity.adapters import passkey_options
from players.identity.passkey_proof import passkey_challenge


def login(request: HttpRequest) -> HttpResponse:
    """The library limits the rate, and answers a script with a challenge of its own, which ours replaces."""
    answer: HttpResponse = login_webauthn(request)
    if request.method == "GET" and answer.status_code == 200 and not request.user.is_authenticated:
        return JsonResponse({"request_options": passkey_options(passkey_challenge(request))})
    return answer
