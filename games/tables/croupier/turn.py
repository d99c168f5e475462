"""One turn of a table: the messages that it decides or answers, and what it publishes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from msgspec import Struct

from games.tables.domain.commands import CommandRequest, CommandResult
from games.tables.transport import envelope, protocol
from games.tables.transport.envelope import QueuedMessage
from players.identity.sign_in.session_store import proof_digest
from players.shared.command_traces import TurnTrace
from players.wallet.ledger import Balance

StoredQuery = protocol.RequestRound | protocol.RequestReceipt


class Outbox:
    """What a turn publishes, in this order: a table's frame is there before a snapshot to which the next one
    applies.
    """

    def __init__(self) -> None:
        self.frames: list[tuple[str, bytes]] = []
        self.replies: dict[str, list[tuple[int, bytes]]] = defaultdict(list)
        self.balances: dict[int, Balance] = {}

    def add_balances(self, balances: Mapping[int, Balance]) -> None:
        """The newest of each player: a turn of several tables may know two."""
        for player, balance in balances.items():
            known = self.balances.get(player)
            if known is None or known.moves < balance.moves:
                self.balances[player] = balance

    def messages(self) -> list[tuple[str, bytes]]:
        out = list(self.frames)
        out += [
            (envelope.web_channel(sender), envelope.encode(frames)) for sender, frames in self.replies.items()
        ]
        if self.balances:
            frames_by_player = {
                player: protocol.balance_frame(balance.moves, balance.cents)
                for player, balance in self.balances.items()
            }
            out.append((envelope.BALANCES, envelope.encode(frames_by_player)))
        return out


class Inbox(Struct):
    """The messages of one turn, by what they need. Unreadable messages are refused at once."""

    snapshots: list[tuple[str, QueuedMessage]] = []
    requests: list[CommandRequest] = []
    results: list[CommandResult] = []
    queries: list[tuple[str, QueuedMessage]] = []
    chat: list[tuple[str, QueuedMessage, protocol.Chat]] = []

    @property
    def viewers(self) -> set[int]:
        """The players who ask for snapshots."""
        return {message.player for _, message in self.snapshots if message.player}

    @property
    def sessions(self) -> set[str]:
        """Those that messages without a command of the game name."""
        messages = [message for _, message in (*self.snapshots, *self.queries)]
        messages += [message for _, message, _ in self.chat]
        return {proof_digest(message.proof) for message in messages if message.proof}


class Turn(Struct):
    """What one turn of a table has to do."""

    inbox: Inbox
    is_step_due: bool
    started: float  # by the monotonic clock
    trace: TurnTrace | None

    def note_commit(self) -> None:
        if self.trace is not None:
            self.trace.note_commit()

    def end_trace(self) -> None:
        """The replies are on their way."""
        if self.trace is not None:
            self.trace.end()
