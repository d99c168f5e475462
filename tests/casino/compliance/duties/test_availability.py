"""How long the parts of the reporting chain were down, to the second; what was not measured is unknown.
[903-B 2.3.3]
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from casino.compliance.duties import availability
from casino.compliance.duties.availability import (
    MONTHLY_LIMIT,
    MonthAccount,
    check_availability,
    month_accounts,
    record_measurement,
)
from casino.compliance.duties.models import ComponentSpan
from casino.compliance.duties.tasks import measure_chain
from casino.compliance.regulator.models import RegulatorFile
from casino.record_checks.models import State
from players.shared import clock
from tests.demo_house import signed_in

pytestmark = pytest.mark.django_db
Component = ComponentSpan.Component
MONTH = date(2026, 10, 1)
BEGIN = datetime(2026, 10, 10, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


def measured(answers: Sequence[bool | None], *, component: Component = Component.SAFE) -> datetime:
    """One measurement a minute; None leaves the minute out. Returns the time of the last."""
    for number, answer in enumerate(answers):
        if answer is not None:
            with clock.at(BEGIN + number * MINUTE):
                record_measurement({component: answer})
    return BEGIN + (len(answers) - 1) * MINUTE


def account_of(component: Component, now: datetime, month: date = MONTH) -> MonthAccount:
    return next(account for account in month_accounts(month, now) if account.component == component)


def test_a_change_between_two_measurements_counts_as_down() -> None:
    now = measured([True, True, False, False, True, True])
    account = account_of(Component.SAFE, now)
    assert (account.down, account.up) == (180, 120), "from the last time up to the first time up again"
    assert account.downs == ((BEGIN + MINUTE, BEGIN + 4 * MINUTE),)


def test_what_was_not_measured_is_unknown_and_neither_up_nor_down() -> None:
    now = measured([True, True, None, None, None, None, None, False, False])
    account = account_of(Component.SAFE, now)
    assert (account.down, account.up) == (60, 60)
    since_begin_of_month = round((now - clock.midnight(MONTH)).total_seconds())
    assert account.unknown == since_begin_of_month - 120
    never = account_of(Component.CAPTURE, now)
    assert not never.is_measured and never.unknown == since_begin_of_month


def test_a_measurement_that_is_a_little_late_leaves_no_hole() -> None:
    now = measured([True, None, None, True])
    assert account_of(Component.SAFE, now).up == 180


def test_a_span_over_midnight_of_two_months_counts_in_both() -> None:
    begin = clock.midnight(date(2026, 11, 1))
    for minutes in range(-10, 21):
        with clock.at(begin + minutes * MINUTE):
            record_measurement({Component.CAPTURE: False})
    now = begin + 20 * MINUTE
    assert account_of(Component.CAPTURE, now).down == 600
    assert account_of(Component.CAPTURE, now, date(2026, 11, 1)).down == 1200


@pytest.mark.parametrize(
    ("component", "minutes", "good"),
    [
        (Component.SAFE, 119, True),
        (Component.SAFE, 120, False),
        (Component.CAPTURE, 120, False),
        (Component.GATEWAY, 600, None),
    ],
)
def test_the_alarm_rings_when_half_of_the_four_hours_are_used(
    component: Component, minutes: int, good: bool | None
) -> None:
    ComponentSpan.objects.create(
        component=component, is_up=False, since=BEGIN, until=BEGIN + minutes * MINUTE
    )
    now = BEGIN + timedelta(hours=11)
    assert check_availability(now)[0] is good
    assert not account_of(component, now).is_over
    assert timedelta(hours=4) == MONTHLY_LIMIT


def test_nothing_measured_vouches_for_nothing() -> None:
    assert check_availability(BEGIN) == (None, {"lines": []})


@pytest.mark.parametrize(
    "change",
    [
        {"until": BEGIN - MINUTE},
        {"until": BEGIN + timedelta(seconds=30)},
        {"is_up": False},
        {"since": BEGIN - MINUTE},
        {"component": Component.CAPTURE},
    ],
)
def test_the_database_lets_a_measured_time_only_grow(change: dict[str, Any]) -> None:
    measured([True, True])
    with pytest.raises(IntegrityError), transaction.atomic():
        ComponentSpan.objects.update(**change)


def test_the_database_measures_a_component_once_at_a_time() -> None:
    measured([True, True, True])
    for since in (BEGIN - MINUTE, BEGIN, BEGIN + MINUTE):
        with pytest.raises(IntegrityError), transaction.atomic():
            ComponentSpan.objects.create(
                component=Component.SAFE, is_up=False, since=since, until=BEGIN + 9 * MINUTE
            )
    with pytest.raises(IntegrityError), transaction.atomic():
        ComponentSpan.objects.all().delete()


def test_the_worker_measures_what_is_configured(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.REGULATOR_DELIVERY, settings.REGULATOR_GATEWAY = "", ""
    assert set(availability.observed().values()) == {None}
    measure_chain()
    assert not ComponentSpan.objects.exists() and State.objects.get(pk="availability").good is None
    settings.REGULATOR_DELIVERY, settings.REGULATOR_HOURLY_MINUTES = "x.Y", 60
    monkeypatch.setattr(availability, "gateway_answers", lambda: False)
    assert availability.observed() == {
        Component.GATEWAY: False,
        Component.CAPTURE: True,
        Component.SAFE: True,
    }
    now = clock.now()
    RegulatorFile.objects.create(
        family="AJOG", day=clock.day_of(now), hour="00", since=now - timedelta(hours=4),
        until=now - timedelta(hours=3), name="late", deadline=now - timedelta(hours=2),
    )  # fmt: skip
    assert availability.observed()[Component.CAPTURE] is False
    measure_chain()
    assert set(ComponentSpan.objects.values_list("component", "is_up")) == {
        ("gateway", False),
        ("capture", False),
        ("safe", True),
    }


def test_the_page_says_what_is_not_known(demo: None) -> None:
    now = clock.now()
    ComponentSpan.objects.create(
        component=Component.SAFE, is_up=False, since=now - timedelta(seconds=3725), until=now
    )
    client = signed_in("oficial@feltro.example", "en")
    page = client.get(reverse("compliance_availability")).content.decode()
    assert "unknown" in page and "Not measured" in page
    assert client.get(reverse("compliance_availability"), {"as": "csv"}).status_code == 200
    assert client.get(reverse("compliance_availability"), {"month": "x"}).status_code == 400
