"""Detects names that look alike: two names with the same skeleton are easily mistaken for each other."""

from __future__ import annotations

import unicodedata

# Latin letters that Unicode does not decompose, and the plain letters they resemble.
PLAIN_LETTERS = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "ß": "ss", "þ": "th"}
)
# Digits and symbols used in place of letters. The letters i and l count as one.
SUBSTITUTES = str.maketrans(
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


def plain_letters(name: str) -> str:
    """Returns the name in lower case without accents: "Inês" becomes "ines".

    Other scripts stay as they are.
    """
    decomposed = unicodedata.normalize("NFKD", name.casefold()).translate(PLAIN_LETTERS)
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter)).casefold()


def is_latin(name: str) -> bool:
    """Whether all letters are Latin. A single Cyrillic "а" may be there to deceive."""
    return all(letter.isascii() for letter in plain_letters(name))


def skeleton(name: str) -> str:
    return plain_letters(name).translate(SUBSTITUTES).replace("rn", "m")


def looks_like(name: str, words: tuple[str, ...]) -> bool:
    """Whether the name appears to contain one of the words, even when it is spelt letter by letter."""
    shape = skeleton(name)
    parts = "".join(letter if letter.isalnum() else " " for letter in shape).split()
    spelt = "".join(parts) if parts and max(map(len, parts)) <= 2 else ""
    return any(skeleton(word) in shape or skeleton(word) in spelt for word in words)
