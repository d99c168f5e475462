"""A table page loads few, large files, and its sources stay plain modules."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage

from casino.services.folder import PROJECT
from games.catalogue import GAMES
from games.catalogue.page_bundles import ESBUILD, LATER, PageBundles, SmallStyles, bundle, minify
from games.catalogue.table_page import imported_modules

STATIC = PROJECT / "static"
PAGES = {game.page.folder: game.page for game in GAMES.values()}

needs_esbuild = pytest.mark.skipif(not ESBUILD.exists(), reason="make setup could not fetch esbuild")


@pytest.fixture(scope="module")
def bundles(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    root = tmp_path_factory.mktemp("bundles")
    for page in PAGES.values():
        bundle(page, root)
    yield root
    shutil.rmtree(root, ignore_errors=True)


def test_make_setup_fetches_a_bundler_for_this_machine() -> None:
    lines = (PROJECT / "locks" / "npm.txt").read_text().splitlines()
    platforms = [line.split()[-1] for line in lines if line.startswith("@esbuild/")]
    assert platforms == ["linux-x86_64", "linux-aarch64", "darwin-arm64", "darwin-x86_64"]
    assert "fetch_npm.py $(VENV)/npm @esbuild" in (PROJECT / "Makefile").read_text()


@needs_esbuild
@pytest.mark.parametrize("folder", PAGES)
def test_a_table_needs_at_most_three_scripts(bundles: Path, folder: str) -> None:
    paths = list((bundles / "js" / "bundles" / folder).glob("*.js"))
    scripts = {path.name for path in paths}
    assert {"main.js", "game.js"} <= scripts and len(scripts) <= 3
    for path in paths:
        imported = set(re.findall(r'from"\./([^"]+)"', path.read_text()))
        assert imported <= scripts, "a bundle imports only bundles of its page"


@needs_esbuild
@pytest.mark.parametrize("folder", PAGES)
def test_the_check_of_the_draw_is_a_script_of_its_own(bundles: Path, folder: str) -> None:
    scripts = bundles / "js" / "bundles" / folder
    loaded = "".join(path.read_text() for path in scripts.glob("*.js"))
    assert len(re.findall(r'import\("\./verification/panel\.js"\)', loaded)) == 1
    panel = (scripts / "verification" / "panel.js").read_text()
    assert "verificationPanel" in panel and not re.search(r'from"\.', panel), "it needs no second request"


@needs_esbuild
@pytest.mark.parametrize("folder", PAGES)
def test_the_one_sheet_holds_every_sheet_and_names_no_file(bundles: Path, folder: str) -> None:
    sheet = (bundles / PAGES[folder].bundled_styles).read_text()
    styles = [(STATIC / name).read_text() for name in PAGES[folder].styles]
    assert all(minify(text).strip() in sheet for text in styles)
    assert "/*" not in sheet and len(sheet) < 0.85 * sum(map(len, styles))
    assert not re.search(r"url\((?![\"']?#)", sheet), "it is in another folder than its sources"


@needs_esbuild
def test_bundles_are_as_old_as_their_sources(bundles: Path) -> None:
    """`make run` collects static files again only if one has changed."""
    page = PAGES["roulette"]
    later = [module for name in LATER.values() for module in imported_modules(name)]
    names = (*page.modules, *page.styles, *later)
    newest = max((STATIC / name).stat().st_mtime for name in names)
    assert (bundles / page.bundled_styles).stat().st_mtime == pytest.approx(newest)


@needs_esbuild
def test_other_styles_are_served_without_comments_in_the_place_of_their_sources() -> None:
    styles = SmallStyles()  # its folder goes with it
    sheets = {name: Path(storage.path(name)) for name, storage in styles.list([])}
    assert {"css/tokens.css", "css/portal/pages.css"} <= set(sheets)
    for name, small in sheets.items():
        assert "/*" not in small.read_text() and small.stat().st_size < (STATIC / name).stat().st_size
        assert small.stat().st_mtime == pytest.approx((STATIC / name).stat().st_mtime)


@needs_esbuild
def test_the_page_names_the_bundles_that_were_collected(monkeypatch: pytest.MonkeyPatch) -> None:
    names = [name for name, _storage in PageBundles().list([])]
    monkeypatch.setattr(staticfiles_storage, "hashed_files", dict.fromkeys(names, ""), raising=False)
    for page in PAGES.values():
        files = page.files
        assert {files.main, files.module, *files.styles} <= set(names) and set(files.modules) <= set(names)
        assert len(files.modules) <= 3 and len(files.styles) == 1


def test_without_bundles_the_page_names_the_sources(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "BUNDLES", False)
    assert list(PageBundles().list([])) == []
    page = PAGES["roulette"]
    assert (page.files.main, page.files.module) == ("js/table/main.js", page.module)
    assert page.files.modules == page.modules and page.files.styles == page.styles
