"""Alpine in its build for strict content security policies, in the place of the one that the theme brings.

The theme's own evaluates the attributes of its templates as code, for which a policy has to allow `unsafe-eval`. This build parses
them. static/js/backoffice/expressions.js rewrites the few expressions that it cannot parse.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage

ADDRESS = "unfold/js/alpine/alpine.js"
# Written there by `make setup` (locks/fetch_npm.py).
FETCHED = Path(sys.prefix) / "npm" / "alpine-csp.min.js"


class _OneFile(FileSystemStorage):
    """Shows the fetched file under the address of the theme's."""

    prefix = ""

    def path(self, name: str) -> str:
        return str(FETCHED)


class AlpineForStrictPolicy(BaseFinder):
    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, FileSystemStorage]]:
        if FETCHED.exists():
            yield ADDRESS, _OneFile(location=str(FETCHED.parent))

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        if path != ADDRESS or not FETCHED.exists():
            return [] if find_all else None
        return [str(FETCHED)] if find_all else str(FETCHED)

    def check(self, **kwargs: Any) -> Any:
        return []
