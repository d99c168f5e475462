"""Identity documents as the national list names them, in one canonical spelling, and the keyed marks that are compared.

The list names a person by document type, number and nationality (Regulation 903-B/2015, annex 1). A house knows the same person by
a tax number and one document, which may be spelled in another way, or issued by a country that is not the nationality. So each
entry of the list has one mark, and each player has the marks of every spelling under which an entry may name them.
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
# A citizen card is numbered «12345678 9 ZZ4»: the civil number, its check digit, and what changes with each card.
CITIZEN_CARD = re.compile(r"([0-9]{7,8})[0-9]?[A-Z][0-9A-Z][0-9]")
WITH_CHECK_DIGIT = re.compile(r"([0-9]{8})[0-9]")
CIVIL = re.compile(r"[0-9]{5,8}")


class Kind(IntEnum):
    """The types of the list, under its own codes (IdTipoCid)."""

    IDENTITY_CARD = 0
    CITIZEN_CARD = 1
    PASSPORT = 2
    TAX_NUMBER = 3
    OTHER = 4


# What an entry of each type is compared as. The old identity card and the citizen card bear the same civil number.
FAMILIES = {
    Kind.IDENTITY_CARD: "card",
    Kind.CITIZEN_CARD: "card",
    Kind.PASSPORT: "passport",
    Kind.OTHER: "other",
}
# Under which of them each document of a player may stand on the list.
FAMILIES_OF = {
    "citizen-card": ("card", "other"),
    "passport": ("passport", "other"),
    "residence": ("other", "card"),
}


class Papers(Protocol):
    """What is known of a player's documents: an identity has it, and so has an application."""

    nationality: str
    document_kind: str
    document_country: str
    document_number: str
    nif: str


def bare_number(number: str) -> str:
    """Capitals and digits alone, whatever the case, the spaces, the dashes and the width of the characters."""
    return re.sub(r"[^0-9A-Z]", "", unicodedata.normalize("NFKC", number).upper())


def civil_number(number: str) -> str:
    """The eight digits that a Portuguese card has for life: without check digit, and without the letters of this one card."""
    found = CITIZEN_CARD.fullmatch(number) or WITH_CHECK_DIGIT.fullmatch(number)
    digits = found[1] if found else number
    return digits.zfill(8) if CIVIL.fullmatch(digits) else number


def entry_mark(kind: Kind, number: str, nationality: str) -> str:
    bare, country = bare_number(number), nationality.upper()
    if kind is Kind.TAX_NUMBER:
        return mark(f"tax|{bare.removeprefix(HOME)}")
    family = FAMILIES[kind]
    return mark(f"{family}|{country}|{civil_number(bare) if family == 'card' and country == HOME else bare}")


def marks_of(papers: Papers) -> set[str]:
    """Every mark by which the list may mean this person. A document counts under its issuer and under the nationality: for the list
    only the nationality is told, and a residence permit, for one, is issued by another country."""
    number = bare_number(papers.document_number)
    numbers = {number, civil_number(number)} if _is_portuguese_card(papers) else {number}
    countries = {papers.document_country.upper(), papers.nationality.upper()}
    spelled = product(FAMILIES_OF[papers.document_kind], countries, numbers)
    return {mark("|".join(each)) for each in spelled} | {mark(f"tax|{bare_number(papers.nif)}")}


def _is_portuguese_card(papers: Papers) -> bool:
    return papers.document_kind == "citizen-card" and papers.document_country.upper() == HOME


def mark(spelled: str) -> str:
    """What is kept of a document that may be a stranger's: it can be recognised, and not read."""
    return hmac.digest(_key(settings.SECRET_KEY), spelled.encode(), "sha256").hex()


def key_id() -> str:
    """Says which key the marks were made with: under another key none of them is found again."""
    return mark("key")[:16]


@lru_cache(maxsize=4)
def _key(secret: str) -> bytes:
    return hashlib.sha256(b"national" + secret.encode()).digest()
