"""Names agree in any spelling, script and order; frequent names alone are no match."""

from __future__ import annotations

from datetime import date

import numpy as np
import pytest

from casino.compliance.screening.comparing import Frequencies, Listed, Subject, compare_births
from casino.compliance.screening.likeness import ENOUGH
from casino.compliance.screening.matching import Index
from casino.compliance.screening.words import name_of

BORN = date(1961, 3, 17)


def matched(listed: str | tuple[str, ...], name: str, *births: str, birth: date = BORN) -> bool:
    names = (listed,) if isinstance(listed, str) else listed
    return bool(list(Index([Listed(1, names, births)]).matches([Subject(7, name, birth)])))


@pytest.mark.parametrize(
    ("listed", "name"),
    [
        ("Щербаков Юрий Павлович", "Yuri Pavlovich Shcherbakov"),  # Cyrillic
        ("Щербаков Юрий Павлович", "Iouri Chtcherbakov"),  # as in France, without the father's name
        ("Krešimir Žuravčić", "KRESHIMIR ZHURAVCHICH"),  # marks
        ("Γεώργιος Ευαγγελόπουλος", "Yeorgios Evangelopoulos"),  # Greek
        ("محمود عبد الرحمن الحسيني", "Mahmoud Abdulrahman al-Husseini"),  # Arabic, words joined
        ("欧阳泽楷", "Zekai Ouyang"),  # Chinese, order of names
        ("Zekai Ouyang", "Ouyang Ze-Kai"),
        ("Joaquim Bettencourt de Quadros", "Quadros, Joaquim Bettencourt"),  # particles, order
        ("Anamaria Quintanilhosa Vaqueirão", "Ana Maria Quintanilhosa Vaqueirao"),
        ("Constantin Vaqueirescu Dobrogeanu", "Constantin Vaqueiresku Dobrogeaun"),  # two slips
    ],
)  # fmt: skip
def test_a_listed_person_is_found_in_any_spelling(listed: str, name: str) -> None:
    assert matched(listed, name)


@pytest.mark.parametrize(
    ("listed", "name"),
    [
        ("Maria da Silva Santos", "Maria Silva Ferreira"),
        ("João Silva", "João Silva"),  # too frequent to be anybody
        ("António Pereira", "António Ferreira"),  # both are names, none is a slip
        ("Юрий Щербаков", "Yuri Petrovsky"),
        ("", "Maria Silva"),
        ("Xoxo", "Xoxo Yaya"),
    ],
)
def test_others_are_not(listed: str, name: str) -> None:
    assert not matched(listed, name)


def test_the_birth_date_decides_about_frequent_names() -> None:
    assert matched("João Silva Costa", "João Costa da Silva", "1961-03-17")
    assert matched("João Silva Costa", "João Costa da Silva", "1985", "1961-03-17"), "one of several"
    assert not matched("João Silva Costa", "João Costa da Silva", "1985")
    assert not matched("João Silva Costa", "João Costa da Silva", "1961-11-02")


@pytest.mark.parametrize(
    ("listed", "code"),
    [
        ("1961-03-17", "same-day"), ("1962-03-17", "same-day-next-year"), ("1961", "same-year"),
        ("1961-01-01", "same-year"), ("1960", "next-year"), ("1961-05", "same-year"), ("1975", "other-year"),
        ("1961-05-02", "other-day"),
    ],
)  # fmt: skip
def test_births_agree_as_far_as_the_list_knows_them(listed: str, code: str) -> None:
    assert compare_births(BORN, [listed]).code == code


def test_the_arrays_say_of_births_what_a_comparison_of_two_says() -> None:
    listed: list[tuple[str, ...]] = [
        (), ("1961",), ("1961-05",), ("1961-03-17",), ("1961-01-01",), ("1960-03-17",), ("1962-07-03",),
        ("1961-07-03", "1961"), ("1975", "1961-03-07"), ("1961-03-18",), ("1962-01-01",),
        ("1959-03-17", "1960"),
    ]  # fmt: skip
    index = Index([Listed(number, ("Rita Moura",), births) for number, births in enumerate(listed)])
    forms = np.arange(len(listed), dtype=np.int32)
    for birth in (BORN, date(1961, 3, 7), date(1961, 1, 1), date(1960, 2, 29), date(1962, 7, 3)):
        assert [float(bits) for bits in index._most_of_birth(forms, birth)] == [
            compare_births(birth, births).bits for births in listed
        ]


def test_a_day_and_month_that_are_swapped_are_noticed() -> None:
    assert compare_births(date(1961, 3, 7), ["1961-07-03"]).code == "swapped-day"


def test_a_match_says_what_speaks_for_and_against_it() -> None:
    index = Index([Listed(1, ("Yuri Pavlovich Shcherbakov",), ("1961",))])
    ((_key, likeness),) = index.matches([Subject(7, "Iouri Chtcherbakov Lopes", BORN)])
    assert {word.how for word in likeness.words} == {"sound"}
    assert (likeness.unseen_of_person, likeness.unseen_of_entry) == (("Lopes",), ("Pavlovich",))
    assert (likeness.birth, likeness.listed_birth) == ("same-year", "1961") and likeness.bits >= ENOUGH


def test_an_officer_reads_the_words_as_they_are_written() -> None:
    index = Index([Listed(1, ("GONÇALVES Estêvão Arração",), ("1961-03-17",))])
    ((_key, likeness),) = index.matches([Subject(7, "Estevão Gonçalves Arrassão Peçanha", BORN)])
    pairs = {(word.person, word.entry) for word in likeness.words}
    assert pairs == {("Gonçalves", "GONÇALVES"), ("Estevão", "Estêvão"), ("Arrassão", "Arração")}
    assert likeness.unseen_of_person == ("Peçanha",)


def test_a_name_frequent_on_the_lists_is_frequent_among_its_bearers() -> None:
    """Otherwise everybody from there would be suspected for a name that is rare in Portugal."""
    namesakes = [Listed(number, ("Mohammed Ahmed",)) for number in range(12_000)]
    rare, common = Frequencies(namesakes[:1]).bits("mohamed"), Frequencies(namesakes).bits("mohamed")
    assert rare > 10 and common < 1


@pytest.mark.parametrize("text", ["", "  ", "—", "1 2", "\u202e", "x" * 2000, "🂡 🂢", "a' b'"])
def test_any_text_is_a_name_or_none(text: str) -> None:
    assert name_of(text).words in ((), name_of(text).words[:1])
    assert not list(Index([Listed(1, (text,))]).matches([Subject(1, text, BORN)]))
