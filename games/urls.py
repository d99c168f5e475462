"""The way to the tables, their rules, and a player's record of play."""

from __future__ import annotations

from django.urls import include, path, re_path

from games.lobby import fair_play, opponent_notes, report_player
from games.lobby import views as lobby_views
from games.rounds import views as round_views
from games.rounds.receipts import views as receipt_views
from games.rounds.replay import views as replay_views
from games.rounds.replay.hand_files import endings
from games.rulebook import views as rule_views
from games.tables.web import views as table_views
from players.shared import url_converters  # noqa: F401  (it names `<id:…>`)

urlpatterns = [
    path("", lobby_views.home, name="home"),
    path("", include("games.lobby.urls")),
    path("table/<id:table_id>/", table_views.table, name="table"),
    path("table/<id:table_id>/leave/", table_views.leave, name="leave-table"),
    path("table/<id:table_id>/visit/", table_views.visit, name="visit"),
    path("table/<id:table_id>/report/", report_player.report, name="report-player"),
    path("table/<id:table_id>/notes/", opponent_notes.notes, name="opponent-notes"),
    path("rules/", rule_views.rules, name="rules"),
    path("rules/<slug:system>/", rule_views.rules_page, name="rules-of"),
    path("rules/<slug:system>/text/", rule_views.regulation, name="regulation"),
    path("rules/<slug:system>/<id:version>/", rule_views.rules_version, name="rules-version"),
    path("fairness/", round_views.fairness, name="fairness"),
    path("verify/", round_views.verify, name="verify"),
    path("verify/<id:round_id>/", round_views.verify, name="verify-round"),
    path("verify/shoe/<id:table_id>/<id:number>/", round_views.shoe_proofs, name="verify-shoe"),
    path("verify/receipt/", receipt_views.check_receipt, name="receipt-check"),
    path("account/receipts/<id:table>/<id:event>/", receipt_views.receipt, name="receipt"),
    path("fair-play/", fair_play.page, name="fair-play"),
    path("account/", include("games.rounds.urls")),
    path("account/rounds/<id:round_id>/", round_views.round_page, name="round"),
    path("account/rounds/<id:round_id>/replay/", replay_views.replay_page, name="replay"),
    path("account/rounds/<id:round_id>/chances/", replay_views.chances, name="chances"),
    re_path(
        rf"^account/rounds/(?P<round_id>\d{{1,18}})/hand\.(?P<ending>{endings()})$",
        replay_views.hand_file,
        name="hand-file",
    ),
    path("account/sessions/<id:session_id>/", round_views.session_page, name="session"),
    re_path(
        rf"^account/sessions/(?P<session_id>\d{{1,18}})/hands\.(?P<ending>{endings()})$",
        replay_views.hands_file,
        name="hands-file",
    ),
    path("api/tables/<id:table_id>/chat", table_views.chat, name="chat"),
    path("api/tables/<id:table_id>/last", round_views.last_round, name="last-round"),
    path("api/tables/<id:table_id>/elsewhere", round_views.session_elsewhere, name="session-elsewhere"),
    path("api/tables/<id:table_id>/frequencies", table_views.frequencies, name="frequencies"),
]
