"""Tax numbers, payment accounts, documents, and the day on which somebody is eighteen."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as some

from players.identity.identifiers import (
    birthday,
    document_read,
    iban_read,
    iban_written,
    names_alike,
    nif_read,
    nif_with,
    of_age,
)
from players.shared import clock


@pytest.mark.parametrize("said", ["123456789", "PT 123 456 789", "123.456.789", "299999998"])
def test_P06_a_tax_number_is_read_however_it_is_spaced(said: str) -> None:
    assert nif_read(said) is not None


@pytest.mark.parametrize(
    "said",
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
def test_P06_what_is_not_the_tax_number_of_a_person_is_not_taken(said: str) -> None:
    assert nif_read(said) is None


@given(some.text("0123456789", min_size=7, max_size=7), some.integers(0, 8), some.integers(1, 9))
def test_no_single_wrong_digit_of_a_tax_number_passes_but_the_two_that_share_a_zero(
    rest: str, place: int, step: int
) -> None:
    """Modulo eleven finds every single wrong digit, but for the check digits that are written 0 for two remainders."""
    right = nif_with("2" + rest)
    wrong = right[:place] + str((int(right[place]) + step) % 10) + right[place + 1 :]
    if nif_read(wrong) is not None:
        assert right[8] == "0" and wrong[8] == "0" and place < 8


@pytest.mark.parametrize(
    "said",
    [
        "PT50 0002 0123 1234 5678 9015 4",
        "pt50000201231234567890154",
        "GB29 NWBK 6016 1331 9268 19",
        "DE89370400440532013000",
    ],
)
def test_P06_a_payment_account_is_read_by_its_check_and_its_length(said: str) -> None:
    assert iban_read(said) == said.replace(" ", "").upper()


@pytest.mark.parametrize(
    "said",
    [
        "",
        "PT50000201231234567890155",
        "PT5000020123123456789015",
        "XX50000201231234567890154",
        "PT50",
        "PT50 0002 0123 1234 5678 9015 4 4",
    ],
)
def test_P06_what_is_no_iban_is_not_taken(said: str) -> None:
    assert iban_read(said) is None


def test_an_iban_is_shown_in_groups_of_four() -> None:
    assert iban_written("PT50000201231234567890154") == "PT50 0002 0123 1234 5678 9015 4"


def test_a_document_is_the_same_however_it_is_written() -> None:
    assert document_read("12345678 9 zx1") == document_read("12345678-9ZX1") == "123456789ZX1"
    assert document_read("1234") is None and document_read("çãõáé") is None


def test_a_name_is_the_same_without_its_accents() -> None:
    assert names_alike("Conceição  GUIMARÃES", "conceicao guimaraes") and not names_alike("Ana", "Anna")


@pytest.mark.parametrize(
    ("birth", "today", "is_of_age"),
    [
        (date(2008, 6, 15), date(2026, 6, 14), False),  # 17 years and 364 days
        (date(2008, 6, 15), date(2026, 6, 15), True),
        (date(2008, 2, 29), date(2026, 2, 28), False),
        (date(2008, 2, 29), date(2026, 3, 1), True),
        (date(2008, 3, 1), date(2026, 2, 28), False),
        (date(2004, 2, 28), date(2022, 2, 28), True),
    ],
)
def test_P05_eighteen_years_are_over_on_the_birthday_and_not_a_day_before(
    birth: date, today: date, is_of_age: bool
) -> None:
    assert of_age(birth, today) is is_of_age


def test_whoever_is_born_on_a_29_february_has_a_birthday_every_year() -> None:
    assert birthday(date(2008, 2, 29), 20) == date(2028, 2, 29) and birthday(date(2008, 2, 29), 18) == date(
        2026, 3, 1
    )


def test_P05_the_day_is_lisbons_and_not_the_servers() -> None:
    """Half past eleven at night by UTC is the next day in Lisbon in summer."""
    assert clock.day_of(datetime(2026, 6, 14, 23, 30, tzinfo=UTC)) == date(2026, 6, 15)
    assert clock.day_of(datetime(2026, 1, 14, 23, 30, tzinfo=UTC)) == date(2026, 1, 14)
