"""The accessibility page says the same as the report in docs/accessibility.md."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.docs.accessibility_facts import clauses

PAGE = "/accessibility/"


@pytest.mark.parametrize("language", ["pt-pt", "en"])
def test_the_statement_names_every_clause_that_is_met_in_part(
    demo: None, client: Client, language: str
) -> None:
    page = client.get(PAGE, headers={"accept-language": language}).content.decode()
    named = re.findall(r"\((\d+(?:\.\d+)+)\)", page)
    assert named == [*dict.fromkeys(named)]
    assert set(named) == {clause.number for clause in clauses() if clause.state == "partly"}


def test_every_page_links_to_the_statement_and_it_says_where_to_write(demo: None, client: Client) -> None:
    assert f'href="{PAGE}"' in client.get("/lobby/").content.decode()
    page = client.get(PAGE).content.decode()
    assert 'href="/contacts/"' in page and 'href="/complaints/"' in page and "livroreclamacoes.pt" in page
