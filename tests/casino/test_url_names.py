"""Names of addresses: each leads to one page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.urls import URLPattern, get_resolver


def test_no_two_pages_have_the_same_name() -> None:
    """`reverse` would lead to one of them, whichever was read last."""
    names = [pattern.name for pattern in patterns(get_resolver().url_patterns) if pattern.name]
    assert len(names) > 50 and sorted({name for name in names if names.count(name) > 1}) == []


def patterns(found: list[Any]) -> Iterator[URLPattern]:
    """Every address of the house itself: what has a namespace, as the back office and libraries do, has names of its own."""
    for each in found:
        if isinstance(each, URLPattern):
            yield each
        elif not each.namespace:
            yield from patterns(each.url_patterns)
