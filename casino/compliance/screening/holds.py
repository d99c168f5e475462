"""What a confirmed sanction holds: payouts at once, and play by a suspension.

The worker makes the suspension and ends it, because no web process has the right to.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef

from casino.compliance.screening.models import Entry, Match
from players.identity.verification.account_status import restore_player, suspend_player
from players.models import Player
from players.shared import clock

# What player and staff read of the suspension. It says nothing of lists, as the law demands.
NEUTRAL = "review"
CONFIRMED = Match.objects.filter(state=Match.State.CONFIRMED, kind=Entry.ListKind.SANCTION)


def is_free(player: int, until: datetime) -> bool:
    """Whether payouts may leave. One that may not waits, as it does for a provider that is away."""
    return not CONFIRMED.filter(player=player).exists()


def apply_decisions() -> int:
    """Suspends the accounts of confirmed people, and ends suspensions whose decision was taken back.

    An account that staff who know nothing of it restored is suspended again.
    """
    done = 0
    open_accounts = CONFIRMED.filter(player__status__in=(Player.Status.PENDING, Player.Status.ACTIVE))
    for match in list(open_accounts.select_related("player").order_by("pk")):
        with transaction.atomic():
            if suspend_player(match.player, reason=NEUTRAL):
                Match.objects.filter(pk=match.pk).update(held=clock.now())
                done += 1
    still_held = CONFIRMED.filter(player=OuterRef("player"))
    taken_back = Match.objects.filter(~Exists(still_held), state=Match.State.DISMISSED, freed=None)
    for match in list(taken_back.exclude(held=None).select_related("player").order_by("pk")):
        with transaction.atomic():
            restore_player(match.player, reason=NEUTRAL)
            Match.objects.filter(pk=match.pk).update(freed=clock.now())
            done += 1
    return done
