"""How like two names and two births are: how much speaks for one person, how much against, and why.

Evidence is counted in bits. A word that one person in a thousand bears gives ten bits if it agrees, fewer if
only its sound agrees; a birth date that agrees gives fourteen, one that does not takes twelve. `ENOUGH` bits
make a match. A frequent name is therefore no match by itself, and a rare one is a match in any spelling.
"""

from __future__ import annotations

import math
import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from functools import cache
from pathlib import Path

from msgspec import Struct

from casino.compliance.screening.likeness import Agreement, Likeness
from casino.compliance.screening.words import Name, Word, is_near, is_same_by_consonants, name_of

RAREST = 14.0  # no word counts for more
FEWEST = 10_000  # with fewer entries, shares in the lists say little about how common a name is
# What a word counts less for when not its letters agree: the sound, the consonants, all letters but one.
PENALTY = {"letters": 0.0, "sound": 1.0, "consonants": 2.0, "near": 3.0}
UNSEEN_OF_PERSON = 2.0  # for each word that the listed name has not
UNSEEN_OF_ENTRY = 3.0  # for each word that the person's name has not
CONFLICT = 4.0  # for each word that the person has where the entry has another
DISORDER = 3.0  # the words stand in another order, and not only the last first
NOTHING_LEFT = 2.0  # every word of both names agrees
# What an agreement of births gives. A day of the year that agrees outweighs a year that was mistaken by one.
BIRTH_BITS = {
    "same-day": 14.0,
    "swapped-day": 12.0,  # day and month, as they are written elsewhere
    "same-day-next-year": 8.0,
    "same-year": 5.5,
    "next-year": 1.0,
    "unknown": 0.0,
    "other-day": -4.0,
    "other-year": -12.0,
}


class Listed(Struct, frozen=True):
    """What matching reads of an entry. Births are "1961", "1961-05" or "1961-05-17"."""

    key: int
    names: tuple[str, ...]
    births: tuple[str, ...] = ()


class Subject(Struct, frozen=True):
    """What matching reads of a person."""

    key: int
    name: str
    birth: date


@cache
def shares() -> Mapping[str, float]:
    """How many of a hundred people in Portugal bear a name, by its sound."""
    text = (Path(__file__).parent / "frequencies.toml").read_text("utf-8")
    common: dict[str, float] = defaultdict(float)
    for part in tomllib.loads(text).values():
        for name, percent in re.findall(r"([^\s,]+) ([\d.]+)", part["percent"]):
            common[name_of(name).everything[0].sound] += float(percent)
    return common


class Frequencies:
    """How many people bear a word: the greater of its shares in Portugal and in the lists themselves.

    The lists tell how common a name is where its bearers come from. Without them a name that is frequent
    elsewhere would count as rare here, and its bearers would be suspected for it.
    """

    def __init__(self, entries: Iterable[Listed] = (), names: Callable[[str], Name] = name_of) -> None:
        counted: Counter[str] = Counter()
        number = 0
        for entry in entries:
            number += 1
            counted.update({word.sound for text in entry.names for word in names(text).everything})
        self.in_lists, self.number = counted, max(number, FEWEST)
        self._bits: dict[str, float] = {}

    def bits(self, sound: str) -> float:
        known = self._bits.get(sound)
        if known is None:
            share = max(shares().get(sound, 0.0) / 100, self.in_lists.get(sound, 0) / self.number)
            known = self._bits[sound] = min(RAREST, -math.log2(share)) if share else RAREST
        return known


def agreement_of(one: Word, other: Word) -> str:
    """How two words agree; empty if they do not. A joined word is compared with a single one alone, because
    two pairs agree in their parts.
    """
    if one.is_joined and other.is_joined:
        return ""
    if one.letters == other.letters:
        return "letters"
    if one.sound == other.sound:
        return "sound"
    if is_same_by_consonants(one, other):
        return "consonants"
    # Silva is not a misspelt Silvas, nor Ferreira a misspelt Pereira: both are names that people bear.
    if one.sound in shares() and other.sound in shares():
        return ""
    return "near" if is_near(one, other) else ""


def bits_of(one: Word, other: Word, how: str, frequencies: Frequencies) -> float:
    common = min(frequencies.bits(one.sound), frequencies.bits(other.sound))
    return max(0.5, common - PENALTY[how])


class Birth(Struct, frozen=True):
    code: str
    listed: str = ""

    @property
    def bits(self) -> float:
        return BIRTH_BITS[self.code]


def compare_births(birth: date, listed: Sequence[str]) -> Birth:
    """The best agreement with one of the listed birth dates."""
    compared = (Birth(_birth_code(birth, text), text) for text in listed)
    return max(compared, key=lambda found: found.bits, default=Birth("unknown"))


def _birth_code(birth: date, text: str) -> str:
    year, month, day = ([int(part) for part in text.split("-")] + [0, 0])[:3]
    if abs(year - birth.year) > 1:
        return "other-year"
    # The first of January stands for an unknown day.
    if not day or (month, day) == (1, 1) != (birth.month, birth.day):
        return "same-year" if year == birth.year else "next-year"
    if (month, day) == (birth.month, birth.day):
        return "same-day" if year == birth.year else "same-day-next-year"
    if year == birth.year:
        return "swapped-day" if (day, month) == (birth.month, birth.day) else "other-day"
    return "other-year"


class Form(Struct, frozen=True):
    """One spelling of an entry's name."""

    entry: int  # its place
    text: str
    name: Name


def likeness_of(
    person: Subject, name: Name, form: Form, entry: Listed, frequencies: Frequencies
) -> Likeness | None:
    """Which words agree, each used once, and what follows from it."""
    pairs = [
        (bits_of(one, other, how, frequencies), one, other, how)
        for one in name.everything
        for other in form.name.everything
        if (how := agreement_of(one, other))
    ]
    pairs.sort(key=lambda pair: -pair[0])
    person_places = entry_places = 0
    words: list[Agreement] = []
    order: list[tuple[int, int]] = []
    for bits, one, other, how in pairs:
        if not (one.places & person_places or other.places & entry_places):
            person_places |= one.places
            entry_places |= other.places
            words.append(Agreement(one.written, other.written, how, round(bits, 1)))
            order.append((one.places, other.places))
    unseen = tuple(word.written for word in name.words if not word.places & person_places)
    missing = tuple(word.written for word in form.name.words if not word.places & entry_places)
    seen_of_entry = len(form.name.words) - len(missing)
    if len(missing) > len(form.name.words) // 2:
        return None
    birth = compare_births(person.birth, entry.births)
    if max(person_places.bit_count(), seen_of_entry) < 2 and birth.code != "same-day":
        return None
    bits = sum(word.bits for word in words) + birth.bits
    bits -= UNSEEN_OF_PERSON * len(unseen) + UNSEEN_OF_ENTRY * len(missing)
    bits -= CONFLICT * min(len(unseen), len(missing))
    bits += 0.0 if unseen or missing else NOTHING_LEFT
    is_in_order = _turns(order) < 2
    bits -= 0.0 if is_in_order else DISORDER
    return Likeness(
        entry.key, form.text, round(bits, 1), tuple(words), unseen, missing,
        is_in_order=is_in_order, birth=birth.code, listed_birth=birth.listed,
    )  # fmt: skip


def _turns(order: list[tuple[int, int]]) -> int:
    """How often the words of the entry turn back, read in the order of the person's name and round to its
    beginning. A name whose last word comes first turns back once, as one in the same order does.
    """
    places = [entry for _person, entry in sorted(order)]
    return sum(after < before for before, after in zip(places, places[1:] + places[:1], strict=True))
