"""The site builds without a warning, every diagram is drawn, and no page makes a request to another host."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Request

from tests.docs.generate import DOCS, ROOT, pages
from tests.pages import screen

DIAGRAM = re.compile(r"^```mermaid$", re.MULTILINE)
PATIENCE = 120_000  # ms, on a busy machine
DRAWN = "(count) => document.querySelectorAll('div.mermaid').length === count"


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


def with_diagrams() -> list[tuple[Path, int]]:
    counted = [(page, len(DIAGRAM.findall(page.read_text("utf-8")))) for page in pages()]
    return [(page.relative_to(DOCS), count) for page, count in counted if count]


def test_the_site_has_every_page(site: Path) -> None:
    missing = [page for page in pages() if not (site / page.relative_to(DOCS)).with_suffix(".html").exists()]
    assert missing == []


@pytest.mark.journey
@pytest.mark.parametrize(("path", "count"), with_diagrams(), ids=str)
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
