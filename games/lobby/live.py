"""The changing parts of the lobby's tiles: seats, the queue, the last results, the jackpot's meter.

One response serves all readers of a language for two seconds: the number of visitors does not
change the load on the database. A jackpot on display is never older than a few seconds.  [MS-1.4]
"""

from __future__ import annotations

import time
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from msgspec import json

from games.lobby import selectors as lobby_selectors
from games.lobby.tiles import Tile
from players.languages import page_language

MAX_AGE: Final = 2.0  # seconds for which a response is cached
RESULTS: Final = 8
_cache: dict[str, tuple[float, int, bytes]] = {}  # when it was read, by both clocks, and the tables


def live_data(tile: Tile) -> dict[str, object]:
    """The changing parts of one tile."""
    return {
        "state": tile.state,
        "phase": tile.phase,
        "until": tile.until,
        "seated": tile.table.seated,
        "turn": tile.face_values.get("turn", ""),
        "marks": tile.marks,
        "house": tile.house_players,
        "queue": tile.queue,
        "open": tile.open,
        "jackpot": tile.jackpot,
        "progress": tile.progress,
        "results": [
            {"text": result.text, "mark": result.mark, "description": result.description}
            for result in tile.results[:RESULTS]
        ],
    }


@require_safe
def live(request: HttpRequest) -> HttpResponse:
    language = page_language().code
    created, now, tables = _cache.get(language, (0.0, 0, b""))
    if time.monotonic() - created > MAX_AGE or not tables:
        tiles = lobby_selectors.lobby_tables()
        tables = json.encode({str(tile.table.pk): live_data(tile) for tile in tiles})
        created, now = time.monotonic(), tiles[0].now if tiles else 0
        _cache[language] = (created, now, tables)
    # A cached response still says what time it is, so that browsers can count down to the end of the bets.
    now += round((time.monotonic() - created) * 1000)
    body = b'{"now":%d,"tables":%s}' % (now, tables)
    return HttpResponse(body, content_type="application/json", headers={"Cache-Control": "no-store"})
