"""One socket of a browser at a live table."""

from __future__ import annotations

import asyncio
import time

from games.tables.transport import protocol
from games.tables.web.presence import RateLimit
from games.tables.web.socket_protocol import TableSocketProtocol
from players.identity.sign_in.proven_sessions import SessionHolder


class Socket:
    """One open connection: who it is, which table it watches, and how to write to it without waiting."""

    __slots__ = (
        "answered",
        "care",
        "closing",
        "connection",
        "epoch",
        "last_round",
        "number",
        "person",
        "player",
        "proof",
        "rate_limit",
        "session",
        "table",
        "under_way",
        "unsent",
    )

    def __init__(
        self,
        number: int,
        table: int,
        player: int,
        session: str,
        connection: TableSocketProtocol,
        rate_limit: RateLimit,
    ) -> None:
        self.number, self.table, self.player, self.session = number, table, player, session
        self.connection, self.rate_limit = connection, rate_limit
        self.person = 0  # who is signed in; staff as well, who have no player
        self.epoch = 0  # the credential epoch of the session that opened it
        self.proof = b""  # of that session
        self.care = 0  # the message about play that it was told to show
        # Once the time of the session is over: the round in play that it still decides about; 0 for none.
        self.last_round: int | None = None
        self.closing = asyncio.get_running_loop().create_future()
        self.unsent: list[bytes] = []
        self.under_way = 0
        self.answered = time.monotonic()

    def is_held_by(self, holder: SessionHolder | None) -> bool:
        """Whether the record names the same player, or the same person without one, for the session."""
        if holder is None:
            return False
        return holder.player == self.player if self.player else holder.person == self.person

    def may_send(self, message: protocol.BrowserMessage) -> bool:
        """Whether the session still has the time for it: after its end it begins nothing new."""
        if self.last_round is None:
            return True
        if isinstance(message, protocol.Play):
            return message.round == self.last_round
        return not isinstance(message, protocol.Sit | protocol.JoinQueue)

    def flush(self) -> None:
        """Writes the queued frames. A client that does not read is dropped, and one that is dropped gets
        nothing more than the reason.
        """
        frames, self.unsent = self.unsent, []
        if self.closing.done():
            return
        if not self.connection.write(frames[0] if len(frames) == 1 else b"".join(frames)):
            self.drop("too-slow")

    def drop(self, reason: str) -> None:
        if not self.closing.done():
            self.closing.set_result(reason)
