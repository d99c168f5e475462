"""What the public log says of stakes, and what pages say of it. A package above keeps the log and registers
this; without one, receipts and pages say nothing of it.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from players.languages import page_language

MESSAGES: dict[str, Promise] = {
    "log.first": _(
        "Public log: your browser has seen its {size} entries and remembers them. From the next visit on, it "
        "notices if an earlier entry is changed or removed."
    ),
    "log.grown": _(
        "Public log: it has only grown since your visit on {then}, and a witness signed it on {at}."
    ),
    "log.unwitnessed": _(
        "Public log: none of its witnesses that your browser knows has signed its present state yet."
    ),
    "log.without": _(
        "Public log: it has only grown since your visit on {then}. The house names no witness of it, so "
        "others may be shown another log."
    ),
    "log.smaller": _(
        "The public log has fewer entries than on {then}: some were removed. Download the evidence and "
        "send it to the regulator."
    ),
    "log.forked": _(
        "The public log is not the one that your browser saw on {then}: what it said then was changed. "
        "Download the evidence and send it to the regulator."
    ),
    "log.key": _(
        "The public log is not signed by the key that your browser has known since {then}. If the house "
        "restored a backup, it says so; otherwise download the evidence and send it to the regulator."
    ),
    "log.broken": _(
        "The public log has no valid signature, or its files do not agree with what the house signed."
    ),
    "log.unread": _("The public log could not be read now, so nothing is known about it."),
    "log.browser": _("This browser cannot check the signatures of the public log."),
    "log.evidence": _("Download the evidence"),
    "log.anew": _("Start again from the log as it is now"),
    "log.yes": _("agrees"),
    "log.no": _("does not agree"),
    "log.check.stake": _("The entry in the public log is the stake of this receipt."),
    "log.check.logged": _("The house signed this state of the log."),
    "log.check.included": _("The entry is in the log, which then had {size} entries."),
    "log.check.witnessed": _("A witness signed on {at} that the log has only grown."),
    "log.missing.awaited": _(
        "When you downloaded this receipt, no witness had signed a state of the log that has its stake. "
        "Download it again."
    ),
    "log.missing.before": _("The public log does not hold this stake: it began later."),
    "log.missing.unknown": _(
        "The public log could not be read when you downloaded this receipt. Download it again."
    ),
    "log.missing.browser": _("This browser cannot check the signatures of the public log."),
    "log.missing.log": _("The key of the public log could not be read."),
    "log.missing.witness": _("No witness of the public log is known, so others may be shown another log."),
}


def _none_kept(*_facts: object) -> None:
    return None


class LogParts(Struct, frozen=True):
    # Below which address the files of the log are served.
    address: Callable[[], str | None] = _none_kept
    # Whether the log can show what counts since then: a word for the page.
    standing: Callable[[datetime | None], str | None] = _none_kept
    # What is added to the receipt of an event of a table, whose round ended then.
    of_receipt: Callable[[int, int, datetime | None], dict[str, str] | None] = _none_kept


_registered = [LogParts()]


def register_log(parts: LogParts) -> None:
    _registered[0] = parts


def log_parts() -> LogParts:
    return _registered[0]


def log_facts() -> dict[str, object] | None:
    """What a page needs so that its browser can watch the log; None where none is kept."""
    address = log_parts().address()
    if address is None:
        return None
    words = {code: str(sentence) for code, sentence in MESSAGES.items()}
    return {"words": words, "root": address, "language": page_language().tag}
