"""The way to movements, statements and their files."""

from __future__ import annotations

from django.urls import path, re_path

from players import converters  # noqa: F401  (it names `<id:…>`)
from players.history import own, views

urlpatterns = [
    path("movements/", views.movements_page, name="movements"),
    re_path(r"^movements\.(?P<ending>csv|pdf)$", views.movements_file, name="movements-file"),
    path("statements/", views.statements_page, name="statements"),
    path("data/", own.personal_data, name="personal-data"),
    path("data/new/", own.copy_new, name="copy-new"),
    path("data/<id:id>.zip", own.copy_file, name="copy-file"),
    path("close/", own.close, name="account-close"),
    path("statements/<id:id>/", views.statement_page, name="statement"),
    re_path(
        r"^statements/(?P<id>\d{1,18})\.(?P<ending>csv|pdf)$", views.statement_file, name="statement-file"
    ),
]
