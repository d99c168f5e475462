"""Why a file of the bank or of the provider is refused, in sentences for staff."""

from __future__ import annotations

from enum import StrEnum

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Refusal(StrEnum):
    TOO_LARGE = "too-large"
    NOT_TEXT = "not-text"
    MALFORMED = "malformed"
    ENTITIES = "entities"
    UNKNOWN_FORMAT = "unknown-format"
    INCOMPLETE = "incomplete"
    WRONG_VALUE = "wrong-value"
    WRONG_CURRENCY = "wrong-currency"
    WRONG_ACCOUNT = "wrong-account"
    UNBALANCED = "unbalanced"
    WRONG_TOTAL = "wrong-total"
    FUTURE = "future"
    OVERLAP = "overlap"
    CHANGED = "changed"
    KNOWN = "known"
    CLOSED_DAY = "closed-day"
    UNKNOWN_PAYOUT = "unknown-payout"


SENTENCES: dict[str, Promise] = {
    Refusal.TOO_LARGE: _("The file is larger than this house accepts."),
    Refusal.NOT_TEXT: _("The file is not text in UTF-8."),
    Refusal.MALFORMED: _("The file is damaged and cannot be read. Ask for it again."),
    Refusal.ENTITIES: _("The file declares a document type or entities. No bank sends these."),
    Refusal.UNKNOWN_FORMAT: _(
        "The format is unknown. Send camt.053, camt.054, pain.002 or a settlement file."
    ),
    Refusal.INCOMPLETE: _("The file lacks a part that it must have."),
    Refusal.WRONG_VALUE: _("The file has an amount, date or word that cannot be right."),
    Refusal.WRONG_CURRENCY: _("The account is in euros, and the file has another currency."),
    Refusal.WRONG_ACCOUNT: _("The statement is of an account that is not one of the house's."),
    Refusal.UNBALANCED: _("The opening balance and the entries do not add up to the closing balance."),
    Refusal.WRONG_TOTAL: _("The lines do not add up to the totals at the end of the file."),
    Refusal.FUTURE: _("The file is for a day that has not come yet."),
    Refusal.OVERLAP: _("Another statement already covers a part of this time."),
    Refusal.CHANGED: _("A file with this number was imported before and had different content."),
    Refusal.KNOWN: _("This file was imported before. Nothing changes."),
    Refusal.CLOSED_DAY: _("The file has lines for a day that is closed."),
    Refusal.UNKNOWN_PAYOUT: _("The answer is about a payout that the house did not order."),
}


class RefusedFile(Exception):
    """A file that is refused as a whole. `detail` is what the file says at that place."""

    def __init__(self, refusal: Refusal, detail: str = "") -> None:
        super().__init__(refusal, detail)
        self.refusal, self.detail = refusal, detail[:200]


def refusal_sentence(code: str, detail: str = "") -> str:
    sentence = str(SENTENCES.get(code, code))
    return f"{sentence} ({detail})" if detail else sentence
