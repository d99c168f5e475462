"""The form of a table in two windows: the second save reports the conflict and keeps what was typed."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games.floor.models import TableChange, TableHours
from games.models import Table
from tests.demo_house import signed_in


@pytest.fixture
def table(demo: None) -> Table:
    return Table.objects.get(name="Lisboa")


@pytest.fixture
def manager(table: Table) -> Client:
    return signed_in("mesas@feltro.example", "en")


def form_data(response: Any, **typed: Any) -> dict[str, Any]:
    """What a browser sends: the values of the form and what the person typed."""
    form = response.context["form"]
    values = {name: form[name].value() for name in form.fields}
    filled = {name: value for name, value in values.items() if value not in (None, False)}
    return {
        **filled,
        "edition": response.context["edition"],
        "reason": "the evenings are busy",
        "propose": "",
        **typed,
    }


def test_a_setting_that_another_window_changed_is_not_overwritten(table: Table, manager: Client) -> None:
    page = f"/admin/games/table/{table.pk}/setting/"
    opened = manager.get(page)
    pace = opened.context["form"].before.betting_seconds
    assert manager.post(page, form_data(opened, betting_seconds=pace + 5)).status_code == 302, (
        "one person may set the pace"
    )
    late = manager.post(page, form_data(opened, rest_seconds=opened.context["form"].before.rest_seconds + 3))
    assert (
        late.status_code == 200
        and "The setting of this table was changed in the meantime" in late.content.decode()
    )
    assert TableChange.objects.filter(table=table).count() == 1
    assert late.context["form"]["betting_seconds"].value() == str(pace), "the form keeps what was typed"
    assert manager.post(page, form_data(late, edition=late.context["edition"])).status_code == 302


def test_hours_that_another_window_changed_are_not_overwritten(table: Table, manager: Client) -> None:
    page = f"/admin/games/table/{table.pk}/hours/"
    edition = manager.get(page).context["edition"]
    week = {f"day-{day}": "10:00-14:00" for day in range(7)}
    assert manager.post(page, {**week, "edition": edition}).status_code == 302
    late = manager.post(page, {**week, "day-0": "09:00-11:00", "edition": edition})
    text = late.content.decode()
    assert late.status_code == 200 and "were changed in the meantime" in text and "09:00-11:00" in text
    assert TableHours.objects.get(table=table).week[0] == [[600, 840]]
    assert (
        manager.post(page, {**week, "day-0": "09:00-11:00", "edition": late.context["edition"]}).status_code
        == 302
    )
