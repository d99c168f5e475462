"""Behind each figure of a report stand rounds, and behind them transfers: both add up to it, and every page leads on to the next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from django.test import Client
from django.urls import reverse
from msgspec import structs

from casino.compliance.reports.behind import behind_from, rounds_behind, transfers_behind
from casino.compliance.reports.building import Built, build
from casino.compliance.reports.catalogue import REPORTS
from casino.compliance.reports.choice import PARTS, Choice
from casino.compliance.reports.links import TRANSFERS, behind_link
from games.models import Round
from games.tables.keys import SealKey
from tests.room import signer

pytestmark = [pytest.mark.django_db, pytest.mark.long]
Past = Callable[[int], SealKey]


def client_of(role: str) -> Client:
    client = Client()
    client.force_login(signer(role), backend="allauth.account.auth_backends.AuthenticationBackend")
    return client


def rows_of(built: Built) -> list[dict[str, Any]]:
    names = [column.key for column in built.report.columns]
    return [dict(zip(names, row, strict=True)) for row in built.rows]


def asked_in(address: str) -> dict[str, str]:
    return dict(parse_qsl(urlsplit(address).query))


def test_rounds_and_transfers_behind_each_row_add_up_to_it(past: Past, whole: Choice) -> None:
    past(700)
    looked = 0
    for part, _ in PARTS:
        for testing in (False, True):
            asked = structs.replace(whole, part=part, testing=testing)
            for row in rows_of(build(REPORTS["gross"], asked)):
                link = REPORTS["gross"].link
                assert link is not None
                told = asked_in(link(row, asked.told(REPORTS["gross"].fields)))
                found = rounds_behind(behind_from(told)).totals
                entry = row["entry"] or 0
                assert (found["rounds"], found["staked"], found["returned"]) == (row["rounds"], row["staked"], row["returned"]), told
                assert found["gross"] + entry == row["gross"], told
                assert transfers_behind(behind_from(told)).figure == row["gross"], told
                looked += 1
    assert looked > 20


def test_the_transfers_of_a_pot_are_what_its_row_says(past: Past, whole: Choice) -> None:
    past(700)
    built = build(REPORTS["jackpots"], whole)
    link = REPORTS["jackpots"].link
    assert built.rows and link is not None
    for row in rows_of(built):
        found = transfers_behind(behind_from(asked_in(link(row, built.told))))
        cents = {road["road"]: road["cents"] for road in found.roads}
        assert found.figure == row["change"]
        assert cents.get("jackpot-share", 0) + cents.get("jackpot-held-share", 0) == row["contributions"]
        assert cents.get("jackpot-prize", 0) == row["prizes"]


def test_what_was_paid_is_what_the_cash_moved(past: Past, whole: Choice) -> None:
    past(300)
    paid = [
        row
        for testing in (False, True)
        for row in rows_of(build(REPORTS["payments"], structs.replace(whole, testing=testing)))
        if row["status"] == "paid"
    ]
    months = {row["period"] for row in paid}
    for month in months:
        told = asked_in(behind_link(TRANSFERS, {"period": month}, whole.told(("step",)), of="cash"))
        assert transfers_behind(behind_from(told)).figure == sum(row["net"] for row in paid if row["period"] == month)


def test_every_row_leads_somewhere_that_a_regulator_may_see(past: Past, whole: Choice, django_assert_max_num_queries: Any) -> None:
    past(400)
    client = client_of("regulator")
    for report in REPORTS.values():
        built = build(report, whole)
        assert report.link is not None
        for row in rows_of(built)[:: 1 + len(built.rows) // 6]:
            address = report.link(row, built.told)
            with django_assert_max_num_queries(40):
                assert client.get(address).status_code == 200, address
            if "/reports/rounds/" in address:
                with django_assert_max_num_queries(40):
                    assert b"<table" in client.get(address.replace("/rounds/", "/transfers/")).content


def test_every_round_stands_on_one_page_and_only_there(past: Past, whole: Choice) -> None:
    past(500)
    told = {"since": whole.since.isoformat(), "until": whole.until.isoformat(), "system": "baccarat"}
    for read, kind in ((rounds_behind, "rounds"), (transfers_behind, "transfers")):
        seen, after, pages = [], "", 0
        while True:
            found: Any = read(behind_from({**told, "after": after}))
            seen += [row["id"] for row in found.rows]
            pages += 1
            if not (after := found.next):
                break
        assert len(seen) == len(set(seen)) and (pages > 1 or kind == "rounds")
        if kind == "rounds":
            assert len(seen) == found.totals["rounds"] + found.totals["void"]
            assert len(seen) <= Round.objects.filter(table__system="baccarat").count()
        else:
            assert len(seen) == sum(road["moves"] for road in found.roads)


@pytest.mark.parametrize(
    "wrong",
    [
        {"since": "0001-01-01"},
        {"until": "9999-12-31"},
        {"until": ""},
        {"period": "9999-12-31"},
        {"period": "2026-05-01", "step": "hour"},
        {"period": "2026-05-01"},
        {"system": "chess"},
        {"table": "-1"},
        {"table": "99999999999999999999"},
        {"of": "everything"},
        {"of": "correction", "correction": "x"},
        {"after": "x_1"},
        {"after": "1_x"},
        {"after": "99999999999999999999_1"},
        {"after": "1_99999999999999999999999"},
        {"after": "1_00000000-0000-0000-0000-000000000000"},
    ],
)
def test_an_address_that_makes_no_sense_is_not_found(wrong: dict[str, str]) -> None:
    client = client_of("auditor")
    for page in ("compliance_reports_rounds", TRANSFERS):
        given = {"since": "2026-05-01", "until": "2026-05-31"} | wrong
        answer = client.get(reverse(page), given)
        assert answer.status_code in (200, 404) if "after" in wrong else answer.status_code == 404


def test_whoever_may_not_see_reports_sees_nothing_behind_them() -> None:
    for role in ("support", "cashier", "table manager"):
        for page in ("compliance_reports_rounds", TRANSFERS):
            assert client_of(role).get(reverse(page), {"since": "2026-05-01", "until": "2026-05-31"}).status_code == 403
