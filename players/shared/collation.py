"""The order of names in a list.

It is the same on every machine and needs no database collation.

The embedded PostgreSQL is built without ICU, so it has no Portuguese collation. `Alphabetical` gives the same
order in a query. Its functions are immutable, so an index on the expression can provide the order of a long
list.
"""

from __future__ import annotations

import unicodedata

from django.db.models import Func, TextField

LAST_LETTER = "\N{CJK UNIFIED IDEOGRAPH-4E00}"  # after every letter of a European alphabet


def collation_key(name: str, own_letters: str = "") -> tuple[str, str]:
    """A key to sort by: letters without accents first; accents, case and hyphens decide only between equal
    letters. `own_letters` are letters of the alphabet and not accents, such as the Spanish ñ after n.
    """
    composed = unicodedata.normalize("NFKC", name)
    letters = "".join(_plain_letter(character, own_letters) for character in composed)
    words = "".join(character if character.isalnum() else " " for character in letters.casefold()).split()
    return " ".join(words), name


def _plain_letter(letter: str, own_letters: str) -> str:
    decomposed = unicodedata.normalize("NFKD", letter)
    plain = "".join(character for character in decomposed if not unicodedata.combining(character))
    return f"{plain}{LAST_LETTER}" if letter.lower() in own_letters else plain


class Alphabetical(Func):
    """The letters of a name without accents, case and punctuation; order by the name itself after it."""

    template = (
        r"btrim(regexp_replace(regexp_replace(lower(normalize(%(expressions)s, NFKD)), '[\u0300-\u036f]', "
        r"'', 'g'), '[^[:alnum:]]+', ' ', 'g'))"
    )
    output_field = TextField()
