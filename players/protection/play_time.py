"""The player's daily time limit at the tables, and reality checks."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db import connection, transaction
from django.db.models import Q

from players.audit import note
from players.audit.models import Line
from players.models import Player, PlaySession
from players.play_records import play_records
from players.protection.eligibility import eligibility_of
from players.protection.models import Habits, RealityCheck
from players.shared import clock
from players.signals import request_disconnect

# How often a table shows a reality check, in minutes.
INTERVALS = (10, 15, 20, 30, 45, 60)
DEFAULT_INTERVAL = 60
# How long after its end a table session accepts the answer to its last reality check.
ANSWER_GRACE = timedelta(minutes=2)

PLAYERS_WITH_TIME_LIMIT = """
SELECT DISTINCT s.player_id FROM players_playsession AS s
JOIN protection_limit AS l
    ON l.player_id = s.player_id AND l.kind = 'time' AND l.value IS NOT NULL AND l.cancelled IS NULL
WHERE s.ended IS NULL AND s.currency <> 'DEMO'
"""


def enforce_time_limits() -> int:
    """Disconnects players who have reached their daily time limit. Their rounds are settled first."""
    with connection.cursor() as cursor:
        cursor.execute(PLAYERS_WITH_TIME_LIMIT)
        players = [row[0] for row in cursor.fetchall()]
    eligibilities = eligibility_of(players, "EUR")
    over = [player for player, eligibility in eligibilities.items() if eligibility.barred == "session-time"]
    today = clock.start_of(clock.now(), "day")
    noted = set(
        Line.objects.filter(kind="limits.time-reached", player__in=over, at__gte=today).values_list(
            "player_id", flat=True
        )
    )
    for player in over:
        # The audit log has one line a day. The disconnection is repeated, because the first signal may have
        # been lost.
        with transaction.atomic():
            if player not in noted:
                note("limits.time-reached", player=player)
            request_disconnect("session-time", player=player, leave="time")
    return len(over)


def reality_check_interval(player: int) -> int:
    minutes = Habits.objects.filter(player=player).values_list("reality_minutes", flat=True).first()
    return minutes if minutes is not None else DEFAULT_INTERVAL


@transaction.atomic
def set_reality_check_interval(player: Player, minutes: int, request: Any = None) -> bool:
    """Returns whether the interval changed."""
    habits, _ = Habits.objects.get_or_create(player=player)
    if minutes not in INTERVALS or habits.reality_minutes == minutes:
        return False
    note(
        "limits.reality-check-set",
        player=player,
        request=request,
        before=habits.reality_minutes,
        after=minutes,
    )
    habits.reality_minutes = minutes
    habits.save(update_fields=["reality_minutes"])
    return True


@transaction.atomic
def acknowledge_reality_check(
    player: Player, session_id: int, answer: str, request: Any = None
) -> RealityCheck | None:
    """Records the answer to a reality check, with the time and the net result from the database.

    The table session must be the player's own, and open or just ended: a player who answers by ending the
    session may leave the table before the answer arrives.
    """
    now = clock.now()
    session = PlaySession.objects.filter(
        Q(ended=None) | Q(ended__gt=now - ANSWER_GRACE), pk=session_id, player=player
    ).first()
    if session is None or answer not in RealityCheck.Answer.values:
        return None
    minutes = int(((session.ended or now) - session.started).total_seconds() // 60)
    # An open session has no totals of its own yet.
    net = session.net if session.ended else play_records().session_totals(session_id).net
    check = RealityCheck.objects.create(
        player=player, session=session_id, minutes=minutes, net=net, answer=answer
    )
    note(
        "limits.reality-check-seen",
        player=player,
        request=request,
        about=f"session:{session_id}",
        answer=answer,
        minutes=minutes,
        net=net,
    )
    return check
