"""URLs of the overview and of the language."""

from __future__ import annotations

from django.urls import path

from players.portal import views

urlpatterns = [
    path("", views.account, name="account"),
    path("language/", views.language, name="language"),
]
