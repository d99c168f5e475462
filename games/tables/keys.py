"""What only a croupier holds: the key that opens seeds, and the state that a table was put down in."""

from __future__ import annotations

from pathlib import Path

from games.tables import draw


class SealKey:
    """The key that opens sealed seeds. Only the croupier is given the file."""

    def __init__(self, path: Path) -> None:
        self._key = bytes.fromhex(path.read_text().strip())

    def seal(self, seed: bytes, table: int, round: int) -> bytes:
        return draw.seal(seed, self._key, f"{table}|{round}")

    def seed(self, table: int, round: int, sealed: bytes) -> bytes:
        return draw.unseal(sealed, self._key, f"{table}|{round}")

    def lock_up(self, table: int, seq: int, state: bytes) -> bytes:
        return draw.seal(state, self._key, f"state|{table}|{seq}")

    def unlock(self, table: int, seq: int, state: bytes) -> bytes:
        return draw.unseal(state, self._key, f"state|{table}|{seq}")
