"""A name as words that can be compared: in Latin letters, by their sound, and by their consonants.

Two spellings of one name agree in one of the three. Scripts that write no vowels, and Chinese characters,
which stand for syllables, come out as such.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from itertools import pairwise

from anyascii import anyascii
from msgspec import Struct
from rapidfuzz.distance import OSA

# They join the parts of a name, and are written or left out at will.
PARTICLES = frozenset(
    """
    al ap as ben bin bint da das de del della den der di do dos du ed el ibn in la las le los oglu of san st
    ter the ul und van vom von zu
    """.split()  # noqa: SIM905
)
# A syllable of its own for each character.
SYLLABLES = re.compile(r"([\u3400-\u9fff\uac00-\ud7af])")
# Scripts without vowels.
NO_VOWELS = re.compile(r"[\u0590-\u06ff\u0750-\u077f]")
ARABIC_ARTICLE = re.compile(r"(?<!\w)ال(?=\w{3})")
# Letters whose mark changes the sound.
MARKED = str.maketrans(
    {
        "č": "ch", "ć": "ch", "š": "sh", "ś": "sh", "ş": "sh", "ș": "sh", "ž": "zh", "ź": "zh", "ż": "zh",
        "ç": "s", "ț": "ts",
    }
)  # fmt: skip
GREEK_VOICES = {
    "γγ": "νγ", "γξ": "νξ", "αυ": "αv", "ευ": "εv", "ου": "u", "μπ": "b", "ντ": "d", "β": "v"
}  # fmt: skip
SOUNDS = {
    "shch": "s", "sch": "s", "tsch": "s", "tch": "s", "sh": "s", "ch": "s", "ts": "s", "tz": "s", "cz": "s",
    "sz": "s", "ks": "s", "x": "s", "z": "s", "dzh": "j", "dj": "j", "zh": "j", "kh": "h", "gh": "g",
    "ph": "f", "th": "t", "dh": "d", "bh": "b", "rh": "r", "lh": "l", "nh": "n", "ck": "k", "qu": "k",
    "q": "k", "ce": "se",
    "ci": "si", "cy": "si", "c": "k", "gue": "ge", "gui": "gi", "w": "v", "ou": "u", "oo": "u", "oy": "oi",
    "ee": "i", "iy": "i", "yi": "i", "ij": "i", "y": "i",
}  # fmt: skip
SOUND = re.compile("|".join(sorted(SOUNDS, key=len, reverse=True)))
DOUBLE = re.compile(r"(.)\1+")
VOWELS = re.compile(r"[aeiou]")
NEAR = 0.75  # one letter of four, two of eight
SAME_CONSONANTS = 0.5  # of the sounds, beside equal consonants


class Word(Struct, frozen=True):
    written: str  # as people read it
    letters: str
    sound: str
    consonants: str
    has_vowels: bool  # as it was written
    places: int  # which words of the name it covers, as bits
    is_joined: bool


class Name(Struct, frozen=True):
    """The words of a name and, since people join and split them, each pair of neighbours as one."""

    words: tuple[Word, ...]
    joined: tuple[Word, ...]

    @property
    def everything(self) -> tuple[Word, ...]:
        return self.words + self.joined


@lru_cache(maxsize=200_000)
def sound_of(letters: str) -> str:
    heard = DOUBLE.sub(r"\1", SOUND.sub(lambda found: SOUNDS[found[0]], letters))
    return heard[:-1] if len(heard) > 3 and heard.endswith("h") else heard


@lru_cache(maxsize=200_000)
def consonants_of(sound: str) -> str:
    return DOUBLE.sub(r"\1", VOWELS.sub("", sound))


def _word(written: str, letters: str, consonants: str, places: int, *, is_joined: bool = False) -> Word:
    sound = sound_of(letters)
    return Word(
        written,
        letters,
        sound,
        DOUBLE.sub(r"\1", consonants or consonants_of(sound)),
        not consonants,
        places,
        is_joined,
    )


def _unwritten_vowels(word: str) -> str:
    """The consonants of a word of a script that writes no short vowels.

    Each letter is a sound of its own; w and y within a word mostly stand for long vowels, and an h at the end
    is silent.
    """
    sounds = [sound_of(re.sub(r"[^a-z]", "", anyascii(letter).lower().replace("w", "v"))) for letter in word]
    heard = [sound for place, sound in enumerate(sounds) if place == 0 or sound not in ("v", "i")]
    return consonants_of("".join(heard).removesuffix("h"))


def _in_latin(name: str) -> list[tuple[str, str, str]]:
    """The parts of a name: as written, in Latin letters, and the consonants of those without vowels."""
    spaced = ARABIC_ARTICLE.sub("al ", SYLLABLES.sub(r" \1 ", name)).replace("'", "").replace("’", "")
    parts: list[tuple[str, str, str]] = []
    for written in re.split(r"[\W_]+", spaced):
        text = written.lower().translate(MARKED)
        if "\u0370" <= text[:1] <= "\u03ff" or "\u1f00" <= text[:1] <= "\u1fff":
            text = "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))
            for pair, voice in GREEK_VOICES.items():
                text = text.replace(pair, voice)
        letters = re.sub(r"[^a-z]+", "", anyascii(text).lower())
        if len(letters) > 1:  # an initial says little
            consonants = _unwritten_vowels(written) if NO_VOWELS.search(written) else ""
            parts.append((written, letters, consonants))
    return parts


def name_of(text: str) -> Name:
    """The comparable words of a name. It may have none."""
    parts = _in_latin(unicodedata.normalize("NFC", text))
    kept = [number for number, (_, letters, _) in enumerate(parts) if letters not in PARTICLES]
    if len(kept) < 2:
        kept = list(range(len(parts)))
    places = {number: 1 << place for place, number in enumerate(kept)}
    words = tuple(_word(*parts[number], places[number]) for number in kept)
    joined: dict[tuple[str, int], Word] = {}
    spans: set[tuple[int, ...]] = {(number, number + 1) for number in range(len(parts) - 1)}
    for first, last in pairwise(kept):
        spans |= {tuple(range(first, last + 1)), (first, last)}  # with what stands between them, and without
    for span in sorted(spans):
        covered = sum(places.get(number, 0) for number in span)
        written = " ".join(parts[number][0] for number in span)
        letters = "".join(parts[number][1] for number in span)
        consonants = ""
        if any(parts[number][2] for number in span):
            consonants = "".join(parts[number][2] or consonants_of(parts[number][1]) for number in span)
        if covered:
            joined[letters, covered] = _word(written, letters, consonants, covered, is_joined=True)
    return Name(words, tuple(joined.values()))


def is_same_by_consonants(one: Word, other: Word) -> bool:
    """Equal consonants. Where a script writes the vowels too, they must agree somewhat."""
    if one.consonants != other.consonants or len(one.consonants) < 2:
        return False
    if not (one.has_vowels and other.has_vowels):
        return True
    if one.is_joined or other.is_joined:
        return False
    return bool(OSA.normalized_similarity(one.sound, other.sound) >= SAME_CONSONANTS)


def is_near(one: Word, other: Word) -> bool:
    if min(len(one.sound), len(other.sound)) < 4:
        return False
    return any(
        OSA.normalized_similarity(first, second) >= NEAR
        for first, second in ((one.sound, other.sound), (one.letters, other.letters))
    )
