"""A house that was down for a day lays its files down before the deadline, or says that they are late."""

from __future__ import annotations

from collections import Counter
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from casino.compliance.regulator import overdue, production
from casino.compliance.regulator.models import RegulatorFile
from players.shared import clock
from tests.casino.compliance.regulator.conftest import lisbon, moved_to, played, sealed
from tests.live_table import signer

pytestmark = pytest.mark.django_db
DAY = date(2026, 3, 2)
MORNING, EVENING = lisbon(2026, 3, 2, 8, 5), lisbon(2026, 3, 2, 21)
FILES = 24 * 4 + 2


@pytest.fixture
def down(folders: Path, settings: Any) -> None:
    """The worker stopped in the morning, and there was play in the evening."""
    settings.REGULATOR_STOP_HOURS, settings.REGULATOR_GATEWAY = 24, ""
    played(folders, 1)
    moved_to(EVENING)
    sealed()
    with clock.at(MORNING):
        production.make_files(seconds=300)
    assert RegulatorFile.objects.filter(state="delivered").count() == RegulatorFile.objects.count() == 8 * 4


def of_the_day() -> Counter[str]:
    return Counter(RegulatorFile.objects.filter(day=DAY).values_list("state", flat=True))


def test_it_catches_up_before_the_deadline(down: None) -> None:
    with clock.at(lisbon(2026, 3, 3, 0, 20)):
        production.make_files(seconds=300)
        assert of_the_day() == {"delivered": FILES}
        assert not RegulatorFile.objects.exclude(late=None).exists()
        assert overdue.check_deliveries(clock.now())[0] is True


def test_while_it_catches_up_after_the_deadline_it_says_so_everywhere(down: None, settings: Any) -> None:
    """From the first minute, and not only once everything is laid down."""
    settings.HOUSE_DEMO = True
    with clock.at(lisbon(2026, 3, 3, 3)):
        production.make_files(seconds=0)
        owed = RegulatorFile.objects.filter(day=DAY).exclude(state="delivered").count()
        assert 0 < owed < FILES - 8 * 4, "a first step only"
        status = overdue.standing()
        assert status.late == owed and not status.good
        is_good, details = overdue.check_deliveries(clock.now())
        assert is_good is False and details["late"] == owed, "the alarm"
        client = Client(headers={"accept-language": "en"})
        client.force_login(signer("regulator"))
        page = client.get(reverse("compliance_files"), {"day": f"{DAY}"}).content.decode()
        assert "late" in page
        production.make_files(seconds=300)
        assert of_the_day() == {"delivered": FILES}
        assert overdue.standing().late == 0
        last = RegulatorFile.objects.filter(day=DAY, hour="23")
        assert all(file.late is not None for file in last), "that they were late stays on the record"
