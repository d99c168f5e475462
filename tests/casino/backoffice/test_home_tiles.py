"""The overview that each person arranges: never more than their rights of the moment."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.test import Client

from casino.backoffice.dashboard import allowed_tiles, chosen_tiles
from casino.backoffice.home_tiles import TILES, Kind
from casino.backoffice.models import HomeLayout
from games.models import Table
from players.audit.models import Line
from players.models import Person
from tests.casino.backoffice.test_work_queue import person
from tests.demo_house import signed_in
from tests.home_page import tiles_of

PAGE = "/admin/overview/"


def step(client: Client, *steps: str) -> Any:
    answer = None
    for each in steps:
        answer = client.post(PAGE, {"step": each}, follow=True)
        assert answer.status_code == 200
    return answer


def codes(name: str) -> list[str]:
    return [tile.code for tile in chosen_tiles(person(name))]


def test_who_arranged_nothing_has_the_usual_tiles_of_their_rights(demo: None) -> None:
    usual = [tile.code for tile in TILES.values() if tile.is_usual]
    assert codes("direcao") == usual
    assert codes("caixa") == ["waiting", "accounts", "deposit", "withdrawal"]
    kinds = [TILES[code].kind for code in usual]
    assert kinds == sorted(kinds, key=kinds.index), "one heading for each kind"


def test_tiles_are_moved_removed_and_added(demo: None) -> None:
    client = signed_in("caixa@feltro.example", "en")
    step(client, "up:withdrawal", "down:waiting", "remove:accounts", "add:shifts")
    assert codes("caixa") == ["waiting", "withdrawal", "deposit", "shifts"]
    step(client, "up:withdrawal")
    assert codes("caixa") == ["withdrawal", "waiting", "deposit", "shifts"]
    text = client.get("/admin/").content.decode()
    assert "Sum of all accounts" not in text and text.index("Waiting for you") < text.index("Shifts</h2>")
    lines = Line.objects.filter(kind="office.home-arranged")
    assert lines.count() == 5 and lines.latest("id").details["tiles"] == codes("caixa")
    assert codes("direcao")[0] == "waiting" and len(HomeLayout.objects.all()) == 1, "only one's own"
    step(client, "usual:")
    assert codes("caixa") == ["waiting", "accounts", "deposit", "withdrawal"]
    assert not HomeLayout.objects.exists()


@pytest.mark.parametrize(
    "wrong",
    ["", "up", "up:", "up:waiting", "down:withdrawal", "remove:played", "add:waiting", "add:played",
     "add:nothing", "burn:waiting", "usual:", "add:\x00", "add:" + "x" * 5000],
)  # fmt: skip
def test_a_step_that_is_not_possible_changes_nothing(demo: None, wrong: str) -> None:
    client = signed_in("caixa@feltro.example", "en")
    answer = client.post(PAGE, {"step": wrong}, follow=True)
    assert answer.status_code in (200, 400)
    if answer.status_code == 200:
        assert "this step is not possible" in answer.content.decode()
    assert not HomeLayout.objects.exists() and not Line.objects.filter(kind__startswith="office.").exists()


def test_nobody_is_offered_a_tile_beyond_their_rights(demo: None) -> None:
    for name in ("caixa", "apoio", "autor", "mesas", "auditoria", "direcao"):
        somebody = person(name)
        for tile in allowed_tiles(somebody):
            assert not tile.right or somebody.has_perm(tile.right)
    text = signed_in("caixa@feltro.example", "en").get(PAGE).content.decode()
    assert "What was played today" not in text and "report-" not in text


def test_a_right_that_is_taken_away_takes_its_tiles_at_once(demo: None) -> None:
    client = signed_in("oficial@feltro.example", "en")
    step(client, "add:report-gross", "add:shifts")
    report = str(TILES["report-gross"].title)
    assert report in client.get("/admin/").content.decode() and "played" in codes("oficial")
    person("oficial").groups.set([Group.objects.get(name="cashier")])
    client = signed_in("oficial@feltro.example", "en")  # a change of roles ends the sessions
    text = client.get("/admin/").content.decode()
    assert report not in text and "Played today" not in text
    assert set(codes("oficial")) == {"waiting", "accounts", "deposit", "withdrawal", "shifts"}


def test_an_alarm_stands_first_whatever_was_removed(demo: None) -> None:
    client = signed_in("direcao@feltro.example", "en")
    step(client, *(f"remove:{code}" for code in codes("direcao")))
    assert codes("direcao") == []
    page = client.get("/admin/")
    assert "You have removed every tile." in page.content.decode() and page.context["groups"] == []
    Table.objects.filter(name="Lisboa").update(status=Table.Status.HELD)
    assert "Tables on hold" in client.get("/admin/").content.decode()
    assert "There is no tile on your overview." in client.get(PAGE).content.decode()


def test_a_tile_of_a_report_says_when_it_was_last_issued(demo: None) -> None:
    client = signed_in("oficial@feltro.example", "en")
    step(client, "add:report-gross")
    page = client.get("/admin/")
    (report,) = tiles_of(page, Kind.REPORT)
    assert report["issued"] is None and "Never issued" in page.content.decode()
    assert client.get(report["url"]).status_code == 200


def test_a_layout_that_names_what_no_longer_exists_is_read(demo: None) -> None:
    HomeLayout.objects.create(person=person("caixa"), tiles=["gone", "deposit"])
    assert codes("caixa") == ["deposit"]
    assert isinstance(person("caixa"), Person)


def test_a_tile_that_is_not_there_costs_no_query(demo: None, django_assert_max_num_queries: Any) -> None:
    HomeLayout.objects.create(person=person("direcao"), tiles=[])
    client = signed_in("direcao@feltro.example", "en")
    client.get("/admin/")
    with django_assert_max_num_queries(14):
        client.get("/admin/")
