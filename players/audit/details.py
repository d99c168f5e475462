"""The details of an audit line as text: amounts as money, times in Lisbon's time zone, codes as words."""

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

# The labels of the details.
LABELS: dict[str, Promise] = {
    "limit": _("limit"),
    "period": _("period"),
    "before": _("before"),
    "after": _("after"),
    "cents": _("amount"),
    "balance": _("balance"),
    "at_tables": _("at tables"),
    "cause": _("cause"),
    "reason": _("reason"),
    "method": _("by"),
    "outcome": _("outcome"),
    "category": _("category"),
    "answer": _("answer"),
    "minutes": _("minutes"),
    "net": _("net"),
    "until": _("until"),
    "begins": _("begins"),
    "ends": _("ends"),
    "colleague": _("colleague"),
    "tiles": _("tiles"),
    "status": _("status"),
    "ticket": _("ticket"),
    "digest": _("digest"),
    "position": _("position"),
    "name": _("name"),
    "system": _("game"),
    "currency": _("currency"),
    "starts": _("from"),
    "hours": _("hours"),
    "proposal": _("proposal"),
    "version": _("version"),
    "document": _("document"),
    "accounts": _("accounts"),
    "rounds": _("rounds"),
    "differences": _("differences"),
    "tables": _("tables"),
    "since": _("since"),
    "files": _("files"),
    "changed": _("changed"),
    "differing": _("differing"),
    "first": _("first of them"),
    "chart": _("chart"),
    "day": _("day"),
    "last_day": _("last day"),
    "rows": _("rows"),
    "links": _("links"),
    "purpose": _("purpose"),
    "recipients": _("recipients"),
    "left_out": _("left out"),
    "second_factor": _("second factor"),
    "change": _("change"),
    "title": _("title"),
    "game": _("game"),
    "bytes": _("bytes"),
    "place": _("place"),
    "paper": _("document"),
    "known": _("known"),
    "report": _("report"),
    "lines": _("lines"),
    "table": _("table"),
    "what": _("what"),
    "road": _("how"),
    "moment": _("moment"),
    "reference": _("reference"),
    "excluded": _("excluded by"),
    "trouble": _("problem"),
    "format": _("as"),
    "query": _("search"),
    "searched": _("searched by"),
    "case_kind": _("kind"),
    "components": _("components"),
    "relevance": _("class"),
    "why": _("reason"),
    "items": _("items"),
    "complaint": _("complaint"),
    "names": _("files"),
    "notification": _("notice"),
    "players": _("players"),
    "rulechange": _("rule change"),
    "reported": _("status reported"),
    "owner": _("previous owner"),
    "note": _("note"),
    "successor": _("handed over to"),
    "handed_over": _("items handed over"),
    "released": _("back in the queue"),
    "opens": _("the table opens"),
    "event": _("event"),
    "channel": _("sent by"),
    "tries": _("tries"),
    "people": _("people"),
    "email": _("e-mail"),
    "refused": _("refused"),
    "role": _("role"),
    "roles": _("roles"),
    "kind": _("kind"),
    "kinds": _("kinds"),
    "conflicts": _("roles kept separate"),
    "count": _("number"),
    "days": _("days"),
    "length": _("length"),
    "holder": _("holder"),
    "certificate": _("certificate"),
    "events": _("events"),
    "transfers": _("transfers"),
    "task": _("task"),
    "ending": _("last digits"),
    "usable": _("usable from"),
    "proposed_by": _("proposed by"),
    "kept_as": _("kept as"),
}
MONEY = {"cents", "net", "balance", "at_tables"}
# The old and new values of limits, in cents or in minutes, and of balances, in cents.
LIMIT_VALUES = {"before", "after"}
VALUES_IN_CENTS = (
    "limits.deposit-",
    "limits.stake-",
    "limits.loss-",
    "deposits.",
    "withdrawals.",
    "adjustments.",
)
GAMES = {"game", "system"}
ROLES = {"role", "roles", "conflicts"}  # one role, or a pair that the house keeps apart
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d.*(\+\d\d:\d\d|Z)$")
CODE = re.compile(r"[a-z]+(-[a-z]+)*")
DIGEST = re.compile(r"[0-9a-f]{40,64}")
# Codes whose translation as a plain word would be wrong.
STAFF_CHANGES: dict[str, Promise] = {
    "hire": _("new member of staff"),
    "grant": _("give a role"),
    "revoke": _("take a role away"),
    "suspend": _("bar from signing in"),
    "restore": _("allow to sign in again"),
}
CODE_NAMES: dict[str, dict[str, Promise]] = {
    "kind": STAFF_CHANGES,
    "change": STAFF_CHANGES,
    "road": {
        "call": _("phone"),
        "letter": _("e-mail or letter"),
        "chat": _("message in the account"),
        "none": _("no contact: still watching"),
    },
    "searched": {
        "alias": _("name at the tables"),
        "email": _("e-mail"),
        "name": _("full name"),
        "nif": _("tax number (NIF)"),
        "document": _("document number"),
        "iban": _("IBAN"),
    },
}
# Functions that turn the code of a `reason` into a sentence, by prefix of the line's kind.
_reason_texts: dict[str, Callable[[str], str]] = {}
MAX_LENGTH = 200


def detail_texts(kind: str, details: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The label and text of each detail that is not empty."""
    order = {name: index for index, name in enumerate(LABELS)}
    for name, value in sorted(details.items(), key=lambda item: order.get(item[0], len(order))):
        if value not in (None, "", [], {}):
            yield str(LABELS.get(name, name)), detail_text(kind, name, value)


def detail_text(kind: str, name: str, value: Any) -> str:
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, int):
        return _figure(kind, name, value)
    if isinstance(value, str):
        return _reason_text(kind, value) if name == "reason" else _text(name, value)
    if isinstance(value, list) and all(isinstance(item, (str, int)) for item in value):
        return ", ".join(detail_text(kind, name, item) for item in value)[:MAX_LENGTH]
    if isinstance(value, dict) and all(isinstance(item, (str, int, type(None))) for item in value.values()):
        return ", ".join(
            f"{LABELS.get(key, key)} «{detail_text(kind, key, item)}»"
            for key, item in value.items()
            if item is not None
        )[:MAX_LENGTH]
    return json.dumps(value, ensure_ascii=False)[:MAX_LENGTH]


def register_reason_text(prefix: str, text: Callable[[str], str]) -> None:
    """Registers the function that words the reasons of lines whose kind begins with `prefix`
    ("deposits.").
    """
    _reason_texts[prefix] = text


def _reason_text(kind: str, reason: str) -> str:
    for prefix, text in _reason_texts.items():
        if kind.startswith(prefix):
            return text(reason).rstrip(".")
    return _text("reason", reason)


def _figure(kind: str, name: str, value: int) -> str:
    if name in MONEY:
        return format_money(value, "EUR", signed=name == "net")
    if name in LIMIT_VALUES and kind.startswith(VALUES_IN_CENTS):
        return format_money(value, "EUR")
    if name in LIMIT_VALUES and kind.startswith(("limits.time-", "limits.reality-check-")):
        return gettext("%(minutes)s min") % {"minutes": value}
    return str(value)


def _text(name: str, value: str) -> str:
    if MOMENT.match(value) and (at := parse_datetime(value)) is not None:
        return date_format(localtime(at), "SHORT_DATETIME_FORMAT")
    if name in GAMES:
        return str(game_name(value))
    if DIGEST.fullmatch(value):
        return f"{value[:16]}…"
    if name in ROLES:
        return " + ".join(gettext(role) for role in value.split(" + "))
    if value in (names := CODE_NAMES.get(name, {})):
        return str(names[value])
    # A code may be a translated word.
    return gettext(value) if CODE.fullmatch(value) else value[:MAX_LENGTH]
