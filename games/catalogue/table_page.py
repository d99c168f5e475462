"""The module and the styles that the table page of a game loads, besides those that all tables share."""

from __future__ import annotations

import os.path
import re
from functools import cache
from pathlib import Path
from typing import Final

from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from msgspec import Struct

MAIN: Final = "js/table/main.js"
# Static imports only: `import(…)` loads what a page may never need.
IMPORT: Final = re.compile(r"""^(?:import|export)\b[^;'"]*\bfrom\s*["'](\.[^"']+)["']""", re.MULTILINE)
# Styles of every table page, in their order.
STYLES: Final = (
    "table/table", "table/header", "table/round", "table/chips", "table/result", "table/tray", "table/panels",
    "table/chat", "table/command_line", "portal/faces",
)  # fmt: skip
CARD_STYLES: Final = ("table/cards/cards", "table/cards/card_table", "table/cards/decisions")


@cache
def imported_modules(module: str) -> tuple[str, ...]:
    """A module and every module that it imports, each once."""
    modules = [module]
    for path in modules:  # grows while it is read
        file = finders.find(path)
        if file is None:
            raise FileNotFoundError(f"no such static module: {path}")
        folder = os.path.dirname(path)
        imported = (
            os.path.normpath(os.path.join(folder, name)) for name in IMPORT.findall(Path(file).read_text())
        )
        modules += [name for name in dict.fromkeys(imported) if name not in modules]
    return tuple(modules)


class PageFiles(Struct, frozen=True, kw_only=True):
    """The static files that a table page names: bundles where they were made, else the sources one by one."""

    main: str
    module: str
    modules: tuple[str, ...]
    styles: tuple[str, ...]


class TablePage(Struct, frozen=True, kw_only=True):
    """The files of a game's table page.

    `folder` is the game's folder in static/js/games and static/css/games; `sheets` are its styles.
    """

    folder: str
    sheets: tuple[str, ...]
    cards: bool = True

    @property
    def module(self) -> str:
        return f"js/games/{self.folder}/game.js"

    @property
    def modules(self) -> tuple[str, ...]:
        """All modules of the page, for preloading.

        Without it, imports would need seven requests in sequence.
        """
        return tuple(dict.fromkeys((*imported_modules(MAIN), *imported_modules(self.module))))

    @property
    def styles(self) -> tuple[str, ...]:
        shared = CARD_STYLES if self.cards else ()
        own = tuple(f"games/{self.folder}/{name}" for name in self.sheets)
        return tuple(f"css/{name}.css" for name in (*STYLES, *shared, *own))

    @property
    def bundled_styles(self) -> str:
        return f"css/bundles/{self.folder}.css"

    @property
    def files(self) -> PageFiles:
        """What the page loads.

        Hashed static files have been collected, so the manifest knows whether there are bundles.
        """
        collected = getattr(staticfiles_storage, "hashed_files", {})
        bundles = f"js/bundles/{self.folder}/"
        if f"{bundles}main.js" not in collected:
            return PageFiles(main=MAIN, module=self.module, modules=self.modules, styles=self.styles)
        return PageFiles(
            main=f"{bundles}main.js",
            module=f"{bundles}game.js",
            # Those in a folder further down are loaded later.
            modules=tuple(sorted(name for name in collected if name.rpartition("/")[0] == bundles[:-1])),
            styles=(self.bundled_styles,),
        )
