"""Which blocks of our scripts a page has run, by the browser's own counters (Chrome DevTools Protocol,
`Profiler`).
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from casino.services.folder import PROJECT
from tests.proofs.reach.marks import ANY_GAME, LEFT, Where
from tests.proofs.reach.places import Mark

SESSIONS: list[Any] = []
WANTED: dict[str, list[Mark]] = {}


def watch(marks: set[Mark]) -> None:
    for mark in marks:
        WANTED.setdefault(mark.file, []).append(mark)
    try:
        from playwright.sync_api import BrowserContext
    except ImportError:
        return
    new_page = BrowserContext.new_page

    def counted(context: Any) -> Any:
        page = new_page(context)
        if Where.test and context.browser and context.browser.browser_type.name == "chromium":
            session = context.new_cdp_session(page)
            session.send("Profiler.enable")
            session.send("Profiler.startPreciseCoverage", {"callCount": True, "detailed": True})
            SESSIONS.append(session)
            page.on("close", lambda _: SESSIONS.remove(session) if session in SESSIONS else None)
        return page

    BrowserContext.new_page = counted


def collect() -> None:
    """Reads the counters of the pages that are open as a test ends."""
    from playwright.sync_api import Error

    for session in list(SESSIONS):
        try:
            scripts = session.send("Profiler.takePreciseCoverage")["result"]
        except Error:
            SESSIONS.remove(session)
            continue
        for script in scripts:
            path = urlsplit(script["url"]).path.removeprefix("/static").lstrip("/")
            file = f"static/{path}"
            if Where.test and file in WANTED:
                LEFT[Where.test] |= {(mark, ANY_GAME) for mark in _ran(script, WANTED[file])}


def _ran(script: dict[str, Any], marks: list[Mark]) -> list[Mark]:
    ranges = [
        area for function in script["functions"] if function["functionName"] for area in function["ranges"]
    ]
    text = (PROJECT / marks[0].file).read_text("utf-8")
    starts = [0]
    for row in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(row.encode("utf-16-le")) // 2)
    ran: list[Mark] = []
    for mark in marks:
        rows = text.splitlines()
        line = int(mark.name)
        while line < len(rows) and _is_comment(rows[line - 1]):
            line += 1
        header = (
            all(_is_comment(row) or not row.strip() for row in rows[: line - 1])
            and not rows[line - 1].strip()
        )
        if header:
            reached = any(area["count"] for area in ranges)
        else:
            offset = starts[line - 1] + len(rows[line - 1]) - len(rows[line - 1].lstrip())
            around = [area for function in script["functions"] for area in function["ranges"]]
            around = [area for area in around if area["startOffset"] <= offset < area["endOffset"]]
            smallest = min(
                around, key=lambda area: area["endOffset"] - area["startOffset"], default={"count": 0}
            )
            reached = bool(smallest["count"])
        if reached:
            ran.append(mark)
    return ran


def _is_comment(row: str) -> bool:
    return row.lstrip().startswith(("//", "/*", "*"))
