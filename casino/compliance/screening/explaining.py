"""Why a person may be somebody on a list, in sentences: what speaks for it, and what against."""

from __future__ import annotations

import msgspec
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from msgspec import Struct

from casino.compliance.screening.likeness import ENOUGH, Agreement, Likeness
from players.shared.decoding import prepare
from players.shared.number_formats import format_whole

HOW = {
    "letters": lazy("“%(person)s” is the same word."),
    "sound": lazy("“%(person)s” sounds like “%(entry)s”."),
    "consonants": lazy("“%(person)s” has the consonants of “%(entry)s”."),
    "near": lazy("“%(person)s” is nearly “%(entry)s”."),
}
BIRTHS = {
    "same-day": lazy("The birth date is the same: %(listed)s."),
    "swapped-day": lazy("The birth date is the same if day and month are swapped: %(listed)s."),
    "same-day-next-year": lazy("The day of birth is the same, and the year differs by one: %(listed)s."),
    "same-year": lazy("The year of birth is the same: %(listed)s."),
    "next-year": lazy("The year of birth differs by one: %(listed)s."),
    "unknown": lazy("The list has no birth date."),
    "other-day": lazy("The list has another day of the same year: %(listed)s."),
    "other-year": lazy("The list has another year of birth: %(listed)s."),
}

prepare(Likeness)


class Explanation(Struct, frozen=True):
    in_favour: list[str]
    against: list[str]
    summary: str


def _one_in(bits: float) -> str:
    """How many people one may look for to find such a name, with two digits."""
    number = round(2 ** max(bits, 0.0))
    digits = max(0, len(str(number)) - 2)
    return format_whole(round(number, -digits))


def explain(stored: dict[str, object]) -> Explanation:
    """The sentences of a likeness as it is stored with a match."""
    try:
        likeness = msgspec.convert(stored, Likeness)
    except msgspec.ValidationError:  # stored when matching had another form
        return Explanation([], [], _("How they were compared then cannot be shown any more."))
    in_favour = [explain_word(word) for word in likeness.words]
    against: list[str] = []
    if likeness.unseen_of_person:
        against.append(
            _("The list does not have these words of the player's name: %(words)s.")
            % {"words": ", ".join(likeness.unseen_of_person)}
        )
    if likeness.unseen_of_entry:
        against.append(
            _("The player's name does not have these words of the list: %(words)s.")
            % {"words": ", ".join(likeness.unseen_of_entry)}
        )
    if not likeness.is_in_order:
        against.append(_("The words are in a different order."))
    birth = str(BIRTHS[likeness.birth]) % {"listed": likeness.listed_birth}
    agrees = likeness.birth not in ("unknown", "other-day", "other-year")
    (in_favour if agrees else against).append(birth)
    summary = _(
        "The listed name is “%(name)s”. The agreement weighs %(bits)s points, and %(enough)s make a match."
    ) % {"name": likeness.name, "bits": number_format(likeness.bits, 1), "enough": number_format(ENOUGH, 1)}
    return Explanation(in_favour, against, summary)


def explain_word(word: Agreement) -> str:
    sentence = str(HOW[word.how]) % {"person": word.person, "entry": word.entry}
    weight = _("About one person in %(number)s has it by chance.") % {"number": _one_in(word.bits)}
    return f"{sentence} {weight}"
