"""Each night the day that is over is looked at: one question to the record for each sign, over all players at once."""

from __future__ import annotations

import json
from datetime import date, timedelta

from django.db import connection, transaction

from casino.compliance.player_risk.models import Marker, Night
from casino.compliance.player_risk.signs import QUIET, SIGNS
from casino.compliance.reading import reading
from players.shared import clock
from players.shared.money import format_money

FIRST = 30  # days that are looked at when the house looks for the first time
LOCK = 0xCA7E

# Test accounts are nobody's play; what was told a short while ago is not told again.
NEW = """
INSERT INTO care_marker (player_id, kind, day, said, at)
SELECT f.player, %(kind)s, %(day)s, f.said, clock_timestamp() FROM unnest(%(players)s::bigint[], %(said)s::jsonb[]) AS f (player, said)
JOIN players_player AS p ON p.id = f.player AND NOT p.testing AND p.status IN ('active', 'suspended')
WHERE NOT EXISTS (
    SELECT FROM care_marker AS m WHERE m.player_id = f.player AND m.kind = %(kind)s AND m.day > %(day)s - %(quiet)s AND m.day <= %(day)s
) ON CONFLICT DO NOTHING
"""


def look() -> int:
    """Looks at every day that is over and was not looked at yet; how many signs are new."""
    today = clock.day_of(clock.now())
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_try_advisory_xact_lock(%s), set_config('statement_timeout', '0', true)", [LOCK]
        )
        if not cursor.fetchone()[0]:
            return 0
        since = Night.objects.values_list("day", flat=True).first() or today - timedelta(days=FIRST)
        found = sum(looked_at(since + timedelta(days=back)) for back in range((today - since).days))
        if since != today:
            Night.objects.all().delete()
            Night.objects.create(day=today)
    return found


def looked_at(day: date) -> int:
    bounds = {"day": day, "since": clock.midnight(day), "until": clock.midnight(day + timedelta(days=1))}
    made = 0
    for kind, sign in SIGNS.items():
        with reading() as cursor:
            cursor.execute("SET LOCAL statement_timeout = 0")
            cursor.execute(sign.sql, {**bounds, **sign.thresholds})
            rows = cursor.fetchall()
        said = [
            json.dumps({**(told if isinstance(told, dict) else json.loads(told)), **sign.thresholds})
            for _, told in rows
        ]
        with connection.cursor() as cursor:
            cursor.execute(
                NEW,
                {
                    "kind": kind,
                    "day": day,
                    "players": [player for player, _ in rows],
                    "said": said,
                    "quiet": QUIET,
                },
            )
            made += cursor.rowcount
    return made


def sentence(marker: Marker) -> str:
    """What was found, in words, with the threshold that it passed."""
    sign = SIGNS.get(marker.kind)
    if sign is None:
        return marker.kind
    told = {
        name: format_money(value or 0, "EUR") if name in sign.money else value or 0
        for name, value in marker.said.items()
    }
    return str(sign.told) % told
