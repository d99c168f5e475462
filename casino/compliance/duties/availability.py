"""How long the gateway, the hourly capture and the safe were down in a month, to the second.  [903-B 2.3.3]

The worker measures each minute, and a span grows while the answer stays the same. A change lay somewhere
between two measurements: that minute counts as down, so the account never flatters the house. Where no
measurement was made for longer than GAP the time is unknown, and it is shown so.

Play stops at once when the gateway is down (`casino.compliance.regulator.overdue`). Here the four hours of
capture and safe are added up, and an alarm rings when half of them are used.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import transaction
from msgspec import Struct

from casino.compliance.duties.models import ComponentSpan
from casino.compliance.regulator.delivery import configured
from casino.compliance.regulator.gateway import gateway_answers
from casino.compliance.regulator.models import RegulatorFile
from casino.compliance.regulator.overdue import uncaptured
from casino.compliance.regulator.production import unfinished
from players.shared import clock

Component = ComponentSpan.Component
GAP = timedelta(minutes=3)
MONTHLY_LIMIT = timedelta(hours=4)  # of capture and safe
ALARM_FROM = timedelta(hours=2)
LIMITED: Final = (Component.CAPTURE, Component.SAFE)


class MonthAccount(Struct, frozen=True):
    """What is known of a component in a month, in seconds."""

    component: str
    down: int
    up: int
    unknown: int
    downs: tuple[tuple[datetime, datetime], ...]

    @property
    def label(self) -> str:
        return str(Component(self.component).label)

    @property
    def is_limited(self) -> bool:
        return self.component in LIMITED

    @property
    def is_over(self) -> bool:
        return self.is_limited and self.down > MONTHLY_LIMIT.total_seconds()

    @property
    def needs_alarm(self) -> bool:
        return self.is_limited and self.down >= ALARM_FROM.total_seconds()

    @property
    def is_measured(self) -> bool:
        return self.down + self.up > 0


def observed() -> dict[Component, bool | None]:
    """What answers now; None where nothing is configured that could answer."""
    if not configured():
        return {Component.GATEWAY: gateway_answers(), Component.CAPTURE: None, Component.SAFE: None}
    captured_by = clock.now() - timedelta(minutes=settings.REGULATOR_HOURLY_MINUTES)
    refused = unfinished().filter(state=RegulatorFile.State.RECONCILED, tries__gt=0)
    return {
        Component.GATEWAY: gateway_answers(),
        Component.CAPTURE: not uncaptured().filter(until__lte=captured_by).exists(),
        Component.SAFE: not refused.exists(),
    }


def record_measurement(states: Mapping[Component, bool | None]) -> None:
    """Let the spans grow, or begin new ones. Two workers that measure at once: the database refuses one."""
    with transaction.atomic():
        newest = {
            span.component: span
            for span in ComponentSpan.objects.order_by("component", "-since", "-pk").distinct("component")
        }
        now = clock.now()
        for component, is_up in states.items():
            if is_up is not None:
                _measure(component, is_up, newest.get(component), now)


def _measure(component: Component, is_up: bool, last: ComponentSpan | None, now: datetime) -> None:
    begins = now
    if last is not None and now - last.until <= GAP:
        is_same = last.is_up == is_up
        if is_same or not last.is_up:
            ComponentSpan.objects.filter(pk=last.pk).update(until=now)
        if is_same:
            return
        if not is_up:
            begins = last.until
    ComponentSpan.objects.create(component=component, is_up=is_up, since=begins, until=now)


def month_accounts(month: date, now: datetime) -> list[MonthAccount]:
    """The account of each component in the month that begins on that day, up to now."""
    since, until = clock.midnight(month), min(now, clock.midnight(clock.months_after(month, 1)))
    spans = ComponentSpan.objects.filter(until__gt=since, since__lt=until).order_by("since", "pk")
    accounts = []
    whole = max(0, round((until - since).total_seconds()))
    by_component: dict[str, list[ComponentSpan]] = {component: [] for component in Component.values}
    for span in spans:
        by_component[span.component].append(span)
    for component, rows in by_component.items():
        inside = [(row.is_up, max(row.since, since), min(row.until, until)) for row in rows]
        down, up = (_seconds(inside, state) for state in (False, True))
        downs = tuple((start, end) for is_up, start, end in inside if not is_up)
        accounts.append(MonthAccount(component, down, up, max(0, whole - down - up), downs))
    return accounts


def _seconds(inside: list[tuple[bool, datetime, datetime]], state: bool) -> int:
    return round(sum((end - start).total_seconds() for is_up, start, end in inside if is_up is state))


def check_availability(now: datetime) -> tuple[bool | None, dict[str, object]]:
    """The check of the panel: half of the four hours are not used up. None where nothing is measured."""
    accounts = [
        account for account in month_accounts(clock.first_day(now, "month"), now) if account.is_limited
    ]
    lines = [
        {"component": account.component, "minutes": account.down // 60, "good": not account.needs_alarm}
        for account in accounts
        if account.is_measured
    ]
    return (all(line["good"] for line in lines) if lines else None), {"lines": lines}
