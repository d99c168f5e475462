"""URLs of the lobby."""

from __future__ import annotations

from django.urls import path

from games.lobby import favourites, live, sessions, views
from players.shared import url_converters  # noqa: F401  (it names `<id:…>`)

urlpatterns = [
    path("lobby/", views.lobby, name="lobby"),
    path("lobby/live/", live.live, name="lobby-live"),
    path("lobby/favourites/<id:table_id>/", favourites.favourite, name="favourite"),
    path("lobby/sessions/", sessions.sessions, name="table-sessions"),
    path("lobby/sessions/<id:session_id>/register/", sessions.register, name="table-session-register"),
    path("lobby/sessions/<id:session_id>/withdraw/", sessions.withdraw, name="table-session-withdraw"),
    path("lobby/together/", views.multitable, name="together"),
    path("table/<id:table_id>/window/", views.table_window, name="table-window"),
]
