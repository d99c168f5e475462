"""Why a new player may be somebody blocked, in sentences: what agrees, and what speaks against it."""

from __future__ import annotations

import msgspec
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from casino.compliance.returning.resembling import ENOUGH, Resembling
from casino.compliance.screening.explaining import Explanation, explain_word
from players.shared.decoding import UNREADABLE

SHARED = {
    "papers": lazy("The tax number or the identity document is the same."),
    "account": lazy("The payment account is the same."),
    "mailbox": lazy("Letters to both e-mail addresses arrive in the same mailbox."),
    "telephone": lazy("The telephone number is the same."),
    "device": lazy("Both signed in from the same network address, with a device of the same description."),
    "house": lazy("Postal code and house number are the same."),
    "postcode": lazy("The postal code is the same, and the house number is different."),
}
DIFFERING = {
    "papers": lazy("Tax number and identity document are different."),
    "account": lazy("The payment account is different."),
    "mailbox": lazy("The e-mail address is different."),
    "telephone": lazy("The telephone number is different."),
    "house": lazy("The address is different."),
}
BIRTHS = {
    "same-day": lazy("The birth date is the same."),
    "swapped-day": lazy("The birth date is the same if day and month are swapped."),
    "same-day-next-year": lazy("The day of birth is the same, and the year differs by one."),
    "same-year": lazy("The year of birth is the same."),
    "next-year": lazy("The year of birth differs by one."),
    "other-day": lazy("The birth date is a different day of the same year."),
    "other-year": lazy("The year of birth is different."),
}
AGREES = frozenset({"same-day", "swapped-day", "same-day-next-year", "same-year", "next-year"})
READER = msgspec.json.Decoder(Resembling)


def explain(stored: str) -> Explanation:
    """The sentences of a likeness as it is stored with a case."""
    try:
        found = READER.decode(stored)
    except UNREADABLE:  # stored when comparing had another form, or its key is destroyed
        return Explanation([], [], _("How they were compared then cannot be shown any more."))
    in_favour = [str(SHARED[what]) for what in found.shared]
    against: list[str] = []
    (in_favour if found.birth in AGREES else against).append(str(BIRTHS[found.birth]))
    if found.likeness is None:
        against.append(_("The names differ."))
    else:
        in_favour += [explain_word(word) for word in found.likeness.words]
        if words := found.likeness.unseen_of_person:
            against.append(
                _("The blocked player's name does not have these words: %(words)s.")
                % {"words": ", ".join(words)}
            )
        if words := found.likeness.unseen_of_entry:
            against.append(
                _("The new player's name does not have these words: %(words)s.") % {"words": ", ".join(words)}
            )
        if not found.likeness.is_in_order:
            against.append(_("The words are in a different order."))
    against += [str(DIFFERING[what]) for what in found.differing]
    summary = _("What agrees weighs %(bits)s points; %(enough)s make the new player wait.") % {
        "bits": number_format(found.bits, 1),
        "enough": number_format(ENOUGH, 1),
    }
    return Explanation(in_favour, against, summary)
