"""Bundles the scripts and styles of each table page when static files are collected, and takes the comments
out of the styles of all other pages.

The sources stay plain ES modules and style sheets. For each game esbuild makes three scripts: what all tables
share, the game, and what both use; the styles become one sheet. A browser then needs four requests instead of
about seventy. What few visits need is loaded when it is: the check of the draw, the settings, and the
card of player protection. Without esbuild (`make setup` fetches it, locks/npm.txt), or with BUNDLES=none,
pages load the sources.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.files.storage import FileSystemStorage

from games.catalogue import GAMES
from games.catalogue.table_page import MAIN, TablePage, imported_modules

ESBUILD: Final = Path(sys.prefix) / "npm" / "esbuild"
OPTIONS: Final = (
    "--bundle", "--minify", "--format=esm", "--target=es2022", "--charset=utf8", "--log-level=warning",
)  # fmt: skip
SPLIT: Final = ("--splitting", "--entry-names=[name]", "--chunk-names=shared-[hash]")
# As the script of every table imports them, and from where their sources are.
LATER: Final = {
    f"./{name}": f"js/table/{name}"
    for name in ("verification/panel.js", "protection/care_card.js", "settings/panel.js")
}
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
    """Write the bundles of a page below `root`, as old as the newest of its sources."""
    later = [module for name in LATER.values() for module in imported_modules(name)]
    sources = [source(name) for name in (*page.modules, *page.styles, *later)]
    scripts = root / "js" / "bundles" / page.folder
    externals = [f"--external:{name}" for name in LATER]
    calls: list[tuple[str | Path, ...]] = [
        (source(MAIN), source(page.module), *SPLIT, *externals, f"--outdir={scripts}"),
        *((source(path), f"--outfile={scripts / name}") for name, path in LATER.items()),
    ]
    for arguments in calls:
        subprocess.run([ESBUILD, *arguments, *OPTIONS], check=True, timeout=60)
    sheet = root / page.bundled_styles
    sheet.parent.mkdir(parents=True, exist_ok=True)
    sheet.write_text(minify("\n".join(source(name).read_text("utf-8") for name in page.styles)), "utf-8")
    newest = max(file.stat().st_mtime for file in sources)
    for file in (*scripts.rglob("*.js"), sheet):
        os.utime(file, (newest, newest))


class PageBundles(finders.BaseFinder):
    """Lists the bundles for `collectstatic`; a server that reads the sources themselves finds none."""

    @cached_property
    def _folder(self) -> tempfile.TemporaryDirectory[str]:
        folder = tempfile.TemporaryDirectory(prefix="bundles-")
        for page in {game.page.folder: game.page for game in GAMES.values()}.values():
            bundle(page, Path(folder.name))
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
    """The other styles without comments and white space, in the place of their sources."""

    @cached_property
    def _folder(self) -> tempfile.TemporaryDirectory[str]:
        folder = tempfile.TemporaryDirectory(prefix="styles-")
        for path in STYLE_FOLDERS:
            for sheet in sorted((settings.BASE_DIR / "static" / path).glob("*.css")):
                small = Path(folder.name, path, sheet.name)
                small.parent.mkdir(parents=True, exist_ok=True)
                small.write_text(minify(sheet.read_text("utf-8")), "utf-8")
                os.utime(small, (sheet.stat().st_mtime,) * 2)
        return folder
