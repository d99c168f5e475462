"""The consequences as staff see them: what is being counted, the figures of exactly these rules, and a warning to whoever signs before."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.rulebook import impact
from games.rulebook.models import RuleChange
from tests.games.rulebook.people import Desk, draft, take
from tests.games.rulebook.test_office import LIST, people, who  # noqa: F401  (fixture)
from tests.players.conftest import demo, seeded  # noqa: F401  (fixtures)


@pytest.fixture
def change(people: Desk) -> RuleChange:  # noqa: F811
    return draft(people, commissions=("b",))


def page(change: RuleChange, name: str = "aprovador", language: str = "pt-pt") -> str:
    return str(who(name, language).get(f"{LIST}{change.pk}/change/").content.decode())


def test_what_is_not_counted_says_so_and_what_is_shows_before_and_after(change: RuleChange) -> None:
    assert "calculadas dentro de momentos" in page(change)
    assert impact.asked_for_all() == 1
    assert 'data-state="waiting"' in page(change)
    impact.count(impact.impact_ask(change))
    for language, before, after in (
        ("pt-pt", "1,05790578", "3,62595821"),
        ("en", "1.05790578", "3.62595821"),
    ):
        shown = page(change, language=language)
        assert before in shown and after in shown and "114753351728/" in shown
        assert change.content.digest[:8] in shown
    part = who("regulador").get(f"{LIST}{change.pk}/impact/").content.decode()
    assert "data-impact" in part and "<html" not in part


def test_who_counts_can_be_stopped_and_asked_again(change: RuleChange) -> None:
    impact.asked_for_all()
    address = f"{LIST}{change.pk}/impact/"
    assert who("autor").post(address, {"verb": "stop"}).status_code == 302
    assert 'data-state="stopped"' in page(change)
    assert impact.count_all(published=False) == 0, "what was stopped is not due"
    assert who("autor").post(address).status_code == 302
    assert 'data-state="waiting"' in page(change)
    assert who("caixa").get(address).status_code == 403 and who("caixa").post(address).status_code == 403


def test_endorsing_before_it_is_counted_is_a_warning_and_no_wall(people: Desk, change: RuleChange) -> None:  # noqa: F811
    take(change, "submit", people.author)
    assert "ainda não estão calculadas" in page(change)
    step = {"verb": "endorse", "digest": change.content.digest}
    answer: Any = who("aprovador").post(f"{LIST}{change.pk}/step/", step, follow=True)
    assert "Foi visado antes de as consequências estarem calculadas" in answer.content.decode()
    change.refresh_from_db()
    assert change.state == "endorsed"


def test_the_page_asks_the_database_as_often_counted_or_not(change: RuleChange) -> None:
    asked = []
    for _ in range(2):
        client = who("aprovador")
        client.get(f"{LIST}{change.pk}/change/")
        with CaptureQueriesContext(
            connection,
        ) as queries:
            client.get(f"{LIST}{change.pk}/change/")
        asked.append(len(queries))
        impact.count(impact.impact_ask(change))
    assert asked[0] == asked[1] <= 40
