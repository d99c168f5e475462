"""Documents match the national list by type, number and nationality, in any spelling."""

from __future__ import annotations

import pytest
from msgspec import Struct

from players.protection.document_marks import DocumentType, bare_number, civil_number, entry_mark, marks_of


class Documents(Struct):
    nationality: str = "PT"
    document_kind: str = "citizen-card"
    document_country: str = "PT"
    document_number: str = "123456789ZZ4"
    nif: str = "250000003"


def matches(documents: Documents, document_type: DocumentType, number: str, nationality: str = "PT") -> bool:
    return entry_mark(document_type, number, nationality) in marks_of(documents)


@pytest.mark.parametrize(
    ("spelling", "civil"),
    [
        ("12345678 9 ZZ4", "12345678"), ("12345678-9-zy1", "12345678"), ("123456789", "12345678"),
        ("12345678", "12345678"),
        ("1234567", "01234567"), ("1234567 8 ZX0", "12345678"),
        ("01234567 8 ZX0", "01234567"), ("AB-12", "AB12"),
        ("12345678 9ＺＺ4", "12345678"),
    ],
)  # fmt: skip
def test_a_portuguese_card_keeps_its_civil_number_when_it_is_renewed(spelling: str, civil: str) -> None:
    assert civil_number(bare_number(spelling)) == civil


@pytest.mark.parametrize(
    ("document_type", "number"),
    [
        (DocumentType.CITIZEN_CARD, "12345678 9 ZZ4"), (DocumentType.CITIZEN_CARD, "123456789zy7"),
        (DocumentType.CITIZEN_CARD, "12345678"),
        (DocumentType.IDENTITY_CARD, "12345678"), (DocumentType.IDENTITY_CARD, "12345678-9"),
        (DocumentType.TAX_NUMBER, "250 000 003"),
        (DocumentType.TAX_NUMBER, "PT250000003"), (DocumentType.OTHER, "123456789 ZZ4"),
    ],
)  # fmt: skip
def test_P11_any_document_on_the_list_matches_the_person(document_type: DocumentType, number: str) -> None:
    assert matches(Documents(), document_type, number)


@pytest.mark.parametrize(
    ("document_type", "number", "nationality"),
    [
        (DocumentType.PASSPORT, "123456789ZZ4", "PT"), (DocumentType.CITIZEN_CARD, "12345679 9 ZZ4", "PT"),
        (DocumentType.CITIZEN_CARD, "12345678 9 ZZ4", "ES"),
        (DocumentType.TAX_NUMBER, "12345678", "PT"),
    ],
)  # fmt: skip
def test_the_same_number_of_another_document_or_nationality_does_not_match(
    document_type: DocumentType, number: str, nationality: str
) -> None:
    assert not matches(Documents(), document_type, number, nationality)


def test_a_document_counts_under_its_issuer_and_under_the_nationality() -> None:
    permit = Documents(
        nationality="BR", document_kind="residence", document_country="PT", document_number="12ab345"
    )
    assert matches(permit, DocumentType.OTHER, "12-AB-345", "BR") and matches(
        permit, DocumentType.OTHER, "12AB345", "PT"
    )
    assert not matches(permit, DocumentType.OTHER, "12AB345", "FR")
    passport = Documents(
        nationality="FR", document_kind="passport", document_country="FR", document_number="09PB12345"
    )
    assert matches(passport, DocumentType.PASSPORT, "09 pb 12345", "FR") and matches(
        passport, DocumentType.OTHER, "09PB12345", "fr"
    )
    assert matches(passport, DocumentType.TAX_NUMBER, "250000003", "FR"), (
        "a Portuguese tax number counts for every nationality"
    )


def test_foreign_cards_lose_no_digit() -> None:
    card = Documents(nationality="DE", document_country="DE", document_number="123456789")
    assert matches(card, DocumentType.CITIZEN_CARD, "123456789", "DE") and not matches(
        card, DocumentType.CITIZEN_CARD, "123456780", "DE"
    )
