"""While the database or Valkey is unavailable, pages and the API respond with 503 and `Retry-After`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NoReturn

import psycopg
import pytest
import redis
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import OperationalError, ProgrammingError
from django.test import Client

from casino.web import errors

NOBODY_LISTENS = "host=127.0.0.1 port=1 connect_timeout=1"


@pytest.fixture
def database_away(db: None) -> Iterator[None]:
    def refuse(_self: BaseDatabaseWrapper) -> NoReturn:
        with connection.wrap_database_errors:
            psycopg.connect(NOBODY_LISTENS)
        raise AssertionError("somebody listens on port 1")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BaseDatabaseWrapper, "ensure_connection", refuse)
        yield


@pytest.mark.usefixtures("database_away")
@pytest.mark.parametrize(
    ("language", "sentence"), [("en", "Please try again soon."), ("pt", "Tente de novo dentro de momentos.")]
)
def test_a_page_says_that_it_is_back_in_a_moment(language: str, sentence: str) -> None:
    client = Client(raise_request_exception=False, headers={"accept-language": language})
    for address in ("/", "/account/sign-in/", "/admin/"):
        client.cookies["sessionid"] = "a-session-that-must-be-read"
        response = client.get(address)
        assert (response.status_code, response["Retry-After"]) == (503, "5"), address
        assert sentence in response.content.decode()


@pytest.mark.usefixtures("database_away")
@pytest.mark.parametrize("address", ["/api/v1/lobby/", "/api/v1/account/"])
def test_the_api_answers_503_with_a_code(address: str) -> None:
    client = Client(raise_request_exception=False)
    client.cookies["sessionid"] = "a-session-that-must-be-read"
    response = client.get(address)
    assert (response.status_code, response["Retry-After"]) == (503, "5")
    assert response.json()["code"] == "unavailable"


def caused_by(cause: Exception) -> OperationalError:
    error = OperationalError()
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "away"),
    [
        (caused_by(psycopg.errors.AdminShutdown()), True),
        (caused_by(psycopg.errors.CannotConnectNow()), True),
        (caused_by(psycopg.errors.TooManyConnections()), True),
        (caused_by(psycopg.errors.ReadOnlySqlTransaction()), True),
        (redis.ConnectionError(), True),
        (caused_by(psycopg.errors.QueryCanceled()), False),
        (caused_by(psycopg.errors.DiskFull()), False),
        (ProgrammingError(), False),
        (KeyError("page"), False),
        (None, False),
    ],
)
def test_only_what_waiting_mends_counts_as_away(error: Exception | None, away: bool) -> None:
    assert errors.is_unreachable(error) is away
