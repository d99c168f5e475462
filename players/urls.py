"""URLs of a person's own pages, below /account/."""

from __future__ import annotations

from django.urls import include, path

urlpatterns = [
    path("", include("players.portal.urls")),
    path("", include("players.identity.urls")),
    path("", include("players.wallet.cashier.urls")),
    path("", include("players.protection.urls")),
    path("", include("players.history.urls")),
    path("", include("players.inbox.urls")),
]
