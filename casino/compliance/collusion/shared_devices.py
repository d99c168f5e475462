"""Makes cases of players who use one device at one poker table.  [903-B 6.6.1.3] [903-B 6.6.3.1]

The croupier writes an audit line when somebody sits down beside a player of the same device. Players who come
to use one device while they already sit are found here, among those who sit now.
"""

from __future__ import annotations

from datetime import timedelta

from casino.compliance.collusion.cases import add_if_new
from casino.compliance.reading import rows
from games.catalogue import games_between_players
from players.shared import clock

KIND = "device"
LINES = """
SELECT l.id, l.at, l.player_id AS one, other.value::bigint AS other, l.about,
       (l.details ->> 'refused')::boolean AS refused
FROM audit_line AS l CROSS JOIN LATERAL jsonb_array_elements_text(l.details -> 'players') AS other (value)
WHERE l.kind = 'tables.device-shared' AND l.at >= %s ORDER BY l.id
"""
SEATED = """
WITH used AS (
    SELECT s.player_id, s."table", entry.address, entry.device
    FROM players_playsession AS s JOIN players_player AS p ON p.id = s.player_id
    CROSS JOIN LATERAL (
        SELECT i.address, i.device FROM identity_signin AS i
        WHERE i.person_id = p.person_id AND i.ended IS NULL ORDER BY i.seen DESC, i.id DESC LIMIT 1
    ) AS entry
    WHERE s.ended IS NULL AND s.currency = 'EUR' AND s.system = ANY(%s)
      AND entry.address IS NOT NULL AND entry.device <> ''
)
SELECT one.player_id AS one, other.player_id AS other, one."table" FROM used AS one
JOIN used AS other ON other."table" = one."table" AND other.address = one.address
    AND other.device = one.device AND one.player_id < other.player_id
"""
LOOKED_BACK = timedelta(days=2)  # for lines that no run has read yet


def notice_shared_devices() -> int:
    """Adds what is new to cases. Returns how much evidence there was."""
    now = clock.now()
    added = 0
    for line in rows(LINES, [now - LOOKED_BACK]):
        table = int(line["about"].removeprefix("table:"))
        figures = {"table": table, "refused": line["refused"], "line": line["id"]}
        players = (line["one"], line["other"])
        added += add_if_new(kind=KIND, players=players, at=line["at"], figures=figures)
    for pair in rows(SEATED, [list(games_between_players())]):
        players = (pair["one"], pair["other"])
        figures = {"table": pair["table"], "refused": False}
        added += add_if_new(kind=KIND, players=players, at=now, figures=figures)
    return added
