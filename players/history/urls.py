"""URLs of movements, statements, personal data and their files."""

from __future__ import annotations

from django.urls import path, re_path

from players.history import views, views_personal_data
from players.shared import url_converters  # noqa: F401  (it names `<id:…>`)

urlpatterns = [
    path("movements/", views.movements_page, name="movements"),
    re_path(r"^movements\.(?P<ending>csv|pdf)$", views.movements_file, name="movements-file"),
    path("statements/", views.statements_page, name="statements"),
    path("data/", views_personal_data.personal_data_page, name="personal-data"),
    path("data/new/", views_personal_data.copy_new, name="copy-new"),
    path("data/<id:copy_id>.zip", views_personal_data.copy_file, name="copy-file"),
    path("close/", views_personal_data.close, name="account-close"),
    path("statements/<id:statement_id>/", views.statement_page, name="statement"),
    re_path(
        r"^statements/(?P<statement_id>\d{1,18})\.(?P<ending>csv|pdf)$",
        views.statement_file,
        name="statement-file",
    ),
]
