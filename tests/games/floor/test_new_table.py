"""The form of a new table: it offers only what the rules in force allow, and lists errors at its top."""

from __future__ import annotations

import pytest

from games.catalogue import GAMES
from games.floor.forms import form_for
from games.models import Table
from tests.demo_house import signed_in
from tests.live_table import sheet_in_force, table_open

pytestmark = pytest.mark.django_db


def create_table(system: str) -> Table:
    table_open(system)  # a rule sheet is in force
    return Table.objects.create(name="Nova", system=system, currency="EUR")


@pytest.mark.parametrize("system", GAMES)
def test_the_initial_form_of_a_new_table_is_lawful(system: str) -> None:
    table = create_table(system)
    initial = form_for(system)(None, table=table, before=None)
    values = {name: initial[name].value() for name in initial.fields}
    submitted = form_for(system)(
        {name: value for name, value in values.items() if value is not None and value is not False},
        table=table,
        before=None,
    )
    assert submitted.is_valid(), submitted.errors


def test_PB_26_a_commission_that_the_sheet_does_not_have_is_neither_chosen_nor_offered() -> None:
    table = create_table("baccarat")
    sheet_in_force("baccarat", commissions=("b",))
    form = form_for("baccarat")(None, table=table, before=None)
    assert form["commission"].value() == "b"
    assert [key for key, _label in form.fields["commission"].choices] == ["b"]


def test_AR_6a_a_wheel_that_the_sheet_does_not_have_is_neither_chosen_nor_offered() -> None:
    table = create_table("american-roulette")
    sheet_in_force("american-roulette", variants=("38",))
    form = form_for("american-roulette")(None, table=table, before=None)
    assert form["variant"].value() == "38"
    assert [key for key, _label in form.fields["variant"].choices] == ["38"]


def test_errors_are_listed_at_the_top_with_links_to_their_fields(demo: None) -> None:
    table = Table.objects.get(name="Estoril")
    manager = signed_in("mesas@feltro.example", "en")
    page = f"/admin/games/table/{table.pk}/setting/"
    form = manager.get(page).context["form"]
    filled = {name: form[name].value() for name in form.fields if form[name].value() not in (None, False)}
    text = manager.post(
        page, {**filled, "seats": "0", "propose": "", "reason": "there is a reason"}
    ).content.decode()
    assert text.index('<a href="#id_seats">') < text.index("<fieldset")
