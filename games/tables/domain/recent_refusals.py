"""The refusals of the last seconds, so that copies of a refused command are refused alike.

A client without a reply retries with the same command id, and both copies may reach the table. In between the
table may change: money arrives, a bet is taken back. A bet that was refused to the player must not be
accepted afterwards.
"""

from __future__ import annotations

from msgspec import Struct

from games.rules.shared.refusals import Refusal, Refused

KEEP_MS = 30_000  # twice as long as a message on Valkey is valid


class RecentRefusal(Struct, frozen=True, gc=False):
    """One refusal: the digest of the command, the reason and the time."""

    digest: int
    refused: Refused
    at: int

    def repeat(self, digest: int) -> Refused:
        """The same refusal, or a refusal of an id that was used for another command."""
        return self.refused if self.digest == digest else Refused(Refusal.ID_REUSED)


def add_recent(
    refusals: dict[tuple[int, int], RecentRefusal], new: dict[tuple[int, int], RecentRefusal], now: int
) -> None:
    """Adds the refusals of a committed transaction,
    and removes those of which no copy can arrive any more.
    """
    refusals.update(new)
    for key, old in list(refusals.items()):
        if old.at > now - KEEP_MS:
            break  # the oldest are first
        del refusals[key]


def without_traceback(refused: Refused) -> Refused:
    """The refusal without its traceback, which would keep the whole transaction in memory."""
    refused.__traceback__ = refused.__cause__ = refused.__context__ = None
    return refused
