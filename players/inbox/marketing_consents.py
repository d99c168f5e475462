"""Whether a player agreed to receive news and offers."""

from __future__ import annotations

from django.db import transaction
from django.db.models.functions import Now
from django.http import HttpRequest

from players.audit import note
from players.inbox.models import MarketingConsent
from players.models import Player


def has_agreed(player: Player) -> bool:
    return MarketingConsent.objects.filter(player=player, agreed=True).exists()


def set_consent(*, player: Player, agreed: bool, request: HttpRequest) -> None:
    """Records the choice; without a change, nothing."""
    with transaction.atomic():
        if has_agreed(player) == agreed:
            return
        MarketingConsent.objects.update_or_create(player=player, defaults={"agreed": agreed, "at": Now()})
        event = "agreed" if agreed else "ended"
        note(f"notifications.marketing-{event}", player=player, request=request)
