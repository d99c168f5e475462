"""Rules traced: every rule on its page, nothing open, in both languages, as paper and as a file."""

from __future__ import annotations

import pytest

from casino.compliance.self_checks import rule_coverage
from games.catalogue import GAMES
from games.rulebook.trace import matrix
from tests.players.conftest import demo, seeded, signed_in  # noqa: F401  (fixtures)

PAGE = "/admin/compliance/rules/"


def test_nothing_is_open() -> None:
    assert {
        each.rule.id: rule_coverage.open_of(each)
        for found in rule_coverage.traced().values()
        for each in found
        if rule_coverage.open_of(each)
    } == {}


def test_every_rule_stands_on_the_page_of_its_regulation(demo: None) -> None:  # noqa: F811
    client = signed_in("regulador@feltro.example", "en")
    overview = client.get(PAGE).content.decode()
    for system in GAMES:
        page = client.get(f"{PAGE}{system}/").content.decode()
        ids = [rule.id for rule in matrix() if rule.system == system]
        assert f"{PAGE}{system}/" in overview and ids
        assert [id for id in ids if f'<tr id="{id}"' not in page] == []
    assert client.get(f"{PAGE}solitaire/").status_code == 404


@pytest.mark.parametrize("language,said", [("en", "the live table enforces it"), ("pt-pt", "a mesa ao vivo")])
def test_what_the_house_does_is_said_in_words(demo: None, language: str, said: str) -> None:  # noqa: F811
    page = signed_in("auditoria@feltro.example", language).get(f"{PAGE}baccarat/").content.decode()
    assert said in page.lower() and "games/rules/baccarat" in page and "tests/rules/baccarat/test_" in page


def test_it_is_taken_as_a_file(demo: None) -> None:  # noqa: F811
    text = (
        signed_in("auditoria@feltro.example", "en").get(f"{PAGE}holdem/?as=csv").content.decode("utf-8-sig")
    )
    assert len(text.splitlines()) >= len(rule_coverage.traced()["holdem"])


def test_without_the_tests_nothing_is_said_of_them(demo: None, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    monkeypatch.setattr(rule_coverage, "tests_are_here", lambda: False)
    page = signed_in("auditoria@feltro.example", "en").get(PAGE).content.decode()
    assert "installed without its tests" in page
