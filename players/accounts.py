"""Accounts: what the house adds to the library that signs people in, and the one place where a player's status changes."""

from __future__ import annotations

import time
from base64 import b64decode, b64encode
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from allauth.account import app_settings as account_settings
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.flows.login import get_authentication_records
from allauth.account.internal.flows.reauthentication import did_recently_reauthenticate
from allauth.core.internal import ratelimit
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponseBase
from django.urls import reverse
from django.utils import translation
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from players import sealing
from players.audit import note
from players.inbox import tell
from players.models import Person, Player
from players.signals import show_out

PREVIOUS = "previous_sign_in"  # in the session: when this person signed in the time before


class Door(DefaultAccountAdapter):
    """The library's own form opens no account; the last sign-in is shown; pages come in the person's language; failures lock."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False  # registration is the house's own, in steps

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        """Each failure is on the record; with the one that locks the account its owner is written to."""
        from players.identity.locks import failed

        email = str(credentials.get("email") or credentials.get("username") or "")
        failed(request, email, locked=not self._may_try(request, **credentials))

    def _may_try(self, request: HttpRequest, **credentials: Any) -> bool:
        key = self._get_login_attempts_cache_key(request, **credentials)
        return bool(
            ratelimit.consume(request, app="allauth.account", action="login_failed", key=key, dry_run=True)
        )

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """By the account alone: the library adds the host that a request names, and each host would have three attempts more."""
        login = str(credentials.get("email") or credentials.get("username") or "")
        return f"{settings.HOUSE_URL}:{login.lower()}"

    def attempts_forget(self, request: HttpRequest, email: str) -> None:
        """The way back of somebody who can read the account's mail."""
        self._delete_login_attempts_cached_email(request, email=email)

    def login(self, request: HttpRequest, user: Any) -> None:
        previous: datetime | None = user.last_login
        super().login(request, user)
        request.session[PREVIOUS] = previous.astimezone(UTC).isoformat() if previous else ""

    def post_login(self, request: HttpRequest, user: Any, **kwargs: Any) -> HttpResponseBase:
        with translation.override(user.language):
            if previous := previous_sign_in(request):
                when = date_format(localtime(previous), "DATETIME_FORMAT")
                messages.info(
                    request,
                    _("Your last sign-in was on %(when)s. If you do not recognise it, change your password.")
                    % {"when": when},
                )
            response: HttpResponseBase = super().post_login(request, user, **kwargs)
        remember_language(response, user.language)
        return response

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        """Staff come to work, players to play; a page that somebody was sent away from comes first."""
        if getattr(request.user, "is_staff", False):
            return reverse("admin:index")
        landing: str = super().get_login_redirect_url(request)
        return landing


class Factors(DefaultMFAAdapter):
    """Second factors and passkeys under the house's own name."""

    def _get_site_name(self) -> str:
        return str(settings.HOUSE_NAME)

    def encrypt(self, text: str) -> str:
        """The secret of an authenticator app and the seed of the recovery codes, as the database keeps them."""
        return b64encode(sealing.seal("second-factor", text)).decode()

    def decrypt(self, encrypted_text: str) -> str:
        return sealing.unseal("second-factor", b64decode(encrypted_text))

    def generate_authenticator_name(self, user: Any, type: Authenticator.Type) -> str:
        number = Authenticator.objects.filter(user=user, type=type).count() + 1
        return _("Passkey %(number)s") % {"number": number}


def remember_language(response: Any, language: str) -> None:
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=365 * 24 * 3600,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
    )


def previous_sign_in(request: HttpRequest) -> datetime | None:
    said = request.session.get(PREVIOUS)
    return datetime.fromisoformat(said) if said else None


def did_confirm_lately(request: HttpRequest) -> bool:
    """Whether the person has been asked again, and answered right, within the last minutes."""
    return bool(did_recently_reauthenticate(request))


def did_show_anything_lately(request: HttpRequest) -> bool:
    """Whether the person has signed in, or has been asked again, within the last minutes."""
    return _lately(request, lambda record: True)


def did_give_second_factor_lately(request: HttpRequest) -> bool:
    """Whether the person has shown a code or a passkey within the last minutes, and not a password alone."""
    return _lately(request, lambda record: record["method"] == "mfa")


def _lately(request: HttpRequest, counts: Callable[[dict[str, Any]], bool]) -> bool:
    shown = [record["at"] for record in get_authentication_records(request, request.user) if counts(record)]
    return bool(shown) and time.time() - shown[-1] < account_settings.REAUTHENTICATION_TIMEOUT


# --- the status of a player, which the tables read before every bet

Status = Player.Status
# From where a status may become which; a closed account stays closed.
BECOMES: dict[str, set[str]] = {
    Status.PENDING: {Status.ACTIVE, Status.SUSPENDED, Status.CLOSED},
    Status.ACTIVE: {Status.PENDING, Status.SUSPENDED, Status.CLOSED},
    Status.SUSPENDED: {Status.PENDING, Status.ACTIVE, Status.CLOSED},
    Status.CLOSED: set(),
}


def _become(player: Player, status: str) -> str | None:
    """The status before, with the player's row locked; None where there is nothing to change or it may not be changed."""
    before = Player.objects.select_for_update().values_list("status", flat=True).get(pk=player.pk)
    if status not in BECOMES[before]:
        player.status = before
        return None
    Player.objects.filter(pk=player.pk).update(status=status)
    player.status = status
    return str(before)


@transaction.atomic
def player_suspend(player: Player, reason: str, by: Person | None = None) -> bool:
    """Nothing is staked from now on; a stake that stands is played to its end, and then the seat is given up."""
    if (before := _become(player, Status.SUSPENDED)) is None:
        return False
    note(
        "account.suspended",
        person=by,
        player=player,
        about=f"player:{player.pk}",
        reason=reason,
        before=before,
    )
    tell(player, "account-suspended", reason=reason)
    show_out("suspended", player=player.pk, leave="house")
    return True


@transaction.atomic
def player_restore(player: Player, reason: str, by: Person | None = None) -> bool:
    """Back to where the identity stands: whoever was not verified before is not verified by this."""
    if Player.objects.filter(pk=player.pk, status=Status.SUSPENDED).exists():
        known = getattr(player, "identity", None)
        back = (
            Status.ACTIVE if known is None or known.verified and known.state == "verified" else Status.PENDING
        )
        if _become(player, back) is not None:
            note(
                "account.restored",
                person=by,
                player=player,
                about=f"player:{player.pk}",
                reason=reason,
                status=back,
            )
            tell(player, "account-restored", reason=reason)
            return True
    return False


@transaction.atomic
def player_close(player: Player, reason: str, by: Person | None = None) -> bool:
    """For good. What the balance holds is paid out by the cashier; the record stays."""
    if (before := _become(player, Status.CLOSED)) is None:
        return False
    note(
        "account.closed", person=by, player=player, about=f"player:{player.pk}", reason=reason, before=before
    )
    tell(player, "account-closed", reason=reason)
    show_out("closed", player=player.pk, leave="house")
    return True


@transaction.atomic
def player_verify(player: Player, by: Person | None = None) -> bool:
    """The identity is known: all tables are open. A suspension stays."""
    if player.status != Status.PENDING or _become(player, Status.ACTIVE) is None:
        return False
    note("account.activated", person=by, player=player, about=f"player:{player.pk}")
    return True


@transaction.atomic
def player_doubt(player: Player, by: Person | None = None) -> bool:
    """The identity is in doubt again: demonstration tables only, until it is settled."""
    if player.status != Status.ACTIVE or _become(player, Status.PENDING) is None:
        return False
    note("account.doubted", person=by, player=player, about=f"player:{player.pk}")
    show_out("unverified", player=player.pk, leave="house")
    return True
