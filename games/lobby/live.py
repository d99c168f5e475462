"""What moves on the lobby's tiles while somebody looks: seats, the queue, the last results, the jackpot's meter.

One answer serves everybody who reads the same language, and is made again only when it is two seconds old: however many people
look at the lobby, the database is asked the same. A jackpot that is shown is then never older than a few seconds.  [MS-1.4]
"""

from __future__ import annotations

import time
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe
from msgspec import json

from games.lobby import selectors as lobby_selectors
from games.lobby.tiles import Tile

FRESH: Final = 2.0  # seconds for which an answer is given again
RESULTS: Final = 8
_kept: dict[str, tuple[float, bytes]] = {}


def moving(tile: Tile) -> dict[str, Any]:
    return {
        "state": tile.state,
        "queue": tile.queue,
        "open": tile.open,
        "jackpot": tile.jackpot,
        "progress": tile.progress,
        "results": [
            {"text": result.text, "mark": result.mark, "said": result.description}
            for result in tile.results[:RESULTS]
        ],
    }


@require_safe
def live(request: HttpRequest) -> HttpResponse:
    language = get_language() or ""
    made, body = _kept.get(language, (0.0, b""))
    if time.monotonic() - made > FRESH or not body:
        body = json.encode({"tables": {str(tile.table.pk): moving(tile) for tile in lobby_selectors.lobby()}})
        _kept[language] = (time.monotonic(), body)
    return HttpResponse(body, content_type="application/json", headers={"Cache-Control": "no-store"})
