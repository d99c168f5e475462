"""The form of a new table: it begins with what the rules in force allow, offers nothing else, and says at its top what is wrong."""

from __future__ import annotations

import pytest

from games.catalogue import GAMES
from games.floor.forms import form_for
from games.models import Table
from tests.players.conftest import demo, seeded, signed_in  # noqa: F401  (fixtures)
from tests.room import sheet_in_force, table_open

pytestmark = pytest.mark.django_db


def new(system: str) -> Table:
    table_open(system)  # a rule sheet is in force
    return Table.objects.create(name="Nova", system=system, currency="EUR")


@pytest.mark.parametrize("system", GAMES)
def test_the_form_of_a_new_table_is_lawful_as_it_begins(system: str) -> None:
    table = new(system)
    begun = form_for(system)(None, table=table, before=None)
    values = {name: begun[name].value() for name in begun.fields}
    sent = form_for(system)(
        {name: value for name, value in values.items() if value is not None and value is not False},
        table=table,
        before=None,
    )
    assert sent.is_valid(), sent.errors


def test_PB_26_a_commission_that_the_sheet_does_not_have_is_neither_chosen_nor_offered() -> None:
    table = new("baccarat")
    sheet_in_force("baccarat", commissions=("b",))
    form = form_for("baccarat")(None, table=table, before=None)
    assert form["commission"].value() == "b"
    assert [key for key, _word in form.fields["commission"].choices] == ["b"]  # type: ignore[attr-defined]


def test_AR_6a_a_wheel_that_the_sheet_does_not_have_is_neither_chosen_nor_offered() -> None:
    table = new("american-roulette")
    sheet_in_force("american-roulette", variants=("38",))
    form = form_for("american-roulette")(None, table=table, before=None)
    assert form["variant"].value() == "38"
    assert [key for key, _word in form.fields["variant"].choices] == ["38"]  # type: ignore[attr-defined]


def test_what_is_wrong_is_said_at_the_top_with_a_link_to_its_field(demo: None) -> None:  # noqa: F811
    table = Table.objects.get(name="Estoril")
    manager = signed_in("mesas@feltro.example", "en")
    page = f"/admin/games/table/{table.pk}/setting/"
    form = manager.get(page).context["form"]
    given = {name: form[name].value() for name in form.fields if form[name].value() not in (None, False)}
    text = manager.post(
        page, {**given, "seats": "0", "propose": "", "reason": "there is a reason"}
    ).content.decode()
    assert text.index('<a href="#id_seats">') < text.index("<fieldset")
