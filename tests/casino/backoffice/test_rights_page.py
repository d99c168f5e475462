"""The matrix of roles and rights, the last use of each, and the areas of the navigation."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import translation

from casino.backoffice.models import RightUse
from casino.backoffice.right_uses import actions, last_uses
from casino.backoffice.rights_page import Matrix
from casino.backoffice.roles import AREA_RIGHTS, ROLES
from casino.backoffice.theme import NAVIGATION
from casino.compliance.audit_sentences import SENTENCES
from players.audit.models import Line
from players.models import Person
from players.shared import clock
from tests.demo_house import signed_in

PAGE = "/admin/rights/"


def person(name: str) -> Person:
    return Person.objects.get(email=f"{name}@feltro.example")


def matrix(role: str, *, unused: int = 0, only_actions: bool = False) -> dict[str, tuple[bool, object]]:
    """The rights that the page shows of one role: whether it has each, and its last use."""
    with translation.override("en"):
        shown = Matrix([role], only_actions=only_actions, unused=unused, now=clock.now())
    return {
        right.label: (right.cells[0].is_held, right.cells[0].used)
        for group in shown.groups
        for right in group.rights
    }


def test_each_right_to_act_has_the_audit_lines_that_show_its_use() -> None:
    acting = {right for rights in ROLES.values() for right in rights if ".view_" not in right}
    assert acting <= set(actions().values())
    assert actions().keys() <= SENTENCES.keys()
    assert set(actions().values()) <= {right for rights in ROLES.values() for right in rights}


def test_an_opened_page_is_the_last_use_of_its_right_and_a_refused_one_is_none(demo: None) -> None:
    client, cashier = signed_in("caixa@feltro.example"), person("caixa")
    assert client.get("/admin/cashier/payment/").status_code == 200
    assert client.get("/admin/games/round/").status_code == 403
    assert set(RightUse.objects.values_list("person", "permission")) == {(cashier.pk, "cashier.view_payment")}
    assert (cashier.pk, "cashier.view_payment") in last_uses(clock.now())


def test_a_use_is_written_once_an_hour(demo: None) -> None:
    client = signed_in("caixa@feltro.example")
    client.get("/admin/cashier/payment/")
    for age, is_written in ((timedelta(minutes=50), False), (timedelta(minutes=70), True)):
        before = clock.now() - age
        RightUse.objects.update(at=before)
        client.get("/admin/cashier/payment/")
        assert (RightUse.objects.get().at != before) == is_written


def test_an_action_is_the_last_use_of_its_right_for_every_role_of_the_person(demo: None) -> None:
    Line.objects.create(kind="tables.suspended", person=person("mesas"), about="table:1")
    Line.objects.create(kind="tables.suspended", person=None, about="table:1")
    label = "Adds suspensions of tables"
    assert matrix("table manager")[label][1] is not None
    assert matrix("compliance officer")[label] == (True, None), "its people did not"
    assert label not in matrix("table manager", unused=30)
    assert label in matrix("compliance officer", unused=30)


def test_uses_of_more_than_a_year_ago_do_not_count(demo: None) -> None:
    old = clock.now() - timedelta(days=400)
    RightUse.objects.create(person=person("caixa"), permission="cashier.view_payment")
    RightUse.objects.update(at=old)
    with connection.cursor() as cursor:  # the log itself takes its time from the database
        cursor.execute(
            "INSERT INTO audit_line (at, kind, person_id, about, details, device) "
            "VALUES (%s, 'adjustments.asked', %s, '', '{}', '')",
            [old, person("caixa").pk],
        )
    assert last_uses(clock.now()) == {}


def test_the_page_shows_all_roles_or_one_and_only_rights_to_act(demo: None) -> None:
    client = signed_in("auditoria@feltro.example", "en")
    everything = client.get(PAGE).content.decode()
    assert everything.count('<th scope="col"><span>') == len(ROLES)
    assert "Releases payments" in everything and "Sees payments" in everything
    one = client.get(f"{PAGE}?role=support&actions=on").content.decode()
    assert one.count('<th scope="col"><span>') == 1
    assert "Changes complaints" in one and "Sees" not in re.sub(r"<nav.*?</nav>", "", one, flags=re.S)
    assert client.get(f"{PAGE}?role=nobody").status_code == 400
    assert "Direitos e o seu uso" in signed_in("auditoria@feltro.example").get(PAGE).content.decode()


@pytest.mark.parametrize("name", ["caixa", "mesas", "apoio", "regulador"])
def test_only_roles_that_may_see_roles_see_their_permissions(demo: None, name: str) -> None:
    response = signed_in(f"{name}@feltro.example", "en").get(PAGE)
    assert response.status_code == 403 and "auditor" in response.content.decode()


def test_every_role_has_an_area_and_every_area_is_in_the_navigation() -> None:
    for role, rights in ROLES.items():
        assert any(set(rights) & set(some) for some in AREA_RIGHTS.values()), role
    assert list(AREA_RIGHTS) == [group["code"] for group in NAVIGATION if "title" in group]


def folds(page: str) -> dict[str, bool]:
    """Whether each area of the navigation is open."""
    areas = re.findall(r'<details class="office-area"( open)?>\s*<summary><span>([^<]+)</span>', page)
    return {title: bool(is_open) for is_open, title in areas}


def test_the_navigation_opens_the_area_of_the_role_and_of_the_page(demo: None) -> None:
    client = signed_in("apoio@feltro.example", "en")
    assert folds(client.get("/admin/").content.decode()) == {"Tables": False, "Money": False, "People": True}
    page = client.get("/admin/games/round/").content.decode()
    assert folds(page) == {"Tables": True, "Money": False, "People": True}
    assert page.count('aria-current="page"') == 1


def test_the_head_of_the_house_sees_a_third_of_the_entries_unfolded(demo: None) -> None:
    page = signed_in("direcao@feltro.example", "en").get("/admin/").content.decode()
    assert folds(page) == {
        "Tables": True,
        "Money": True,
        "Bank and provider": False,
        "People": False,
        "Compliance": False,
    }
    entries = {group.get("code"): len(group["items"]) for group in NAVIGATION}
    assert 3 * (entries["tables"] + entries["money"]) <= sum(entries.values())


def test_there_is_one_page_of_the_audit_log(demo: None) -> None:
    client = signed_in("auditoria@feltro.example", "en")
    page = client.get("/admin/").content.decode()
    assert page.count('href="/admin/compliance/audit/"') == 1 and "/admin/audit/line/" not in page
    line = Line.objects.order_by("-pk").first()
    assert line is not None
    for search, target in (
        ("", "/admin/compliance/audit/"),
        ("?q=Ana", "/admin/compliance/audit/?player=Ana"),
        ("?q=table:5", "/admin/compliance/audit/?about=table%3A5"),
        ("?q=caixa@feltro.example", "/admin/compliance/audit/?who=caixa%40feltro.example"),
        ("?q=limits.deposit-set", "/admin/compliance/audit/?kind=limits.deposit-set"),
        (f"?q={line.pk}", f"/admin/audit/line/{line.pk}/change/"),
    ):
        assert client.get(f"/admin/audit/line/{search}").headers["Location"] == target
    assert signed_in("caixa@feltro.example").get("/admin/audit/line/").status_code == 403
