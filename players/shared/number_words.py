"""Whole numbers below a million in words, in the languages of players: an amount that is read aloud.

A library for this knows sixty languages and writes English numbers with commas; three small tables are
clearer.
"""

from __future__ import annotations

from collections.abc import Callable

LIMIT = 10**6

ENGLISH = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
ENGLISH_TENS = ["–", "–", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
PORTUGUESE = [
    "zero",
    "um",
    "dois",
    "três",
    "quatro",
    "cinco",
    "seis",
    "sete",
    "oito",
    "nove",
    "dez",
    "onze",
    "doze",
    "treze",
    "catorze",
    "quinze",
    "dezasseis",
    "dezassete",
    "dezoito",
    "dezanove",
]
PORTUGUESE_TENS = [
    "–",
    "–",
    "vinte",
    "trinta",
    "quarenta",
    "cinquenta",
    "sessenta",
    "setenta",
    "oitenta",
    "noventa",
]
PORTUGUESE_HUNDREDS = [
    "–",
    "cento",
    "duzentos",
    "trezentos",
    "quatrocentos",
    "quinhentos",
    "seiscentos",
    "setecentos",
    "oitocentos",
    "novecentos",
]
SPANISH = [
    "cero",
    "uno",
    "dos",
    "tres",
    "cuatro",
    "cinco",
    "seis",
    "siete",
    "ocho",
    "nueve",
    "diez",
    "once",
    "doce",
    "trece",
    "catorce",
    "quince",
    "dieciséis",
    "diecisiete",
    "dieciocho",
    "diecinueve",
    "veinte",
    "veintiuno",
    "veintidós",
    "veintitrés",
    "veinticuatro",
    "veinticinco",
    "veintiséis",
    "veintisiete",
    "veintiocho",
    "veintinueve",
]
SPANISH_TENS = ["–", "–", "–", "treinta", "cuarenta", "cincuenta", "sesenta", "setenta", "ochenta", "noventa"]
SPANISH_HUNDREDS = [
    "–",
    "ciento",
    "doscientos",
    "trescientos",
    "cuatrocientos",
    "quinientos",
    "seiscientos",
    "setecientos",
    "ochocientos",
    "novecientos",
]


def _english(number: int) -> str:
    hundreds, rest = divmod(number, 100)
    words = [f"{ENGLISH[hundreds]} hundred"] if hundreds else []
    if rest or not hundreds:
        tens, unit = divmod(rest, 10)
        tail = ENGLISH[rest] if rest < 20 else ENGLISH_TENS[tens] + (f"-{ENGLISH[unit]}" if unit else "")
        words.append(tail)
    return " and ".join(words)


def _portuguese(number: int) -> str:
    if number == 100:
        return "cem"
    hundreds, rest = divmod(number, 100)
    words = [PORTUGUESE_HUNDREDS[hundreds]] if hundreds else []
    if 0 < rest < 20 or not number:
        words.append(PORTUGUESE[rest])
    elif rest:
        tens, unit = divmod(rest, 10)
        words += [PORTUGUESE_TENS[tens]] + ([PORTUGUESE[unit]] if unit else [])
    return " e ".join(words)


def _spanish(number: int) -> str:
    if number == 100:
        return "cien"
    hundreds, rest = divmod(number, 100)
    words = [SPANISH_HUNDREDS[hundreds]] if hundreds else []
    if 0 < rest < 30 or not number:
        words.append(SPANISH[rest])
    elif rest:
        tens, unit = divmod(rest, 10)
        words.append(SPANISH_TENS[tens] + (f" y {SPANISH[unit]}" if unit else ""))
    return " ".join(words)


def _spanish_before_noun(number: int) -> str:
    """«veintiún mil», «un euro»: the number shortens before what it counts."""
    words = _spanish(number)
    if words.endswith("veintiuno"):
        return f"{words.removesuffix('veintiuno')}veintiún"
    return words.removesuffix("o") if words.endswith("uno") else words


def in_english(number: int) -> str:
    thousands, rest = divmod(number, 1000)
    if not thousands:
        return _english(rest)
    # «twelve thousand and five», but «twelve thousand three hundred and forty-five»
    joint = " and " if rest < 100 else " "
    return f"{_english(thousands)} thousand" + (joint + _english(rest) if rest else "")


def in_portuguese(number: int) -> str:
    thousands, rest = divmod(number, 1000)
    if not thousands:
        return _portuguese(rest)
    words = "mil" if thousands == 1 else f"{_portuguese(thousands)} mil"
    # «e» stands before what is below a hundred or a whole hundred.
    joint = " e " if rest < 100 or rest % 100 == 0 else " "
    return words + (joint + _portuguese(rest) if rest else "")


def in_spanish(number: int) -> str:
    """As it stands before «euros»."""
    thousands, rest = divmod(number, 1000)
    if not thousands:
        return _spanish_before_noun(rest)
    words = "mil" if thousands == 1 else f"{_spanish_before_noun(thousands)} mil"
    return words + (f" {_spanish_before_noun(rest)}" if rest else "")


WORDS: dict[str, Callable[[int], str]] = {"pt-pt": in_portuguese, "en": in_english, "es": in_spanish}


def number_words(number: int, language: str) -> str:
    """A whole number in the words of a language; English where a language has no table."""
    if not 0 <= number < LIMIT:
        raise ValueError(number)
    return WORDS.get(language, in_english)(number)
