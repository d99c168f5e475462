"""URLs of messages and complaints."""

from __future__ import annotations

from django.urls import path

from players.inbox import views, views_push
from players.shared import url_converters  # noqa: F401  (it names `<id:…>`)

urlpatterns = [
    path("messages/", views.inbox, name="inbox"),
    path("messages/read/", views.mark_all_read, name="inbox-read"),
    path("messages/<id:message_id>/", views.message, name="message"),
    path("notifications/", views_push.notifications_page, name="notifications"),
    path("notifications/choose/", views_push.choose_notifications, name="notifications-choose"),
    path("notifications/news/", views_push.notifications_news, name="notifications-news"),
    path("notifications/browser/", views_push.subscribe_to_notifications, name="notifications-browser"),
    path("notifications/end/", views_push.end_notifications, name="notifications-end"),
    path("complaints/", views.complaints_page, name="own-complaints"),
    path("complaints/new/", views.complaint_new, name="complaint-new"),
    path("complaints/<slug:number>/", views.complaint, name="complaint"),
]
