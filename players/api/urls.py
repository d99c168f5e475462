"""API URLs of the account, its money and its messages."""

from __future__ import annotations

from django.urls import path

from players.api import views_account, views_history, views_house, views_inbox
from players.shared import url_converters  # noqa: F401  (it registers `<id:…>`)

urlpatterns = [
    path("account/", views_account.AccountView.as_view()),
    path("wallets/", views_account.Wallets.as_view()),
    path("limits/", views_account.LimitsView.as_view()),
    path("limits/<id:id>/", views_account.ComingLimit.as_view()),
    path("movements/", views_history.Movements.as_view()),
    path("sums/", views_history.TotalsView.as_view()),
    path("statements/", views_history.Statements.as_view()),
    path("sessions/<id:id>/reality-check/", views_history.Reality.as_view()),
    path("messages/", views_inbox.Messages.as_view()),
    path("messages/<id:id>/read/", views_inbox.MessageRead.as_view()),
    path("house/payments/", views_house.HousePayments.as_view()),
    path("complaints/", views_inbox.Complaints.as_view()),
    path("complaints/<slug:number>/", views_inbox.ComplaintTalk.as_view()),
]
