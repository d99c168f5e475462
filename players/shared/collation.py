"""The order of names in a Portuguese or an English list, the same on every machine: no collation of the database or the system.

The embedded PostgreSQL is built without ICU, so it has no Portuguese collation. `Alphabetical` gives the same order in a query. It reads
no index: for lists of a few hundred rows, such as tables.
"""

from __future__ import annotations

import unicodedata

from django.db.models import Func, TextField


def alphabetical(name: str) -> tuple[str, str]:
    """A key to sort by: letters first, without their accents; accents, case and hyphens decide only between equal letters."""
    letters = "".join(sign for sign in unicodedata.normalize("NFKD", name) if not unicodedata.combining(sign))
    words = "".join(sign if sign.isalnum() else " " for sign in letters.casefold()).split()
    return " ".join(words), name


class Alphabetical(Func):
    """The letters of a name without accents, case and signs; order by the name itself after it."""

    template = (
        r"btrim(regexp_replace(regexp_replace(lower(normalize(%(expressions)s, NFKD)), '[\u0300-\u036f]', '', 'g'), "
        r"'[^[:alnum:]]+', ' ', 'g'))"
    )
    output_field = TextField()
