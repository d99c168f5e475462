"""The generated parts of docs/ agree with the code."""

from __future__ import annotations

import pytest

from tests.docs import generate

SECTIONS = generate.sections()


def marked() -> dict[str, list[str]]:
    """By part, the pages that contain it."""
    pages: dict[str, list[str]] = {name: [] for name in SECTIONS}
    for page in generate.pages():
        for match in generate.PART.finditer(page.read_text("utf-8")):
            pages.setdefault(match["name"], []).append(page.name)
    return pages


def test_every_generated_part_is_current() -> None:
    pages = [page.name for page in generate.outdated(SECTIONS)]
    assert pages == [], f"out of date: {', '.join(pages)}. Run `{generate.COMMAND}`."


def test_the_documents_of_the_interfaces_are_current() -> None:
    files = [path.name for path in generate.outdated_documents()]
    assert files == [], f"out of date: {', '.join(files)}. Run `{generate.COMMAND}`."


def test_every_part_has_its_place_and_every_place_its_part() -> None:
    assert {name for name, pages in marked().items() if not pages} == set()
    assert set(marked()) == set(SECTIONS)


def test_an_old_fact_is_noticed(tmp_path: object) -> None:
    text = "# Page\n\n<!-- generated: games -->\n\nAn old table.\n\n<!-- end of generated part -->\n"
    new = generate.regenerated(text, {"games": lambda: "The table."})
    assert "An old table." not in new
    assert "The table." in new


@pytest.mark.parametrize("name", SECTIONS)
def test_no_part_is_empty(name: str) -> None:
    assert len(SECTIONS[name]().strip()) > 40
