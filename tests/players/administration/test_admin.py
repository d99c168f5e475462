"""Lists of players and staff follow the Portuguese alphabet, although the database has no such collation."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import Group
from django.db import connection

from players.administration.admin import PlayerAdmin
from players.models import Person, Player
from tests.demo_house import signed_in

NAMES = ("Zulmira", "Ana Rita", "Álvaro", "Alberto", "álvaro b", "Érica", "Eva Maria")
SORTED_NAMES = ["Alberto", "Álvaro", "álvaro b", "Ana Rita", "Érica", "Eva Maria", "Zulmira"]


def names_on_page(page: str, model: str) -> list[str]:
    return re.findall(rf"/admin/players/{model}/\d+/change/[^>]*>\s*([^<]+?)\s*<", page)


@pytest.mark.parametrize("order", ["", "&o=0"])
def test_players_are_in_alphabetical_order(demo: None, order: str) -> None:
    for number, name in enumerate(NAMES):
        person = Person.objects.create_user(f"name-{number}@feltro.example")
        Player.objects.create(person=person, alias=name)
    page = signed_in("direcao@feltro.example").get(f"/admin/players/player/?status__exact=active{order}")
    aliases = [alias for alias in names_on_page(page.content.decode(), "player") if alias in NAMES]
    assert aliases == SORTED_NAMES


def test_staff_are_in_alphabetical_order(demo: None) -> None:
    group = Group.objects.order_by("pk").first()
    assert group is not None
    for number, name in enumerate(NAMES):
        person = Person.objects.create_user(
            f"staff-{number}@feltro.example", first_name=name, last_name="Teste", is_staff=True
        )
        person.groups.add(group)
    page = signed_in("direcao@feltro.example").get("/admin/players/person/?o=1").content.decode()
    names = re.findall(r"([^<>\s][^<>]*?) Teste", page)
    # The full name is compared: «álvaro b Teste» comes before «Álvaro Teste».
    by_full_name = ["Alberto", "álvaro b", "Álvaro", *SORTED_NAMES[3:]]
    assert [name for name in names if name in NAMES] == by_full_name


@pytest.mark.django_db
def test_the_order_of_players_uses_an_index() -> None:
    query, parameters = Player.objects.order_by(*PlayerAdmin.ordering)[:50].query.sql_with_params()
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute(f"EXPLAIN {query}", parameters)
        plan = "\n".join(row[0] for row in cursor.fetchall())
    assert "player_by_name" in plan and "Sort" not in plan
