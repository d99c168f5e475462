"""Invented people for the proof of screening: those on a list, the same in disguise, and ordinary people.

Nobody here exists. Names are put together from parts: Slavic names from roots and endings, Arabic ones from
consonants and patterns, Chinese ones from syllables. Each part is written in its own script and in several
Latin spellings, by tables that know nothing of how the screening reads them. Ordinary people bear Portuguese
names with their frequencies.
"""

from __future__ import annotations

import random
import re
import tomllib
import unicodedata
from datetime import date, timedelta
from pathlib import Path

from msgspec import Struct

FREQUENCIES = Path("casino/compliance/screening/frequencies.toml")
_written = tomllib.loads(Path("tests/proofs/listed_names.toml").read_text("utf-8"))
SYSTEMS: list[str] = _written.pop("systems")  # to write Cyrillic in Latin letters
PARTS: dict[str, list[str]] = {name: text.split() for name, text in _written.items()}

CYRILLIC = "абвгдеёжзийклмнопрстуфхцчшщъыьэюя"

# An Arabic consonant: its letter and its Latin spellings.
ARABIC = {
    "b": ("ب", ["b"]), "t": ("ت", ["t"]), "j": ("ج", ["j", "dj"]), "h": ("ح", ["h"]), "x": ("خ", ["kh"]),
    "d": ("د", ["d"]), "r": ("ر", ["r"]), "z": ("ز", ["z"]), "s": ("س", ["s", "ss"]),
    "S": ("ش", ["sh", "ch"]),    "q": ("ق", ["q", "k"]), "k": ("ك", ["k"]), "l": ("ل", ["l"]),
    "m": ("م", ["m"]), "n": ("ن", ["n"]),
    "f": ("ف", ["f"]), "g": ("غ", ["gh"]),
}  # fmt: skip
# A vowel: what the script writes for it, and its Latin spellings. Short ones are not written.
VOWELS = {
    "a": ("", ["a"]),
    "i": ("", ["i", "e"]),
    "u": ("", ["u", "o", "ou"]),
    "A": ("ا", ["a"]),
    "I": ("ي", ["i", "ee"]),
    "U": ("و", ["u", "ou", "oo"]),
}
PATTERNS = ["1A2i3", "1a2I3", "mu1a22a3", "1a22A3", "1a2A3", "ma12U3", "1u2a3", "1U2A3"]


WEIGHTS = {"arabic": 25, "slavic": 24, "latin": 22, "chinese": 12, "portuguese": 12, "greek": 5}


class Spelled(Struct, frozen=True):
    """A word of a name: in its own script, and in its Latin spellings."""

    script: str
    latin: tuple[str, ...]


class Person(Struct, frozen=True):
    culture: str
    words: tuple[Spelled, ...]
    birth: date
    listed_names: tuple[str, ...]
    listed_births: tuple[str, ...]
    spelling: int  # which of the Latin spellings the list has


def zipf(chance: random.Random, rows: list[str]) -> str:
    """Earlier rows are more frequent, as names are."""
    return rows[min(len(rows) - 1, int(len(rows) * chance.random() ** 1.6))]


def _cyrillic(text: str) -> Spelled:
    def written(system: str) -> str:
        table = dict(zip(CYRILLIC, system.split(" "), strict=True))
        return "".join(table[letter] for letter in text.lower()).capitalize()

    return Spelled(text, tuple(written(system) for system in SYSTEMS))


def _slavic(chance: random.Random) -> list[Spelled]:
    given, father = zipf(chance, PARTS["slavic_given"]), zipf(chance, PARTS["slavic_given"])
    stem = father.rstrip("йья")
    patronymic = stem + ("евич" if father.endswith(("й", "ь", "я")) else "ович")
    surname = (zipf(chance, PARTS["slavic_roots"]) + chance.choice(PARTS["slavic_endings"])).capitalize()
    words = [given, patronymic, surname] if chance.random() < 0.8 else [given, surname]
    return [_cyrillic(word) for word in words]


def _root(chance: random.Random, number: int) -> tuple[str, str, str]:
    maker = random.Random(int(number * chance.random() ** 1.6))
    one, two, three = maker.sample(sorted(ARABIC), 3)
    return one, two, three


def _arabic_word(chance: random.Random, number: int, nisba: bool) -> Spelled:
    root = _root(chance, number)
    pattern = random.Random("".join(root)).choice(PATTERNS) + ("I" if nisba else "")
    script, spellings = "ال" if nisba else "", ["", "", "", ""]
    for letter in pattern:
        sign = root[int(letter) - 1] if letter.isdigit() else letter
        written, latin = (ARABIC | VOWELS)[sign]
        if not (letter.isdigit() and script.endswith(written)):  # a doubled consonant is written once
            script += written
        spellings = [text + latin[min(way, len(latin) - 1)] for way, text in enumerate(spellings)]
    prefixes = ["al-", "Al ", "el-", "El "] if nisba else [""] * 4
    return Spelled(script, tuple(p + text.capitalize() for p, text in zip(prefixes, spellings, strict=True)))


def _arabic(chance: random.Random) -> list[Spelled]:
    words = [_arabic_word(chance, 160, nisba=False) for _ in range(chance.choice((1, 2, 2, 3)))]
    if chance.random() < 0.2:
        of_god = _arabic_word(chance, 60, nisba=False)
        latin = tuple(
            f"{servant}{text}"
            for servant, text in zip(("Abd al-", "Abdul ", "Abdel", "Abd el-"), of_god.latin, strict=True)
        )
        words[0] = Spelled(f"عبد ال{of_god.script}", latin)
    return [*words, _arabic_word(chance, 900, nisba=True)]


def _chinese(chance: random.Random) -> list[Spelled]:
    def syllables(rows: list[str], number: int) -> tuple[str, list[str]]:
        chosen = [zipf(chance, rows) for _ in range(number)]
        return "".join(row[0] for row in chosen), [row[1:] for row in chosen]

    family, latin_family = syllables(PARTS["surnames_chinese"], 1)
    given, latin = syllables(PARTS["given_chinese"], 2 if chance.random() < 0.85 else 1)
    joined = latin[0] + "".join(latin[1:]).lower()
    ways = (joined, "-".join(latin), " ".join(latin), joined)
    return [Spelled(family, (latin_family[0],) * 4), Spelled(given, ways)]


def _slashed(row: str) -> list[str]:
    parts = row.split("/")
    return parts if len(parts) == 3 else ["", "", ""]


def _greek(chance: random.Random) -> list[Spelled]:
    given, father = _slashed(zipf(chance, PARTS["greek_given"])), _slashed(zipf(chance, PARTS["greek_given"]))
    parts = [
        _slashed(zipf(chance, PARTS["greek_roots"])),
        _slashed(chance.choice(PARTS["greek_middle"])),
        _slashed(chance.choice(PARTS["greek_endings"])),
    ]
    surname = ["".join(part[way] for part in parts) for way in range(3)]
    rows = [given, surname] if chance.random() < 0.5 else [given, father, surname]
    return [Spelled(row[0], (row[1], row[2], row[1], row[2])) for row in rows]


def _plain(text: str) -> Spelled:
    return Spelled("", (text,) * 4)


def _latin(chance: random.Random) -> list[Spelled]:
    given = [zipf(chance, PARTS["latin_given"]) for _ in range(chance.choice((1, 1, 2)))]
    surnames = [
        zipf(chance, PARTS["latin_starts"]) + chance.choice(PARTS["latin_endings"])
        for _ in range(chance.choice((1, 2)))
    ]
    return [_plain(word) for word in given + surnames]


class Portuguese:
    """Draws names as frequent as they are."""

    def __init__(self) -> None:
        parts = tomllib.loads(FREQUENCIES.read_text("utf-8"))
        tables = [
            re.findall(r"([^\s,]+) ([\d.]+)", parts[part]["percent"]) for part in ("surnames", "first_names")
        ]
        surnames = [(name, float(percent)) for name, percent in tables[0]]
        first = [(name, float(percent)) for name, percent in tables[1]]
        each = sum(percent for _, percent in surnames) / 2 / len(PARTS["rarer"])
        self.surnames = [*surnames, *((name, each) for name in PARTS["rarer"])]
        self.first = {
            True: [(name, percent) for name, percent in first if name in PARTS["male"]],
            False: [(name, percent) for name, percent in first if name not in PARTS["male"]],
        }

    def words(self, chance: random.Random) -> list[str]:
        def drawn(rows: list[tuple[str, float]], number: int) -> list[str]:
            names = chance.choices([name for name, _ in rows], [share for _, share in rows], k=number)
            return list(dict.fromkeys(names))

        first = drawn(self.first[chance.random() < 0.6], 1 if chance.random() < 0.35 else 2)
        return first + drawn(self.surnames, chance.choice((2, 2, 3)))

    def name(self, chance: random.Random) -> str:
        words = self.words(chance)
        particles = {
            "Silva": "da",
            "Santos": "dos",
            "Costa": "da",
            "Jesus": "de",
            "Cruz": "da",
            "Cunha": "da",
            "Rocha": "da",
        }
        return " ".join(
            f"{particles[word]} {word}" if word in particles and number else word
            for number, word in enumerate(words)
        )


PORTUGUESE = Portuguese()
CULTURES = {
    "arabic": _arabic,
    "slavic": _slavic,
    "latin": _latin,
    "chinese": _chinese,
    "greek": _greek,
    "portuguese": lambda chance: [_plain(word) for word in PORTUGUESE.words(chance)],
}


def birth_date(chance: random.Random) -> date:
    return date(1940, 1, 1) + timedelta(days=chance.randrange(365 * 64))


def listed_person(chance: random.Random, culture: str = "") -> Person:
    culture = culture or chance.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]
    words = CULTURES[culture](chance)
    birth, spelling = birth_date(chance), chance.randrange(4)
    names = [" ".join(word.latin[spelling] for word in words)]
    script = (
        "".join(word.script for word in words)
        if culture == "chinese"
        else " ".join(word.script for word in words)
    )
    if script.strip() and chance.random() < 0.6:
        names.append(script.strip())
        if chance.random() < 0.15:
            names.pop(0)  # listed in its own script alone
    births = chance.choices([(birth.isoformat(),), (str(birth.year),), ()], (60, 22, 18))[0]
    return Person(culture, tuple(words), birth, tuple(names), births, spelling)


# --- disguises


def _without_marks(name: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", name) if not unicodedata.combining(c))


def _mistyped(chance: random.Random, name: str) -> str:
    """One letter of the longest word is lost, doubled, replaced, or changes places with its neighbour."""
    words = name.split(" ")
    place = max(range(len(words)), key=lambda number: len(words[number]))
    word, at = words[place], 1 + chance.randrange(max(1, len(words[place]) - 2))
    words[place] = chance.choice(
        (
            word[:at] + word[at + 1 :],
            word[:at] + word[at] + word[at:],
            word[:at] + chance.choice("aeiolnrst") + word[at + 1 :],
            word[: at - 1] + word[at : at + 1] + word[at - 1 : at] + word[at + 1 :]
            if at > 1
            else word + word[-1],
        )
    )
    return " ".join(words)


def disguises(chance: random.Random, person: Person) -> tuple[str, str]:
    """A name under which the person may register, and what was done to it."""
    kinds = ["spelling", "order", "marks", "particles", "mistyped", "left out", "joined"]
    kind = chance.choice(kinds)
    way = (
        (person.spelling + chance.randrange(1, 4)) % 4
        if kind == "spelling" or chance.random() < 0.4
        else person.spelling
    )
    words = [word.latin[way] for word in person.words]
    match kind:
        case "order":
            words = [words[-1], *words[:-1]]
        case "left out" if len(words) > 2:
            del words[1]
        case "joined" if len(words) > 2:
            words[:2] = [words[0] + chance.choice(("", "-")) + words[1].lower()]
        case "particles":
            words.insert(len(words) - 1, chance.choice(("de", "da", "bin", "van")))
    name = " ".join(words)
    if kind == "marks":
        name = _without_marks(name).upper()
    if kind == "mistyped":
        name = _mistyped(chance, name)
    return name, kind
