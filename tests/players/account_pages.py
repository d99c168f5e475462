"""The pages of a player's own account: each address below /account/ that a browser may open and that names nothing in particular."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.urls import URLPattern, URLResolver

from casino.urls import urlpatterns

# Asked of every player; what is a file, a step of the door, or only sent to, is no page of the account.
PAGES = (
    "", "cashier/", "deposit/", "withdraw/", "limits/", "limits/first/", "exclusion/", "movements/", "statements/", "rounds/", "sessions/",
    "data/", "close/", "messages/", "complaints/", "complaints/new/", "identity/", "identity/address/", "identity/payment-account/",
    "identity/e-mail/", "terms/", "sign-ins/", "security/", "security/totp/activate/", "security/webauthn/", "security/webauthn/add/",
    "password/",
)  # fmt: skip
NO_PAGES = {
    # doors, before and behind the account
    "sign-in/", "sign-out/", "closed/", "confirm/", "password/set/", "password/forgotten/", "password/forgotten/sent/",
    "password/new/done/", "new/", "new/code/", "new/leave/",
    # there once a second factor is set up
    "security/authenticate/", "security/reauthenticate/", "security/trust/", "security/totp/deactivate/", "security/recovery-codes/",
    "security/recovery-codes/generate/", "security/recovery-codes/download/", "security/webauthn/reauthenticate/",
    "security/webauthn/login/", "security/webauthn/signup/",
    # sent to by forms and programs
    "language/", "data/new/", "messages/read/", "cashier/notifications/", "national-list/", "limits/none/", "limits/reality-check/",
    "limits/reality-check/seen/", "exclusion/pause/", "exclusion/begin/", "identity/e-mail/withdraw/", "sign-ins/end/",
}  # fmt: skip


def addresses(patterns: list[Any] = urlpatterns, before: str = "") -> Iterator[str]:
    """Every address of the house that names nothing in particular."""
    for pattern in patterns:
        here = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern.url_patterns, here)
        elif isinstance(pattern, URLPattern) and not any(sign in here for sign in "<(^"):
            yield here
