"""URLs of the overview, of «My play» and of the language."""

from __future__ import annotations

from django.urls import path

from players.portal import views

urlpatterns = [
    path("", views.account, name="account"),
    path("my-play/", views.my_play, name="my-play"),
    path("language/", views.language, name="language"),
]
