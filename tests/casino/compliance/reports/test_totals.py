"""Every sum of a report equals the engines' results and the ledger, precomputed or live."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import connection
from msgspec import structs

from casino.compliance.reports import daily_totals
from casino.compliance.reports.all_reports import REPORTS
from casino.compliance.reports.building import BuiltReport, build
from casino.compliance.reports.parameters import ReportChoice
from games.draw.seal_key import SealKey
from games.models import RuleSheet, Table
from players.models import Player
from players.shared import clock
from tests.casino.compliance.reports.recount import Recount

pytestmark = [pytest.mark.django_db, pytest.mark.long]
MINUTES = """
SELECT count(*) FROM generate_series(
    %s::timestamptz - interval '3 h', %s::timestamptz + interval '3 h', interval '1 min'
) AS m
WHERE (m AT TIME ZONE 'Europe/Lisbon')::date = %s
"""
FIGURES = ("gross", "staked", "returned", "commission")


def by(built: BuiltReport, *keys: str) -> dict[tuple[Any, ...], dict[str, Any]]:
    names = [column.key for column in built.report.columns]
    rows = [dict(zip(names, row, strict=True)) for row in built.rows]
    return {tuple(row[key] for key in keys): row for row in rows}


def recounted(key: SealKey) -> Recount:
    count = Recount(key, set(Player.objects.filter(testing=True).values_list("pk", flat=True)))
    for table in Table.objects.filter(currency="EUR"):
        count.table(table)
    return count


def test_every_total_is_what_the_engines_say_and_what_the_ledger_moved(
    past: Callable[[int], SealKey], whole: ReportChoice
) -> None:
    key = past(1200)
    count = recounted(key)
    sheets = {sheet.pk: f"{sheet.system} · {sheet.version}" for sheet in RuleSheet.objects.all()}
    systems = dict(Table.objects.values_list("name", "system"))
    live = build(REPORTS["gross"], whole)
    assert daily_totals.fold() > 0 and daily_totals.fold() == 0
    for testing in (False, True):
        for part, name in (
            ("table", lambda table, sheet: table),
            ("game", lambda table, sheet: systems[table]),
            ("sheet", lambda table, sheet: sheets[sheet]),
        ):
            expected: dict[Any, dict[str, int]] = defaultdict(lambda: defaultdict(int))
            for (month, table, sheet, tester), sums in count.sums.items():
                if tester == testing:
                    for figure, cents in sums.items():
                        expected[month.isoformat(), name(table, sheet)][figure] += cents
            built = build(REPORTS["gross"], structs.replace(whole, part=part, testing=testing))
            actual = {
                row: {
                    "gross": row_values["gross"],
                    "staked": row_values["staked"],
                    "returned": row_values["returned"],
                    "commission": (row_values["commission"] or 0) + (row_values["rake"] or 0),
                }
                for row, row_values in by(built, "period", "part").items()
            }
            assert actual == {
                row: {figure: sums[figure] for figure in FIGURES} for row, sums in expected.items()
            }
            assert built.equal, built.checks
    assert build(REPORTS["gross"], whole).digest == live.digest  # folded days say what the record says
    base = sum(sums["gross"] for (_, _, _, tester), sums in count.sums.items() if not tester)
    tax = build(REPORTS["tax"], whole)
    assert tax.totals["base"] == base and tax.equal
    jackpots = by(build(REPORTS["jackpots"], whole), "period", "part")
    for (month, table), sums in count.jackpots.items():
        if any(sums.values()):
            row = jackpots[month.isoformat(), table]
            assert {figure: row[figure] for figure in sums} == dict(sums)
    voids = build(REPORTS["voids"], whole)
    names = [column.key for column in voids.report.columns]
    assert [row[names.index("part")] for row in voids.rows].count("void") == count.voids
    assert voids.totals["refunded"] == count.refunded and voids.equal
    for report in REPORTS.values():
        assert build(report, whole).equal, report.code


def test_a_day_of_25_hours_and_one_of_23_hold_their_own_rounds_and_no_others() -> None:
    for day, hours in ((date(2025, 10, 26), 25), (date(2026, 3, 29), 23), (date(2026, 3, 28), 24)):
        since, until = ReportChoice(day, day).bounds
        assert until - since == timedelta(hours=hours)
        with connection.cursor() as cursor:
            cursor.execute(MINUTES, [since, until, day])
            assert cursor.fetchone() == (hours * 60,)


def test_a_round_belongs_to_the_day_of_lisbon_on_which_it_ended(
    past: Callable[[int], SealKey], whole: ReportChoice
) -> None:
    past(60)
    days = structs.replace(whole, step="day", part="table")
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT s.at, t.name, s.staked FROM games_stake AS s JOIN games_round AS r ON r.id = s.round_id "
            "JOIN games_table AS t "
            "ON t.id = r.table_id JOIN players_player AS p ON p.id = s.player_id "
            "WHERE r.status = 'ended' AND t.currency = 'EUR' AND NOT p.testing"
        )
        expected: dict[tuple[str, str], int] = defaultdict(int)
        for at, name, staked in cursor.fetchall():
            expected[at.astimezone(clock.LISBON).date().isoformat(), name] += staked
    actual = by(build(REPORTS["stakes"], days), "period", "part")
    assert {row: row_values["staked"] for row, row_values in actual.items()} == dict(expected)


def test_demonstration_credits_are_in_no_report(past: Callable[[int], SealKey], whole: ReportChoice) -> None:
    past(400)
    demo = set(Table.objects.filter(currency="DEMO").values_list("name", flat=True))
    assert demo
    for code in ("gross", "stakes", "jackpots"):
        built = build(REPORTS[code], structs.replace(whole, part="table"))
        assert not {row[1] for row in built.rows} & demo
    assert build(REPORTS["payments"], whole).equal


def test_each_report_answers_with_few_questions(
    past: Callable[[int], SealKey], whole: ReportChoice, django_assert_max_num_queries: Any
) -> None:
    past(60)
    for report in REPORTS.values():
        with django_assert_max_num_queries(12):
            build(report, whole)
