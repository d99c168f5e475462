"""Bundles the scripts and styles of each table page when static files are collected, those that other pages
load together (`players.templatetags.page_files`), and takes the comments out of all other styles.

The sources stay plain ES modules and style sheets. For each game esbuild makes one script and one sheet: a
browser then needs two requests instead of about seventy. What few visits need is loaded when it is: the check
of the draw, the settings, and the card of player protection. Without esbuild (`make setup` fetches it,
locks/npm.txt), or with BUNDLES=none, pages load the sources.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.files.storage import FileSystemStorage

from games.catalogue import GAMES
from games.catalogue.table_page import MAIN, TablePage
from players.templatetags.page_files import SCRIPTS as PAGE_SCRIPTS
from players.templatetags.page_files import SHEETS, imported_modules

ESBUILD: Final = Path(sys.prefix) / "npm" / "esbuild"
OPTIONS: Final = (
    "--bundle", "--minify", "--format=esm", "--target=es2022", "--charset=utf8", "--log-level=warning",
)  # fmt: skip
# What the script of every table imports only when it is needed, from its own folder.
LATER: Final = ("verification/panel.js", "protection/care_card.js", "settings/panel.js")
SCRIPTS: Final = {f"js/bundles/{name}": f"js/table/{name}" for name in LATER} | PAGE_SCRIPTS
# Where the styles lie that pages name one by one.
STYLE_FOLDERS: Final = ("css", "css/portal", "css/backoffice")


def source(name: str) -> Path:
    path_found = finders.find(name)
    if path_found is None:
        raise FileNotFoundError(f"no such static file: {name}")
    return Path(path_found)


def minify(styles: str) -> str:
    """Without comments and white space; the rules stay as they are written."""
    command = [str(ESBUILD), "--loader=css", "--minify-whitespace", "--charset=utf8", "--log-level=warning"]
    done = subprocess.run(command, input=styles, stdout=subprocess.PIPE, text=True, check=True, timeout=60)
    return done.stdout


def bundle(page: TablePage, root: Path) -> None:
    """Write the script and the sheet of a table page below `root`."""
    # The script of all tables imports the game by the address that the page names: here its own.
    entry = f'import "{source(MAIN)}"; export * from "{source(page.module)}";'
    pack(entry, root / page.bundled_script, page.modules, [f"--external:./{name}" for name in LATER])
    write_sheet(root / page.bundled_styles, [source(name) for name in page.styles])


def bundle_script(name: str, main: str, root: Path) -> None:
    """Write another script and all that it imports below `root`."""
    pack(f'export * from "{source(main)}";', root / name, imported_modules(main))


def pack(entry: str, script: Path, modules: Iterable[str], options: Iterable[str] = ()) -> None:
    """Write what a script imports into one file."""
    command = [str(ESBUILD), f"--outfile={script}", *options, *OPTIONS]
    subprocess.run(command, input=entry, text=True, check=True, timeout=60)
    set_age([script], [source(name) for name in modules])


def write_sheet(sheet: Path, sources: Sequence[Path]) -> None:
    sheet.parent.mkdir(parents=True, exist_ok=True)
    sheet.write_text(minify("\n".join(file.read_text("utf-8") for file in sources)), "utf-8")
    set_age([sheet], sources)


def set_age(files: Iterable[Path], sources: Iterable[Path]) -> None:
    """As old as the newest source, so that files are collected again only after a change."""
    newest = max(file.stat().st_mtime for file in sources)
    for file in files:
        os.utime(file, (newest, newest))


class PageBundles(finders.BaseFinder):
    """Lists the bundles for `collectstatic`; a server that reads the sources themselves finds none."""

    @cached_property
    def _folder(self) -> tempfile.TemporaryDirectory[str]:
        folder = tempfile.TemporaryDirectory(prefix="bundles-")
        for page in {game.page.folder: game.page for game in GAMES.values()}.values():
            bundle(page, Path(folder.name))
        for name, main in SCRIPTS.items():
            bundle_script(name, main, Path(folder.name))
        return folder

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, FileSystemStorage]]:
        if not settings.BUNDLES or not ESBUILD.exists():
            return
        root = Path(self._folder.name)
        storage = FileSystemStorage(location=root)
        storage.prefix = ""  # type: ignore[attr-defined]
        for file in sorted(root.rglob("*")):
            if file.is_file():
                yield file.relative_to(root).as_posix(), storage

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        return [] if find_all else None

    def check(self, **kwargs: Any) -> Any:
        return []


class SmallStyles(PageBundles):
    """The other styles without comments and white space, in the place of their sources, and those that pages
    name together as one.
    """

    @cached_property
    def _folder(self) -> tempfile.TemporaryDirectory[str]:
        folder = tempfile.TemporaryDirectory(prefix="styles-")
        root = Path(folder.name)
        for path in STYLE_FOLDERS:
            for sheet in sorted((settings.BASE_DIR / "static" / path).glob("*.css")):
                name = f"{path}/{sheet.name}"
                write_sheet(root / name, [source(name)])
        for bundled, names in SHEETS.items():
            write_sheet(root / bundled, [source(name) for name in names])
        return folder
