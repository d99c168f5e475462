"""URLs of the totals of players' money."""

from __future__ import annotations

from django.urls import path

from casino.players_funds import views
from players.shared import url_converters  # noqa: F401  (it names `<day:…>`)

urlpatterns = [
    path("players-money/", views.players_money, name="players-money"),
    path("account/players-money/", views.own_money, name="own-money"),
    path("account/players-money/<day:day>-<slug:currency>.json", views.own_statement, name="own-money-file"),
]
