"""The formats in which a player takes hands of hold'em along: text here, others as optional apps add them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from games.rounds.replay.hand_record import HandRecord
from games.rounds.replay.hand_text import write_texts


class HandFormat(Struct, frozen=True):
    """A format of files with hands.

    `ending` is part of the address; the name of a file with several hands ends in `ending_of_several`.
    """

    ending: str
    ending_of_several: str
    content_type: str
    hand_label: str | Promise
    session_label: str | Promise
    write: Callable[[Sequence[HandRecord]], str]


TEXT = HandFormat(
    ending="txt",
    ending_of_several="txt",
    content_type="text/plain; charset=utf-8",
    hand_label=_("Hand history as text"),
    session_label=_("as text"),
    write=write_texts,
)
_formats: dict[str, HandFormat] = {TEXT.ending: TEXT}


def register_hand_format(added: HandFormat) -> None:
    _formats[added.ending] = added


def hand_formats() -> list[HandFormat]:
    return list(_formats.values())


def hand_format(ending: str) -> HandFormat:
    return _formats[ending]


def endings() -> str:
    """Every ending, as a choice of a regular expression."""
    return "|".join(sorted(_formats))
