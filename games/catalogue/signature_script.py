"""Serves the script with which browsers check the signatures of beacons.

It is @noble/curves, bundled by `make setup` (locks/bundle_npm.py). Without it pages say what they could not
check.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage
from django.templatetags.static import static

STATIC_PATH: Final = "js/bundles/bls12-381.js"
BUNDLED: Final = Path(sys.prefix) / "npm" / "bls12-381.js"


class _Script(FileSystemStorage):
    prefix = ""

    def path(self, name: str) -> str:
        return str(BUNDLED)


class SignatureScript(BaseFinder):
    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, FileSystemStorage]]:
        if BUNDLED.exists():
            yield STATIC_PATH, _Script(location=str(BUNDLED.parent))

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        if path != STATIC_PATH or not BUNDLED.exists():
            return [] if find_all else None
        return [str(BUNDLED)] if find_all else str(BUNDLED)

    def check(self, **kwargs: Any) -> Any:
        return []


def script_url() -> str:
    """The address of the script; empty if this installation does not have it."""
    try:
        return static(STATIC_PATH) if BUNDLED.exists() else ""
    except ValueError:  # it was not collected
        return ""
