"""The daily scan: for each finished day, one query for each sign over all players."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping
from datetime import date, timedelta

from django.db import connection, transaction

from casino.compliance.player_risk.models import RiskSign, ScannedUntil
from casino.compliance.player_risk.signs import QUIET_DAYS, SIGNS, Sign
from casino.compliance.reading import reading
from players.shared import clock
from players.shared.money import format_money

FIRST_SCAN_DAYS = 30  # the days that the first scan covers
LOCK = 0xCA7E

# Test accounts are left out. A sign that was reported a short while ago is not reported again.
INSERT_SIGNS = """
INSERT INTO care_risksign (player_id, kind, day, details, at)
SELECT f.player, %(kind)s, %(day)s, f.figures, clock_timestamp()
FROM unnest(%(players)s::bigint[], %(figures)s::jsonb[]) AS f (player, figures)
JOIN players_player AS p ON p.id = f.player AND NOT p.testing AND p.status IN ('active', 'suspended')
WHERE NOT EXISTS (
    SELECT FROM care_risksign AS m
    WHERE m.player_id = f.player AND m.kind = %(kind)s AND m.day > %(day)s - %(quiet)s AND m.day <= %(day)s
) ON CONFLICT DO NOTHING
"""


def scan_days() -> int:
    """Scans every finished day that was not scanned yet. Returns the number of new signs."""
    today = clock.day_of(clock.now())
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_try_advisory_xact_lock(%s), set_config('statement_timeout', '0', true)", [LOCK]
        )
        if not cursor.fetchone()[0]:
            return 0
        scanned_until = ScannedUntil.objects.values_list("day", flat=True).first()
        since = scanned_until or today - timedelta(days=FIRST_SCAN_DAYS)
        new = sum(scan_day(since + timedelta(days=offset)) for offset in range((today - since).days))
        if since != today:
            ScannedUntil.objects.all().delete()
            ScannedUntil.objects.create(day=today)
    return new


def scan_day(day: date) -> int:
    """Scans one day. Returns the number of new signs."""
    bounds = {"day": day, "since": clock.midnight(day), "until": clock.midnight(day + timedelta(days=1))}
    return sum(_scan_for_sign(kind, sign, day, bounds) for kind, sign in SIGNS.items())


def _scan_for_sign(kind: str, sign: Sign, day: date, bounds: Mapping[str, object]) -> int:
    with reading() as cursor:
        cursor.execute("SET LOCAL statement_timeout = 0")
        cursor.execute(sign.sql, {**bounds, **sign.thresholds})
        rows = cursor.fetchall()
    with connection.cursor() as cursor:
        cursor.execute(
            INSERT_SIGNS,
            {
                "kind": kind,
                "day": day,
                "players": [player for player, _ in rows],
                "figures": [_figures_json(figures, sign) for _, figures in rows],
                "quiet": QUIET_DAYS,
            },
        )
        return int(cursor.rowcount)


def _figures_json(figures: dict[str, object] | str, sign: Sign) -> str:
    """The figures of a row together with the thresholds of its sign."""
    values = figures if isinstance(figures, dict) else json.loads(figures)
    return json.dumps({**values, **sign.thresholds})


def sign_text(risk_sign: RiskSign) -> str:
    """The figures of a sign as text, with the threshold that they passed.

    A stored sign may be older than its text: a figure that it lacks is shown as a dash.
    """
    sign = SIGNS.get(risk_sign.kind)
    if sign is None:
        return risk_sign.kind
    figures: defaultdict[str, str] = defaultdict(lambda: "–")
    for name, value in risk_sign.details.items():
        figures[name] = format_money(value or 0, "EUR") if name in sign.money else str(value or 0)
    return str(sign.text) % figures
