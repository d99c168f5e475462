"""URLs of messages and complaints."""

from __future__ import annotations

from django.urls import path

from players.inbox import views, views_notifications
from players.shared import url_converters  # noqa: F401  (it names `<id:…>`)

urlpatterns = [
    path("messages/", views.inbox, name="inbox"),
    path("messages/read/", views.mark_all_read, name="inbox-read"),
    path("messages/<id:message_id>/", views.message, name="message"),
    path("notifications/", views_notifications.notifications_page, name="notifications"),
    path("notifications/news/", views_notifications.notifications_news, name="notifications-news"),
    path("complaints/", views.complaints_page, name="own-complaints"),
    path("complaints/new/", views.complaint_new, name="complaint-new"),
    path("complaints/<slug:number>/", views.complaint, name="complaint"),
]
