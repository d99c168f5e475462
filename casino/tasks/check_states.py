"""The states of a check or a task: what it found is worth something only if it ran and saw its data.

One model for the proof panel, the banner, the overview, the closing of months, return control and metrics.
"""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec import Struct


class Verdict(StrEnum):
    UNKNOWN = "unknown"  # it has not run yet
    EMPTY = "empty"  # it ran, and there was nothing to look at
    LATE = "late"  # it should have run again by now
    ERROR = "error"  # it ended with an error, or not at all
    WRONG = "wrong"  # it ran and found a problem
    FINE = "fine"


LABELS: dict[Verdict, Promise] = {
    Verdict.UNKNOWN: _("has not run yet"),
    Verdict.EMPTY: _("found no data"),
    Verdict.LATE: _("is late"),
    Verdict.ERROR: _("failed"),
    Verdict.WRONG: _("wrong"),
    Verdict.FINE: _("in order"),
}
NEVER_ENDED = "NeverEnded"
REASONS: dict[str, Promise] = {
    NEVER_ENDED: _("It started and never finished: it was killed, or its worker died"),
}
# What calls people. What has not run yet, or saw nothing, is grey; it becomes late by itself.
ALARMING = frozenset({Verdict.LATE, Verdict.ERROR, Verdict.WRONG})


class Standing(Struct, frozen=True):
    """What is known of a check or a task, and since when it is so."""

    verdict: Verdict
    at: datetime | None = None  # when it last ended, whatever its end
    since: datetime | None = None  # of a fault; of what did not run yet, since when it is planned
    error: str = ""
    lost: datetime | None = None  # when a run was last found to have begun and never ended

    @property
    def label(self) -> str:
        return str(LABELS[self.verdict])

    @property
    def reason(self) -> str:
        """The error in words, where it is one of ours."""
        return str(REASONS.get(self.error, self.error))

    @property
    def is_fine(self) -> bool:
        return self.verdict is Verdict.FINE

    @property
    def raises_alarm(self) -> bool:
        return self.verdict in ALARMING
