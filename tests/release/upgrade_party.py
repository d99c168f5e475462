"""Opens a table of each game for so many players, with the code of the release that it lies in:
`python -m tests.release.upgrade_party 5` prints tables and players as JSON. Part of `tests.release.upgrade`.
"""

from __future__ import annotations

import json
import sys

from casino.services.environment import embedded_settings
from casino.services.folder import Folder
from casino.services.server_lease import leased_servers


def main(each: int) -> None:
    import django

    django.setup()
    from tests.live_table import players_with
    from tests.proofs.chaos import GAMES, open_tables
    from tests.proofs.running_system import cookie

    tables = open_tables(sum(seats for _, seats, _ in GAMES.values()), with_beacon=False)
    places = [table for table, _, seats in tables for _ in range(min(each, seats))]
    players = [
        {"player": player.pk, "cookie": cookie(player.person), "table": place}
        for player, place in zip(players_with(100_000_000, len(places)), places, strict=True)
    ]
    print(json.dumps({"systems": {table: system for table, system, _ in tables}, "players": players}))


if __name__ == "__main__":
    import os

    folder = Folder.default()
    with leased_servers(folder, ["postgres", "valkey"]) as servers:
        os.environ.update(embedded_settings(folder, servers))
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
        main(int(sys.argv[1]))
