"""Addresses, rights, rules pages and the forms of rules and tables, held against what was recorded."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from games.catalogue import GAMES
from games.models import Table
from players.models import Person
from tests.casino.test_authorization import ROLES
from tests.demo_house import signed_in

RECORDED = Path(__file__).parent / "recorded"
LANGUAGES = ("pt-pt", "en", "es")
# What a control offers and holds; what else a page says is its text.
ATTRIBUTES = ("name", "type", "value", "min", "max", "step", "maxlength", "required", "href", "title")
# They differ from run to run.
CHANGING = (
    (re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"), "<id>"),
    (re.compile(r"\b\d{1,2} (?:de )?[a-zç]+\.? (?:de )?20\d\d|\b20\d\d-\d\d-\d\d|\d\d/\d\d/20\d\d"), "<day>"),
    (re.compile(r"(?<=/)\d+(?=/)|(?<=exact=)\d+"), "<number>"),
    (re.compile(r"\b(?:[0-9a-f]{64}|[0-9a-f]{40}|[0-9a-f]{12,16})\b"), "<digest>"),
    (re.compile(r"\b\d\d:\d\d(?::\d\d)?\b"), "<time>"),
    (re.compile(r"\.[0-9a-f]{8}\.(js|css|svg|woff2)\b"), r".<digest>.\1"),
)


def hold(name: str, lines: list[str]) -> None:
    """Compares with the record, or writes it."""
    path, text = RECORDED / name, "\n".join(lines) + "\n"
    if os.environ.get("FROZEN") == "record":
        path.write_text(text)
    assert text.splitlines() == path.read_text().splitlines()


# The foot of the back office says the version.
SILENT = ("script", "style", "template", "footer")


class _Content(HTMLParser):
    """The text and the controls of the main part of a page, a line each."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self.open, self.silent = 0, 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open += tag == "main" or (tag == "div" and ("id", "content") in attrs and not self.open)
        self.silent += tag in SILENT
        shown = dict(attrs)
        if not self.open or shown.get("name") == "csrfmiddlewaretoken":
            return
        if tag in ("input", "select", "textarea", "button", "option", "a", "th", "h1", "h2", "h3"):
            held = [f"{name}={shown[name]}" for name in ATTRIBUTES if name in shown]
            held += [name for name in ("checked", "selected", "disabled") if name in shown]
            self.lines.append(" ".join([f"<{tag}>", *held]))

    def handle_endtag(self, tag: str) -> None:
        self.open -= tag == "main" and self.open > 0
        self.silent -= tag in SILENT

    def handle_data(self, data: str) -> None:
        if self.open and not self.silent and data.strip():
            self.lines.append(" ".join(data.split()))


def content_of(client: Client, address: str) -> list[str]:
    response = client.get(address)
    assert response.status_code == 200, address
    parser = _Content()
    parser.feed(response.content.decode())
    assert parser.lines, address
    return [_without_changing(line) for line in parser.lines]


def _without_changing(line: str) -> str:
    for pattern, instead in CHANGING:
        line = pattern.sub(instead, line)
    return line


@pytest.mark.whole
def test_the_addresses() -> None:
    hold("addresses.txt", sorted(set(_addresses(get_resolver().url_patterns, "/", ""))))


def _addresses(patterns: list[object], before: str, room: str) -> Iterator[str]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            inner = f"{room}{pattern.namespace}:" if pattern.namespace else room
            yield from _addresses(pattern.url_patterns, f"{before}{pattern.pattern}", inner)
        elif isinstance(pattern, URLPattern):
            yield f"{before}{pattern.pattern} {room}{pattern.name or ''}".rstrip()


@pytest.mark.whole
def test_the_rights(demo: None) -> None:
    lines = [
        f"{label}.{name}"
        for label, name in Permission.objects.values_list("content_type__app_label", "codename")
    ]
    for role in ROLES:
        person = Person.objects.get(email=f"{role}@feltro.example")
        lines += [f"{role}: {right}" for right in sorted(person.get_all_permissions())]
    hold("rights.txt", sorted(lines))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("system", GAMES)
def test_the_rules_page(demo: None, system: str, language: str) -> None:
    client = Client(headers={"accept-language": language})
    hold(f"rules-{system}-{language}.txt", content_of(client, f"/rules/{system}/"))


@pytest.mark.parametrize("language", LANGUAGES[:2])
@pytest.mark.parametrize("system", GAMES)
def test_the_form_of_rules_and_a_change_of_them(demo: None, system: str, language: str) -> None:
    author = signed_in("autor@feltro.example", language)
    began = author.post("/admin/rulebook/rulechange/add/", {"system": system, "title": "uma alteração"})
    page = began.url.removesuffix("change/").removesuffix("edit/")
    hold(f"rules-form-{system}-{language}.txt", content_of(author, f"{page}edit/"))
    hold(f"rules-change-{system}-{language}.txt", content_of(author, f"{page}change/"))


@pytest.mark.parametrize("language", LANGUAGES[:2])
@pytest.mark.parametrize("system", GAMES)
def test_the_settings_of_a_table(demo: None, system: str, language: str) -> None:
    manager = signed_in("mesas@feltro.example", language)
    table = Table.objects.filter(system=system).order_by("pk").first()
    assert table is not None
    page = f"/admin/games/table/{table.pk}/"
    lines = content_of(manager, f"{page}change/")
    hold(f"table-{system}-{language}.txt", lines)
