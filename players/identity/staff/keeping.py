"""The lawful end of keeping: the key of a player's data is destroyed when no law keeps them any longer.

Nobody has to ask for it [GDPR 5.1 e]. The database destroys the key in its row, after it has compared the day
itself; the store follows after the commit. What an erasure by two people ends goes the same way. Data under
the order of an authority (`legal_holds.py`) are kept until it is lifted.
"""

from __future__ import annotations

from collections.abc import Iterator

import structlog
from django.db import connection, transaction
from django.db.models import BooleanField, Func, OuterRef, Subquery

from players.audit import note
from players.audit.models import Line
from players.identity.verification.uploads import delete_document_files
from players.models import PersonKey, Player
from players.shared import clock, person_keys
from players.shared.background import enqueue_after_commit
from players.shared.keeping import DILIGENCE, RULES, keeping_ends

log = structlog.get_logger(__name__)
AT_ONCE = 500
# The database says it, and asks it again where a key is destroyed (`database/legal_holds.sql`).
HELD = Func("player_id", function="is_under_legal_hold", output_field=BooleanField())


def keys_over() -> Iterator[PersonKey]:
    """The keys of closed accounts whose time is over, the oldest first."""
    shortest = min(rule.years for rule in RULES)
    begun = clock.later_by_months(clock.now(), -12 * shortest)
    closings = Line.objects.filter(player=OuterRef("player"), kind="account.closed").order_by("id")
    keys = PersonKey.objects.filter(destroyed=None, player__status=Player.Status.CLOSED)
    closed = keys.annotate(closed=Subquery(closings.values("at")[:1]), is_held=HELD)
    closed = closed.filter(closed__lte=begun, is_held=False)
    for key in closed.order_by("made").iterator():
        if keeping_ends(key.keeping, key.closed) <= clock.now():
            yield key


def end_keeping() -> int:
    """Destroys the keys whose time is over and the documents that were kept as long; says how many."""
    count = 0
    for key in list(keys_over()):
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SELECT end_keeping(%s, %s)", [key.player_id, key.keeping])
            note(
                "personal-data.keeping-ended",
                player=key.player_id,
                about=f"player:{key.player_id}",
                kept_as=key.keeping,
            )
            enqueue_after_commit("players.identity.tasks.destroy_person_keys")
        count += 1
    return count


def destroy_keys() -> int:
    """Takes destroyed keys out of the store. What it refuses stays for the next time."""
    due = PersonKey.objects.filter(destroyed__isnull=False, gone=None).order_by("destroyed")[:AT_ONCE]
    count = 0
    for key in due:
        try:
            person_keys.destroy([key.pk])
            if key.keeping == DILIGENCE:
                delete_document_files(key.player_id)
        except OSError as error:
            log.error("key of a player not destroyed", key=str(key.pk), error=str(error))
            continue
        count += PersonKey.objects.filter(pk=key.pk, gone=None).update(gone=clock.now())
    return count
