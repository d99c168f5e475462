"""Compares a player with the lists as soon as the account is opened, or the name has changed."""

from __future__ import annotations

from typing import Any

from django.db.models.signals import post_save
from django.dispatch import receiver

from players.identity.models import Identity
from players.shared.background import enqueue_after_commit

COMPARED = frozenset({"name", "birth"})


@receiver(post_save, sender=Identity)
def screen_after_commit(
    sender: object,
    instance: Identity,
    raw: bool = False,
    update_fields: frozenset[str] | None = None,
    **kwargs: Any,
) -> None:
    """A lost message does no harm: the next run finds the player."""
    if not raw and (update_fields is None or COMPARED & update_fields):
        enqueue_after_commit("casino.compliance.screening.tasks.screen_player", instance.player_id)
