"""The order of names in a Portuguese or an English list, the same on every machine: it asks neither the database nor the system."""

from __future__ import annotations

import unicodedata


def alphabetical(name: str) -> tuple[str, str]:
    """A key to sort by: letters first, without their accents; accents, case and hyphens decide only between equal letters."""
    letters = "".join(sign for sign in unicodedata.normalize("NFKD", name) if not unicodedata.combining(sign))
    words = "".join(sign if sign.isalnum() else " " for sign in letters.casefold()).split()
    return " ".join(words), name
