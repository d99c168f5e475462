"""The rules traced: every rule on its page, nothing missing, in both languages, and as a file."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from casino.compliance import rule_coverage
from games.catalogue import GAMES
from games.rulebook import trace
from games.rulebook.trace import load_matrix
from tests.demo_house import signed_in

PAGE = "/admin/compliance/rules/"


def test_no_rule_misses_a_part() -> None:
    assert {
        traced.rule.id: rule_coverage.missing_parts(traced)
        for rules in rule_coverage.traced_rules().values()
        for traced in rules
        if rule_coverage.missing_parts(traced)
    } == {}


def test_every_rule_is_on_the_page_of_its_regulation(demo: None) -> None:
    client = signed_in("regulador@feltro.example", "en")
    overview = client.get(PAGE).content.decode()
    for system in GAMES:
        page = client.get(f"{PAGE}{system}/").content.decode()
        ids = [rule.id for rule in load_matrix() if rule.system == system]
        assert f"{PAGE}{system}/" in overview and ids
        assert [rule_id for rule_id in ids if f'<tr id="{rule_id}"' not in page] == []
    assert client.get(f"{PAGE}solitaire/").status_code == 404


@pytest.mark.parametrize("language,text", [("en", "the live table enforces it"), ("pt-pt", "a mesa ao vivo")])
def test_the_enforcing_part_is_named(demo: None, language: str, text: str) -> None:
    page = signed_in("auditoria@feltro.example", language).get(f"{PAGE}baccarat/").content.decode()
    assert text in page.lower() and "games/rules/baccarat" in page and "tests/rules/baccarat/test_" in page


def test_a_process_reads_each_source_once_and_parses_only_what_a_page_names(
    demo: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A new process took 55 seconds on two busy cores, most of them for the syntax of every test."""
    read, parsed = Counter[str](), []
    read_text, parse = Path.read_text, trace._tests_by_line

    def counted(path: Path, *arguments: Any, **options: Any) -> str:
        read[str(path)] += path.is_relative_to(trace.ROOT)
        return read_text(path, *arguments, **options)

    monkeypatch.setattr(Path, "read_text", counted)
    monkeypatch.setattr(trace, "_tests_by_line", lambda source: parsed.append(source) or parse(source))
    rule_coverage.traced_rules.cache_clear()
    trace._tests_in.cache_clear()
    client = signed_in("regulador@feltro.example", "en")
    assert client.get(PAGE).status_code == 200
    sources = {str(path) for path in trace._files(trace.ROOT, (*trace.SOURCES, "tests"), trace.SUFFIXES)}
    assert sources <= read.keys() and [path for path in sources if read[path] > 1] == []
    assert parsed == [], "the overview counts tests and names none"
    read.clear()
    page = client.get(f"{PAGE}baccarat/").content.decode()
    tests = {line.file for traced in rule_coverage.traced_rules()["baccarat"] for line in traced.tests}
    assert "tests/rules/baccarat/test_" in page and 0 < len(parsed) <= len(tests)
    parsed.clear()
    read.clear()
    assert client.get(PAGE).status_code == client.get(f"{PAGE}baccarat/").status_code == 200
    assert (parsed, sources & read.keys()) == ([], set()), "later pages read nothing"


def test_csv_export(demo: None) -> None:
    text = (
        signed_in("auditoria@feltro.example", "en").get(f"{PAGE}holdem/?as=csv").content.decode("utf-8-sig")
    )
    assert len(text.splitlines()) >= len(rule_coverage.traced_rules()["holdem"])


def test_missing_tests_do_not_count_where_no_tests_are_installed(
    demo: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rule_coverage, "has_tests", lambda: False)
    page = signed_in("auditoria@feltro.example", "en").get(PAGE).content.decode()
    assert "does not include the tests" in page
