"""What the pages of docs/ point to exists: tests, files and other pages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted((ROOT / "docs").glob("**/*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_every_file_that_a_page_names_exists(page: Path) -> None:
    named = set(
        re.findall(
            r"`((?:tests|casino|games|players|deploy|docs|locks|static|templates)/[\w./-]+\.\w+)`",
            page.read_text(),
        )
    )
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_every_link_between_pages_leads_somewhere(page: Path) -> None:
    links = re.findall(r"\]\((?!https?:|#)([^)#]+)", page.read_text())
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_every_attack_has_its_place_in_the_threat_model() -> None:
    written = (ROOT / "docs" / "threat-model.md").read_text()
    left_out = {"__init__.py", "conftest.py", "test_origin_of_a_house.py", "test_security_notices.py"}
    attacks = {path.name for path in (ROOT / "tests" / "security").glob("*.py")} - left_out
    assert sorted(name for name in attacks if f"tests/security/{name}" not in written) == []
