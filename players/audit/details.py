"""What a line of the log says besides its sentence, as people read it: money as money, hours by Lisbon's clocks, codes by their words."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.timezone import localtime
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from players.play_records import game_name
from players.shared.money import format_money

# What a line may say besides, by its name.
FACTS: dict[str, Promise] = {
    "limit": _("limit"), "period": _("period"), "before": _("before"), "after": _("after"), "cents": _("amount"), "cause": _("cause"),
    "reason": _("reason"),
    "method": _("by"), "outcome": _("outcome"), "category": _("category"), "answer": _("answer"), "minutes": _("minutes"), "net": _("net"),
    "until": _("until"), "status": _("status"), "ticket": _("ticket"), "digest": _("digest"), "name": _("name"), "system": _("game"),
    "currency": _("currency"), "starts": _("from"), "hours": _("hours"), "proposal": _("proposal"), "version": _("version"),
    "document": _("document"), "accounts": _("accounts"), "rounds": _("rounds"), "differences": _("differences"), "tables": _("tables"),
    "since": _("since"), "files": _("files"), "changed": _("changed"), "differing": _("differing"), "first": _("first of them"),
    "chart": _("chart"), "day": _("day"), "rows": _("rows"), "links": _("links"), "change": _("change"), "title": _("title"),
    "game": _("game"), "bytes": _("bytes"), "known": _("known"), "report": _("report"), "lines": _("lines"),
    "table": _("table"), "what": _("what"), "road": _("how"), "moment": _("moment"), "reference": _("reference"),
    "excluded": _("excluded by"), "trouble": _("trouble"),
    "format": _("as"), "query": _("search"), "case_kind": _("kind"), "complaint": _("complaint"), "names": _("files"),
    "notification": _("notice"), "players": _("players"), "rulechange": _("rule change"), "said": _("said"),
}  # fmt: skip
MONEY = {"cents", "net"}
# Limits of money and of time say what they were and are, in cents and in minutes.
LIMITED = {"before", "after"}
GAMES = {"game", "system"}
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d.*(\+\d\d:\d\d|Z)$")
CODE = re.compile(r"[a-z]+(-[a-z]+)*")
DIGEST = re.compile(r"[0-9a-f]{40,64}")
# Codes of which the bare word would say something else.
WORDS: dict[str, dict[str, Promise]] = {
    "road": {
        "call": _("telephone"),
        "letter": _("e-mail or letter"),
        "chat": _("message in the house"),
        "none": _("no contact: watched on"),
    },
}
# Functions that turn the code of a `reason` into a sentence, by the beginning of the kind of the line.
_reason_texts: dict[str, Callable[[str], str]] = {}
LONGEST = 200


def facts(kind: str, said: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Each with its label; what is empty is left out."""
    places = {name: place for place, name in enumerate(FACTS)}
    for name, value in sorted(said.items(), key=lambda each: places.get(each[0], len(places))):
        if value not in (None, "", [], {}):
            yield str(FACTS.get(name, name)), fact(kind, name, value)


def fact(kind: str, name: str, value: Any) -> str:
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, int):
        return _figure(kind, name, value)
    if isinstance(value, str):
        return _reason_text(kind, value) if name == "reason" else _text(name, value)
    if isinstance(value, list) and all(isinstance(each, (str, int)) for each in value):
        return ", ".join(fact(kind, name, each) for each in value)[:LONGEST]
    if isinstance(value, dict) and all(isinstance(each, (str, int, type(None))) for each in value.values()):
        return ", ".join(
            f"{FACTS.get(each, each)} «{fact(kind, each, told)}»"
            for each, told in value.items()
            if told is not None
        )[:LONGEST]
    return json.dumps(value, ensure_ascii=False)[:LONGEST]


def register_reason_text(prefix: str, text: Callable[[str], str]) -> None:
    """`text` words the reasons of the lines whose kind begins with `prefix` («deposits.»)."""
    _reason_texts[prefix] = text


def _reason_text(kind: str, reason: str) -> str:
    for prefix, text in _reason_texts.items():
        if kind.startswith(prefix):
            return text(reason).rstrip(".")
    return _text("reason", reason)


def _figure(kind: str, name: str, value: int) -> str:
    if name in MONEY:
        return format_money(value, "EUR", signed=name == "net")
    if name in LIMITED and kind.startswith(("limits.deposit-", "limits.stake-")):
        return format_money(value, "EUR")
    if name in LIMITED and kind.startswith(("limits.time-", "limits.reality-check-")):
        return gettext("%(minutes)s min") % {"minutes": value}
    return str(value)


def _text(name: str, value: str) -> str:
    if MOMENT.match(value) and (at := parse_datetime(value)) is not None:
        return date_format(localtime(at), "SHORT_DATETIME_FORMAT")
    if name in GAMES:
        return str(game_name(value))
    if DIGEST.fullmatch(value):
        return f"{value[:16]}…"
    if value in (words := WORDS.get(name, {})):
        return str(words[value])
    # A code that the house has a word for is said by it.
    return gettext(value) if CODE.fullmatch(value) else value[:LONGEST]
