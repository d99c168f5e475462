"""Digests of the words of a name and of their beginnings, by which staff find a person whose name is sealed.

They are kept without the name, so they match what a search by words did: each word as a whole, in any order
and without accents, and the last one perhaps unfinished.
"""

from __future__ import annotations

import re
import unicodedata

from players.shared.person_keys import digest

WORD = re.compile(r"[^\W\d_]{2,}")
SHORTEST, LONGEST = 3, 8  # letters of a beginning; of a longer one its first eight count
DIGITS = 16  # hexadecimal: a whole number of the database


def plain(text: str) -> str:
    return re.sub(r"[\u0300-\u036f]", "", unicodedata.normalize("NFKD", text.lower()))


def name_digests(name: str) -> list[int]:
    """What is kept of a name."""
    kept = set()
    for word in WORD.findall(plain(name)):
        kept.add(_digest("name", word))
        for length in range(SHORTEST, min(len(word), LONGEST) + 1):
            kept.add(_digest("name-start", word[:length]))
    return sorted(kept)


def searched_digests(words: list[str]) -> list[int]:
    """What the digests of a name contain that has all these plain words, the last one perhaps unfinished."""
    *whole, last = words
    if len(last) < SHORTEST:
        return [_digest("name", word) for word in words]
    return [*(_digest("name", word) for word in whole), _digest("name-start", last[:LONGEST])]


def _digest(purpose: str, word: str) -> int:
    return int.from_bytes(bytes.fromhex(digest(purpose, word)[:DIGITS]), signed=True)
