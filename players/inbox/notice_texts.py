"""The subject and the text of a notice to many players, in the language of the reader.

Staff write a notice in the languages of the back office, and may write it in the others. Players of a
language in which it was not written read the first one, the language of the law, with a line that says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils import translation
from django.utils.translation import gettext
from msgspec import Struct

from players.languages import HOUSE_LANGUAGES, Language, language_of

NOTICE_KIND = "notice"
MAX_SUBJECT, MAX_TEXT = 120, 2000
WRITTEN_ALWAYS: Final = tuple(language for language in HOUSE_LANGUAGES if language.for_staff)
WRITTEN_IF_WANTED: Final = tuple(language for language in HOUSE_LANGUAGES if not language.for_staff)


class NoticeText(Struct, frozen=True):
    subject: str
    text: str


class ShownNotice(Struct, frozen=True):
    """What a player reads: the written text, and what the house says before and after it."""

    subject: str
    text: str
    written_in: Language
    before: str = ""  # in the reader's language, as is what comes after
    after: str = ""

    @property
    def whole(self) -> str:
        return "\n\n".join(part for part in (self.before, self.text, self.after) if part)


def shown_notice(details: Mapping[str, Any], language: str = "") -> ShownNotice:
    """A notice as its reader sees it, by default in the active language. Marketing says how to end it."""
    wanted = language_of(language or translation.get_language())
    texts = details["texts"]
    written_in = wanted if wanted.code in texts else HOUSE_LANGUAGES[0]
    written = texts[written_in.code]
    with translation.override(wanted.code):
        before = "" if written_in == wanted else gettext("This notice is only available in Portuguese.")
        after = _ending() if details["purpose"] == "marketing" else ""
    return ShownNotice(str(written["subject"]), str(written["text"]), written_in, before, after)


def _ending() -> str:
    return gettext(
        "You receive this because you agreed to receive news and offers. You can turn them off in "
        "your account, under Notifications."
    )
