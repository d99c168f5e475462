"""The pages of a player's account: each URL below /account/ without parameters that a browser may open."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.urls import URLPattern, URLResolver

from casino.urls import urlpatterns

# Downloads, steps of the sign-in and URLs that only accept POST are listed in NO_PAGES.
PAGES = (
    "", "cashier/", "deposit/", "withdraw/", "limits/", "limits/first/", "exclusion/", "movements/",
    "statements/", "rounds/", "sessions/", "data/", "close/", "messages/", "notifications/", "complaints/",
    "complaints/new/", "identity/", "identity/address/", "identity/payment-account/", "identity/e-mail/",
    "terms/", "sign-ins/", "security/", "security/totp/activate/", "security/webauthn/",
    "security/webauthn/add/", "password/", "review/", "api-tokens/", "care-message/",
    "my-play/", "players-money/",
)  # fmt: skip
NO_PAGES = {
    # sign-in, registration and sign-out
    "sign-in/", "sign-out/", "closed/", "confirm/", "password/set/", "password/forgotten/",
    "password/forgotten/sent/", "password/new/done/", "new/", "new/code/", "new/leave/",
    # available only with a second factor
    "security/authenticate/", "security/reauthenticate/", "security/trust/", "security/totp/deactivate/",
    "security/recovery-codes/", "security/recovery-codes/generate/", "security/recovery-codes/download/",
    "security/webauthn/reauthenticate/", "security/webauthn/login/", "security/webauthn/signup/",
    # for the table's page
    "care-message/card/",
    # POST only
    "language/", "data/new/", "messages/read/", "notifications/news/", "cashier/notifications/",
    "national-list/", "limits/none/", "limits/question/",
    "limits/reality-check/", "limits/reality-check/seen/", "exclusion/pause/", "exclusion/begin/",
    "identity/e-mail/withdraw/", "sign-ins/end/", "api-tokens/end/",
}  # fmt: skip
if apps.is_installed("players.extras.push"):
    NO_PAGES |= {"notifications/choose/", "notifications/browser/", "notifications/end/"}


def urls(patterns: list[Any] = urlpatterns, prefix: str = "") -> Iterator[str]:
    """Every URL without parameters."""
    for pattern in patterns:
        url = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from urls(pattern.url_patterns, url)
        elif isinstance(pattern, URLPattern) and not any(sign in url for sign in "<(^"):
            yield url
