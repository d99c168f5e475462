"""What follows an alert, as its rule says it: carried out in the pass that raised the alert, so exactly once.

What the player reads are facts and ways to a pause and to limits, in the operator's words. Nobody is
contacted during a pause or an exclusion, and nobody about what is long past.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import connection
from django.utils import translation
from msgspec import Struct

from casino.compliance.monitoring.models import Case
from casino.compliance.monitoring.rules import Follow, Rule
from players.inbox.messaging import send_messages
from players.languages import HOUSE_LANGUAGES
from players.models import PlaySession
from players.protection.care_messages import players_away
from players.protection.models import CareMessage, DepositHold
from players.shared import clock

# Alerts of one rule about one player within this time are a row: each next one is a step further.
ROW = timedelta(days=180)
# What happened longer ago is said to officers only. A new rule, or a house that was away for long, finds much
# of it at once.
FRESH = timedelta(days=1)

# The places of new alerts in their rows, themselves counted.
PLACES = """
SELECT new.id, count(*)
FROM monitoring_alert AS new
JOIN monitoring_ruleversion AS version ON version.id = new.version_id
JOIN monitoring_alert AS earlier ON earlier.player_id = new.player_id
    AND earlier.at <= new.at AND earlier.at > new.at - %s * interval '1 day'
JOIN monitoring_ruleversion AS other ON other.id = earlier.version_id AND other.name = version.name
WHERE new.id = ANY(%s)
GROUP BY new.id
"""


class NewAlert(Struct, frozen=True):
    """An alert that was just stored."""

    pk: int
    player: int
    at: datetime
    rule: Rule
    figures: dict[str, int]


def carry_out(alerts: Sequence[NewAlert]) -> None:
    """In the transaction that stored the alerts."""
    alerts = [alert for alert in alerts if alert.rule.follows]
    if not alerts:
        return
    places = _places(alerts)
    due = [(alert, follow) for alert in alerts for follow in alert.rule.follows_at(places[alert.pk])]
    fresh_since = clock.now() - FRESH
    fresh = [(alert, follow) for alert, follow in due if alert.at >= fresh_since]
    _open_cases([alert for alert, follow in due if follow.kind == "case"])
    _hold_deposits([alert for alert, follow in fresh if follow.kind == "deposits-held"])
    _speak([(alert, follow) for alert, follow in fresh if follow.is_spoken])


def _places(alerts: Sequence[NewAlert]) -> dict[int, int]:
    with connection.cursor() as cursor:
        cursor.execute(PLACES, [ROW.days, [alert.pk for alert in alerts]])
        return dict(cursor.fetchall())


def _open_cases(alerts: Sequence[NewAlert]) -> None:
    """One open case of a kind about a player: what is raised meanwhile belongs to it."""
    first: dict[tuple[int, str], NewAlert] = {}
    for alert in sorted(alerts, key=lambda alert: (alert.at, alert.pk)):
        first.setdefault((alert.player, alert.rule.kind), alert)
    Case.objects.bulk_create(
        [
            Case(player_id=alert.player, kind=alert.rule.kind, alert_id=alert.pk, since=alert.at)
            for alert in first.values()
        ],
        ignore_conflicts=True,
    )


def _hold_deposits(alerts: Sequence[NewAlert]) -> None:
    """One hold at a time: a second alert meanwhile changes nothing."""
    DepositHold.objects.bulk_create(
        [DepositHold(player_id=alert.player, alert=alert.pk) for alert in alerts], ignore_conflicts=True
    )


def _speak(due: Sequence[tuple[NewAlert, Follow]]) -> None:
    players = {alert.player for alert, _ in due}
    left_alone = players_away(players) | _already_spoken_to(players)
    # Several rules may be met at once: one card, of the one that is furthest in its row.
    chosen: dict[int, tuple[NewAlert, Follow]] = {}
    for alert, follow in sorted(due, key=lambda one: (-one[1].start, one[0].pk)):
        if alert.player not in left_alone:
            chosen.setdefault(alert.player, (alert, follow))
    CareMessage.objects.bulk_create(
        CareMessage(
            player_id=player,
            alert=alert.pk,
            kind=follow.kind,
            texts=texts_of(alert.rule, follow, alert.figures),
            required=follow.required,
        )
        for player, (alert, follow) in chosen.items()
    )
    # Who is at a table reads it there; everybody else is told that it waits, without what it says.
    at_tables = PlaySession.objects.filter(player__in=chosen, ended=None).values_list("player_id", flat=True)
    send_messages(sorted(chosen.keys() - set(at_tables)), "care-message")


def _already_spoken_to(players: Collection[int]) -> set[int]:
    """Who has a card that is not answered yet gets no second one on top of it."""
    unanswered = CareMessage.objects.filter(player__in=players, answered=None)
    return set(unanswered.values_list("player_id", flat=True))


def texts_of(rule: Rule, follow: Follow, figures: dict[str, int]) -> dict[str, dict[str, Any]]:
    """By language, with the figures of the alert written in it."""
    texts: dict[str, dict[str, Any]] = {}
    for language in HOUSE_LANGUAGES:
        name = language.short
        with translation.override(language.code):
            texts[name] = {
                "title": rule.fill(follow.title[name], figures),
                "text": rule.fill(follow.text[name], figures),
                "answers": follow.answers.get(name, []),
            }
    return texts
