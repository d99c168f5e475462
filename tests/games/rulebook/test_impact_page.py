"""The consequences on the page of a change request: progress, figures, and a warning before signing
without them.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.rulebook import impact
from games.rulebook.models import RuleChange
from tests.games.rulebook.people import Signers, create_draft, take_step
from tests.games.rulebook.test_change_pages import LIST, client_of


@pytest.fixture
def change(people: Signers) -> RuleChange:
    return create_draft(people, commissions=("b",))


def page(change: RuleChange, name: str = "aprovador", language: str = "pt-pt") -> str:
    return str(client_of(name, language).get(f"{LIST}{change.pk}/change/").content.decode())


def test_the_page_shows_missing_and_computed_figures(change: RuleChange) -> None:
    assert "calculadas dentro de momentos" in page(change)
    assert impact.request_all() == 1
    assert 'data-state="waiting"' in page(change)
    impact.compute(impact.request_impact(change))
    for language, before, after in (
        ("pt-pt", "1,05790578", "3,62595821"),
        ("en", "1.05790578", "3.62595821"),
    ):
        html = page(change, language=language)
        assert before in html and after in html and "114753351728/" in html
        assert change.content.digest[:8] in html
    part = client_of("regulador").get(f"{LIST}{change.pk}/impact/").content.decode()
    assert "data-impact" in part and "<html" not in part


def test_a_computation_can_be_stopped_and_requested_again(change: RuleChange) -> None:
    impact.request_all()
    address = f"{LIST}{change.pk}/impact/"
    assert client_of("autor").post(address, {"verb": "stop"}).status_code == 302
    assert 'data-state="stopped"' in page(change)
    assert impact.compute_all(published=False) == 0, "a stopped computation is not due"
    assert client_of("autor").post(address).status_code == 302
    assert 'data-state="waiting"' in page(change)
    assert (
        client_of("caixa").get(address).status_code == 403
        and client_of("caixa").post(address).status_code == 403
    )


def test_endorsing_waits_for_the_figures_or_gives_a_reason_that_the_regulator_reads(
    people: Signers, change: RuleChange
) -> None:
    """The endorser could sign before the consequences were computed, and nobody learnt why."""
    take_step(change, "submit", people.author)
    assert "ainda não estão calculadas" in page(change)
    step = {"verb": "endorse", "digest": change.content.digest, "reason": "curta"}
    response: Any = client_of("aprovador").post(f"{LIST}{change.pk}/step/", step)
    assert response.status_code == 422 and "Aguarde por elas" in response.content.decode()
    change.refresh_from_db()
    assert change.state == "submitted"
    reason = "a mesa 12 está parada à espera destas regras"
    client_of("aprovador").post(f"{LIST}{change.pk}/step/", {**step, "reason": reason})
    change.refresh_from_db()
    assert change.state == "endorsed"
    regulator = client_of("regulador").get(f"{LIST}{change.pk}/change/").content.decode()
    assert "Visado sem as consequências calculadas" in regulator and reason in regulator


def test_computed_figures_need_no_reason(people: Signers, change: RuleChange) -> None:
    take_step(change, "submit", people.author)
    impact.compute(impact.request_impact(change))
    step = {"verb": "endorse", "digest": change.content.digest}
    assert client_of("aprovador").post(f"{LIST}{change.pk}/step/", step).status_code == 302


def test_the_page_makes_as_many_queries_with_and_without_figures(change: RuleChange) -> None:
    counts = []
    for _ in range(2):
        client = client_of("aprovador")
        client.get(f"{LIST}{change.pk}/change/")
        with CaptureQueriesContext(
            connection,
        ) as queries:
            client.get(f"{LIST}{change.pk}/change/")
        counts.append(len(queries))
        impact.compute(impact.request_impact(change))
    assert counts[0] == counts[1] <= 40
