"""A table's tile looks the same on every page that shows it: one style sheet has all of its rules."""

from __future__ import annotations

import re

from casino.services.folder import PROJECT
from players.templatetags.page_files import SHEETS

STYLES = PROJECT / "static" / "css" / "portal"
RULE = re.compile(r"^ *\.tile-[\w-]+", re.MULTILINE)  # a selector that begins with a part of a tile
TEMPLATES = {"home.html": "css/portal/home_page.css", "lobby/lobby.html": "css/portal/lobby_page.css"}


def test_tiles_are_styled_by_the_sheet_that_their_pages_load() -> None:
    elsewhere = {
        path.name: rules
        for path in sorted(STYLES.glob("*.css"))
        if path.name != "tiles.css" and (rules := RULE.findall(path.read_text("utf-8")))
    }
    assert elsewhere == {}
    for name, sheet in TEMPLATES.items():
        assert f'sheets "{sheet}"' in (PROJECT / "templates" / "portal" / name).read_text("utf-8")
        assert "css/portal/tiles.css" in SHEETS[sheet]
