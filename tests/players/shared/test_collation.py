"""Names in Portuguese order: accents decide only between equal letters, on every machine."""

from __future__ import annotations

import re

import pytest
from django.utils import translation

from games.models import Table
from games.rounds.list_views import RecordForm
from players.identity.verification.countries import country_choices
from players.shared.collation import Alphabetical, collation_key
from tests.demo_house import signed_in

NAMES = pytest.mark.parametrize(
    "names",
    [
        [
            "Açores",
            "África do Sul",
            "Albânia",
            "Azerbaijão",
            "Bélgica",
            "Benim",
            "Índia",
            "Indonésia",
            "Zâmbia",
        ],
        ["Guiné", "Guiné-Bissau", "Guiné Equatorial"],
        ["Estoril", "Évora", "Faro", "Óbidos", "Olhão"],
        ["avo", "avó", "avô", "avós"],
        ["Ana", "bruno", "Carla"],
    ],
)


@NAMES
def test_names_with_accents_are_in_alphabetical_order(names: list[str]) -> None:
    by_code_point = sorted(names)  # another order to begin with
    assert sorted(by_code_point, key=collation_key) == names


@NAMES
@pytest.mark.django_db
def test_the_database_uses_the_same_order(names: list[str]) -> None:
    for name in sorted(names):
        Table.objects.create(name=name, system="american-roulette", currency="DEMO")
    ordered = Table.objects.order_by(Alphabetical("name"), "name").values_list("name", flat=True)
    assert list(ordered) == names


def test_the_list_of_tables_in_the_back_office_is_alphabetical(demo: None) -> None:
    client = signed_in("direcao@feltro.example")
    for number, name in enumerate(("Zebreira", "Évora Nova", "Estoril Novo", "Águeda")):
        Table.objects.create(pk=900 + number, name=name, system="american-roulette", currency="EUR")
    for order in ("", "&o=1"):
        page = client.get(
            f"/admin/games/table/?q=&system__exact=american-roulette&currency__exact=EUR{order}"
        )
        names = re.findall(r"/admin/games/table/\d+/change/[^>]*>\s*([^<]+?)\s*<", page.content.decode())
        assert {"Zebreira", "Évora Nova", "Estoril Novo", "Águeda"} <= set(names)
        assert names == sorted(names, key=collation_key)


def test_countries_are_in_the_order_of_the_language() -> None:
    with translation.override("pt-pt"):
        names = [name for _, name in country_choices()]
    assert names[0] == "Portugal"
    for earlier, later in (
        ("África do Sul", "Albânia"),
        ("Bélgica", "Benim"),
        ("Índia", "Indonésia"),
        ("Áustria", "Azerbaijão"),
    ):
        assert names.index(earlier) < names.index(later)
    assert names.index("Azerbaijão") < names.index("Baamas")


def test_a_letter_of_its_own_follows_the_letter_without_the_mark() -> None:
    """As in a Spanish dictionary; an accent is no letter of its own."""
    words = ["cano", "cánula", "canzo", "caña", "cañada", "cao"]
    assert sorted(words, key=lambda word: collation_key(word, "ñ")) == words
    assert sorted(words, key=collation_key) == ["caña", "cañada", "cano", "cánula", "canzo", "cao"]


def test_countries_in_spanish_are_in_spanish_order() -> None:
    with translation.override("es"):
        names = [name for _, name in country_choices()]
    assert names[0] == "Portugal" and {"Alemania", "España", "Países Bajos"} <= set(names)
    assert names.index("Emiratos Árabes Unidos") < names.index("España") < names.index("Estados Unidos")


def test_tables_are_in_the_order_of_their_names(demo: None) -> None:
    names = [str(name) for _, name in RecordForm({}).fields["table"].choices][1:]
    assert Table.objects.filter(name="Évora").exists() and names.index("Évora") < names.index(
        "Faro" if "Faro" in names else "Figueira"
    )
    assert names == sorted(names, key=collation_key)
