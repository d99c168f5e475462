"""Messages to players, in the inbox and by e-mail, and players' complaints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from players.inbox.models import Message
    from players.models import Player


def send_message(player: Player, kind: str, **context: Any) -> Message:
    """Puts a message into the player's inbox, in the caller's transaction.

    The e-mail is sent after the commit.

    The text is templates/portal/inbox/texts/<kind>.txt in the player's language; its first line is the
    subject. The arguments are plain data: amounts in cents, times as datetimes.
    """
    from players.inbox import messaging

    return messaging.store_message(player, kind, context)
