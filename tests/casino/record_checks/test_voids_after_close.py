"""The statistic of rounds that became void after their close, and its alarm."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from casino.compliance.reports.all_reports import REPORTS
from casino.compliance.reports.building import build
from casino.compliance.reports.parameters import ReportChoice
from casino.record_checks import checks, voids_after_close
from casino.record_checks.voids_after_close import (
    MAX_OCCASIONS,
    MAX_VOIDS,
    VoidAfterClose,
    by_table,
    needs_review,
)
from games.rules.roulette.layout import WHEELS
from players.shared import clock
from tests.demo_house import signed_in
from tests.games.tables.clocks import DatabaseClock, finish_round, place_bet
from tests.live_table import LiveTable, bet, players_with, table_open
from tests.proofs.chaos_check import RED
from tests.table_beacon import SHEET, TableBeacon

NOW = datetime(2026, 11, 2, 12, tzinfo=UTC)
OUTAGE = 300_000  # ms; the sheet allows less


def voids(
    *results: int | None, table: int = 7, apart: timedelta = timedelta(hours=1)
) -> list[VoidAfterClose]:
    return [
        VoidAfterClose(table, f"Mesa {table}", "baccarat", NOW + number * apart, result)
        for number, result in enumerate(results)
    ]


def test_three_lost_rounds_at_a_table_raise_the_alarm() -> None:
    assert not needs_review(voids(-500, -500)) and needs_review(voids(-500, -500, -1))
    assert MAX_VOIDS == 3


def test_a_round_whose_result_nobody_knows_counts_as_lost() -> None:
    assert needs_review(voids(-500, None, None))


def test_rounds_that_the_house_would_have_won_do_not_count() -> None:
    assert not needs_review(voids(-500, 500, 0, 500, -500, 500))
    (line,) = by_table(voids(-500, 700, 0, None))
    assert (line.voids, line.lost, line.lost_cents, line.won, line.won_cents, line.unknown) == (
        4, 1, 500, 2, 700, 1
    )  # fmt: skip


def test_one_at_every_table_is_seen_in_the_whole_house() -> None:
    single = [void for table in range(MAX_OCCASIONS) for void in voids(-100, table=table)]
    assert not needs_review(single), "one fault that ended them all"
    spread = [
        VoidAfterClose(number, f"Mesa {number}", "baccarat", NOW + timedelta(hours=number), -100)
        for number in range(MAX_OCCASIONS)
    ]
    assert needs_review(spread) and not needs_review(spread[1:])


@pytest.fixture
def beacon_values(db: None) -> TableBeacon:
    return TableBeacon()


def closed_table(
    folder: Path, system: str, sheet: dict[str, Any], on: dict[str, int]
) -> tuple[LiveTable, Any]:
    """A table whose round waits for its value."""
    table = LiveTable(folder, table_open(system, sheet={**sheet, **SHEET}))
    (ana,) = players_with(1_000_000, 1)
    table.sit([ana])
    table.until("bets-opened")
    (reply,) = table.send((ana, bet(table.round, on)))
    assert reply.refused is None
    assert "beacon-number-chosen" in table.step()
    return table, ana


def test_the_missed_result_of_roulette_is_what_the_round_would_have_paid(
    tmp_path: Path, beacon_values: TableBeacon
) -> None:
    sheet = {"zero_option": "lose-all"}
    table, _ = closed_table(tmp_path, "american-roulette", sheet, {"red": 500, "straight:17": 100})
    beacon_values.publish_for(table)
    assert "round-voided" in table.step(late=OUTAGE)
    (void,) = voids_after_close.voids_after_close(clock.now())
    number = int(table.live.missed[0])
    assert void.result == (-500 if number in RED else 500) + (-3_500 if number == 17 else 100)
    assert (void.table, void.system) == (table.table.pk, "american-roulette")


def test_the_missed_result_of_baccarat_needs_no_decision_and_that_of_blackjack_does(
    tmp_path: Path, beacon_values: TableBeacon
) -> None:
    baccarat, _ = closed_table(tmp_path, "baccarat", {}, {"punto": 500})
    blackjack = LiveTable(tmp_path, table_open("blackjack", sheet=SHEET))
    (rui,) = players_with(1_000_000, 1)
    blackjack.sit([rui])
    blackjack.until("bets-opened")
    assert place_bet(blackjack, rui).refused is None
    assert "beacon-number-chosen" in blackjack.step()
    for table in (baccarat, blackjack):
        beacon_values.publish_for(table)
        assert "round-voided" in table.step(late=OUTAGE)
    results = {void.system: void.result for void in voids_after_close.voids_after_close(clock.now())}
    assert results["baccarat"] in (-500, 0, 500)
    natural = {"AS", "AH", "AD", "AC"} & set(blackjack.live.missed[:3])
    assert results["blackjack"] is None or natural


def test_a_withheld_value_and_a_round_without_a_void(
    tmp_path: Path, beacon_values: TableBeacon, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, _ = closed_table(tmp_path, "baccarat", {}, {"punto": 500})
    database_clock = DatabaseClock(monkeypatch)
    database_clock.advance(60)
    assert "round-voided" in table.step()
    other, _ = closed_table(tmp_path, "american-roulette", {"zero_option": "lose-all"}, {"red": 100})
    beacon_values.publish_for(other)
    finish_round(other)
    (void,) = voids_after_close.voids_after_close(clock.now())
    assert void.result is None and void.is_suspect


def test_the_panel_and_the_report_show_them(
    tmp_path: Path,
    demo: None,
    beacon_values: TableBeacon,
) -> None:
    table, ana = closed_table(tmp_path, "american-roulette", {"zero_option": "lose-all"}, {"red": 500})
    for number in range(1, MAX_VOIDS + 1):
        beacon_values.publish_for(table)
        assert "round-voided" in table.step(late=OUTAGE)
        if number < MAX_VOIDS:
            table.release()
            table.until("bets-opened")
            table.send((ana, bet(table.round, {"red": 500})))
            table.step()
    good, details = checks.voids(clock.now())
    (line,) = details["lines"]
    assert line["voids"] == MAX_VOIDS and details["most"] == MAX_VOIDS and good == line["good"]
    checks.run_checks({"voids": checks.voids})
    for language, text in (("en", "House would have lost"), ("pt-pt", "A casa teria perdido")):
        page = signed_in("conformidade@feltro.example", language).get("/admin/compliance/panel/")
        assert text in page.content.decode()
    today = clock.day_of(clock.now())
    report = build(REPORTS["voids"], ReportChoice(today - timedelta(days=1), today + timedelta(days=1)))
    position = report.report.position("missed")
    assert {row[position] for row in report.rows} <= {*WHEELS["37"]} and len(report.rows) == MAX_VOIDS
