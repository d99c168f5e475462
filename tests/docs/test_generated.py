"""The generated parts of docs/ agree with the code."""

from __future__ import annotations

import re

import pytest

from tests.docs import generate

SECTIONS = generate.sections()
BUILT_SECTIONS = generate.built_sections()


def marked(mark: re.Pattern[str]) -> set[str]:
    """The parts that the pages have places for."""
    texts = [page.read_text("utf-8") for page in generate.pages()]
    return {match["name"] for text in texts for match in mark.finditer(text)}


@pytest.mark.whole
def test_every_generated_part_is_current() -> None:
    pages = [page.name for page in generate.outdated(SECTIONS)]
    assert pages == [], f"out of date: {', '.join(pages)}. Run `{generate.COMMAND}`."


@pytest.mark.whole
def test_the_documents_of_the_interfaces_are_current() -> None:
    files = [path.name for path in generate.outdated_documents()]
    assert files == [], f"out of date: {', '.join(files)}. Run `{generate.COMMAND}`."


def test_every_part_has_its_place_and_every_place_its_part() -> None:
    assert marked(generate.PART) == set(SECTIONS)
    assert marked(generate.BUILT) == set(BUILT_SECTIONS)


def test_an_old_fact_is_noticed(tmp_path: object) -> None:
    text = "# Page\n\n<!-- generated: games -->\n\nAn old table.\n\n<!-- end of generated part -->\n"
    new = generate.regenerated(text, {"games": lambda: "The table."})
    assert "An old table." not in new
    assert "The table." in new


def test_a_built_part_takes_the_place_of_its_mark() -> None:
    assert (
        generate.built("Before\n\n<!-- built: x -->\n", {"x": lambda: "The part."}) == "Before\n\nThe part.\n"
    )


@pytest.mark.parametrize(("name", "section"), [*SECTIONS.items(), *BUILT_SECTIONS.items()])
def test_no_part_is_empty(name: str, section: generate.Section) -> None:
    assert len(section().strip()) > 40
