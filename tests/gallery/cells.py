"""The manifest: the required pictures, by page, phase, size, theme and language."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct

from players.languages import HOUSE_LANGUAGES

MANIFEST = Path(__file__).with_name("manifest.toml")


class Cell(Struct, frozen=True, order=True):
    page: str
    phase: str
    size: str
    theme: str
    language: str

    @property
    def file(self) -> str:
        return f"{self.page}/{self.phase}-{self.size}-{self.theme}-{self.language}.jpg"


class Manifest:
    def __init__(self, data: dict[str, Any], **filters: str) -> None:
        """`some` leaves only these sizes, themes or languages, with commas between them."""
        self.some = {name: set(wanted.split(",")) for name, wanted in filters.items() if wanted}
        self.sizes: dict[str, tuple[int, int]] = {
            name: (size[0], size[1]) for name, size in data["sizes"].items()
        }
        self.groups: dict[str, dict[str, Any]] = data["group"]
        self.unseen: dict[str, str] = data.get("unseen", {})

    @property
    def languages(self) -> list[str]:
        named = [language.short for language in HOUSE_LANGUAGES]
        return [language for language in named if language in self.some.get("languages", {language})]

    def group_of(self, page: str) -> dict[str, Any]:
        return next(group for group in self.groups.values() if page in group["pages"])

    def phases(self, page: str) -> list[str]:
        return list(self.group_of(page)["pages"][page])

    def is_in(self, page: str, language: str) -> bool:
        """Whether there are pictures of the page in this language."""
        group = self.group_of(page)
        parts = [part for part in group.get("more", []) if page in part.get("pages", ())]
        return any(language in part.get("languages", ()) for part in (group, *parts))

    def cells(self, page: str, phase: str) -> list[Cell]:
        """A part of `more` holds for its pages and languages, or for all of the group."""
        group = self.group_of(page)
        more = [
            part
            for part in group.get("more", [])
            if phase in part["phases"] and page in part.get("pages", (page,))
        ]
        return [
            Cell(page, phase, size, theme, language)
            for part in (group, *more)
            for language in part.get("languages", group["languages"])
            for theme in part["themes"]
            for size in part["sizes"]
            if all(
                value in self.some.get(name, {value})
                for name, value in (("sizes", size), ("themes", theme), ("languages", language))
            )
        ]

    def all_cells(self, only: str = "") -> Iterator[Cell]:
        for group in self.groups.values():
            for page, phases in group["pages"].items():
                if page.startswith(tuple(only.split(","))):
                    for phase in phases:
                        yield from self.cells(page, phase)


def manifest(path: Path = MANIFEST, **filters: str) -> Manifest:
    return Manifest(tomllib.loads(path.read_text("utf-8")), **filters)
