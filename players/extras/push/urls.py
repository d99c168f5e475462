"""What the page of notifications sends, under /account/."""

from __future__ import annotations

from django.urls import path

from players.extras.push import views

urlpatterns = [
    path("notifications/choose/", views.choose_notifications, name="notifications-choose"),
    path("notifications/browser/", views.subscribe_to_notifications, name="notifications-browser"),
    path("notifications/end/", views.end_notifications, name="notifications-end"),
]
