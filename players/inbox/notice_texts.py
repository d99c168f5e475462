"""The subject and the text of a notice to many players, in the language of the reader."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils import translation
from django.utils.translation import gettext
from msgspec import Struct

from players.languages import HOUSE_LANGUAGES

NOTICE_KIND = "notice"
MAX_SUBJECT, MAX_TEXT = 120, 2000
# Staff write notices in the languages of the back office; other players read the first one.
NOTICE_LANGUAGES = tuple(language.code for language in HOUSE_LANGUAGES if language.for_staff)


class NoticeText(Struct, frozen=True):
    subject: str
    text: str


def notice_text(details: Mapping[str, Any], language: str = "") -> NoticeText:
    """What a player reads, by default in the active language. Marketing says how to end it."""
    language = language or translation.get_language() or ""
    texts = details["texts"]
    if language not in texts:
        language = NOTICE_LANGUAGES[0]
    written = texts[language]
    text = str(written["text"])
    if details["purpose"] == "marketing":
        with translation.override(language):
            ending = gettext(
                "You receive this because you agreed to news and offers. You can end them in your account, "
                "under Notifications."
            )
        text = f"{text}\n\n{ending}"
    return NoticeText(str(written["subject"]), text)
