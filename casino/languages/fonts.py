"""The typeface: Inter from the back office's theme, reduced to the characters of Western Europe.

A full weight has 110 kB, the subset 16 kB, which keeps a table's first page light. The subset is made when
static files are first collected, and stored beside the theme, so that other installations can reuse it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import unfold
from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage

WEIGHTS = {"400": "Regular", "600": "SemiBold"}
FEATURES = ["kern", "tnum", "calt", "ccmp", "locl", "mark", "mkmk", "case", "cv05", "ss03"]
CHARACTERS = [*range(0x20, 0x7F), *range(0xA0, 0x100), *map(ord, "–—‘’“”•…‖€←→−≤≥")]


def make_subset(source: Path, target: Path) -> None:
    from fontTools import subset

    options = subset.Options()
    options.flavor, options.layout_features, options.hinting = "woff2", FEATURES, False
    font = subset.load_font(str(source), options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=CHARACTERS)
    subsetter.subset(font)
    part = target.with_suffix(f".{os.getpid()}")
    subset.save_font(font, str(part), options)
    part.replace(target)


def font_folder() -> Path:
    """In the Python environment, or in the installation's folder if the environment is read-only."""
    environment = Path(sys.prefix)
    if os.access(environment, os.W_OK):
        return environment / "share" / "feltro"
    return Path(settings.HOUSE_DIR) / "made"


class FontStorage(FileSystemStorage):
    prefix = ""  # `collectstatic` reads it of every storage


class Inter(BaseFinder):
    """Finds `fonts/inter-400.woff2` and `fonts/inter-600.woff2`."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        # One folder per version of the theme, which may contain another version of the typeface.
        self.folder = font_folder() / f"unfold-{version('django-unfold')}"
        self.storage = FontStorage(location=str(self.folder))

    def make(self) -> None:
        fonts = Path(unfold.__file__).parent / "static" / "unfold" / "fonts" / "inter"
        (self.folder / "fonts").mkdir(parents=True, exist_ok=True)
        for weight, name in WEIGHTS.items():
            target = self.folder / "fonts" / f"inter-{weight}.woff2"
            if not target.exists():
                make_subset(fonts / f"Inter-{name}.woff2", target)

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, FileSystemStorage]]:
        self.make()
        for weight in WEIGHTS:
            yield f"fonts/inter-{weight}.woff2", self.storage

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        file = self.folder / path
        if path not in {f"fonts/inter-{weight}.woff2" for weight in WEIGHTS}:
            return [] if find_all else None
        self.make()
        return [str(file)] if find_all else str(file)

    def check(self, **kwargs: Any) -> Any:
        return []
