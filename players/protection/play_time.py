"""Time at the tables: the player's own measure of it, and the reality check that he asked for."""

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

# How often the table says how long it has been, in minutes.
INTERVALS = (10, 15, 20, 30, 45, 60)
# How long after its end a stay still takes the answer to its last check.
LATE = timedelta(minutes=2)

WITH_A_LIMIT = """
SELECT DISTINCT s.player_id FROM players_playsession AS s
JOIN protection_limit AS l ON l.player_id = s.player_id AND l.kind = 'time' AND l.value IS NOT NULL AND l.cancelled IS NULL
WHERE s.ended IS NULL AND s.currency <> 'DEMO'
"""


def time_over() -> int:
    """Shows out whoever has played as long as he allowed himself today: the round settles first."""
    with connection.cursor() as cursor:
        cursor.execute(WITH_A_LIMIT)
        players = [row[0] for row in cursor.fetchall()]
    over = [
        player for player, told in eligibility_of(players, "EUR").items() if told.barred == "session-time"
    ]
    today = clock.start_of(clock.now(), "day")
    noted = set(
        Line.objects.filter(kind="limits.time-reached", player__in=over, at__gte=today).values_list(
            "player_id", flat=True
        )
    )
    for player in over:
        # Noted once a day; shown out again if the first word was lost.
        with transaction.atomic():
            if player not in noted:
                note("limits.time-reached", player=player)
            request_disconnect("session-time", player=player, leave="time")
    return len(over)


def reality_minutes(player: int) -> int:
    found = Habits.objects.filter(player=player).values_list("reality_minutes", flat=True).first()
    return found if found is not None else 60


@transaction.atomic
def reality_set(player: Player, minutes: int, request: Any = None) -> bool:
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
def reality_acknowledge(
    player: Player, session: int, answer: str, request: Any = None
) -> RealityCheck | None:
    """The check was shown and answered; it is kept with time and net as the house has them. Only for a stay of one's own that is open,
    or just was: who answers by ending it may have left the table before the answer is here.
    """
    now = clock.now()
    stay = PlaySession.objects.filter(
        Q(ended=None) | Q(ended__gt=now - LATE), pk=session, player=player
    ).first()
    if stay is None or answer not in RealityCheck.Answer.values:
        return None
    minutes = int(((stay.ended or now) - stay.started).total_seconds() // 60)
    net = (
        stay.net if stay.ended else play_records().session_totals(session).net
    )  # an open stay carries no figures of its own yet
    check = RealityCheck.objects.create(
        player=player, session=session, minutes=minutes, net=net, answer=answer
    )
    note(
        "limits.reality-check-seen",
        player=player,
        request=request,
        about=f"session:{session}",
        answer=answer,
        minutes=minutes,
        net=net,
    )
    return check
