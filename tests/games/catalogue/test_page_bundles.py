"""A table page loads few, large files, and its sources stay plain modules."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles.finders import get_finder
from django.contrib.staticfiles.storage import staticfiles_storage
from django.test import override_settings

from casino.services.folder import PROJECT
from games.catalogue import GAMES
from games.catalogue.page_bundles import (
    ESBUILD,
    LATER,
    PageBundles,
    SmallStyles,
    bundle,
    bundle_script,
    minify,
)
from players.templatetags.page_files import PAGE, SHEETS, page_sheets, script
from players.templatetags.page_files import SCRIPTS as PAGE_SCRIPTS

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
def test_a_table_needs_one_script(bundles: Path, folder: str) -> None:
    """It starts the table and is the game that the table imports."""
    script = (bundles / PAGES[folder].bundled_script).read_text()
    assert not re.search(r'from"\.', script), "it needs no second request"
    assert re.search(r"export\{[^}]*\bmount\b", script) and "dataset.module" in script


@needs_esbuild
@pytest.mark.parametrize("name", LATER)
def test_what_few_visits_need_is_a_script_of_its_own(bundles: Path, name: str) -> None:
    bundle_script(f"js/bundles/{name}", f"js/table/{name}", bundles)
    for page in PAGES.values():
        script = (bundles / page.bundled_script).read_text()
        assert script.count(f'import("./{name}")') == 1, "beside the script of every table"
    later = (bundles / "js" / "bundles" / name).read_text()
    assert "export{" in later and not re.search(r'from"\.', later), "it needs no second request"


@needs_esbuild
@pytest.mark.parametrize("name", PAGE_SCRIPTS)
def test_another_page_needs_one_script(bundles: Path, name: str) -> None:
    bundle_script(name, PAGE_SCRIPTS[name], bundles)
    assert "import" not in (bundles / name).read_text()


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
    for name, sources in ((page.bundled_script, page.modules), (page.bundled_styles, page.styles)):
        newest = max((STATIC / path).stat().st_mtime for path in sources)
        assert (bundles / name).stat().st_mtime == pytest.approx(newest)


@pytest.fixture(scope="module")
def small_styles() -> Iterator[dict[str, Path]]:
    styles = SmallStyles()  # its folder goes with it
    yield {name: Path(storage.path(name)) for name, storage in styles.list([])}


@needs_esbuild
def test_other_styles_are_served_without_comments_in_the_place_of_their_sources(
    small_styles: dict[str, Path],
) -> None:
    assert {"css/tokens.css", "css/portal/pages.css"} <= set(small_styles)
    for name in set(small_styles) - set(SHEETS):
        small = small_styles[name]
        assert "/*" not in small.read_text() and small.stat().st_size < (STATIC / name).stat().st_size
        assert small.stat().st_mtime == pytest.approx((STATIC / name).stat().st_mtime)


@needs_esbuild
@pytest.mark.parametrize("name", SHEETS)
def test_sheets_that_pages_name_together_are_one(small_styles: dict[str, Path], name: str) -> None:
    sheet = small_styles[name].read_text()
    assert all(minify((STATIC / path).read_text()).strip() in sheet for path in SHEETS[name])
    assert all(
        Path(path).parent == Path(name).parent
        for path in SHEETS[name]
        if "url(" in (STATIC / path).read_text()
    ), "what a sheet names is relative to its folder"


@needs_esbuild
def test_the_colours_of_a_brand_are_collected(tmp_path: Path) -> None:
    """Red before: the small sheets were made of ours alone, and came first."""
    brand = tmp_path / "css" / "tokens.css"
    brand.parent.mkdir()
    brand.write_text(":root { --gold: hotpink; }")
    get_finder.cache_clear()
    try:
        with override_settings(STATICFILES_DIRS=[tmp_path, *settings.STATICFILES_DIRS]):
            styles = SmallStyles()
            sheets = {name: Path(storage.path(name)).read_text() for name, storage in styles.list([])}
    finally:
        get_finder.cache_clear()
    assert all("hotpink" in sheets[name] for name in ("css/tokens.css", PAGE))


@needs_esbuild
def test_the_page_names_the_bundles_that_were_collected(monkeypatch: pytest.MonkeyPatch) -> None:
    names = [name for name, _storage in PageBundles().list([])]
    monkeypatch.setattr(staticfiles_storage, "hashed_files", dict.fromkeys(names, ""), raising=False)
    for page in PAGES.values():
        files = page.files
        assert {files.main, files.module, *files.styles} <= set(names)
        assert files.main == files.module and files.modules == () and len(files.styles) == 1


def test_without_bundles_the_page_names_the_sources(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "BUNDLES", False)
    assert list(PageBundles().list([])) == []
    assert page_sheets(PAGE) == SHEETS[PAGE]
    assert all(name in script("js/bundles/lobby.js") for name in ("dom", "live_tables", "lobby"))
    page = PAGES["roulette"]
    assert (page.files.main, page.files.module) == ("js/table/main.js", page.module)
    assert page.files.modules == page.modules and page.files.styles == page.styles
