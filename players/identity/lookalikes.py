"""What a name looks like, whatever letters it is written in: two names with the same skeleton are taken for each other."""

from __future__ import annotations

import unicodedata

# Latin letters that Unicode takes apart into no plain one, as they are read.
PLAIN = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "ß": "ss", "þ": "th"}
)
# Digits and signs that stand in for letters; what is read as i or l is one letter.
READ_AS = str.maketrans(
    {
        "0": "o",
        "1": "i",
        "3": "e",
        "4": "a",
        "5": "s",
        "7": "t",
        "8": "b",
        "l": "i",
        "|": "i",
        "@": "a",
        "$": "s",
    }
)


def plain(name: str) -> str:
    """In small letters without marks: «Inês» is ines. Letters of other scripts stay as they are."""
    taken_apart = unicodedata.normalize("NFKD", name.casefold()).translate(PLAIN)
    return "".join(sign for sign in taken_apart if not unicodedata.combining(sign)).casefold()


def is_latin(name: str) -> bool:
    """Whether all its letters are Latin ones: a Cyrillic «а» among them is there to deceive."""
    return all(sign.isascii() for sign in plain(name))


def skeleton(name: str) -> str:
    return plain(name).translate(READ_AS).replace("rn", "m")


def looks_like(name: str, words: tuple[str, ...]) -> bool:
    """Whether one of the words is read in it, also where it is spelt letter by letter."""
    read = skeleton(name)
    parts = "".join(sign if sign.isalnum() else " " for sign in read).split()
    spelt = "".join(parts) if parts and max(map(len, parts)) <= 2 else ""
    return any(skeleton(word) in read or (spelt and skeleton(word) in spelt) for word in words)
