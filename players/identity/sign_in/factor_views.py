"""Pages of second factors: those of the sign-in library, with challenges that the database made."""

from __future__ import annotations

from functools import wraps
from typing import Any

from allauth.mfa.base.views import AuthenticateView, IndexView
from allauth.mfa.recovery_codes import views as recovery_codes
from allauth.mfa.totp import views as apps
from allauth.mfa.webauthn import views as passkeys
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse

from players.identity.sign_in.adapters import passkey_options, recovery_codes_left
from players.identity.sign_in.passkey_proof import has_passkey, passkey_challenge
from players.identity.sign_in.read_limits import View, limit_reads
from players.identity.sign_in.reauthentication import confirmation_required
from players.models import Person

# Each beginning writes a challenge, and for a stranger a session: thirty a minute for an address or account.
BEGINNING = 8


def limit_beginnings(view: View) -> View:
    """Decorator of the pages that give the browser a challenge for a passkey."""
    limited = limit_reads(view, BEGINNING)

    @wraps(view)
    def begin(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        return (limited if request.method == "GET" else view)(request, *args, **kwargs)

    return begin


@limit_beginnings
def sign_in_with_passkey(request: HttpRequest) -> HttpResponse:
    """The library limits the rate of answers. A script gets a challenge of its own, which ours replaces."""
    answer: HttpResponse = passkeys.login_webauthn(request)
    if request.method == "GET" and answer.status_code == 200 and not request.user.is_authenticated:
        return JsonResponse({"request_options": passkey_options(passkey_challenge(request))})
    return answer


def _options_for(request: HttpRequest, person: Person) -> dict[str, Any]:
    return {"request_options": passkey_options(passkey_challenge(request), person)}


class SecurityPage(IndexView):
    """Which factors there are, and how many recovery codes are left."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        page: dict[str, Any] = super().get_context_data(**kwargs)
        if codes := page["authenticators"].get("recovery_codes"):
            page["recovery_codes_left"] = recovery_codes_left(codes)
        return page


class SecondStep(AuthenticateView):
    """The second step of a sign-in: a code or a passkey, after the password."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        page: dict[str, Any] = super().get_context_data(**kwargs)
        person = self.stage.login.user
        if "js_data" in page and has_passkey(person):
            page["js_data"] = _options_for(self.request, person)
        return page


class PasskeyConfirmation(passkeys.ReauthenticateWebAuthnView):
    """Confirms an open session with a passkey."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        page: dict[str, Any] = super().get_context_data(**kwargs)
        assert isinstance(self.request.user, Person)
        page["js_data"] = _options_for(self.request, self.request.user)
        return page


security_page = SecurityPage.as_view()
second_step = limit_beginnings(SecondStep.as_view())
passkey_confirm = limit_beginnings(PasskeyConfirmation.as_view())
app_activate = confirmation_required(apps.activate_totp)
app_deactivate = confirmation_required(apps.deactivate_totp)
codes_view = confirmation_required(recovery_codes.view_recovery_codes)
codes_generate = confirmation_required(recovery_codes.generate_recovery_codes)
codes_download = confirmation_required(recovery_codes.download_recovery_codes)
passkey_add = limit_beginnings(confirmation_required(passkeys.add_webauthn))
passkey_remove = confirmation_required(passkeys.remove_webauthn)
