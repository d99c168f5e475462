"""Which entries of a list a person may be, of many people and many entries.

`comparing` says how like two of them are.

Spelling is compared once for each pair of different words, not of names. Then a match is a question of
which names hold at least two of the words, which arrays of numbers answer.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import date

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import process
from rapidfuzz.distance import OSA

from casino.compliance.screening.comparing import (
    BIRTH_BITS,
    NOTHING_LEFT,
    Form,
    Frequencies,
    Listed,
    Subject,
    agreement_of,
    bits_of,
    likeness_of,
)
from casino.compliance.screening.likeness import ENOUGH, Likeness
from casino.compliance.screening.words import NEAR, Name, Word, name_of

CHUNK = 200  # words compared with all others at once


class Index:
    """Entries, prepared for matching."""

    def __init__(self, entries: Sequence[Listed], frequencies: Frequencies | None = None) -> None:
        self.entries = list(entries)
        names = {text: name_of(text) for entry in self.entries for text in entry.names}
        self.frequencies = frequencies or Frequencies(self.entries, names.__getitem__)
        self.forms = [
            Form(place, text, name)
            for place, entry in enumerate(self.entries)
            for text in dict.fromkeys(entry.names)
            if len((name := names[text]).words) > 1 or name.joined
        ]
        self._index_words()
        births = [[_numbers(birth) for birth in (*entry.births[:2], "", "")][:2] for entry in self.entries]
        has_more = np.array([len(entry.births) > 2 for entry in self.entries] or [False])
        places = np.array([form.entry for form in self.forms], dtype=np.int64)
        self.births = np.array(births or [[(0, 0, 0)] * 2], dtype=np.int32)[places]
        self.has_more_births = has_more[places]
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
                    np.full(
                        len(self.holders[place]),
                        bits_of(word, other, how, self.frequencies),
                        dtype=np.float32,
                    )
                )
        if not parts:
            return np.empty(0, np.int32), np.empty(0, np.float32)
        return _best_of_each(np.concatenate(parts), np.concatenate(weights))

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
            likeness = likeness_of(person, name, form, self.entries[form.entry], self.frequencies)
            if likeness is not None and likeness.bits >= ENOUGH:
                entry = self.entries[form.entry].key
                if entry not in best or likeness.bits > best[entry].bits:
                    best[entry] = likeness
        return list(best.values())

    def _most_of_birth(self, forms: NDArray[np.int32], birth: date) -> NDArray[np.float32]:
        """What the births of each form give (`comparing.compare_births`), or the most if it has many."""
        year, month, day = np.moveaxis(self.births[forms], 2, 0)
        is_day = (month == birth.month) & (day == birth.day)
        is_new_year = (month == 1) & (day == 1) & ((birth.month, birth.day) != (1, 1))
        has_day = (day > 0) & ~is_new_year
        is_swapped = (month == birth.day) & (day == birth.month)
        apart = np.abs(year - birth.year)
        bits = np.select(
            [
                year == 0,
                (apart > 1) | (apart == 1) & has_day & ~is_day,
                ~has_day & (apart == 0),
                ~has_day,
                is_day & (apart == 0),
                is_day,
                is_swapped,
            ],
            [
                -np.inf,
                BIRTH_BITS["other-year"],
                BIRTH_BITS["same-year"],
                BIRTH_BITS["next-year"],
                BIRTH_BITS["same-day"],
                BIRTH_BITS["same-day-next-year"],
                BIRTH_BITS["swapped-day"],
            ],
            BIRTH_BITS["other-day"],
        ).max(axis=1)
        bits[(year == 0).all(axis=1)] = BIRTH_BITS["unknown"]
        bits[self.has_more_births[forms]] = BIRTH_BITS["same-day"]
        most: NDArray[np.float32] = bits.astype(np.float32)
        return most


def _numbers(birth: str) -> tuple[int, ...]:
    """Year, month and day; 0 is unknown."""
    return tuple(([int(part) for part in birth.split("-") if part] + [0, 0, 0])[:3])


def _best_of_each(
    forms: NDArray[np.int32], bits: NDArray[np.float32]
) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
    order = np.lexsort((-bits, forms))
    forms, bits = forms[order], bits[order]
    first = np.concatenate(([True], forms[1:] != forms[:-1]))
    return forms[first], bits[first]
