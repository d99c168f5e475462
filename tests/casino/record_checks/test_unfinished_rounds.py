"""Rounds with stakes are resolved within ninety days, and the alarm rings before.  [903-B 6.3.2.4]"""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from casino.backoffice.roles import grant_role
from casino.record_checks import check_states, checks
from casino.record_checks.models import State
from casino.record_checks.unfinished_rounds import ALARM_BEFORE, RESOLVED_WITHIN
from games.floor import incidents
from games.models import Incident, Round
from games.tables.croupier import journal
from players.models import Person
from players.shared import clock
from players.shared.clock import now
from tests.demo_house import signed_in
from tests.live_table import LiveTable, account, balance, bet, players_with, table_open

FUNDS, STAKE = 10_000, 500
LAST_DAY_NEAR = RESOLVED_WITHIN - ALARM_BEFORE


@pytest.fixture
def interrupted(demo: None, tmp_path: Path) -> tuple[LiveTable, Any]:
    """A round with a bet, at a table on hold."""
    table, (ana,) = LiveTable(tmp_path, table_open()), players_with(FUNDS, 1)
    table.sit([ana])
    table.until("bets-opened")
    table.send((ana, bet(table.round, {"red": STAKE})))
    table.transaction.hold("a fault")
    return table, ana


def lines_of(table: LiveTable, at: datetime) -> tuple[bool, dict[str, Any]]:
    good, details = checks.unfinished(at)
    [line] = [line for line in details["lines"] if line["table"] == table.table.pk]
    return good, line


def test_the_list_names_each_round_with_its_last_day(interrupted: tuple[LiveTable, Any]) -> None:
    table, _ana = interrupted
    opened = Round.objects.get(table=table.table, number=table.round).opened
    assert opened is not None
    good, line = lines_of(table, now())
    assert good and line["cents"] == STAKE and line["incident"] == Incident.objects.get(table=table.table).pk
    assert (line["since"], line["due"]) == (opened, opened + timedelta(days=90))


@pytest.mark.parametrize(
    ("age", "good", "late"),
    [
        (LAST_DAY_NEAR - timedelta(minutes=1), True, False),
        (LAST_DAY_NEAR, False, False),
        (RESOLVED_WITHIN - timedelta(minutes=1), False, False),
        (RESOLVED_WITHIN, False, True),
    ],
)
def test_the_alarm_rings_thirty_days_before_the_last(
    interrupted: tuple[LiveTable, Any], age: timedelta, good: bool, late: bool
) -> None:
    table, _ana = interrupted
    opened = Round.objects.get(table=table.table, number=table.round).opened
    assert opened is not None
    is_good, line = lines_of(table, opened + age)
    assert (is_good, line["good"], line["late"]) == (good, good, late)


def test_the_panel_shows_it_and_two_people_resolve_it(
    interrupted: tuple[LiveTable, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The round is void, every stake goes back, and the alarm ends."""
    table, ana = interrupted
    monkeypatch.setattr(incidents, "send_to_tables", lambda tables, command: None)
    later = now() + timedelta(days=70)
    with clock.at(later):
        checks.run_checks({"unfinished": checks.unfinished})
    assert "unfinished" in check_states.failing_checks()
    incident = Incident.objects.get(table=table.table)
    panel = signed_in("conformidade@feltro.example", "en").get("/admin/compliance/panel/").content.decode()
    assert f"/admin/games/incident/{incident.pk}/change/" in panel and "To be resolved by" in panel
    assert ">near<" in panel
    monkeypatch.setattr(incidents, "now", lambda: later)
    second = Person.objects.create_user("sala@feltro.example", "x", is_staff=True)
    grant_role(second, "table manager")
    people = [signed_in(f"{name}@feltro.example") for name in ("mesas", "sala")]
    address = f"/admin/games/incident/{incident.pk}/decide/"
    people[0].post(address, {"verb": "propose", "reason": "the fault is mended"})
    people[1].post(address, {"verb": "confirm"})
    table.table.refresh_from_db()
    assert table.table.status == "open"
    at_table = journal.now() + 70 * 24 * 3_600_000  # the clock of the table
    monkeypatch.setattr(journal, "now", lambda: at_table)
    table.release()
    assert balance(ana) == FUNDS and account(table.table, "stakes") == 0
    checks.run_checks({"unfinished": checks.unfinished})
    assert State.objects.get(pk="unfinished").good
