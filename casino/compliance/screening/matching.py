"""Which entries of a list a person may be: how much speaks for it, how much against, and why.

Evidence is counted in bits. A word that one person in a thousand bears gives ten bits if it agrees, fewer if
only its sound agrees; a birth date that agrees gives fourteen, one that does not takes twelve. `ENOUGH` bits
make a match. A frequent name is therefore no match by itself, and a rare one is a match in any spelling.

Spelling is compared once for each pair of different words, not of names. Then a match is a question of
which names hold at least two of the words, which arrays of numbers answer.
"""

from __future__ import annotations

import math
import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import cache
from pathlib import Path

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray
from rapidfuzz import process
from rapidfuzz.distance import OSA

from casino.compliance.screening.likeness import ENOUGH, Agreement, Likeness
from casino.compliance.screening.words import NEAR, Name, Word, is_near, is_same_by_consonants, name_of

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
CHUNK = 200  # words compared with all others at once


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

    def __init__(self, entries: Iterable[Listed]) -> None:
        counted: Counter[str] = Counter()
        number = 0
        for entry in entries:
            number += 1
            counted.update({word.sound for text in entry.names for word in name_of(text).everything})
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


class _Form(Struct, frozen=True):
    """One spelling of an entry's name."""

    entry: int  # its place
    text: str
    name: Name


class Index:
    """Entries, prepared for matching."""

    def __init__(self, entries: Sequence[Listed], frequencies: Frequencies | None = None) -> None:
        self.entries = list(entries)
        self.frequencies = frequencies or Frequencies(self.entries)
        self.forms = [
            _Form(place, text, name)
            for place, entry in enumerate(self.entries)
            for text in dict.fromkeys(entry.names)
            if len((name := name_of(text)).words) > 1 or name.joined
        ]
        self._index_words()
        years = np.array(
            [
                [int(birth[:4]) for birth in entry.births[:2]] + [0] * (2 - len(entry.births[:2]))
                for entry in self.entries
            ]
            or [[0, 0]],
            dtype=np.int32,
        )
        has_more = np.array([len(entry.births) > 2 for entry in self.entries] or [False])
        places = np.array([form.entry for form in self.forms], dtype=np.int64)
        self.years, self.has_more_births = years[places], has_more[places]
        self._near: dict[str, list[int]] = {}

    def _index_words(self) -> None:
        """Every different word of the entries, and the forms that hold it."""
        numbers: dict[tuple[str, bool, bool], int] = {}
        self.words: list[Word] = []
        held: list[list[int]] = []
        for number, form in enumerate(self.forms):
            for word in form.name.everything:
                key = (word.letters, word.has_vowels, word.is_joined)
                place = numbers.setdefault(key, len(self.words))
                if place == len(self.words):
                    self.words.append(word)
                    held.append([])
                if not held[place] or held[place][-1] != number:
                    held[place].append(number)
        self.holders = [np.array(forms, dtype=np.int32) for forms in held]
        self.by_sound: dict[str, list[int]] = defaultdict(list)
        self.by_consonants: dict[str, list[int]] = defaultdict(list)
        for place, word in enumerate(self.words):
            self.by_sound[word.sound].append(place)
            self.by_consonants[word.consonants].append(place)
        self.singles = sorted(
            {word.sound for word in self.words if not word.is_joined and len(word.sound) > 2}
        )

    # --- words

    def compare_words(self, words: Iterable[Word]) -> None:
        """Finds the near sounds of many words at once, which is a hundred times faster than one by one."""
        asked = sorted(
            {word.sound for word in words if not word.is_joined and len(word.sound) > 2} - self._near.keys()
        )
        for start in range(0, len(asked), CHUNK):
            part = asked[start : start + CHUNK]
            near = process.cdist(
                part, self.singles, scorer=OSA.normalized_similarity, score_cutoff=NEAR, dtype=np.float32
            )
            found: dict[str, list[int]] = {sound: [] for sound in part}
            for row, column in zip(*np.nonzero(near), strict=True):
                sound = self.singles[column]
                if sound != part[row]:
                    found[part[row]] += self.by_sound[sound]
            self._near |= found

    def _agreeing(self, word: Word) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
        """The forms that hold a word which agrees with this one, and the bits of the best."""
        places = {*self.by_sound.get(word.sound, ()), *self.by_consonants.get(word.consonants, ())}
        if not word.is_joined:
            self.compare_words([word])
            places.update(self._near.get(word.sound, ()))
        parts, weights = [], []
        for place in places:
            other = self.words[place]
            if how := agreement_of(word, other):
                parts.append(self.holders[place])
                weights.append(
                    np.full(len(self.holders[place]), self.bits_of(word, other, how), dtype=np.float32)
                )
        if not parts:
            return np.empty(0, np.int32), np.empty(0, np.float32)
        return _best_of_each(np.concatenate(parts), np.concatenate(weights))

    def bits_of(self, one: Word, other: Word, how: str) -> float:
        common = min(self.frequencies.bits(one.sound), self.frequencies.bits(other.sound))
        return max(0.5, common - PENALTY[how])

    # --- people

    def matches(self, people: Sequence[Subject]) -> Iterator[tuple[int, Likeness]]:
        """The people who may be entries, with the best likeness of each pair."""
        names = [name_of(person.name) for person in people]
        self.compare_words(word for name in names for word in name.words)
        known: dict[tuple[str, bool, bool], tuple[NDArray[np.int32], NDArray[np.float32]]] = {}
        for person, name in zip(people, names, strict=True):
            found: list[tuple[NDArray[np.int32], NDArray[np.float32]]] = []
            for word in name.everything:
                key = (word.letters, word.has_vowels, word.is_joined)
                if key not in known:
                    known[key] = self._agreeing(word)
                found.append(known[key])
            yield from ((person.key, likeness) for likeness in self._judge(person, name, found))

    def _judge(
        self, person: Subject, name: Name, found: list[tuple[NDArray[np.int32], NDArray[np.float32]]]
    ) -> list[Likeness]:
        forms = np.concatenate([forms for forms, _ in found]) if found else np.empty(0, np.int32)
        if not len(forms):
            return []
        order = np.argsort(forms, kind="stable")
        forms, bits = forms[order], np.concatenate([bits for _, bits in found])[order]
        starts = np.flatnonzero(np.concatenate(([True], forms[1:] != forms[:-1])))
        # No form can have more bits than all that agrees in it, joined words beside their parts.
        most, forms = np.add.reduceat(bits, starts), forms[starts]
        most = most + self._most_of_birth(forms, person.birth) + NOTHING_LEFT
        best: dict[int, Likeness] = {}
        for number in forms[most >= ENOUGH]:
            form = self.forms[number]
            likeness = self.likeness(person, name, form)
            if likeness is not None and likeness.bits >= ENOUGH:
                entry = self.entries[form.entry].key
                if entry not in best or likeness.bits > best[entry].bits:
                    best[entry] = likeness
        return list(best.values())

    def _most_of_birth(self, forms: NDArray[np.int32], birth: date) -> NDArray[np.float32]:
        years = self.years[forms]
        apart = np.abs(years - birth.year)
        near = ((apart <= 1) & (years > 0)).any(axis=1) | self.has_more_births[forms]
        unknown = (years == 0).all(axis=1)
        most = np.where(near, BIRTH_BITS["same-day"], np.where(unknown, 0.0, BIRTH_BITS["other-year"]))
        return most.astype(np.float32)

    def likeness(self, person: Subject, name: Name, form: _Form) -> Likeness | None:
        """Which words agree, each used once, and what follows from it."""
        pairs = [
            (self.bits_of(one, other, how), one, other, how)
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
                words.append(Agreement(one.letters, other.letters, how, round(bits, 1)))
                order.append((one.places, other.places))
        unseen = tuple(word.letters for word in name.words if not word.places & person_places)
        missing = tuple(word.letters for word in form.name.words if not word.places & entry_places)
        seen_of_entry = len(form.name.words) - len(missing)
        if len(missing) > len(form.name.words) // 2:
            return None
        birth = compare_births(person.birth, self.entries[form.entry].births)
        if max(person_places.bit_count(), seen_of_entry) < 2 and birth.code != "same-day":
            return None
        bits = sum(word.bits for word in words) + birth.bits
        bits -= UNSEEN_OF_PERSON * len(unseen) + UNSEEN_OF_ENTRY * len(missing)
        bits -= CONFLICT * min(len(unseen), len(missing))
        bits += 0.0 if unseen or missing else NOTHING_LEFT
        is_in_order = _turns(order) < 2
        bits -= 0.0 if is_in_order else DISORDER
        entry = self.entries[form.entry].key
        return Likeness(
            entry, form.text, round(bits, 1), tuple(words), unseen, missing,
            is_in_order=is_in_order, birth=birth.code, listed_birth=birth.listed,
        )  # fmt: skip


def _turns(order: list[tuple[int, int]]) -> int:
    """How often the words of the entry turn back, read in the order of the person's name and round to its
    beginning. A name whose last word comes first turns back once, as one in the same order does.
    """
    places = [entry for _person, entry in sorted(order)]
    return sum(after < before for before, after in zip(places, places[1:] + places[:1], strict=True))


def _best_of_each(
    forms: NDArray[np.int32], bits: NDArray[np.float32]
) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
    order = np.lexsort((-bits, forms))
    forms, bits = forms[order], bits[order]
    first = np.concatenate(([True], forms[1:] != forms[:-1]))
    return forms[first], bits[first]
