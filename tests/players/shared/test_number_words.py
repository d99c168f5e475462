"""Numbers in words, as each language writes them."""

from __future__ import annotations

import pytest

from players.shared.number_words import WORDS, number_words

NUMBERS = {
    0: ("zero", "zero", "cero"),
    1: ("um", "one", "un"),
    16: ("dezasseis", "sixteen", "dieciséis"),
    21: ("vinte e um", "twenty-one", "veintiún"),
    31: ("trinta e um", "thirty-one", "treinta y un"),
    100: ("cem", "one hundred", "cien"),
    101: ("cento e um", "one hundred and one", "ciento un"),
    999: ("novecentos e noventa e nove", "nine hundred and ninety-nine", "novecientos noventa y nueve"),
    1_000: ("mil", "one thousand", "mil"),
    1_005: ("mil e cinco", "one thousand and five", "mil cinco"),
    1_200: ("mil e duzentos", "one thousand two hundred", "mil doscientos"),
    1_234: (
        "mil duzentos e trinta e quatro",
        "one thousand two hundred and thirty-four",
        "mil doscientos treinta y cuatro",
    ),
    12_345: (
        "doze mil trezentos e quarenta e cinco",
        "twelve thousand three hundred and forty-five",
        "doce mil trescientos cuarenta y cinco",
    ),
    21_000: ("vinte e um mil", "twenty-one thousand", "veintiún mil"),
    100_100: ("cem mil e cem", "one hundred thousand one hundred", "cien mil cien"),
}


@pytest.mark.parametrize("number", NUMBERS)
def test_a_number_in_words(number: int) -> None:
    assert tuple(number_words(number, language) for language in ("pt-pt", "en", "es")) == NUMBERS[number]


@pytest.mark.parametrize("language", WORDS)
def test_no_two_numbers_have_the_same_words(language: str) -> None:
    assert len({number_words(number, language) for number in range(20_000)}) == 20_000


@pytest.mark.parametrize("number", [-1, 1_000_000])
def test_a_number_out_of_range_is_refused(number: int) -> None:
    with pytest.raises(ValueError):
        number_words(number, "en")
