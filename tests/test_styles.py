"""Style sheets: every class is used, every token defined, and what the components draw is drawn once."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from casino.services.folder import PROJECT

STYLES = PROJECT / "static" / "css"
COMPONENTS = ("components.css", "data_table.css")
# What every page has: how its parts follow each other, and how they are printed.
OF_EVERY_PAGE = ("base.css", "portal/pages.css")
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
CLASS = re.compile(r"\.(-?[a-zA-Z_][\w-]*)")
QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'|`[^`]*`", re.DOTALL)
ATTRIBUTE = re.compile(r"""class(?:=|": ?|', ')["']([^"]*)["']""")
WORD = re.compile(r"(?<![\w.#-])-?[a-zA-Z_][\w-]*")
# Names that a template or a module puts together: "stop-{{ name }}", `pocket-${colour}`.
STEM = re.compile(r"(?<![\w-])([a-z][\w-]*-)(?:\{|\$\{)")
TOKEN = re.compile(r"--[a-z][\w-]*")
PHONE_IN_PIXELS = re.compile(r"\b6[34]\d(?:\.\d+)?px")
# Classes that Django's admin and its theme give, for the columns and fields of a list and their own parts.
OF_THE_THEME = re.compile(r"(?:column|field)-\w+|submit-row|uppercase|readonly")
OF_THE_THEMES_COLOURS = ("--color-base-", "--color-primary-")
# Which sheets a page loads beside those of all pages.
AREAS = ("portal", "backoffice", "table")


def area_of(sheet: str) -> str:
    area = sheet.partition("/")[0]
    return area if area in AREAS else "table"


class Rule(NamedTuple):
    sheet: str
    condition: str
    selector: str
    declarations: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.sheet}: {self.selector}"


def rules_of(text: str, sheet: str, condition: str = "") -> Iterator[Rule]:
    at = 0
    while (start := text.find("{", at)) >= 0:
        head = " ".join(text[at:start].rpartition(";")[2].split())
        end, depth = start + 1, 1
        while depth:
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        body, at = text[start + 1 : end - 1], end
        if head.startswith(("@layer", "@media", "@supports", "@container")):
            inner = condition if head.startswith("@layer") else f"{condition} {head}".strip()
            yield from rules_of(body, sheet, inner)
        elif not head.startswith("@"):
            declarations = (" ".join(part.split()) for part in body.split(";"))
            yield Rule(sheet, condition, head, tuple(sorted(part for part in declarations if part)))


@cache
def all_rules() -> list[Rule]:
    sheets = sorted(STYLES.rglob("*.css"))
    found = [
        rule
        for path in sheets
        for rule in rules_of(COMMENT.sub("", path.read_text()), path.relative_to(STYLES).as_posix())
    ]
    assert len(sheets) > 30 and len(found) > 1500
    return found


def texts(*folders: str, suffixes: tuple[str, ...]) -> Iterator[str]:
    for folder in folders:
        for path in sorted((PROJECT / folder).rglob("*")):
            if path.suffix in suffixes:
                yield path.read_text()


def classes_of(selector: str) -> set[str]:
    return set(CLASS.findall(QUOTED.sub("", selector)))


def given_classes() -> tuple[set[str], tuple[str, ...]]:
    """The classes that pages and modules give, and the beginnings of those that they put together."""
    pages = list(texts("templates", "casino", "players", "games", suffixes=(".html", ".py")))
    modules = list(texts("static/js", suffixes=(".js",)))
    named = {word for text in pages for value in ATTRIBUTE.findall(text) for word in WORD.findall(value)}
    named |= {word for text in modules for value in QUOTED.findall(text) for word in WORD.findall(value)}
    stems = {stem for text in (*pages, *modules) for stem in STEM.findall(text)}
    return named, tuple(sorted(stems))


def test_every_class_of_a_sheet_is_given_to_something() -> None:
    named, stems = given_classes()
    unused = {
        f"{rule.sheet}: .{name}"
        for rule in all_rules()
        for name in classes_of(rule.selector)
        if name not in named and not name.startswith(stems) and not OF_THE_THEME.fullmatch(name)
    }
    assert sorted(unused) == []


def test_every_token_that_a_sheet_uses_is_defined() -> None:
    """A declaration with a token that its page does not know is dropped by the browser without a word."""
    of_scripts = {
        name
        for text in texts("static/js", "templates", suffixes=(".js", ".html"))
        for name in TOKEN.findall(text)
    }
    known: dict[str, set[str]] = defaultdict(lambda: set(of_scripts))
    for rule in all_rules():
        for area in AREAS if "/" not in rule.sheet else (area_of(rule.sheet),):
            known[area] |= {part.partition(":")[0] for part in rule.declarations}
    missing = {
        f"{rule} uses {name}"
        for rule in all_rules()
        for part in rule.declarations
        for name in re.findall(r"var\((--[\w-]+)\)", part)
        if name not in known[area_of(rule.sheet)] and not name.startswith(OF_THE_THEMES_COLOURS)
    }
    assert sorted(missing) == []


def components() -> set[str]:
    first = (rule.selector.partition(" ")[0] for rule in all_rules() if rule.sheet in COMPONENTS)
    named = {name for selector in first for name in classes_of(selector)}
    assert {"rows", "boxed", "facts", "callout", "empty", "sheet", "field"} <= named
    return named


def test_a_page_does_not_draw_a_shared_component_for_every_page() -> None:
    """A page's sheet says of which of its parts it speaks: `.tokens .facts`, `.facts.wide`."""
    shared = components()
    bare = [
        f"{rule.sheet}: {selector.strip()}"
        for rule in all_rules()
        if rule.sheet not in (*COMPONENTS, *OF_EVERY_PAGE)
        for selector in re.split(r",(?![^(]*\))", rule.selector)
        if (named := classes_of(selector)) and named <= shared and "[" not in selector and "#" not in selector
    ]
    assert bare == []


def test_a_phone_begins_at_one_width_for_all_pages() -> None:
    """In `rem`, so that a reader with larger letters gets the narrow page as a whole and not in parts."""
    conditions = {
        f"{rule.sheet}: {rule.condition}"
        for rule in all_rules()
        if rule.condition and not rule.sheet.startswith(("table/", "games/"))
    }
    assert any("(max-width: 40rem)" in condition for condition in conditions)
    assert sorted(condition for condition in conditions if PHONE_IN_PIXELS.search(condition)) == []


def test_no_two_rules_of_pages_draw_the_same() -> None:
    """Five declarations that are equal in two places are one component, or one rule with two selectors."""
    alike: dict[tuple[str, tuple[str, ...]], list[str]] = defaultdict(list)
    for rule in all_rules():
        if not rule.sheet.startswith(("table/", "games/", "tokens")) and len(rule.declarations) >= 5:
            alike[rule.condition, rule.declarations].append(str(rule))
    assert [found for found in alike.values() if len(found) > 1] == []
