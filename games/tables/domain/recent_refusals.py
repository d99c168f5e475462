"""What a table refused within the last seconds, so that copies of a refused command are refused alike.

Who hears no answer asks again under the same id, and both copies may reach the table. The second may meet another table than
the first did: money has come, a bet was taken back. Whoever was told «no» must not find the bet laid afterwards.
"""

from __future__ import annotations

from uuid import UUID

from msgspec import Struct

from games.rules.shared.refusals import Refusal, Refused

KEPT = 30_000  # ms: twice as long as a message on Valkey is good


class Declined(Struct, frozen=True, gc=False):
    """One refusal: what was asked, why it was refused, and when."""

    digest: int
    refused: Refused
    at: int

    def repeat(self, digest: int) -> Refused:
        """The same refusal again, or that the id was used for something else."""
        return self.refused if self.digest == digest else Refused(Refusal.ID_REUSED)


def keep(
    declined: dict[tuple[int, UUID], Declined], fresh: dict[tuple[int, UUID], Declined], now: int
) -> None:
    """Adds what a committed transaction refused, and forgets what no copy can ask for any more."""
    declined.update(fresh)
    for key, old in list(declined.items()):
        if old.at > now - KEPT:
            break  # the oldest stand first
        del declined[key]


def bare(refused: Refused) -> Refused:
    """A refusal that is handed on, without its traceback, which would keep the whole transaction in memory for good."""
    refused.__traceback__ = refused.__cause__ = refused.__context__ = None
    return refused
