"""What the house tells a player, in the house and by e-mail; and the complaints that players bring to the house."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from players.inbox.models import Message
    from players.models import Player


def tell(player: Player, kind: str, **said: Any) -> Message:
    """Puts a message into the player's inbox, in the caller's transaction; the e-mail goes out after the commit.

    The text is templates/portal/inbox/texts/<kind>.txt, its first line the subject, in the player's language.
    The arguments are plain data: amounts as cents with their currency, times as datetimes.
    """
    from players.inbox import messaging

    return messaging.message_store(player, kind, said)
