"""The figures of a quarter equal the record: accounts by age and place, exclusions by kind, revenue by game.
[903-B 3.2.3]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from msgspec import structs

from casino.compliance.reports.all_reports import REPORTS
from casino.compliance.reports.building import build
from casino.compliance.reports.charts import MIN_BARS
from casino.compliance.reports.parameters import ReportChoice, period_end
from casino.compliance.reports.quarterly import AGE_BANDS
from casino.compliance.reports.summaries import month_subtotals, report_chart
from games.draw.seal_key import SealKey
from players.identity.models import Identity
from players.identity.verification.account_status import close_player
from players.models import Player
from players.protection.models import Exclusion, Pause
from players.shared import clock
from tests.live_table import players_with
from tests.sandbox_cashier import identified

pytestmark = pytest.mark.django_db


def rows(code: str, choice: ReportChoice) -> list[dict[str, Any]]:
    built = build(REPORTS[code], choice)
    names = [column.key for column in built.report.columns]
    return [dict(zip(names, row, strict=True)) for row in built.rows]


def quarter_of(day: date) -> str:
    return date(day.year, (day.month - 1) // 3 * 3 + 1, 1).isoformat()


def band_of(player: Player, day: date) -> str:
    """The band of a player's age on a day, counted by hand from the first day of the month of birth."""
    identity = Identity.objects.filter(player=player).first()
    if identity is None:
        return ""
    born = identity.birth.replace(day=1)
    age = day.year - born.year - ((day.month, day.day) < (born.month, born.day))
    bands = [band for band in AGE_BANDS if band]
    return next((band for band in bands[:-1] if age <= int(band.partition("-")[2])), bands[-1])


def area_of(player: Player) -> str:
    identity = Identity.objects.filter(player=player).first()
    if identity is None:
        return ""
    if identity.country != "PT":
        return identity.country
    return identity.district or identity.postcode[:2]


def test_the_accounts_of_a_simulated_quarter_are_those_of_the_record(
    past: Callable[[int], SealKey], whole: ReportChoice
) -> None:
    past(60)
    people = list(Player.objects.filter(testing=False).order_by("pk"))
    known = [identified(player) for player in players_with(0, 4)]
    for player, (birth, country, postcode) in zip(
        known,
        [("2001-01-01", "PT", "4000-007"), ("1960-02-29", "PT", "9000-100"), ("1950-01-01", "ES", "28001"),
         ("1990-06-30", "PT", "1000-001")],
        strict=True,
    ):  # fmt: skip
        identity = Identity.objects.get(player=player)
        identity.birth, identity.country, identity.postcode = date.fromisoformat(birth), country, postcode
        # An account of release 1.0 has no district, and one abroad never has.
        identity.district = {"4000-007": "Porto", "1000-001": "Lisboa"}.get(postcode, "")
        identity.save()
    for player in (people[0], people[1], known[0]):
        assert close_player(player, "asked for it")
    tester = players_with(0, 1)[0]
    Player.objects.filter(pk=tester.pk).update(testing=True)
    everybody = [*people, *known]
    opened: Counter[tuple[str, str, str]] = Counter()
    for player in Player.objects.filter(pk__in=[player.pk for player in everybody]):
        day = clock.day_of(player.since)
        if whole.since <= day <= whole.until:
            opened[quarter_of(day), band_of(player, day), area_of(player)] += 1
    today = clock.day_of(clock.now())
    closed = Counter(
        (quarter_of(today), band_of(player, today), area_of(player))
        for player in (people[0], people[1], known[0])
    )
    listed = rows("account-figures", structs.replace(whole, step="quarter"))
    keys = [(row["period"], row["part"], row["area"]) for row in listed]
    assert len(keys) == len(set(keys)) and set(keys) == set(opened) | set(closed)
    assert {key: row["opened"] for key, row in zip(keys, listed, strict=True)} == {
        key: opened[key] for key in keys
    }
    assert {key: row["closed"] for key, row in zip(keys, listed, strict=True)} == {
        key: closed[key] for key in keys
    }
    assert sum(opened.values()) >= 4 and {"ES", "Porto", "90"} <= {key[2] for key in keys}
    testers = rows("account-figures", structs.replace(whole, step="quarter", testing=True))
    assert sum(row["opened"] for row in testers) == Player.objects.filter(testing=True).count()


def test_revenue_by_quarter_is_the_sum_of_its_months(
    past: Callable[[int], SealKey], whole: ReportChoice
) -> None:
    past(60)
    by_month = rows("gross", structs.replace(whole, step="month"))
    quarters = build(REPORTS["gross"], structs.replace(whole, step="quarter"))
    assert quarters.equal, quarters.checks
    expected: Counter[tuple[str, str]] = Counter()
    for row in by_month:
        expected[quarter_of(date.fromisoformat(row["period"])), row["part"]] += row["gross"]
    listed = rows("gross", structs.replace(whole, step="quarter"))
    assert {(row["period"], row["part"]): row["gross"] for row in listed} == expected and expected
    sums: Counter[str] = Counter()
    for (quarter, _part), gross in expected.items():
        sums[quarter] += gross
    assert month_subtotals(quarters) == {}
    # The draws are new in each run: now and then a quarter comes to exactly nothing.
    assert (report_chart(quarters) is not None) == (sum(map(bool, sums.values())) >= MIN_BARS)


def test_exclusions_and_pauses_are_counted_by_kind_and_by_the_length_asked_for() -> None:
    (player, other, tester) = players_with(0, 3)
    Player.objects.filter(pk=tester.pk).update(testing=True)
    starts = clock.now()

    def exclude(player: Player, days: int | None, source: str = "own", **more: Any) -> None:
        ends = None if days is None else starts + timedelta(days=days)
        Exclusion.objects.create(player=player, source=source, starts=starts, ends=ends, **more)

    exclude(player, 92)
    exclude(other, 120, requested_until=starts + timedelta(days=400), noticed=starts)
    exclude(player, None)
    exclude(player, 183)
    exclude(player, 365, "national", reference="N-1")
    exclude(tester, 92)
    Pause.objects.create(player=player, starts=starts, ends=starts + timedelta(days=1))
    Pause.objects.create(player=other, starts=starts, ends=starts + timedelta(weeks=6))
    day = clock.day_of(starts)
    listed = rows("exclusion-figures", ReportChoice(day, day, step="quarter"))
    assert {(row["part"], row["span"]): (row["times"], row["players"], row["noticed"]) for row in listed} == {
        ("own", "months"): (1, 1, 0),
        ("own", "half"): (1, 1, 0),
        ("own", "year"): (1, 1, 1),
        ("own", "endless"): (1, 1, 0),
        ("national", "year"): (1, 1, 0),
        ("pause", "weeks"): (2, 2, 0),
    }
    assert {row["period"] for row in listed} == {quarter_of(day)}
    [row] = rows("exclusion-figures", ReportChoice(day, day, step="quarter", testing=True))
    assert row["times"] == 1


@pytest.mark.parametrize(
    ("first", "last"),
    [("2026-01-01", "2026-03-31"), ("2026-10-01", "2026-12-31"), ("2024-04-01", "2024-06-30")],
)
def test_a_quarter_ends_on_its_last_day(first: str, last: str) -> None:
    assert period_end(date.fromisoformat(first), "quarter") == date.fromisoformat(last)
