"""Actions on many tables: a dry run that writes nothing, two people, and the rules of each single table."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.utils import translation
from msgspec import structs

from games.floor import bulk, changes
from games.floor.bulk import BulkOutcome
from games.floor.models import BulkChange, TableChange, TableHours, TableSuspension
from games.models import Table
from games.tables.sheet_selectors import setting_of
from players.audit.models import Line
from players.decisions.deciding import AlreadyDecided, SecondPersonRequired, take_step
from players.models import Person
from players.shared.staff_errors import MissingPermission
from tests.demo_house import signed_in
from tests.games.floor.decisions import confirm_change

PAGE = "/admin/floor/bulk/"
WHY = "The night shift is short of people"


def person(name: str) -> Person:
    return Person.objects.get(email=f"{name}@feltro.example")


def table(name: str) -> Table:
    return Table.objects.select_related("setting").get(name=name)


def states(*names: str) -> list[str]:
    return [table(name).status for name in names]


@pytest.fixture
def opened(demo: None) -> None:
    Table.objects.filter(name__in=["Lisboa", "Porto"]).update(status="open")


def confirm(change: BulkChange, name: str = "direcao") -> BulkChange:
    return take_step(bulk.BULK_CHANGE, change.pk, "confirm", person=person(name))


def propose(kind: str, *names: str, source: str = "", value: Any = None) -> BulkChange:
    return bulk.propose_bulk_change(
        kind=kind,
        tables=[table(name).pk for name in names],
        source=table(source).setting if source else None,
        value=value,
        person=person("mesas"),
        reason=WHY,
    )


def test_two_people_close_many_tables_after_their_rounds(opened: None) -> None:
    change = propose("drain", "Lisboa", "Porto")
    assert states("Lisboa", "Porto") == ["open", "open"], "a proposal does nothing"
    with pytest.raises(SecondPersonRequired):
        confirm(change, "mesas")
    done = confirm(change)
    assert states("Lisboa", "Porto") == ["draining", "draining"]
    assert set(done.results.values()) == {"done"} and done.confirmer == person("direcao")
    kinds = Line.objects.filter(about__in=[f"bulk:{change.pk}", f"table:{table('Lisboa').pk}"])
    assert {"tables.bulk-proposed", "tables.bulk-confirmed", "tables.drained"} <= set(
        kinds.values_list("kind", flat=True)
    )
    with pytest.raises(AlreadyDecided):
        confirm(change, "direcao")


def test_a_table_that_cannot_take_the_step_is_left_alone_and_named(opened: None) -> None:
    change = propose("drain", "Lisboa", "Porto")
    Table.objects.filter(name="Porto").update(status="held")
    done = confirm(change)
    assert done.results == {str(table("Lisboa").pk): "done", str(table("Porto").pk): "not-now"}
    assert states("Lisboa", "Porto") == ["draining", "held"]


def test_a_dry_run_says_what_each_table_would_do_and_writes_nothing(opened: None) -> None:
    porto = table("Porto")
    TableSuspension.objects.create(table=porto, person=person("mesas"), reason=WHY)
    other = Table.objects.create(name="Sagres", system="roulette", currency="EUR", status="closed")
    before = Line.objects.count()
    numbers = [table("Lisboa").pk, porto.pk, other.pk]
    lines = {line.table.name: line.outcome for line in bulk.dry_run("open", numbers, None)}
    assert lines == {
        "Lisboa": BulkOutcome.NOT_NOW,
        "Porto": BulkOutcome.NOT_NOW,
        "Sagres": BulkOutcome.NO_SETTING,
    }
    lines = {line.table.name: line.outcome for line in bulk.dry_run("drain", numbers, None)}
    assert lines == {"Lisboa": BulkOutcome.READY, "Porto": BulkOutcome.NOT_NOW, "Sagres": BulkOutcome.NOT_NOW}
    assert Line.objects.count() == before and not BulkChange.objects.exists()


def same_game(name: str) -> tuple[Table, list[Table]]:
    """A table, and others of its game and currency."""
    first = table(name)
    others = Table.objects.filter(system=first.system, currency=first.currency).exclude(pk=first.pk)
    return first, list(others.select_related("setting").order_by("pk"))


def test_a_setting_is_copied_as_if_two_people_had_changed_each_table(opened: None) -> None:
    source, _others = same_game("Lisboa")
    copy = Table.objects.create(name="Sagres", system=source.system, currency="EUR", status="closed")
    assert source.setting is not None
    [line] = bulk.dry_run("setting", [copy.pk], source.setting)
    assert line.outcome == BulkOutcome.READY
    done = confirm(propose("setting", "Sagres", source="Lisboa"))
    assert done.results == {str(copy.pk): "done"}
    after = table("Sagres")
    assert setting_of(after.system, after.setting) == setting_of(source.system, source.setting)
    change = TableChange.objects.get(table=copy)
    assert (change.author, change.confirmer) == (person("mesas"), person("direcao"))
    [line] = bulk.dry_run("setting", [copy.pk], source.setting)
    assert line.outcome == BulkOutcome.SAME


def test_a_dry_run_of_a_setting_shows_differences_and_obstacles(opened: None) -> None:
    source = table("Lisboa")
    assert source.setting is not None
    copy = Table.objects.create(name="Sagres", system=source.system, currency="EUR", status="closed")
    take_step(
        bulk.BULK_CHANGE,
        propose("setting", "Sagres", source="Lisboa").pk,
        "confirm",
        person=person("direcao"),
    )
    own = setting_of(source.system, source.setting)
    twice = structs.replace(own, minimum=own.minimum * 2)
    change = changes.propose_change(table=table("Sagres"), setting=twice, author=person("mesas"), reason=WHY)
    [line] = bulk.dry_run("setting", [copy.pk], source.setting)
    assert line.outcome == BulkOutcome.SAME
    confirm_change(change=change.pk, person=person("direcao"))
    [line] = bulk.dry_run("setting", [copy.pk], source.setting)
    assert line.outcome == BulkOutcome.READY and len(line.differences) >= 1
    changes.propose_change(table=table("Sagres"), setting=own, author=person("mesas"), reason=WHY)
    [line] = bulk.dry_run("setting", [copy.pk], source.setting)
    assert line.outcome == BulkOutcome.CHANGE_OPEN
    different = Table.objects.exclude(system=source.system).filter(setting__isnull=False)[:1]
    assert bulk.dry_run("setting", [different[0].pk], source.setting)[0].outcome == BulkOutcome.OTHER_GAME


def test_the_author_withdraws_and_another_refuses(opened: None) -> None:
    own, others = propose("drain", "Lisboa"), propose("drain", "Porto")
    take_step(bulk.BULK_CHANGE, own.pk, "refuse", person=person("mesas"), reason=WHY)
    take_step(bulk.BULK_CHANGE, others.pk, "refuse", person=person("direcao"), reason=WHY)
    kept = dict(BulkChange.objects.values_list("pk", "state"))
    assert kept == {own.pk: "withdrawn", others.pk: "refused"} and states("Lisboa", "Porto") == [
        "open",
        "open",
    ]


def test_the_database_wants_two_people_and_keeps_what_was_proposed(opened: None) -> None:
    change = propose("drain", "Lisboa")
    with pytest.raises(IntegrityError), transaction.atomic():
        BulkChange.objects.filter(pk=change.pk).update(state="done", confirmer=change.author)
    with pytest.raises(IntegrityError), transaction.atomic():
        BulkChange.objects.filter(pk=change.pk).update(state="done")
    with connection.cursor() as cursor:
        for column, may in (("state", True), ("tables", False), ("author_id", False)):
            cursor.execute(
                "SELECT has_column_privilege('house_web', 'floor_bulkchange', %s, 'UPDATE')", [column]
            )
            assert cursor.fetchone() == (may,)


def post(client: Client, **data: Any) -> Any:
    return client.post(PAGE, data, follow=True)


def test_the_pages_try_propose_and_confirm(opened: None) -> None:
    manager, head = signed_in("mesas@feltro.example", "en"), signed_in("direcao@feltro.example", "en")
    numbers = [table("Lisboa").pk, table("Porto").pk]
    assert "Choose at least one table." in post(manager, kind="drain").content.decode()
    page = post(manager, kind="drain", table=numbers).content.decode()
    assert "What it would do" in page and not BulkChange.objects.exists()
    assert "Propose for the tables that are ready" in page
    post(manager, kind="drain", table=numbers, propose="1", reason="short")
    assert not BulkChange.objects.exists(), "the reason is too short"
    page = post(manager, kind="drain", table=numbers, propose="1", reason=WHY).content.decode()
    change = BulkChange.objects.get()
    assert "Withdraw" in page and "Confirm and do it" not in page
    work = head.get("/admin/work/").content.decode()
    assert f"{PAGE}{change.pk}/" in work, "it waiting for a second person"
    assert f"{PAGE}{change.pk}/" not in manager.get("/admin/work/").content.decode()
    assert "Confirm and do it" in head.get(f"{PAGE}{change.pk}/").content.decode()
    page = head.post(f"{PAGE}{change.pk}/decide/", {"verb": "confirm"}, follow=True).content.decode()
    assert "What happened" in page and states("Lisboa", "Porto") == ["draining", "draining"]
    second_answer = head.post(f"{PAGE}{change.pk}/decide/", {"verb": "confirm"})
    assert second_answer.status_code == 409 and "direcao@feltro.example" in second_answer.content.decode()


def test_a_browser_holds_back_no_action_for_the_field_of_another(opened: None) -> None:
    """Red before: the minimum was required, so that no other action could be tried."""
    page = signed_in("mesas@feltro.example").get(PAGE).content.decode()
    [field] = re.findall(r'<input[^>]*name="minimum"[^>]*>', page)
    assert "required" not in field


def test_copying_needs_a_table_to_copy_from(opened: None) -> None:
    manager = signed_in("mesas@feltro.example", "en")
    page = post(manager, kind="setting", table=[table("Porto").pk], source="")
    assert "Choose the table whose setting is copied." in page.content.decode()


@pytest.mark.parametrize("name", ["caixa", "apoio", "oficial", "auditoria"])
def test_bulk_actions_need_the_permission_to_change_tables(opened: None, name: str) -> None:
    client, change = signed_in(f"{name}@feltro.example"), propose("drain", "Lisboa")
    assert client.get(PAGE).status_code == client.get(f"{PAGE}{change.pk}/").status_code == 403
    assert client.post(f"{PAGE}{change.pk}/decide/", {"verb": "confirm"}).status_code == 403
    assert states("Lisboa") == ["open"]


# --- minimum, suspension, hours


def minimum_of(name: str) -> int:
    row = table(name)
    assert row.setting is not None
    return int(setting_of(row.system, row.setting).minimum)


def test_a_minimum_is_set_at_many_tables_as_if_two_people_had_changed_each(opened: None) -> None:
    before = {name: minimum_of(name) for name in ("Lisboa", "Porto")}
    numbers = [table(name).pk for name in before]
    lines = bulk.dry_run("minimum", numbers, None, 200)
    assert [[str(each.after) for each in line.differences] for line in lines] == [["2,00\xa0€"]] * 2
    assert {name: minimum_of(name) for name in before} == before, "a dry run changes nothing"
    change = propose("minimum", *before, value=200)
    done = confirm(change)
    assert set(done.results.values()) == {"done"} and [minimum_of(name) for name in before] == [200, 200]
    made = TableChange.objects.filter(table__in=numbers)
    assert {(row.state, row.author.email) for row in made} == {("confirmed", "mesas@feltro.example")}


def test_a_minimum_that_breaks_the_sheet_is_named_and_never_proposed(opened: None) -> None:
    [line] = bulk.dry_run("minimum", [table("Lisboa").pk], None, 1)
    assert line.outcome == BulkOutcome.UNLAWFUL and line.breaches
    with pytest.raises(bulk.NoTable):
        propose("minimum", "Lisboa", value=1)


def test_new_rounds_are_suspended_at_many_tables_and_released(opened: None) -> None:
    confirm(propose("suspend", "Lisboa", "Porto"))
    numbers = [table(name).pk for name in ("Lisboa", "Porto")]
    assert TableSuspension.objects.filter(table__in=numbers, ended=None).count() == 2
    confirm(propose("release", "Lisboa", "Porto"))
    assert not TableSuspension.objects.filter(table__in=numbers, ended=None).exists()


def test_a_suspension_needs_its_own_right(opened: None) -> None:
    change = propose("suspend", "Lisboa")
    Permission.objects.get(codename="add_tablesuspension").group_set.clear()
    with pytest.raises(MissingPermission):
        confirm(change)
    assert BulkChange.objects.get(pk=change.pk).state == "proposed"
    with pytest.raises(MissingPermission):
        propose("suspend", "Porto")


def test_opening_hours_are_copied_to_many_tables(opened: None) -> None:
    week = [[[600, 1560]], *([[]] * 6)]
    with translation.override("en"):
        [line] = bulk.dry_run("hours", [table("Porto").pk], None, week)
    assert (line.differences[0].before, line.differences[0].after) == ("always open", "10:00-02:00")
    confirm(propose("hours", "Lisboa", "Porto", value=week))
    assert {tuple(map(str, hours.week)) for hours in TableHours.objects.all()} == {tuple(map(str, week))}
    [line] = bulk.dry_run("hours", [table("Porto").pk], None, week)
    assert line.outcome == BulkOutcome.SAME_HOURS
    confirm(propose("hours", "Lisboa", "Porto", value=[]))
    assert not TableHours.objects.exists(), "without hours they are always open"


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"kind": "minimum", "minimum": "dez"}, "Enter an amount in euros"),
        ({"kind": "minimum", "minimum": ""}, "required"),
        ({"kind": "hours", "source": "9" * 30}, "Choose the table whose opening hours are copied."),
        ({"kind": "setting", "source": "-1"}, "Choose the table whose setting is copied."),
    ],
)
def test_what_is_missing_is_said_and_what_was_chosen_stays(
    opened: None, values: dict[str, str], said: str
) -> None:
    number = table("Lisboa").pk
    text = signed_in("mesas@feltro.example", "en").post(PAGE, {**values, "table": number}).content.decode()
    assert said in text and not BulkChange.objects.exists()
    assert f'value="{number}" checked' in text and f'value="{values["kind"]}" selected' in text


def test_the_page_tries_a_minimum_and_proposes_it(opened: None) -> None:
    client = signed_in("mesas@feltro.example", "en")
    values = {"kind": "minimum", "minimum": "2,00", "table": [table("Lisboa").pk, table("Porto").pk]}
    assert "€2.00" in client.post(PAGE, values).content.decode()
    answer = client.post(PAGE, {**values, "propose": "1", "reason": WHY}, follow=True)
    change = BulkChange.objects.get()
    assert (change.kind, change.value, change.source) == ("minimum", 200, None)
    assert "€2.00" in answer.content.decode()
