"""Translations: every translatable message in the sources, those that a language does not translate yet, and
the compiled files, without gettext.

A language of the back office translates every message; another one those that players read. `python -m
casino.languages.translations` lists the missing translations. With `--compile` it compiles the files that
have changed.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from django.utils.translation.template import templatize

from players.languages import HOUSE_LANGUAGES, SOURCE_LANGUAGE, Language

ROOT = Path(__file__).resolve().parents[2]
LOCALE = ROOT / "casino" / "locale"
SOURCES = ("casino", "games", "players")
# Where messages for staff stand. One that stands only in such places is not for players.
STAFF_PLACES = re.compile(
    r"^(casino/(backoffice|compliance|public_log|record_checks|generator|archive|demo|extras|services)|games/floor"
    r"|casino/(players_funds/(apps|models|selectors)|tasks/task_names)"
    r"|players/(decisions|identity/erasure|inbox/bulk_notices|shared/failure_reasons)"
    r"|players/wallet/(cashier/(adjustments|ceilings)|bank/(?!funds))"
    r"|games/rulebook/(breach_messages|change_pages|changes|consequences|forms|impact|lifecycle|what_if|work_sources)"
    r"|templates/(admin|backoffice|unfold))\b"
    r"|admin|management|staff|/office"
)
CALL = re.compile(r"\b(n?p?gettext)\(")
KEYWORDS = {
    **dict.fromkeys(("_", "gettext", "gettext_lazy", "gettext_noop", "lazy")),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), (1, 2)),
    **dict.fromkeys(("pgettext", "pgettext_lazy"), ((1, "c"), 2)),
}


class MessageInContext(NamedTuple):
    """A message whose translation depends on its context."""

    context: str
    text: str


Message = str | tuple[str, str] | MessageInContext


def messages_in_python(root: Path = ROOT) -> Iterator[tuple[str, Message]]:
    for package in SOURCES:
        for file, _line, message, _notes, context in extract_from_dir(
            root / package, [("**.py", "python")], keywords=KEYWORDS
        ):
            if isinstance(message, (tuple, list)):
                yield f"{package}/{file}", (message[0], message[1])
            else:
                yield f"{package}/{file}", MessageInContext(context, message) if context else message


def messages_in_templates(root: Path = ROOT) -> Iterator[tuple[str, Message]]:
    """Django converts a template to calls of gettext, which are parsed as Python."""
    for path in sorted((root / "templates").rglob("*")):
        if path.suffix not in (".html", ".txt"):
            continue
        source = templatize(path.read_text())
        for call in CALL.finditer(source):
            yield str(path.relative_to(root)), _message(call[1], _arguments(source, call.end()))


def _message(function: str, arguments: list[str]) -> Message:
    match function:
        case "pgettext":
            return MessageInContext(arguments[0], arguments[1])
        case "ngettext":
            return arguments[0], arguments[1]
        case "gettext":
            return arguments[0]
    raise ValueError(f"{function} is not supported by the message search.")


def _arguments(source: str, start: int) -> list[str]:
    """The string literals among the arguments of a call."""
    end = start
    while True:
        end = source.index(")", end) + 1
        try:
            call = ast.parse(f"f({source[start:end]}", mode="eval").body
        except SyntaxError:
            continue
        assert isinstance(call, ast.Call)
        return [
            argument.value
            for argument in call.args
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
        ]


def all_messages(root: Path = ROOT) -> dict[Message, str]:
    """Every message, with one place where it occurs."""
    return {message: place for place, message in (*messages_in_templates(root), *messages_in_python(root))}


def messages_for_players(root: Path = ROOT) -> dict[Message, str]:
    places = (*messages_in_templates(root), *messages_in_python(root))
    return {message: place for place, message in places if not STAFF_PLACES.search(place)}


def required_messages(language: Language, root: Path = ROOT) -> dict[Message, str]:
    """The messages that this language must translate."""
    return all_messages(root) if language.for_staff else messages_for_players(root)


def po_file(language: Language) -> Path:
    return LOCALE / language.locale / "LC_MESSAGES" / "django.po"


def read_translations(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, abort_invalid=True)


def untranslated(messages: dict[Message, str], translations: Catalog) -> dict[Message, str]:
    """The messages without a translation, or with one marked as fuzzy."""
    return {
        message: place for message, place in messages.items() if not _is_translated(translations, message)
    }


def _is_translated(translations: Catalog, message: Message) -> bool:
    if isinstance(message, MessageInContext):
        entry = translations.get(message.text, message.context)
    else:
        entry = translations.get(message if isinstance(message, str) else message[0])
    if entry is None or entry.fuzzy:
        return False
    parts = entry.string if isinstance(entry.string, (tuple, list)) else (entry.string,)
    return all(parts)


def stale_files(folder: Path = LOCALE) -> list[Path]:
    """The files of translations that changed after they were compiled, or were never compiled."""
    return [source for source in sorted(folder.glob("*/LC_MESSAGES/*.po")) if not _is_fresh(source)]


def _is_fresh(source: Path) -> bool:
    target = source.with_suffix(".mo")
    return target.exists() and target.stat().st_mtime_ns >= source.stat().st_mtime_ns


def compile_translations(source: Path) -> int:
    """Writes the compiled file beside its source. Returns its number of messages."""
    translations = read_translations(source)
    unfinished = source.with_suffix(".mo.new")
    with unfinished.open("wb") as file:
        write_mo(file, translations)
    unfinished.rename(source.with_suffix(".mo"))
    return len(translations)


def compile_stale() -> int:
    for source in stale_files():
        print(f"{source.parent.parent.name}: {compile_translations(source)} messages")
    return 0


def list_missing() -> int:
    missing = {
        language.name: untranslated(required_messages(language), read_translations(po_file(language)))
        for language in HOUSE_LANGUAGES
        if language.code != SOURCE_LANGUAGE
    }
    for language, messages in missing.items():
        for message, place in messages.items():
            print(f"{language}: {place}: {message!r}")
    return int(any(missing.values()))


if __name__ == "__main__":
    sys.exit(compile_stale() if "--compile" in sys.argv[1:] else list_missing())
