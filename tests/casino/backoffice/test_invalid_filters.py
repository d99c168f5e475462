"""A filter with a value that its page does not offer: a sentence and no rows, and never every row."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest
from django.contrib.auth.models import Group, Permission
from django.test import Client, RequestFactory
from django.urls import reverse

from casino.backoffice.registered import registered_admins
from players.models import Person
from players.shared.list_filters import BarFilter
from tests.demo_house import signed_in

pytestmark = pytest.mark.usefixtures("demo")
WRONG = "no-such-value"
PAGES = (
    ("compliance_availability", "month", "2026-13-01"),
    ("compliance_care", "days", "7000"),
    ("compliance_care", "kind", WRONG),
    ("compliance_returns", "by", WRONG),
    ("compliance_integrity", "state", WRONG),
    ("compliance_integrity", "kind", WRONG),
    ("compliance_files", "day", "2026-02-31"),
    ("compliance_files", "day", "1999-01-01"),
    ("office_rights", "role", WRONG),
    ("office_rights", "unused", "1"),
    ("office_work", "source", WRONG),
    ("office_work", "only", WRONG),
    ("floor", "system", WRONG),
    ("floor", "currency", "USD"),
    ("floor", "status", WRONG),
)


@pytest.fixture
def everything() -> Client:
    """A person who may see every page."""
    person = Person.objects.get(email="direcao@feltro.example")
    group = Group.objects.create(name="everything")
    group.permissions.set(Permission.objects.all())
    person.groups.add(group)
    return signed_in("direcao@feltro.example", "en")


def lists() -> list[Any]:
    import_module("casino.urls")
    return [model_admin for model_admin in registered_admins() if model_admin.list_filter]


def parameters(model_admin: Any, client: Client) -> list[tuple[str, str]]:
    """Every parameter of every filter of a list, with a value that it does not offer."""
    request = RequestFactory().get("/")
    request.user = Person.objects.get(email="direcao@feltro.example")
    wrong: list[tuple[str, str]] = []
    for spec in model_admin.get_list_filter(request):
        if isinstance(spec, type) and issubclass(spec, BarFilter):
            wrong += [(name, "2026-13-01") for name in spec.names if name != "player_name"]
        elif isinstance(spec, type):
            wrong.append((spec.parameter_name, WRONG))
        else:
            field = spec[0] if isinstance(spec, tuple) else spec
            last = model_admin.model
            for name in field.split("__"):
                column = last._meta.get_field(name)
                last = column.related_model
            suffix = "__id__exact" if column.is_relation else "__exact"
            wrong.append((f"{field}{suffix}", "987654321" if column.is_relation else WRONG))
    return wrong


def test_no_list_of_the_back_office_shows_every_row_for_a_wrong_filter(everything: Client) -> None:
    problems, tried = [], 0
    for model_admin in lists():
        model = model_admin.model._meta
        address = reverse(f"admin:{model.app_label}_{model.model_name}_changelist")
        if everything.get(address).status_code == 302:
            continue  # the log has a page of its own
        for name, value in [*parameters(model_admin, everything), ("nothing", WRONG)]:
            answer = everything.get(address, {name: value}, follow=True)
            tried += 1
            text = answer.content.decode()
            if (
                answer.status_code != 400
                or "Nothing is listed." not in text
                or f'href="{address}"' not in text
            ):
                problems.append((address, name, answer.status_code))
    assert problems == [] and tried > 60


@pytest.mark.parametrize(("page", "name", "value"), PAGES)
def test_no_page_of_the_back_office_shows_everything_for_a_wrong_filter(
    everything: Client, page: str, name: str, value: str
) -> None:
    address = reverse(page)
    assert everything.get(address).status_code == 200
    answer = everything.get(address, {name: value})
    text = answer.content.decode()
    assert answer.status_code == 400 and value in text and "Nothing is listed." in text
    assert f'href="{address}"' in text, "the way to the page without filters"


def test_the_sentence_names_the_filter_in_the_language_of_the_page() -> None:
    client = signed_in("direcao@feltro.example", "pt-pt")
    answer = client.get(reverse("admin:games_table_changelist"), {"status__exact": WRONG})
    text = answer.content.decode()
    assert "Filtro desconhecido" in text and f"«{WRONG}»" in text and "Mostrar a página sem filtros" in text


def test_days_in_the_wrong_order_are_told() -> None:
    client = signed_in("direcao@feltro.example", "en")
    days = {"ended_since": "2026-05-02", "ended_until": "2026-05-01"}
    answer = client.get(reverse("admin:players_playsession_changelist"), days)
    assert answer.status_code == 400 and "2026-05-02 – 2026-05-01" in answer.content.decode()


def test_a_wrong_filter_is_no_file_of_all_accounts() -> None:
    client = signed_in("auditoria@feltro.example", "en")
    answer = client.get("/admin/players/player/list.csv", {"list": WRONG})
    assert answer.status_code == 400 and "text/csv" not in answer["Content-Type"]


def test_the_timeline_of_a_player_knows_its_kinds(everything: Client) -> None:
    from players.models import Player

    address = reverse("admin:players_player_change", args=[Player.objects.get(alias="Ana").pk])
    for query in ({"kind": WRONG}, {"until": "2026-02-31"}):
        answer = everything.get(address, {"tab": "timeline", **query})
        assert answer.status_code == 400 and "Nothing is listed." in answer.content.decode()
