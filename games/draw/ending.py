"""How a round ended: that it counted, or that it was void, signed by the croupier when it ends.

What is signed is the JSON of

    {"commitment": …, "format": "feltro/ending/v1", "round": …, "table": …, "void": true or false}

with its names in order and without spaces. The key is the one that signs receipts. Its public key must come
from elsewhere than the data of the round: a forger would name a key of their own.

Only a draw with a beacon has it, once the close of bets has picked the value. Before that, nobody can know
what the round would give.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Final

from msgspec import Meta, Struct

from games.draw.signed_json import canonical_bytes, is_signed_by

FORMAT: Final = "feltro/ending/v1"

EndingSignature = Annotated[str, Meta(pattern=r"\A[0-9a-f]{128}\Z")]


class Ending(Struct, frozen=True):
    """What the croupier signs of the end of a round."""

    table: int
    round: int
    commitment: str  # of the seed, as it was promised
    void: bool

    @property
    def content(self) -> bytes:
        """The bytes that are signed."""
        return canonical_bytes(
            {
                "format": FORMAT,
                "table": self.table,
                "round": self.round,
                "commitment": self.commitment,
                "void": self.void,
            }
        )

    def is_signed(self, signature: str, keys: Iterable[str]) -> bool:
        """Whether one of these public keys signed it."""
        try:
            signed = bytes.fromhex(signature)
        except ValueError:
            return False
        return any(is_signed_by(key, signed, self.content) for key in keys)
