"""Texts for players are edited as a good poker room and a bank write: phrases that were removed stay away."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po

from casino.services.folder import PROJECT

CATALOGUE = PROJECT / "casino" / "locale" / "pt_PT" / "LC_MESSAGES" / "django.po"
PORTUGUESE = (
    "guarda-se melhor do que um enigma", "passaria por ser da casa", "Apagar e sair", "larga a mão",
    "cinco cartas desencontradas", "O número saiu", "não se oferece", "deitadas fora", "Não há tal",
    "saldo não chega", "se tenta primeiro", "Algo avariou", "Nada se moveu", "em passos de",
)  # fmt: skip
ENGLISH = (
    "turns for everybody at once", "The table waits for another player", "five odd cards",
    "whoever has not bet", "thrown away", "Nothing came?", "nothing need be done", "somebody of the house",
    "Look among unwanted mail",
    "in this choice", "Nothing has moved", "Something broke in the house", "in steps of",
)  # fmt: skip
WHOLE_ENGLISH = {"Give up", "Rest", "Several players", "Individual", "Room left", "Forget"}
WHOLE_PORTUGUESE = {"Espaço livre", "Larga a mão", "Esquecer"}
# The banner of a demonstration house, for staff alone.
STAFF = "staff sign in without a second factor"


with (PROJECT / "tests" / "casino" / "forbidden_words.toml").open("rb") as words_file:
    FORBIDDEN: dict[str, list[dict[str, Any]]] = tomllib.load(words_file)
LANGUAGES = {
    "en": CATALOGUE,
    "pt_PT": CATALOGUE,
    "es": CATALOGUE.parents[2] / "es" / "LC_MESSAGES" / "django.po",
}


@cache
def texts(path: Path = CATALOGUE) -> list[tuple[str, str]]:
    with path.open("rb") as file:
        catalogue = read_po(file)
    pairs: list[tuple[str, str]] = []
    for message in catalogue:
        originals = message.id if isinstance(message.id, (list, tuple)) else [message.id]
        translations = message.string if isinstance(message.string, (list, tuple)) else [message.string]
        pairs += [
            (str(original), str(translation))
            for original, translation in zip(originals, translations, strict=False)
        ]
    return [pair for pair in pairs if pair[0]]


@pytest.mark.parametrize("phrase", PORTUGUESE)
def test_a_removed_portuguese_phrase_stays_away(phrase: str) -> None:
    assert [translation for _, translation in texts() if phrase.lower() in translation.lower()] == []


def test_english_quotes_as_english_does() -> None:
    """“ ”, as Portuguese and Spanish have « ». The terms keep theirs: another mark is another version."""
    english = [original for original, _ in texts() if "«" in original]
    assert [original for original in english if not original.startswith("Until «no more bets»")] == []


@pytest.mark.parametrize("phrase", ENGLISH)
def test_a_removed_english_phrase_stays_away(phrase: str) -> None:
    assert [original for original, _ in texts() if phrase.lower() in original.lower()] == []


@pytest.mark.parametrize(
    ("language", "word", "say"),
    [
        (language, word, entry["say"])
        for language, entries in FORBIDDEN.items()
        for entry in entries
        for word in entry["words"]
    ],
)
def test_a_forbidden_word_stays_away(language: str, word: str, say: str) -> None:
    pairs = texts(LANGUAGES[language])
    shown = [original if language == "en" else translation for original, translation in pairs]
    assert len(shown) > 2500
    assert [text for text in shown if re.search(word, text, re.IGNORECASE)] == [], f"say: {say}"


def test_the_base_rules_hold_no_forbidden_word() -> None:
    """Their sentences are data of the games, outside the catalogues."""
    rules = "\n".join(
        path.read_text("utf-8") for path in sorted((PROJECT / "games" / "catalogue").glob("*/*.toml"))
    )
    portuguese = re.findall(r'\bpt = "(.*?)"', rules)
    assert len(portuguese) > 300
    words = [word for entry in FORBIDDEN["pt_PT"] for word in entry["words"] if "igual" not in word]
    wrong = [text for text in portuguese for word in words if re.search(word, text, re.IGNORECASE)]
    assert wrong == []


def test_the_english_base_rules_name_the_player() -> None:
    for path in sorted((PROJECT / "games" / "catalogue").glob("*/*.toml")):
        assert re.findall(r'^en = ".*\bwhoever\b.*"$', path.read_text("utf-8"), re.I | re.M) == [], path.name


def test_removed_labels_stay_away() -> None:
    assert [pair for pair in texts() if pair[0] in WHOLE_ENGLISH or pair[1] in WHOLE_PORTUGUESE] == []


def test_a_limit_is_stated_as_what_may_still_be_bet() -> None:
    assert [translation for _, translation in texts() if re.search(r"\bcabem\b", translation)] == []


def test_texts_for_players_do_not_explain_the_sign_in_of_staff() -> None:
    pages = [
        path
        for folder in ("portal", "table", "account", "games")
        for path in (PROJECT / "templates" / folder).rglob("*")
    ]
    assert [path for path in pages if path.is_file() and STAFF in path.read_text("utf-8")] == []
    assert STAFF not in (PROJECT / "templates" / "base.html").read_text("utf-8")


def test_a_buy_in_is_a_cave_in_portuguese() -> None:
    """[HE-8] The regulation's word; an «entrada» is the one to the account."""
    buy_ins = [pair for pair in texts() if re.search(r"\bbuy-ins?\b", pair[0], re.IGNORECASE)]
    assert len(buy_ins) > 4
    assert [pair for pair in buy_ins if re.search(r"\bentradas?\b", pair[1], re.IGNORECASE)] == []
