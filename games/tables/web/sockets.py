"""One socket of a browser at a live table."""

from __future__ import annotations

import asyncio
import time

from games.tables.web.presence import Pace
from games.tables.web.socket_protocol import Line


class Socket:
    """One open connection: who it is, which table it watches, and how to write to it without waiting."""

    __slots__ = (
        "answered",
        "closing",
        "epoch",
        "line",
        "number",
        "pace",
        "player",
        "proof",
        "session",
        "table",
        "under_way",
        "unsent",
    )

    def __init__(self, number: int, table: int, player: int, session: str, line: Line, pace: Pace) -> None:
        self.number, self.table, self.player, self.session, self.line, self.pace = (
            number,
            table,
            player,
            session,
            line,
            pace,
        )
        self.epoch = 0  # the credential epoch of the session that opened it
        self.proof = b""  # of that session
        self.closing = asyncio.get_running_loop().create_future()
        self.unsent: list[bytes] = []
        self.under_way = 0
        self.answered = time.monotonic()

    def flush(self) -> None:
        """Hands over what there is to say; who does not read what he was told before is let go."""
        frames, self.unsent = self.unsent, []
        if not self.line.write(frames[0] if len(frames) == 1 else b"".join(frames)):
            self.drop("too-slow")

    def drop(self, why: str) -> None:
        if not self.closing.done():
            self.closing.set_result(why)
