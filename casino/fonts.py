"""The house's typeface: Inter, as the back office's theme ships it, cut down to the letters of Western Europe.

A whole weight is 110 kB and most of it is for other alphabets; cut, it is 16 kB, so that a table's first page stays light.
The cut is made once, when static files are first looked for, and kept beside the theme it was cut from: a second house finds it made.
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
LETTERS = [*range(0x20, 0x7F), *range(0xA0, 0x100), *map(ord, "–—‘’“”•…‖€←→−≤≥")]


def cut(source: Path, target: Path) -> None:
    from fontTools import subset

    options = subset.Options()
    options.flavor, options.layout_features, options.hinting = "woff2", FEATURES, False
    font = subset.load_font(str(source), options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=LETTERS)
    subsetter.subset(font)
    part = target.with_suffix(f".{os.getpid()}")
    subset.save_font(font, str(part), options)
    part.replace(target)


def kept() -> Path:
    """In the environment that the theme is installed in, or in the house's folder where that belongs to somebody else."""
    installed = Path(sys.prefix)
    return (
        installed / "share" / "feltro" if os.access(installed, os.W_OK) else Path(settings.HOUSE_DIR) / "made"
    )


class Inter(BaseFinder):
    """Finds `fonts/inter-400.woff2` and `fonts/inter-600.woff2`."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        # A newer theme may bring a newer face: each has a folder of its own.
        self.folder = kept() / f"unfold-{version('django-unfold')}"
        self.storage = FileSystemStorage(location=str(self.folder))
        self.storage.prefix = ""  # type: ignore[attr-defined]

    def make(self) -> None:
        fonts = Path(unfold.__file__).parent / "static" / "unfold" / "fonts" / "inter"
        (self.folder / "fonts").mkdir(parents=True, exist_ok=True)
        for weight, name in WEIGHTS.items():
            target = self.folder / "fonts" / f"inter-{weight}.woff2"
            if not target.exists():
                cut(fonts / f"Inter-{name}.woff2", target)

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, FileSystemStorage]]:
        self.make()
        for weight in WEIGHTS:
            yield f"fonts/inter-{weight}.woff2", self.storage

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        found = self.folder / path
        if path not in {f"fonts/inter-{weight}.woff2" for weight in WEIGHTS}:
            return [] if find_all else None
        self.make()
        return [str(found)] if find_all else str(found)

    def check(self, **kwargs: Any) -> list[Any]:
        return []
