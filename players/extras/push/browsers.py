"""What the inbox and the croupier ask of the notifications in browsers."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import connection

from players.extras.push import delivery, subscriptions
from players.extras.push.models import PushKind, PushSubscription
from players.models import Player

# The croupier asks every few seconds, and writes after a commit: without building a model.
WANTED = "SELECT player_id, turn, seat FROM inbox_pushchoice WHERE turn OR seat"
WRITE = 'INSERT INTO inbox_pushnotice (player_id, kind, "table") VALUES (%s, %s, %s)'


class PlayersBrowsers:
    def page_part(self, player: Player) -> dict[str, Any] | None:
        if not settings.PUSH_PUBLIC_KEY:
            return None
        chosen = subscriptions.choices_of(player)
        return {
            "template": "portal/inbox/browsers.html",
            "kinds": [(kind.value, kind.label, kind.value in chosen) for kind in PushKind],
            "key": settings.PUSH_PUBLIC_KEY,
            "browsers": PushSubscription.objects.filter(player=player).count(),
        }

    def send_for_message(self, message: int) -> int:
        return delivery.send_for_message(message)

    def wanted_calls(self) -> list[tuple[int, bool, bool]]:
        with connection.cursor() as cursor:
            cursor.execute(WANTED)
            return list(cursor.fetchall())

    def note_call(self, player: int, kind: str, table: int) -> None:
        with connection.cursor() as cursor:
            cursor.execute(WRITE, (player, kind, table))
