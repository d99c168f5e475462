"""Numbers that carry their own check: tax number, payment account; and how documents are written so that each stands once."""

from __future__ import annotations

import re
import unicodedata
from datetime import date

OF_AGE = 18
NIF = re.compile(r"[0-9]{9}")
IBAN = re.compile(r"[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}")
# How long the payment accounts of the countries of the euro area, and of their neighbours, are.
IBAN_LENGTHS = {
    "AT": 20, "BE": 16, "BG": 22, "CH": 21, "CY": 28, "CZ": 24, "DE": 22, "DK": 18, "EE": 20, "ES": 24, "FI": 18, "FR": 27, "GB": 22,
    "GR": 27, "HR": 21, "HU": 28, "IE": 22, "IS": 26, "IT": 27, "LI": 21, "LT": 20, "LU": 20, "LV": 21, "MC": 27, "MT": 31, "NL": 18,
    "NO": 15, "PL": 28, "PT": 25, "RO": 24, "SE": 24, "SI": 19, "SK": 24, "SM": 27,
}  # fmt: skip
# First digits of the tax numbers of people; companies have others.
NIF_OF_PEOPLE = ("1", "2", "3", "45")


def digits_only(said: str) -> str:
    return re.sub(r"[\s.\-]", "", said)


def nif_read(said: str) -> str | None:
    """A person's tax number, as nine digits; None where it is not one. The last digit answers for the others, modulo eleven."""
    number = digits_only(said).upper().removeprefix("PT")
    if not NIF.fullmatch(number) or not number.isascii() or not number.startswith(NIF_OF_PEOPLE):
        return None
    rest = sum(int(digit) * weight for digit, weight in zip(number, range(9, 1, -1), strict=False)) % 11
    return number if int(number[8]) == (0 if rest < 2 else 11 - rest) else None


def nif_with(eight: str) -> str:
    """The tax number that begins with these eight digits."""
    rest = sum(int(digit) * weight for digit, weight in zip(eight, range(9, 1, -1), strict=True)) % 11
    return eight + str(0 if rest < 2 else 11 - rest)


def iban_read(said: str) -> str | None:
    """A payment account without spaces, in capitals; None where its length or its check (ISO 7064, modulo 97) is wrong."""
    number = re.sub(r"[\s\-]", "", said).upper()
    if not IBAN.fullmatch(number) or not number.isascii() or IBAN_LENGTHS.get(number[:2]) != len(number):
        return None
    turned = "".join(str(int(letter, 36)) for letter in number[4:] + number[:4])
    return number if int(turned) % 97 == 1 else None


def iban_written(iban: str) -> str:
    """In groups of four, as it is printed."""
    return " ".join(iban[at : at + 4] for at in range(0, len(iban), 4))


def document_read(said: str) -> str | None:
    """Capitals and digits alone: a document is the same however its number is spaced."""
    number = re.sub(r"[\s.\-/]", "", unicodedata.normalize("NFKC", said)).upper()
    return number if re.fullmatch(r"[0-9A-Z]{5,20}", number) else None


def birthday(birth: date, years: int) -> date:
    """The day on which somebody is that old; who was born on a 29 February is so on 1 March of a common year.  (Civil Code, 279)"""
    try:
        return birth.replace(year=birth.year + years)
    except ValueError:
        return date(birth.year + years, 3, 1)


def of_age(birth: date, today: date) -> bool:
    """Eighteen years are over on the birthday, by the calendar of Lisbon."""
    return today >= birthday(birth, OF_AGE)


def names_alike(one: str, other: str) -> bool:
    """The same name, whatever the accents, capitals and spaces."""
    return _plain(one) == _plain(other)


def _plain(name: str) -> str:
    bare = "".join(sign for sign in unicodedata.normalize("NFKD", name) if not unicodedata.combining(sign))
    return " ".join(bare.casefold().split())
