"""Addresses and rights, held against what was recorded."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.contrib.auth.models import Permission
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import RegexPattern

from players.models import Person
from tests.casino.test_authorization import ROLES

pytestmark = pytest.mark.whole
RECORDED = Path(__file__).parent / "recorded"
# In the order in which apps were loaded, which a test may change.
APP_LABELS = re.compile(r"(?<=\(\?P<app_label>)[\w|]+(?=\))")


def hold(name: str, lines: list[str]) -> None:
    """Compares with the record, or writes it."""
    path, text = RECORDED / name, "\n".join(lines) + "\n"
    if os.environ.get("FROZEN") == "record":
        path.write_text(text)
    assert text.splitlines() == path.read_text().splitlines()


def test_the_addresses() -> None:
    hold("addresses.txt", sorted(set(_addresses(get_resolver().url_patterns, "/", ""))))


def _addresses(patterns: list[object], before: str, room: str) -> Iterator[str]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            inner = f"{room}{pattern.namespace}:" if pattern.namespace else room
            yield from _addresses(pattern.url_patterns, f"{before}{pattern.pattern}", inner)
        elif isinstance(pattern, URLPattern):
            address = f"{before}{pattern.pattern} {room}{pattern.name or ''}".rstrip()
            yield APP_LABELS.sub(lambda match: "|".join(sorted(match[0].split("|"))), address)


def test_the_order_in_which_apps_are_loaded_is_no_change() -> None:
    found = [
        list(_addresses([URLPattern(pattern, lambda request: None)], "/", ""))
        for pattern in (RegexPattern("^(?P<app_label>b|a)/$"), RegexPattern("^(?P<app_label>a|b)/$"))
    ]
    assert found[0] == found[1] == ["/^(?P<app_label>a|b)/$"]


def test_the_rights(demo: None) -> None:
    lines = [
        f"{label}.{name}"
        for label, name in Permission.objects.values_list("content_type__app_label", "codename")
    ]
    for role in ROLES:
        person = Person.objects.get(email=f"{role}@feltro.example")
        lines += [f"{role}: {right}" for right in sorted(person.get_all_permissions())]
    hold("rights.txt", sorted(lines))
