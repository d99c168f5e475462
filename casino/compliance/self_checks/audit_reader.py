"""The audit log read: searched, filtered, paged by number, and said in sentences."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from typing import Any

from django.utils.dateparse import parse_date
from django.utils.translation import gettext as _
from msgspec import Struct

from casino.compliance.reading import rows
from casino.compliance.rtp_monitoring.charts import titles
from casino.compliance.self_checks.audit_sentences import GROUPS, SENTENCES, deed
from casino.compliance.self_checks.labels import TITLES
from players.audit.details import LABELS, detail_texts
from players.identity.email_change import masked
from players.shared import clock

PAGE = 60
MOST = 100_000  # lines of one file
LINES = """
SELECT l.id, l.at, l.kind, l.about, l.said, host(l.address) AS address, l.device, p.email, p.is_staff, own.alias AS own, who.alias,
       l.player_id AS player
FROM audit_line AS l LEFT JOIN players_person AS p ON p.id = l.person_id
LEFT JOIN players_player AS own ON own.person_id = p.id LEFT JOIN players_player AS who ON who.id = l.player_id
"""


class Asked(Struct):
    """What the reader wants to see. Whatever makes no sense is said, and nothing is searched for it."""

    kind: str = ""
    who: str = ""
    player: str = ""
    about: str = ""
    words: str = ""
    since: date | None = None
    until: date | None = None
    before: int = 0
    wrong: list[str] = []

    @classmethod
    def read(cls, given: Any) -> Asked:
        wrong: list[str] = []

        def text(name: str, most: int) -> str:
            value = given.get(name, "").strip()
            if len(value) > most:
                wrong.append(_("What is searched for is too long."))
                return ""
            return str(value)

        def day(name: str) -> date | None:
            value = given.get(name, "").strip()
            try:
                found = parse_date(value) if value else None
            except ValueError:
                found = None
            if value and (found is None or not 2000 <= found.year <= 2999):
                wrong.append(_("A day is written like 2026-11-22."))
                return None
            return found

        asked = cls(
            text("kind", 60),
            text("who", 120),
            text("player", 60),
            text("about", 80),
            text("words", 80),
            day("since"),
            day("until"),
        )
        before = given.get("before", "")
        asked.before = int(before) if before.isdecimal() and before.isascii() and len(before) < 19 else 0
        if asked.since and asked.until and asked.since > asked.until:
            wrong.append(_("The first day lies after the last."))
        asked.wrong = list(dict.fromkeys(wrong))
        return asked

    def sql(self) -> tuple[str, dict[str, Any]]:
        """The conditions, each with its own index or within the days that are asked for."""
        parts, told = [], {}
        for name, condition in CONDITIONS.items():
            if value := getattr(self, name):
                parts.append(condition)
                told[name] = value
        if "kind" in told:
            told["kind"] = f"{_like(self.kind)}%"
        if "words" in told:
            told["words"] = f"%{_like(self.words)}%"
        if self.since:
            told["since"] = clock.midnight(self.since)
        if self.until:
            told["until"] = clock.midnight(self.until + timedelta(days=1))
        return (f" WHERE {' AND '.join(parts)}" if parts else ""), told


CONDITIONS = {
    "kind": "l.kind LIKE %(kind)s",
    "who": "l.person_id = (SELECT id FROM players_person WHERE lower(email) = lower(%(who)s))",
    "player": "l.player_id = (SELECT id FROM players_player WHERE lower(alias) = lower(%(player)s))",
    "about": "l.about = %(about)s",
    "words": "(l.said::text ILIKE %(words)s OR l.about ILIKE %(words)s)",
    "since": "l.at >= %(since)s",
    "until": "l.at < %(until)s",
    "before": "l.id < %(before)s",
}


def _like(text: str) -> str:
    return re.sub(r"([\\%_])", r"\\\1", text)


class Said(Struct):
    """A line as people read it."""

    id: int
    at: Any
    kind: str
    sentence: str
    facts: list[tuple[str, str]]
    about: str
    player: int | None
    address: str
    device: str


def lines(asked: Asked, count: int = PAGE) -> list[Said]:
    """The newest first; one more than a page holds says that there are others."""
    where, told = asked.sql()
    return list(said(rows(f"{LINES}{where} ORDER BY l.id DESC LIMIT %(count)s", {**told, "count": count})))


def kinds() -> list[tuple[str, str, list[tuple[str, str]]]]:
    """Every kind of line that the house can say, in words, by what it is about."""
    found: dict[str, list[tuple[str, str]]] = {}
    for kind in SENTENCES:
        found.setdefault(kind.partition(".")[0], []).append((kind, deed(kind)))
    titled = [
        (group, str(GROUPS[group]), sorted(lines, key=lambda line: line[1])) for group, lines in found.items()
    ]
    return sorted(titled, key=lambda group: group[1])


def said(found: Iterable[dict[str, Any]]) -> Iterator[Said]:
    read = [(row, row["said"] if isinstance(row["said"], dict) else json.loads(row["said"])) for row in found]
    charts = {
        str(told["chart"]) for row, told in read if row["kind"].startswith("returns.") and told.get("chart")
    }
    called = titles(charts) if charts else {}
    for row, told in read:
        if "chart" in told:
            told["chart"] = called.get(str(told["chart"]), told["chart"])
        yield Said(
            id=row["id"], at=row["at"], kind=row["kind"], sentence=sentence(row),
            facts=[*_watched(row["about"]), *detail_texts(row["kind"], told)], about=row["about"], player=row["player"],
            address=row["address"] or "", device=row["device"],
        )  # fmt: skip


def sentence(row: dict[str, Any]) -> str:
    """Who did what to whom. Staff by their address, players by their name at the tables; a kind without words is said as it is."""
    who = (
        row["own"] or (row["email"] if row["is_staff"] else masked(row["email"]))
        if row["email"]
        else _("the house")
    )
    people = {"who": who, "player": row["alias"] or _("somebody")}
    words = SENTENCES.get(row["kind"])
    told = str(words) % people if words else f"{row['kind']} · {who}"
    return told if "@" in told.partition(" ")[0] else told[:1].upper() + told[1:]


def _watched(about: str) -> list[tuple[str, str]]:
    """What the watch calls the thing that a line is about."""
    kind, _colon, name = about.partition(":")
    return [(str(LABELS["what"]), str(TITLES[name]))] if kind == "watch" and name in TITLES else []
