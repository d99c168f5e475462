"""How documents are compared with the national list: by type, number and nationality, however each side spells them."""

from __future__ import annotations

import pytest
from msgspec import Struct

from players.protection.document_marks import Kind, bare_number, civil_number, entry_mark, marks_of


class Papers(Struct):
    nationality: str = "PT"
    document_kind: str = "citizen-card"
    document_country: str = "PT"
    document_number: str = "123456789ZZ4"
    nif: str = "250000003"


def matches(papers: Papers, kind: Kind, number: str, nationality: str = "PT") -> bool:
    return entry_mark(kind, number, nationality) in marks_of(papers)


@pytest.mark.parametrize(
    ("spelled", "civil"),
    [
        ("12345678 9 ZZ4", "12345678"), ("12345678-9-zy1", "12345678"), ("123456789", "12345678"), ("12345678", "12345678"),
        ("1234567", "01234567"), ("1234567 8 ZX0", "12345678"), ("01234567 8 ZX0", "01234567"), ("AB-12", "AB12"),
        ("12345678 9ＺＺ4", "12345678"),
    ],
)  # fmt: skip
def test_a_portuguese_card_is_known_by_the_number_that_stays_when_the_card_is_renewed(
    spelled: str, civil: str
) -> None:
    assert civil_number(bare_number(spelled)) == civil


@pytest.mark.parametrize(
    ("kind", "number"),
    [
        (Kind.CITIZEN_CARD, "12345678 9 ZZ4"), (Kind.CITIZEN_CARD, "123456789zy7"), (Kind.CITIZEN_CARD, "12345678"),
        (Kind.IDENTITY_CARD, "12345678"), (Kind.IDENTITY_CARD, "12345678-9"), (Kind.TAX_NUMBER, "250 000 003"),
        (Kind.TAX_NUMBER, "PT250000003"), (Kind.OTHER, "123456789 ZZ4"),
    ],
)  # fmt: skip
def test_P11_whichever_document_the_list_names_it_is_the_same_person(kind: Kind, number: str) -> None:
    assert matches(Papers(), kind, number)


@pytest.mark.parametrize(
    ("kind", "number", "nationality"),
    [
        (Kind.PASSPORT, "123456789ZZ4", "PT"), (Kind.CITIZEN_CARD, "12345679 9 ZZ4", "PT"), (Kind.CITIZEN_CARD, "12345678 9 ZZ4", "ES"),
        (Kind.TAX_NUMBER, "12345678", "PT"),
    ],
)  # fmt: skip
def test_the_same_number_of_another_document_or_nation_is_somebody_else(
    kind: Kind, number: str, nationality: str
) -> None:
    assert not matches(Papers(), kind, number, nationality)


def test_a_document_counts_under_its_issuer_and_under_the_nationality() -> None:
    permit = Papers(
        nationality="BR", document_kind="residence", document_country="PT", document_number="12ab345"
    )
    assert matches(permit, Kind.OTHER, "12-AB-345", "BR") and matches(permit, Kind.OTHER, "12AB345", "PT")
    assert not matches(permit, Kind.OTHER, "12AB345", "FR")
    passport = Papers(
        nationality="FR", document_kind="passport", document_country="FR", document_number="09PB12345"
    )
    assert matches(passport, Kind.PASSPORT, "09 pb 12345", "FR") and matches(
        passport, Kind.OTHER, "09PB12345", "fr"
    )
    assert matches(passport, Kind.TAX_NUMBER, "250000003", "FR"), (
        "a Portuguese tax number is the same for whoever bears it"
    )


def test_foreign_cards_lose_no_digit() -> None:
    card = Papers(nationality="DE", document_country="DE", document_number="123456789")
    assert matches(card, Kind.CITIZEN_CARD, "123456789", "DE") and not matches(
        card, Kind.CITIZEN_CARD, "123456780", "DE"
    )
