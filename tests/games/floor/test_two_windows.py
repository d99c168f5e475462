"""A table's form open in two windows: who saves second is told so, and nothing that was typed is lost."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games.floor.models import TableChange, TableHours
from games.models import Table
from tests.players.conftest import demo, seeded, signed_in  # noqa: F401  (fixtures)


@pytest.fixture
def table(demo: None) -> Table:  # noqa: F811
    return Table.objects.get(name="Lisboa")


@pytest.fixture
def manager(table: Table) -> Client:
    return signed_in("mesas@feltro.example", "en")


def filled(answer: Any, **typed: Any) -> dict[str, Any]:
    """What a browser sends: the form as it stands, and what somebody typed."""
    form = answer.context["form"]
    values = {name: form[name].value() for name in form.fields}
    given = {name: value for name, value in values.items() if value not in (None, False)}
    return {
        **given,
        "edition": answer.context["edition"],
        "reason": "the evenings are busy",
        "propose": "",
        **typed,
    }


def test_a_setting_changed_meanwhile_is_not_overwritten(table: Table, manager: Client) -> None:
    page = f"/admin/games/table/{table.pk}/setting/"
    opened = manager.get(page)
    pace = opened.context["form"].before.betting_seconds
    assert manager.post(page, filled(opened, betting_seconds=pace + 5)).status_code == 302, (
        "one person may set the pace"
    )
    late = manager.post(page, filled(opened, rest_seconds=opened.context["form"].before.rest_seconds + 3))
    assert late.status_code == 200 and "This table was set otherwise meanwhile" in late.content.decode()
    assert TableChange.objects.filter(table=table).count() == 1
    assert late.context["form"]["betting_seconds"].value() == str(pace), "what was typed stands in the form"
    assert manager.post(page, filled(late, edition=late.context["edition"])).status_code == 302


def test_hours_set_meanwhile_are_not_overwritten(table: Table, manager: Client) -> None:
    page = f"/admin/games/table/{table.pk}/hours/"
    edition = manager.get(page).context["edition"]
    week = {f"day-{day}": "10:00-14:00" for day in range(7)}
    assert manager.post(page, {**week, "edition": edition}).status_code == 302
    late = manager.post(page, {**week, "day-0": "09:00-11:00", "edition": edition})
    text = late.content.decode()
    assert late.status_code == 200 and "were set otherwise meanwhile" in text and "09:00-11:00" in text
    assert TableHours.objects.get(table=table).week[0] == [[600, 840]]
    assert (
        manager.post(page, {**week, "day-0": "09:00-11:00", "edition": late.context["edition"]}).status_code
        == 302
    )
