"""Serves the build of Alpine for strict content security policies instead of the theme's own.

The theme's build evaluates attributes as code, which needs `unsafe-eval`; this build parses them.
static/js/backoffice/expressions.js rewrites the few expressions that it cannot parse.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage

STATIC_PATH = "unfold/js/alpine/alpine.js"
# Written by `make setup` (locks/fetch_npm.py).
FETCHED = Path(sys.prefix) / "npm" / "alpine-csp.min.js"


class _OneFile(FileSystemStorage):
    """Serves the fetched file at the path of the theme's."""

    prefix = ""

    def path(self, name: str) -> str:
        return str(FETCHED)


class AlpineForStrictPolicy(BaseFinder):
    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, FileSystemStorage]]:
        if FETCHED.exists():
            yield STATIC_PATH, _OneFile(location=str(FETCHED.parent))

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        if path != STATIC_PATH or not FETCHED.exists():
            return [] if find_all else None
        return [str(FETCHED)] if find_all else str(FETCHED)

    def check(self, **kwargs: Any) -> Any:
        return []
