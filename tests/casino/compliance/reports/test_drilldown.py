"""The drill-down of each figure lists rounds, and their transfers: both add up to the figure, and every
page links to the next.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from datetime import date
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from django.test import Client
from django.urls import reverse
from msgspec import structs

from casino.compliance.reports import daily_totals
from casino.compliance.reports.all_reports import REPORTS
from casino.compliance.reports.building import BuiltReport, build
from casino.compliance.reports.drilldown import PAGE, rounds_of, selection_from, transfers_of
from casino.compliance.reports.links import TRANSFERS, drilldown_link
from casino.compliance.reports.parameters import PARTS, ReportChoice
from games.draw.seal_key import SealKey
from games.models import Round, Table
from players.shared import clock
from players.wallet.models import Transfer
from tests.live_table import signer

pytestmark = [pytest.mark.django_db, pytest.mark.long]
Past = Callable[[int], SealKey]


def client_of(role: str) -> Client:
    client = Client()
    client.force_login(signer(role), backend="allauth.account.auth_backends.AuthenticationBackend")
    return client


def rows_of(built: BuiltReport) -> list[dict[str, Any]]:
    names = [column.key for column in built.report.columns]
    return [dict(zip(names, row, strict=True)) for row in built.rows]


def asked_in(address: str) -> dict[str, str]:
    return dict(parse_qsl(urlsplit(address).query))


def test_rounds_and_transfers_behind_each_row_add_up_to_it(past: Past, whole: ReportChoice) -> None:
    past(700)
    looked = 0
    for part, _ in PARTS:
        for testing in (False, True):
            choice = structs.replace(whole, part=part, testing=testing)
            for row in rows_of(build(REPORTS["gross"], choice)):
                link = REPORTS["gross"].link
                assert link is not None
                query = asked_in(link(row, choice.parameters(REPORTS["gross"].fields)))
                result = rounds_of(selection_from(query)).totals
                entry = row["entry"] or 0
                assert (result["rounds"], result["staked"], result["returned"]) == (
                    row["rounds"],
                    row["staked"],
                    row["returned"],
                ), query
                assert result["gross"] + entry == row["gross"], query
                assert transfers_of(selection_from(query)).figure == row["gross"], query
                looked += 1
    assert looked > 20


def test_sums_by_kind_equal_the_ledger(past: Past, whole: ReportChoice) -> None:
    """Count again by transfer: those of a round belong to the day on which it ended, seat fees to their
    own.
    """
    past(900)
    ends = {
        round_id: (table, ended)
        for round_id, table, ended in Round.objects.values_list("id", "table", "ended")
    }
    tables = dict(Table.objects.filter(currency="EUR").values_list("id", "system"))
    months: dict[tuple[str, date], dict[str, list[int]]] = defaultdict(lambda: defaultdict(lambda: [0, 0]))
    for kind, cents, round_id, at in Transfer.objects.exclude(round=None).values_list(
        "kind", "cents", "round", "at"
    ):
        table, ended = ends[round_id]
        hour = at if kind in ("buy-in", "buy-in-commission", "cash-out") else ended
        if table in tables and hour is not None:
            count = months[tables[table], clock.day_of(hour).replace(day=1)][kind]
            count[0] += 1
            count[1] += cents
    assert len(months) > 12
    for folded in (False, True):
        if folded:
            assert daily_totals.fold() > 0
        for (system, month), kinds in months.items():
            query = {
                "since": month.isoformat(),
                "until": whole.until.isoformat(),
                "period": month.isoformat(),
                "step": "month",
            }
            result = transfers_of(selection_from({**query, "system": system}))
            assert {row["kind"]: [row["moves"], row["cents"]] for row in result.kinds} == kinds, (
                folded,
                system,
                month,
            )


def test_every_page_is_the_same_folded_or_not(past: Past, whole: ReportChoice) -> None:
    past(1_500)  # enough for every kind to have been taken
    query = {"since": whole.since.isoformat(), "until": whole.until.isoformat()}
    lists: list[tuple[Any, dict[str, str]]] = [
        (rounds_of, {}),
        (rounds_of, {"testing": "1"}),
        (transfers_of, {}),
    ]
    lists += [(transfers_of, {"transfer_kind": kind}) for kind in ("prize", "cash-out", "jackpot-share")]
    lists += [
        (transfers_of, {"of": "cash"}),
        (transfers_of, {"sheet": "holdem · 1"}),
        (rounds_of, {"sheet": "holdem · 1"}),
    ]
    before = [pages_of(read, query | more) for read, more in lists]
    daily_totals.fold()
    assert [pages_of(read, query | more) for read, more in lists] == before
    assert all(before) and all(len(ids) == len(set(ids)) for ids in before)


def pages_of(read: Any, query: dict[str, str]) -> list[Any]:
    """Everything that its pages show, in their order."""
    ids: list[Any] = []
    after = ""
    while True:
        result = read(selection_from({**query, "after": after}))
        ids += [row["id"] for row in result.rows]
        if not (after := result.next):
            return ids


def test_the_transfers_of_a_pot_are_what_its_row_says(past: Past, whole: ReportChoice) -> None:
    past(700)
    built = build(REPORTS["jackpots"], whole)
    link = REPORTS["jackpots"].link
    assert built.rows and link is not None
    for row in rows_of(built):
        result = transfers_of(selection_from(asked_in(link(row, built.parameters))))
        cents = {kind["kind"]: kind["cents"] for kind in result.kinds}
        assert result.figure == row["change"]
        assert cents.get("jackpot-share", 0) + cents.get("jackpot-held-share", 0) == row["contributions"]
        assert cents.get("jackpot-prize", 0) == row["prizes"]


def test_what_was_paid_is_what_the_cash_moved(past: Past, whole: ReportChoice) -> None:
    past(300)
    paid = [
        row
        for testing in (False, True)
        for row in rows_of(build(REPORTS["payments"], structs.replace(whole, testing=testing)))
        if row["status"] == "paid"
    ]
    months = {row["period"] for row in paid}
    for month in months:
        query = asked_in(drilldown_link(TRANSFERS, {"period": month}, whole.parameters(("step",)), of="cash"))
        assert transfers_of(selection_from(query)).figure == sum(
            row["net"] for row in paid if row["period"] == month
        )


def test_every_row_leads_somewhere_that_a_regulator_may_see(
    past: Past, whole: ReportChoice, django_assert_max_num_queries: Any
) -> None:
    past(400)
    client = client_of("regulator")
    # An hour of all days, or a month of first deposits, is no selection of rounds or transfers.
    assert {code for code, report in REPORTS.items() if report.link is None} == {"hours", "cohorts"}
    for report in REPORTS.values():
        if report.link is None:
            continue
        built = build(report, whole)
        for row in rows_of(built)[:: 1 + len(built.rows) // 6]:
            address = report.link(row, built.parameters)
            with django_assert_max_num_queries(40):
                assert client.get(address).status_code == 200, address
            if "/reports/rounds/" in address:
                with django_assert_max_num_queries(40):
                    assert b"<table" in client.get(address.replace("/rounds/", "/transfers/")).content


def test_every_round_is_on_exactly_one_page(past: Past, whole: ReportChoice) -> None:
    past(500)
    query = {"since": whole.since.isoformat(), "until": whole.until.isoformat(), "system": "baccarat"}
    for read, kind in ((rounds_of, "rounds"), (transfers_of, "transfers")):
        seen, result = pages_of(read, query), read(selection_from(query))
        assert len(seen) == len(set(seen)) and (len(seen) > PAGE or kind == "rounds")
        if kind == "rounds":
            assert len(seen) == result.totals["rounds"] + result.totals["void"]
            assert len(seen) <= Round.objects.filter(table__system="baccarat").count()
        else:
            assert len(seen) == sum(kind["moves"] for kind in result.kinds)


@pytest.mark.parametrize(
    "change",
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
def test_an_invalid_url_is_not_found(change: dict[str, str]) -> None:
    client = client_of("auditor")
    for page in ("compliance_reports_rounds", TRANSFERS):
        query = {"since": "2026-05-01", "until": "2026-05-31"} | change
        response = client.get(reverse(page), query)
        assert response.status_code in (200, 404) if "after" in change else response.status_code == 404


def test_the_drilldown_needs_the_permission_of_reports() -> None:
    for role in ("support", "cashier", "table manager"):
        for page in ("compliance_reports_rounds", TRANSFERS):
            assert (
                client_of(role).get(reverse(page), {"since": "2026-05-01", "until": "2026-05-31"}).status_code
                == 403
            )
