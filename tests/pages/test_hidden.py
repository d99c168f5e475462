"""An element with the attribute `hidden` is not displayed, whatever other rules its classes have."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page

from casino.services.folder import PROJECT
from tests.pages.screen import SITE

pytestmark = pytest.mark.journey

# The back office has a theme of its own, which brings its own rule.
STYLES = PROJECT / "static" / "css"
SHEETS = sorted(path.relative_to(STYLES) for path in STYLES.rglob("*.css") if "backoffice" not in path.parts)
CLASS = re.compile(r"\.(-?[a-z_][\w-]*)", re.IGNORECASE)
SHOWN = """(names) => names.filter((name) => {
  const node = Object.assign(document.createElement('div'), { className: name, hidden: true });
  document.body.append(node);
  return getComputedStyle(node).display !== 'none';
})"""


def test_a_hidden_part_of_any_class_is_not_laid_out(page: Page) -> None:
    names = sorted({name for path in SHEETS for name in CLASS.findall((STYLES / path).read_text("utf-8"))})
    links = "".join(f"<link rel=stylesheet href='{SITE}/css/{path}'>" for path in SHEETS)
    page.set_content(f"<!doctype html><html lang=pt><head>{links}</head><body class=stage></body></html>")
    page.wait_for_load_state("networkidle")
    assert len(names) > 200 and page.evaluate("document.styleSheets.length") == len(SHEETS)
    assert page.evaluate(SHOWN, names) == []
