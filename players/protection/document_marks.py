"""Canonical spelling of identity documents, and the keyed marks that match the national list to players.

The list names a person by document type, number and nationality (Regulation 903-B/2015, annex 1). The
operator knows the same person by a tax number and one document, which may be spelled differently or issued by
a country other than the nationality. So each entry of the list has one mark, and each player has a mark for
every spelling that an entry may use.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import unicodedata
from enum import IntEnum
from functools import lru_cache
from itertools import product
from typing import Protocol

from django.conf import settings

HOME = "PT"
# The number of a citizen card is «12345678 9 ZZ4»: the civil number, its check digit, and a part that changes
# with each card.
CITIZEN_CARD = re.compile(r"([0-9]{7,8})[0-9]?[A-Z][0-9A-Z][0-9]")
WITH_CHECK_DIGIT = re.compile(r"([0-9]{8})[0-9]")
CIVIL = re.compile(r"[0-9]{5,8}")


class DocumentType(IntEnum):
    """The document types of the list, with its codes (IdTipoCid)."""

    IDENTITY_CARD = 0
    CITIZEN_CARD = 1
    PASSPORT = 2
    TAX_NUMBER = 3
    OTHER = 4


# Types of one family are compared with each other: the old identity card and the citizen card bear the same
# civil number.
FAMILIES = {
    DocumentType.IDENTITY_CARD: "card",
    DocumentType.CITIZEN_CARD: "card",
    DocumentType.PASSPORT: "passport",
    DocumentType.OTHER: "other",
}
# The families under which the list may name each document of a player.
FAMILIES_OF = {
    "citizen-card": ("card", "other"),
    "passport": ("passport", "other"),
    "residence": ("other", "card"),
}


class IdentityDocuments(Protocol):
    """The documents of a player or of an applicant."""

    @property
    def nationality(self) -> str: ...
    @property
    def document_kind(self) -> str: ...
    @property
    def document_country(self) -> str: ...
    @property
    def document_number(self) -> str: ...
    @property
    def nif(self) -> str: ...


def bare_number(number: str) -> str:
    """Capitals and digits only, without spaces and dashes, in characters of normal width."""
    return re.sub(r"[^0-9A-Z]", "", unicodedata.normalize("NFKC", number).upper())


def civil_number(number: str) -> str:
    """The eight digits that a Portuguese card keeps for life, without the check digit and the card's own
    characters.
    """
    match = CITIZEN_CARD.fullmatch(number) or WITH_CHECK_DIGIT.fullmatch(number)
    digits = match[1] if match else number
    return digits.zfill(8) if CIVIL.fullmatch(digits) else number


def entry_mark(document_type: DocumentType, number: str, nationality: str) -> str:
    """The mark of an entry of the list."""
    bare, country = bare_number(number), nationality.upper()
    if document_type is DocumentType.TAX_NUMBER:
        return mark(f"tax|{bare.removeprefix(HOME)}")
    family = FAMILIES[document_type]
    if family == "card" and country == HOME:
        bare = civil_number(bare)
    return mark(f"{family}|{country}|{bare}")


def marks_of(documents: IdentityDocuments) -> set[str]:
    """Every mark that the list may use for this person.

    A document counts under its issuer and under the nationality: the list states the nationality only, and
    another country may have issued the document, such as a residence permit.
    """
    number = bare_number(documents.document_number)
    numbers = {number, civil_number(number)} if _is_portuguese_card(documents) else {number}
    countries = {documents.document_country.upper(), documents.nationality.upper()}
    spellings = product(FAMILIES_OF[documents.document_kind], countries, numbers)
    return {mark("|".join(spelling)) for spelling in spellings} | {mark(f"tax|{bare_number(documents.nif)}")}


def _is_portuguese_card(documents: IdentityDocuments) -> bool:
    return documents.document_kind == "citizen-card" and documents.document_country.upper() == HOME


def mark(spelling: str) -> str:
    """A keyed hash.

    Most entries are strangers, so a document is stored in a form that can be compared but not read.
    """
    return hmac.digest(_key(settings.SECRET_KEY), spelling.encode(), "sha256").hex()


def key_id() -> str:
    """Identifies the key of the marks: marks made with another key match nothing."""
    return mark("key")[:16]


@lru_cache(maxsize=4)
def _key(secret: str) -> bytes:
    return hashlib.sha256(b"national" + secret.encode()).digest()
