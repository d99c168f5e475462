"""Which web processes hold a socket of which player, and how a message is sealed for those that may read it.

A process is noted when it sends a message of the player, and says again every few seconds whose sockets it holds. A croupier
that takes a table over knows nobody: the web process notices the new sender and lets its players ask for the table again.
"""

from __future__ import annotations

import time
from collections.abc import Iterable

from games.tables.transport import envelope
from games.tables.transport.envelope import PEOPLE, PublicFrame
from games.tables.transport.keyring import WEB, Keyring

HELD = 45.0  # seconds after which a process counts as holding no socket of a player, unless it says so again


class Audience:
    def __init__(self) -> None:
        # By player: the web processes, and until when. A dictionary that a thread reads is replaced, never changed.
        self.processes: dict[int, dict[str, float]] = {}

    def note(self, player: int, process: str) -> None:
        if player:
            self.processes[player] = self._holding(player) | {process: time.monotonic() + HELD}

    def renew(self, players: Iterable[int], process: str) -> None:
        """Prolongs what is known. Nobody becomes the holder of a socket by saying so."""
        for player in players:
            if process in self._holding(player):
                self.note(player, process)

    def holders(self, player: int) -> list[str]:
        return list(self._holding(player))

    def forget_old(self) -> None:
        for player in list(self.processes):
            if not self._holding(player):
                del self.processes[player]

    def _holding(self, player: int) -> dict[str, float]:
        now = time.monotonic()
        return {process: until for process, until in self.processes.get(player, {}).items() if until > now}

    def seal(self, keyring: Keyring, channel: str, message: bytes) -> bytes:
        """Frames for single players are encrypted only for the processes that hold their sockets."""
        kind, _, name = channel.partition(":")
        if kind == "web":
            return keyring.seal(channel, {envelope.process_of(name): message})
        if channel == PEOPLE:
            return keyring.seal(channel, self._parts({}, envelope.decode_people(message)))
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
