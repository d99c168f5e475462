"""Tax numbers, IBANs and document numbers: validation and normal form. Also birthdays and the legal age."""

from __future__ import annotations

import re
import unicodedata
from datetime import date

LEGAL_AGE = 18
NIF = re.compile(r"[0-9]{9}")
IBAN = re.compile(r"[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}")
# The length of an IBAN in the countries of the euro area and their neighbours.
IBAN_LENGTHS = {
    "AT": 20, "BE": 16, "BG": 22, "CH": 21, "CY": 28, "CZ": 24, "DE": 22, "DK": 18, "EE": 20, "ES": 24,
    "FI": 18, "FR": 27, "GB": 22, "GR": 27, "HR": 21, "HU": 28, "IE": 22, "IS": 26, "IT": 27, "LI": 21,
    "LT": 20, "LU": 20, "LV": 21, "MC": 27, "MT": 31, "NL": 18, "NO": 15, "PL": 28, "PT": 25, "RO": 24,
    "SE": 24, "SI": 19, "SK": 24, "SM": 27,
}  # fmt: skip
# The first digits of a natural person's tax number. Companies have others.
NIF_PREFIXES = ("1", "2", "3", "45")


def remove_separators(text: str) -> str:
    return re.sub(r"[\s.\-]", "", text)


def _nif_check_digit(digits: str) -> int:
    """The ninth digit of a tax number, from the first eight, modulo eleven."""
    remainder = sum(int(digit) * weight for digit, weight in zip(digits, range(9, 1, -1), strict=True)) % 11
    return 0 if remainder < 2 else 11 - remainder


def parse_nif(text: str) -> str | None:
    """Returns a natural person's tax number as nine digits, or None if it is not valid."""
    number = remove_separators(text).upper().removeprefix("PT")
    if not NIF.fullmatch(number) or not number.isascii() or not number.startswith(NIF_PREFIXES):
        return None
    return number if int(number[8]) == _nif_check_digit(number[:8]) else None


def nif_from_digits(digits: str) -> str:
    """Returns the tax number that starts with these eight digits."""
    return f"{digits}{_nif_check_digit(digits)}"


def parse_iban(text: str) -> str | None:
    """Returns an IBAN in capitals, or None if its length or its check digits (ISO 7064) are wrong."""
    number = re.sub(r"[\s\-]", "", text).upper()
    if not IBAN.fullmatch(number) or not number.isascii() or IBAN_LENGTHS.get(number[:2]) != len(number):
        return None
    digits = "".join(str(int(character, 36)) for character in number[4:] + number[:4])
    return number if int(digits) % 97 == 1 else None


def format_iban(iban: str) -> str:
    """In groups of four characters, as it is printed."""
    return " ".join(iban[start : start + 4] for start in range(0, len(iban), 4))


def parse_document_number(text: str) -> str | None:
    """Returns a document number in capitals and digits, or None if it is not valid."""
    number = re.sub(r"[\s.\-/]", "", unicodedata.normalize("NFKC", text)).upper()
    # In the database `SEALED…` and `ERASED…` stand for numbers that it does not show.
    return number if re.fullmatch(r"(?!SEALED|ERASED)[0-9A-Z]{5,20}", number) else None


def parse_telephone(text: str) -> str | None:
    """Returns a number with its country, such as +351912345678, or None if it is none. Nine digits without a
    country are a Portuguese number.
    """
    number = re.sub(r"[\s.\-()/]", "", text)
    if re.fullmatch(r"[239][0-9]{8}", number):
        return f"+351{number}"
    number = f"+{number[2:]}" if number.startswith("00") else number
    if number.startswith("+351") and not re.fullmatch(r"\+351[239][0-9]{8}", number):
        return None
    return number if re.fullmatch(r"\+[1-9][0-9]{8,14}", number) else None


def birthday(birth: date, years: int) -> date:
    """The day on which a person reaches this age.

    A 29 February becomes 1 March in a common year.  (Civil Code, 279)
    """
    try:
        return birth.replace(year=birth.year + years)
    except ValueError:
        return date(birth.year + years, 3, 1)


def is_of_age(birth: date, today: date) -> bool:
    """A person is of age from the eighteenth birthday, by the calendar of Lisbon."""
    return today >= birthday(birth, LEGAL_AGE)
