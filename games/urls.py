"""The way to the tables, their rules, and a player's record of play."""

from __future__ import annotations

from django.urls import include, path

from games import fair_play, receipts, report, views
from players import converters  # noqa: F401  (it names `<id:…>`)

urlpatterns = [
    path("", views.home, name="home"),
    path("", include("games.lobby.urls")),
    path("table/<id:id>/", views.table, name="table"),
    path("table/<id:id>/visit/", views.visit, name="visit"),
    path("table/<id:id>/report/", report.report, name="report-player"),
    path("rules/", views.rules, name="rules"),
    path("rules/<slug:system>/", views.rules_of, name="rules-of"),
    path("rules/<slug:system>/<id:version>/", views.rules_version, name="rules-version"),
    path("fairness/", views.fairness, name="fairness"),
    path("verify/", views.verify, name="verify"),
    path("verify/<id:id>/", views.verify, name="verify-round"),
    path("verify/receipt/", receipts.receipt_check, name="receipt-check"),
    path("account/receipts/<id:table>/<id:event>/", receipts.receipt, name="receipt"),
    path("fair-play/", fair_play.page, name="fair-play"),
    path("account/", include("games.record.urls")),
    path("account/rounds/<id:id>/", views.round_page, name="round"),
    path("account/sessions/<id:id>/", views.session_page, name="session"),
    path("api/tables/<id:id>/chat", views.chat, name="chat"),
    path("api/tables/<id:id>/last", views.last_round, name="last-round"),
    path("api/tables/<id:id>/elsewhere", views.session_elsewhere, name="session-elsewhere"),
    path("api/tables/<id:id>/frequencies", views.frequencies, name="frequencies"),
]
