"""Links from the rows of a report to lists of the back office: the list takes every filter of the link."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.test import Client

from casino.compliance.reports.all_reports import REPORTS
from players.models import PlaySession
from tests.live_table import players_with, signer, table_open

pytestmark = pytest.mark.django_db

ROWS: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    "sessions": ("sessions", {"part": "player"}, {}),
    "sessions of a game": ("sessions", {"part": "inactivity"}, {"system": "blackjack"}),
    "sessions of a table": ("sessions", {"part": "player"}, {"table": 0}),
    "payments that were refused": ("payments", {"part": "deposit", "status": "refused"}, {}),
    "payments that wait": ("payments", {"part": "withdrawal", "status": "held"}, {}),
    "limits": ("limits", {"part": "set", "kind": "deposit", "span": "day"}, {}),
    "a refused attempt without a payment": ("refused-withdrawals", {"payment": "", "player": None}, {}),
    "a registration without an account": ("registrations", {"player": None}, {}),
    "deposits above a limit": ("limits", {"part": "refused", "kind": "deposit", "span": "limit-day"}, {}),
}
NOVEMBER = {"period": "2026-11-01"}
DAYS = {"since": "2026-11-01", "until": "2026-11-30", "step": "month"}


@pytest.fixture
def regulator(client: Client) -> Client:
    person = signer("regulator")
    person.groups.add(Group.objects.get(name="auditor"))
    client.force_login(person, backend="allauth.account.auth_backends.AuthenticationBackend")
    return client


def address_of(report: str, row: dict[str, Any], parameters: dict[str, Any]) -> str:
    link = REPORTS[report].link
    assert link is not None
    return link(NOVEMBER | row, DAYS | parameters)


@pytest.mark.parametrize(("report", "row", "parameters"), ROWS.values(), ids=ROWS)
def test_a_row_of_a_report_opens_its_list(
    regulator: Client, report: str, row: dict[str, Any], parameters: dict[str, Any]
) -> None:
    if "table" in parameters:
        parameters = {"table": table_open("blackjack").pk}
    if report == "refused-withdrawals":
        row |= {"player": players_with(0, 1)[0].pk}
    address = address_of(report, row, parameters)
    assert regulator.get(address).status_code == 200, address


def test_the_list_has_the_days_and_the_table_of_the_row(regulator: Client) -> None:
    (player,) = players_with(0, 1)
    before, within = table_open("blackjack").pk, table_open("blackjack").pk
    for day, table in (
        (datetime(2026, 10, 31, 22, tzinfo=UTC), before),
        (datetime(2026, 11, 3, tzinfo=UTC), within),
    ):
        PlaySession.objects.create(
            player=player, table=table, table_name=f"Mesa {table}", system="blackjack", currency="EUR",
            started=day, ended=day, cause="player",
        )  # fmt: skip

    def tables(parameters: dict[str, Any]) -> list[int]:
        response = regulator.get(address_of("sessions", {"part": "player"}, parameters))
        return [session.table for session in response.context["cl"].queryset]

    assert tables({}) == [within]
    assert tables({"table": within}) == [within] and tables({"table": before}) == []


@pytest.mark.parametrize("number", ["0x", "9" * 30, "\N{ARABIC-INDIC DIGIT ONE}"])
def test_a_number_that_is_none_is_refused(regulator: Client, number: str) -> None:
    response = regulator.get("/admin/players/playsession/", {"table__exact": number})
    assert response.status_code == 400 and number in response.content.decode()
