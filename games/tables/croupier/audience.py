"""Which web processes have sockets of which players, and how a message is sealed for those that may read it.

A process is noted when it sends a message of the player, and reports every few seconds whose sockets it has.
A croupier that takes a table over knows none: the web process notices the new sender and makes its players
request snapshots. A croupier that stood still keeps them: web processes see the same sender and
request nothing, so what it publishes first must reach the players.
"""

from __future__ import annotations

import time
from collections.abc import Iterable

from games.tables.transport import envelope
from games.tables.transport.envelope import BALANCES, PublicFrame
from games.tables.transport.keyring import WEB, Keyring

HOLD_SECONDS = (
    45.0  # after which a process counts as having no socket of a player, unless it reports one again
)
LONGEST_TURN = 5.0  # seconds between two turns of a croupier that is served well


class Audience:
    def __init__(self) -> None:
        # By player: the web processes, and until when. A dictionary that a thread reads is replaced, never
        # changed.
        self.processes: dict[int, dict[str, float]] = {}
        # The last turn in which reports could arrive, and the seconds in which none could until then.
        self._listened = (time.monotonic(), 0.0)

    def _clock(self) -> float:
        """The seconds in which reports could arrive."""
        turn, lost = self._listened
        return min(time.monotonic(), turn + LONGEST_TURN) - lost

    def note(self, player: int, process: str) -> None:
        if player:
            self.processes[player] = self._holding(player) | {process: self._clock() + HOLD_SECONDS}

    def renew(self, players: Iterable[int], process: str) -> None:
        """Extends known entries. A report alone does not make a process the holder of a socket."""
        for player in players:
            if process in self._holding(player):
                self.note(player, process)

    def holders(self, player: int) -> list[str]:
        return list(self._holding(player))

    def forget_old(self) -> None:
        """Call every second while reports can arrive. Time in which none can uses up no entry: the process
        stood still, or the database or Valkey was away.
        """
        (turn, lost), now = self._listened, time.monotonic()
        self._listened = (now, lost + max(0.0, now - turn - LONGEST_TURN))
        for player in list(self.processes):
            if not self._holding(player):
                del self.processes[player]

    def _holding(self, player: int) -> dict[str, float]:
        now = self._clock()
        return {process: until for process, until in self.processes.get(player, {}).items() if until > now}

    def seal(self, keyring: Keyring, channel: str, message: bytes) -> bytes:
        """Frames for single players are encrypted only for the processes that hold their sockets."""
        kind, _, name = channel.partition(":")
        if kind == "web":
            return keyring.seal(channel, {envelope.process_of(name): message})
        if channel == BALANCES:
            return keyring.seal(channel, self._parts({}, envelope.decode_player_frames(message)))
        if kind == "table":
            frames = envelope.decode_frames(message)
            parts = self._parts(dict.fromkeys(keyring.of_kind(WEB), b""), frames.players)
            return keyring.seal(channel, parts, envelope.encode(PublicFrame(frames.version, frames.public)))
        return keyring.seal_for_all(channel, WEB, message)

    def _parts(self, parts: dict[str, bytes], frames: dict[int, bytes]) -> dict[str, bytes]:
        own: dict[str, dict[int, bytes]] = {}
        for player, frame in frames.items():
            for process in self.holders(player):
                own.setdefault(process, {})[player] = frame
        return parts | {process: envelope.encode(players) for process, players in own.items()}
