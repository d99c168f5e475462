"""The way to a person's own pages. Of the sign-in library only the pages that this house uses have an address."""

from __future__ import annotations

from allauth.account import views as door
from django.urls import include, path, re_path

from players import views

urlpatterns = [
    path("", views.account, name="account"),
    path("language/", views.language, name="language"),
    path("sign-in/", door.login, name="account_login"),
    path("sign-out/", door.logout, name="account_logout"),
    path("closed/", door.account_inactive, name="account_inactive"),
    path("confirm/", door.reauthenticate, name="account_reauthenticate"),
    path("password/", door.password_change, name="account_change_password"),
    path("password/set/", door.password_set, name="account_set_password"),
    path("password/forgotten/", door.password_reset, name="account_reset_password"),
    path("password/forgotten/sent/", door.password_reset_done, name="account_reset_password_done"),
    re_path(
        r"^password/new/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        door.password_reset_from_key,
        name="account_reset_password_from_key",
    ),
    path(
        "password/new/done/", door.password_reset_from_key_done, name="account_reset_password_from_key_done"
    ),
    path("security/", include("allauth.mfa.urls")),
    path("", include("players.identity.urls")),
    path("", include("players.wallet.cashier.urls")),
    path("", include("players.protection.urls")),
    path("", include("players.history.urls")),
    path("", include("players.inbox.urls")),
]
