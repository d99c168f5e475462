"""The API's addresses of people and their money."""

from __future__ import annotations

from django.urls import path

from players import converters  # noqa: F401  (it names `<id:…>`)
from players.api import account, history, inbox

urlpatterns = [
    path("account/", account.Account.as_view()),
    path("wallets/", account.Wallets.as_view()),
    path("limits/", account.Limits.as_view()),
    path("limits/<id:id>/", account.ComingLimit.as_view()),
    path("movements/", history.Movements.as_view()),
    path("sums/", history.Totals.as_view()),
    path("statements/", history.Statements.as_view()),
    path("sessions/<id:id>/reality-check/", history.Reality.as_view()),
    path("messages/", inbox.Messages.as_view()),
    path("messages/<id:id>/read/", inbox.MessageRead.as_view()),
    path("complaints/", inbox.Complaints.as_view()),
    path("complaints/<slug:number>/", inbox.ComplaintTalk.as_view()),
]
