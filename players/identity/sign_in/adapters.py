"""The only module that uses the sign-in library (django-allauth) beyond its public interface.

`locks/production.in` bounds the library's version from above. `tests/test_private_apis.py` ensures that no
other module uses its internals:

- `_get_login_attempts_cache_key`, `_delete_login_attempts_cached_email`: the library counts failed sign-ins
  per host named in the request, so every further host would allow three more attempts, and for everybody
  together, so that three attempts of a stranger would lock the owner out. The key has no public hook.
- `_get_site_name`: the library asks `django.contrib.sites`, which is not installed.
- `record_authentication`: registration and the staff's provider sign a person in without the library's own
  steps.
- `webauthn`: the library chooses the challenge of a passkey itself; ours comes from the database.
- `totp`, `recovery_codes`, `check_rate_limit`: the library compares codes where the form was sent; here the
  worker does.
- `ratelimit`: the public module reads its rates from the library's own settings only.
  `_rollback_login_failed_rl_usage` takes an attempt back that was counted before it was made.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Callable
from datetime import datetime
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.flows.login import record_authentication
from allauth.account.utils import perform_login
from allauth.core import context
from allauth.core.internal import ratelimit
from allauth.core.internal.cryptokit import compare_user_code
from allauth.mfa import app_settings as factor_settings
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.base.internal.flows import check_rate_limit
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, hotp_value
from allauth.mfa.utils import decrypt
from allauth.mfa.webauthn.internal import auth as webauthn
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from fido2.webauthn import UserVerificationRequirement

from players.identity.sign_in import lockout
from players.identity.sign_in.passkey_proof import prove_passkey
from players.identity.sign_in.proving import (
    change_password,
    confirm_password,
    keep_secret,
    prove_person,
    renew_password,
    show_secret,
)
from players.identity.sign_in.sign_ins import newest_sign_in, previous_session, remember_previous_session
from players.models import Person
from players.shared import sealing

KEPT = "kept:"  # before the id of a secret, in the row of its factor
# Attributes of a request: whom the staff's provider has proven, and whether it asked for a second factor. The
# database compares both with what the worker entered.
PROVEN_STAFF, PROVEN_FACTOR = "_proven_by_provider", "_factor_proven_by_provider"
FACTOR_STAGE = "allauth.mfa.stages.AuthenticateStage"
APP = "players.identity"
# How many wrong passwords one account takes from everywhere. Above it, addresses that its owner has not used
# are slowed down to this pace; those that the owner has used are not, so that nobody is kept from the own
# account.
EVERYWHERE = "failed-everywhere"
GUESSES = {EVERYWHERE: "20/15m/key"}


class AccountAdapter(DefaultAccountAdapter):
    """Disables the library's registration, records failed sign-ins and sets the language at sign-in."""

    authenticated: Person | None = None  # who has just given the password
    counted: Any = None  # the attempt among those on this account from everywhere

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        """Records the failure. The failure that locks the account also sends an e-mail to its owner."""
        lockout.sign_in_failed(
            request, _login(credentials), locked=not self._is_attempt_allowed(request, **credentials)
        )

    def _is_attempt_allowed(self, request: HttpRequest, **credentials: Any) -> bool:
        key = self._get_login_attempts_cache_key(request, **credentials)
        return bool(
            ratelimit.consume(request, app="allauth.account", action="login_failed", key=key, dry_run=True)
        )

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Of an account and a network address: nobody locks an account for its owner, who is elsewhere."""
        return f"{_account_key(credentials)}:{ratelimit.get_ip(request)}"

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Refuses what comes too fast: from one address, or on one account from addresses that its owner has
        not used.
        """
        super().pre_authenticate(request, **credentials)
        self.counted = ratelimit.consume(
            request, app=APP, action=EVERYWHERE, config=GUESSES, key=_account_key(credentials)
        )
        if not self.counted and not lockout.is_usual_address(request, _login(credentials)):
            self._rollback_login_failed_rl_usage()
            raise self.validation_error("too_many_login_attempts")

    def is_safe_url(self, url: str | None) -> bool:
        """The library takes apart what it is given; `https://[::1` is no address."""
        try:
            return bool(super().is_safe_url(url))
        except ValueError:
            return False

    def reset_failed_attempts(self, request: HttpRequest, email: str) -> None:
        """Unlocks an account for a person who can read its e-mail, at the address where they are."""
        self._delete_login_attempts_cached_email(request, email=email)
        ratelimit.clear(
            request, app=APP, action=EVERYWHERE, config=GUESSES, key=_account_key({"email": email})
        )

    def authenticate(self, request: HttpRequest, **credentials: Any) -> Any:
        person = super().authenticate(request, **credentials)
        if person is not None:
            if self.counted:
                self.counted.rollback()
            renew_password(person, str(credentials.get("password") or ""))
        self.authenticated = person
        return person

    def reauthenticate(self, user: Any, password: str) -> bool:
        is_right = bool(super().reauthenticate(user, password))
        if is_right and self.authenticated is not None:
            confirm_password(context.request, self.authenticated)
        return is_right

    def pre_login(self, request: HttpRequest, user: Any, **kwargs: Any) -> HttpResponseBase | None:
        """Shows the database what the person has given, before a second factor is asked for."""
        response: HttpResponseBase | None = super().pre_login(request, user, **kwargs)
        is_proven = getattr(request, PROVEN_STAFF, None) == user.pk
        if response is None and not (
            is_proven or prove_person(request, user) or prove_passkey(request, user)
        ):
            messages.error(request, _("You could not be signed in. Please try again."))
            return redirect("account_login")
        return response

    def get_reauthentication_methods(self, user: Any) -> list[dict[str, Any]]:
        """Who has a second factor shows that one: a password is not enough, and the database counts none."""
        methods: list[dict[str, Any]] = super().get_reauthentication_methods(user)
        return [method for method in methods if method["id"] != "reauthenticate"] or methods

    def get_login_stages(self) -> list[str]:
        """A second factor that the provider has asked for, and whose word the operator trusts, is enough."""
        stages: list[str] = super().get_login_stages()
        is_shown = getattr(self.request, PROVEN_FACTOR, False)
        return [stage for stage in stages if stage != FACTOR_STAGE] if is_shown else stages

    def set_password(self, user: Any, password: str) -> None:
        """A change in an open session. The current password was given a moment ago."""
        if not change_password(user, password):
            raise PermissionDenied

    def login(self, request: HttpRequest, user: Any) -> None:
        last = newest_sign_in(user)
        super().login(request, user)
        remember_previous_session(request, last)

    def post_login(self, request: HttpRequest, user: Any, **kwargs: Any) -> HttpResponseBase:
        with translation.override(user.language):
            if previous := previous_session(request):
                messages.info(
                    request,
                    previous.text + " " + _("If you do not recognise it, change your password."),
                )
            response: HttpResponseBase = super().post_login(request, user, **kwargs)
        remember_language(response, user.language)
        return response

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        """Sends staff to the back office and players to the lobby, unless they had requested another page."""
        if getattr(request.user, "is_staff", False):
            return reverse("admin:index")
        url: str = super().get_login_redirect_url(request)
        return url


def _login(credentials: dict[str, Any]) -> str:
    return str(credentials.get("email") or credentials.get("username") or "")


def _account_key(credentials: dict[str, Any]) -> str:
    return f"{settings.HOUSE_URL}:{_login(credentials).lower()}"


class SecondFactorAdapter(DefaultMFAAdapter):
    """Gives second factors and passkeys the operator's name and seals their secrets in the database."""

    def _get_site_name(self) -> str:
        return str(settings.HOUSE_NAME)

    def encrypt(self, text: str) -> str:
        """Stores the sealed secret apart, and returns what stands in the row of the factor."""
        return KEPT + keep_secret(b64encode(sealing.seal("second-factor", text)).decode())

    def decrypt(self, encrypted_text: str) -> str:
        sealed = show_secret(encrypted_text.removeprefix(KEPT))
        return sealing.unseal("second-factor", b64decode(sealed))

    # The library passes `type` by name.
    def generate_authenticator_name(self, user: Any, type: Authenticator.Type) -> str:  # noqa: A002
        number = Authenticator.objects.filter(user=user, type=type).count() + 1
        return _("Passkey %(number)s") % {"number": number}


def code_mark(factor: Authenticator, code: str, at: datetime) -> int | None:
    """If this is a code of the factor: the time step of an app's code, or the place of a recovery code."""
    wrapper = factor.wrap()
    if isinstance(wrapper, TOTP):
        secret, now = decrypt(factor.data["secret"]), int(at.timestamp()) // factor_settings.TOTP_PERIOD
        tolerance = factor_settings.TOTP_TOLERANCE
        codes = {
            step: format_hotp_value(hotp_value(secret, step))
            for step in range(now - tolerance, now + tolerance + 1)
        }
    elif isinstance(wrapper, RecoveryCodes):
        codes = dict(enumerate(wrapper.generate_codes()))
    else:
        return None
    return next(
        (mark for mark, right in codes.items() if compare_user_code(actual=code, expected=right)), None
    )


def recovery_codes_left(codes: RecoveryCodes) -> int:
    """How many are unused. The library would make the codes to count them, which needs their secret."""
    return int(factor_settings.RECOVERY_CODE_COUNT) - int(codes.instance.data["used_mask"]).bit_count()


def count_code(person: Person) -> Callable[[], None]:
    """Counts one typed code, or raises the library's error above its rate. Returns what forgets the count."""
    forget: Callable[[], None] = check_rate_limit(person)
    return forget


def passkey_options(challenge: bytes, person: Person | None = None) -> dict[str, Any]:
    """The request for a signature of this challenge, which the library would otherwise choose itself."""
    options, state = webauthn.get_server().authenticate_begin(
        credentials=webauthn.get_credentials(person) if person else [],
        user_verification=UserVerificationRequirement.REQUIRED,
        challenge=challenge,
    )
    webauthn.set_state(state)
    return dict(options)


def record_password_sign_in(request: HttpRequest, person: Person, *, is_confirmed: bool = False) -> None:
    """Tells the library that this person has given a password; `is_confirmed`, as after reauthentication."""
    confirmed = {"reauthenticated": True} if is_confirmed else {}
    record_authentication(request, person, method="password", email=person.email, **confirmed)


def sign_in_by_provider(
    request: HttpRequest, person: Person, *, has_factor: bool, page: str
) -> HttpResponseBase:
    """Signs in a member of staff whom the worker has proven by the provider's ID token.

    The person's own second factor is asked for, unless the provider has asked for one.
    """
    setattr(request, PROVEN_STAFF, person.pk)
    setattr(request, PROVEN_FACTOR, has_factor)
    record_authentication(request, person, method="provider")
    response: HttpResponseBase = perform_login(
        request, person, email_verification="none", redirect_url=page or None
    )
    return response


def is_within_rate(request: HttpRequest, action: str, rates: dict[str, str]) -> bool:
    """Counts one use of this action. Returns False above its rate, in the library's notation ("20/h/ip")."""
    return bool(ratelimit.consume(request, app=APP, action=action, config=rates))


def remember_language(response: HttpResponseBase, language: str) -> None:
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=365 * 24 * 3600,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
    )
