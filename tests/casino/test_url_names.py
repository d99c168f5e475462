"""The names of URLs are unique."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.urls import URLPattern, get_resolver


def test_no_two_pages_have_the_same_name() -> None:
    """Otherwise `reverse` would use the one that was registered last."""
    names = [pattern.name for pattern in patterns(get_resolver().url_patterns) if pattern.name]
    assert len(names) > 50 and sorted({name for name in names if names.count(name) > 1}) == []


def patterns(resolvers: list[Any]) -> Iterator[URLPattern]:
    """Every URL pattern without a namespace."""
    for pattern in resolvers:
        if isinstance(pattern, URLPattern):
            yield pattern
        elif not pattern.namespace:
            yield from patterns(pattern.url_patterns)
