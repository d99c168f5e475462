"""The site builds without a warning, every diagram is drawn, and no page makes a request to another host."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Request

from tests.docs.generate import DOCS, ROOT, built, built_sections, pages
from tests.pages import screen

DIAGRAM = re.compile(r"^```mermaid$\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MERMAID = ROOT / ".venv" / "npm" / "mermaid.min.js"
PATIENCE = 120_000  # ms, on a busy machine
DRAWN = "(count) => document.querySelectorAll('div.mermaid').length === count"
READ = """async (pages) => {
  const faults = [];
  for (const [name, sources] of Object.entries(pages)) {
    for (const source of sources) {
      await mermaid.parse(source).catch((error) => faults.push([name, String(error)]));
    }
  }
  return faults;
}"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", str(folder)]
    environment = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    built = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stdout + built.stderr
    return folder


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with screen.chromium() as opened:
        yield opened


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    opened = browser.new_page()
    yield opened
    opened.close()


def diagrams() -> dict[Path, list[str]]:
    """The diagrams of each page that has one."""
    texts = {page.relative_to(DOCS): built(page.read_text("utf-8"), built_sections()) for page in pages()}
    sources = {page: DIAGRAM.findall(text) for page, text in texts.items()}
    return {page: texts for page, texts in sources.items() if texts}


def test_parts_that_are_not_committed_are_built(site: Path) -> None:
    page = (site / "architecture" / "data-model" / "players.html").read_text("utf-8")
    assert "wallet_transfer {" in page
    assert "<!-- built" not in page


def kinds(sources: list[str]) -> set[str]:
    """The first words of diagrams: flowchart, erDiagram and so on."""
    return {source.split()[0] for source in sources}


def drawn_pages() -> Iterator[Any]:
    """Every page with its count. The quickest ones in which each kind is drawn belong to every run."""
    left = {kind for sources in diagrams().values() for kind in kinds(sources)}
    for path, sources in sorted(diagrams().items(), key=lambda item: (len("".join(item[1])), item[0])):
        marks = [] if kinds(sources) & left else [pytest.mark.long]
        left -= kinds(sources)
        yield pytest.param(path, len(sources), marks=marks, id=str(path))


def test_the_site_has_every_page(site: Path) -> None:
    missing = [page for page in pages() if not (site / page.relative_to(DOCS)).with_suffix(".html").exists()]
    assert missing == []


def test_nothing_but_pages_and_what_they_show_is_in_the_site(site: Path) -> None:
    """Red before: the byte code of the generator's hooks lay among the pages."""
    kinds = {path.suffix for path in site.rglob("*") if path.is_file()}
    shown = {".html", ".css", ".js", ".json", ".xml", ".gz", ".map", ".svg", ".png", ".webp", ".txt"}
    assert kinds >= {".html", ".webp"} and kinds <= shown


@pytest.mark.journey
def test_the_search_works_where_the_site_is_opened_from_files(site: Path, page: Page) -> None:
    """Red before: the index was fetched by a worker, and browsers do neither for files."""
    elsewhere: list[str] = []
    page.on("request", lambda request: elsewhere.append(request.url) if "://" in request.url else None)
    page.goto((site / "operating" / "index.html").as_uri(), wait_until="commit", timeout=PATIENCE)
    page.locator("input[name=query]").fill("restore a backup", timeout=PATIENCE)
    found = page.locator(".md-search-result__link[href*='operating/backup.html']").first
    found.wait_for(state="attached", timeout=PATIENCE)
    address = str(found.evaluate("link => link.href"))
    assert address.startswith((site / "operating" / "backup.html").as_uri())
    assert [url for url in elsewhere if not url.startswith("file://")] == []
    page.goto(address, wait_until="commit", timeout=PATIENCE)
    assert "Backup" in page.locator("h1").inner_text(timeout=PATIENCE)


@pytest.mark.journey
@pytest.mark.parametrize(("width", "height"), [(1280, 800), (360, 740)])
def test_the_first_screen_has_a_picture(site: Path, page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.goto((site / "index.html").as_uri(), timeout=PATIENCE)
    picture = page.locator("article img").first
    picture.wait_for(timeout=PATIENCE)
    page.wait_for_function("() => document.querySelector('article img').naturalWidth > 0", timeout=PATIENCE)
    box = picture.bounding_box()
    assert box is not None and box["width"] > 200 and box["y"] + box["height"] <= height, box


@pytest.mark.journey
def test_mermaid_reads_every_diagram(page: Page) -> None:
    """To read all of them takes as long as to draw one; `make long` also draws them."""
    sources = {str(path): texts for path, texts in diagrams().items()}
    page.add_script_tag(path=MERMAID)
    faults = page.evaluate(READ, sources | {"planted": ["flowchart LR\n    a -->"]})
    assert [name for name, _ in faults] == ["planted"], faults


@pytest.mark.journey
@pytest.mark.parametrize(("path", "count"), drawn_pages())
def test_every_diagram_is_drawn_and_no_other_host_is_asked(
    site: Path, page: Page, path: Path, count: int
) -> None:
    errors: list[str] = []
    elsewhere: list[str] = []

    def noted(request: Request) -> None:
        if not request.url.startswith(("file:", "data:", "blob:")):
            elsewhere.append(request.url)

    page.on("request", noted)
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto((site / path).with_suffix(".html").as_uri(), wait_until="commit", timeout=PATIENCE)
    # What cannot be drawn stays a block of code: the count is reached only when all are drawn.
    page.wait_for_function(DRAWN, arg=count, timeout=PATIENCE)
    assert (errors, elsewhere) == ([], [])
