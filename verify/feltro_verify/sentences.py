"""Everything that is said, in English and Portuguese: the sentences are data (sentences.toml)."""

from __future__ import annotations

import os
import tomllib
from importlib.resources import files

LANGUAGES = ("en", "pt")
SENTENCES: dict[str, dict[str, str]] = tomllib.loads(
    (files(__package__) / "sentences.toml").read_text("utf-8")
)


class Speech:
    """The sentences of one language."""

    def __init__(self, language: str) -> None:
        self._language = language

    def __call__(self, code: str, **figures: object) -> str:
        shown = {name: printable(value) for name, value in figures.items()}
        return SENTENCES[code][self._language].format(**shown)


def language_of_system() -> str:
    """Portuguese where the computer speaks it, else English."""
    named = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    return "pt" if named.lower().startswith("pt") else "en"


def printable(value: object) -> str:
    """A value as text that cannot steer a terminal."""
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in str(value))
