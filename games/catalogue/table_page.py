"""The module and the styles that the table page of a game loads, besides those that all tables share."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from players.templatetags.page_files import collected_files, imported_modules

MAIN: Final = "js/table/main.js"
# Styles of every table page, in their order.
STYLES: Final = (
    "table/table", "table/header", "table/round", "table/chips", "table/result", "table/panels", "table/chat",
    "table/command_line", "portal/faces",
)  # fmt: skip
TRAY_STYLES: Final = ("table/tray",)
CARD_STYLES: Final = ("table/cards/cards", "table/cards/card_table", "table/cards/decisions")


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
    tray: bool = True  # chips that are laid on places

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
        shared = (TRAY_STYLES if self.tray else ()) + (CARD_STYLES if self.cards else ())
        own = tuple(f"games/{self.folder}/{name}" for name in self.sheets)
        return tuple(f"css/{name}.css" for name in (*STYLES, *shared, *own))

    @property
    def bundled_script(self) -> str:
        return f"js/bundles/{self.folder}.js"

    @property
    def bundled_styles(self) -> str:
        return f"css/bundles/{self.folder}.css"

    @property
    def files(self) -> PageFiles:
        """What the page loads: the bundles, if they were collected."""
        script = self.bundled_script
        if script in collected_files():
            return PageFiles(main=script, module=script, modules=(), styles=(self.bundled_styles,))
        return PageFiles(main=MAIN, module=self.module, modules=self.modules, styles=self.styles)
