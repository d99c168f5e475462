"""What was laid down in the safe stays there: 24 months at hand, of ten years.  [903-B 2.1.2, 2.3.6]

No part of the house removes a file from the safe. Each hour the files of the last 24 months are looked for
there. One that is missing is laid down again from the house's own copy. One that has another size is left for
people, because nobody knows which of the two the regulator has read.

Files that are older may leave for another medium. `manage.py regulator_files --lay-again` brings them back.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta
from functools import partial
from typing import Any, Final

import structlog
from msgspec import Struct, field

from casino.compliance.regulator.delivery import Delivery, configured, delivery
from casino.compliance.regulator.models import Envelope, RegulatorFile
from casino.compliance.regulator.packs import pack_in_force
from casino.compliance.regulator.production import content_of, file_name_of
from casino.compliance.regulator.sealing import content_of_envelope
from players.audit import note
from players.shared import clock

log = structlog.get_logger(__name__)
MONTHS_AT_HAND: Final = 24
MOST_NAMED = 20  # in the result of the check and in an audit line


class Laid(Struct, frozen=True):
    """What lies in the safe by the record: where, how large, and the house's own copy."""

    name: str
    size: int
    digest: str
    read: Callable[[], bytes]

    def copy(self) -> bytes:
        content = self.read()
        if hashlib.sha256(content).hexdigest() != self.digest:
            raise OSError("the house's own copy has changed")
        return content


class Findings(Struct):
    """What was looked for; what was missing and was laid down again; what is different or lost."""

    looked_for: int = 0
    laid_again: list[str] = field(default_factory=list)
    different: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)

    @property
    def good(self) -> bool:
        return not (self.laid_again or self.different or self.lost)


def laid(since: date, until: date) -> Iterator[Laid]:
    """What was delivered and laid down of these days, both included."""
    days = {"day__gte": since, "day__lte": until}
    for file in RegulatorFile.objects.filter(state=RegulatorFile.State.DELIVERED, **days).iterator():
        yield Laid(file_name_of(file), file.size or 0, file.digest, partial(content_of, file))
    folder = pack_in_force().envelope.folder
    for envelope in Envelope.objects.filter(laid_down__isnull=False, **days).iterator():
        read = partial(content_of_envelope, envelope)
        yield Laid(f"{folder}/{envelope.name}", envelope.size, envelope.digest, read)


def look_for(since: date, until: date, *, shown: Callable[[int], None] = lambda _count: None) -> Findings:
    """Look for everything of these days, and lay down again what is missing."""
    findings, safe = Findings(), delivery()
    for each in laid(since, until):
        findings.looked_for += 1
        _look(each, safe, findings)
        shown(1)
    if findings.laid_again:
        named = findings.laid_again[:MOST_NAMED]
        note(
            "regulator-files.laid-again", about="regulator-files", names=named, count=len(findings.laid_again)
        )
    return findings


def _look(each: Laid, safe: Delivery, findings: Findings) -> None:
    size = safe.size(each.name)
    if size == each.size:
        return
    if size is not None:
        findings.different.append(each.name)
        return
    try:
        safe.deliver(each.name, each.copy())
    except OSError as error:
        findings.lost.append(each.name)
        log.error("not in the safe", name=each.name, error=f"{type(error).__name__}: {error}")
    else:
        findings.laid_again.append(each.name)
        log.error("was missing in the safe", name=each.name)


def check_safe(now: datetime) -> tuple[bool | None, dict[str, Any]]:
    """The check of the panel; None where nothing is laid down, or the operator's own class cannot look."""
    if not configured() or not hasattr(delivery(), "size"):
        return None, {}
    today = clock.day_of(now)
    findings = look_for(clock.months_after(today.replace(day=1), -MONTHS_AT_HAND), today + timedelta(days=1))
    details: dict[str, Any] = {
        "looked_for": findings.looked_for,
        "laid_again": len(findings.laid_again),
        "different": len(findings.different),
        "lost": len(findings.lost),
        "names": [*findings.lost, *findings.different, *findings.laid_again][:MOST_NAMED],
    }
    return (findings.good if findings.looked_for else None), details
