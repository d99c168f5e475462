"""Tax numbers, IBANs, document numbers and the legal age."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as some

from players.identity.verification.identifiers import (
    birthday,
    format_iban,
    is_of_age,
    nif_from_digits,
    parse_document_number,
    parse_iban,
    parse_nif,
)
from players.shared import clock


@pytest.mark.parametrize("text", ["123456789", "PT 123 456 789", "123.456.789", "299999998"])
def test_P06_a_tax_number_may_contain_separators(text: str) -> None:
    assert parse_nif(text) is not None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "12345678",
        "1234567890",
        "123456788",
        "PT123456780",
        "abcdefghi",
        "501964843",
        "١٢٣٤٥٦٧٨٩",
        "123456789x",
    ],
)
def test_P06_an_invalid_tax_number_is_refused(text: str) -> None:
    assert parse_nif(text) is None


@given(some.text("0123456789", min_size=7, max_size=7), some.integers(0, 8), some.integers(1, 9))
def test_a_single_wrong_digit_of_a_tax_number_is_detected_unless_the_check_digit_is_zero(
    digits: str, position: int, difference: int
) -> None:
    """Modulo eleven detects a single wrong digit, unless the check digit is 0, which two remainders share."""
    right = nif_from_digits("2" + digits)
    digit = str((int(right[position]) + difference) % 10)
    wrong = right[:position] + digit + right[position + 1 :]
    if parse_nif(wrong) is not None:
        assert right[8] == "0" and wrong[8] == "0" and position < 8


@pytest.mark.parametrize(
    "text",
    [
        "PT50 0002 0123 1234 5678 9015 4",
        "pt50000201231234567890154",
        "GB29 NWBK 6016 1331 9268 19",
        "DE89370400440532013000",
    ],
)
def test_P06_an_iban_is_checked_by_length_and_check_digits(text: str) -> None:
    assert parse_iban(text) == text.replace(" ", "").upper()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "PT50000201231234567890155",
        "PT5000020123123456789015",
        "XX50000201231234567890154",
        "PT50",
        "PT50 0002 0123 1234 5678 9015 4 4",
    ],
)
def test_P06_an_invalid_iban_is_refused(text: str) -> None:
    assert parse_iban(text) is None


def test_an_iban_is_shown_in_groups_of_four() -> None:
    assert format_iban("PT50000201231234567890154") == "PT50 0002 0123 1234 5678 9015 4"


def test_document_numbers_are_normalised() -> None:
    assert parse_document_number("12345678 9 zx1") == parse_document_number("12345678-9ZX1") == "123456789ZX1"
    assert parse_document_number("1234") is None and parse_document_number("çãõáé") is None


@pytest.mark.parametrize(
    ("birth", "today", "expected"),
    [
        (date(2008, 6, 15), date(2026, 6, 14), False),  # 17 years and 364 days
        (date(2008, 6, 15), date(2026, 6, 15), True),
        (date(2008, 2, 29), date(2026, 2, 28), False),
        (date(2008, 2, 29), date(2026, 3, 1), True),
        (date(2008, 3, 1), date(2026, 2, 28), False),
        (date(2004, 2, 28), date(2022, 2, 28), True),
    ],
)
def test_P05_a_person_is_of_age_from_the_eighteenth_birthday(
    birth: date, today: date, expected: bool
) -> None:
    assert is_of_age(birth, today) is expected


def test_a_29_february_birthday_falls_on_1_march_in_common_years() -> None:
    assert birthday(date(2008, 2, 29), 20) == date(2028, 2, 29) and birthday(date(2008, 2, 29), 18) == date(
        2026, 3, 1
    )


def test_P05_the_calendar_of_lisbon_decides() -> None:
    """In summer, 23:30 UTC is the next day in Lisbon."""
    assert clock.day_of(datetime(2026, 6, 14, 23, 30, tzinfo=UTC)) == date(2026, 6, 15)
    assert clock.day_of(datetime(2026, 1, 14, 23, 30, tzinfo=UTC)) == date(2026, 1, 14)
