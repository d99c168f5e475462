"""Reads the audit log: filters it, pages it by number, and writes each line as a sentence."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from typing import Any

from django.utils.dateparse import parse_date
from django.utils.translation import gettext as _
from msgspec import Struct

from casino.compliance.audit_sentences import GROUPS, SENTENCES, entry_sentence, kind_name
from casino.compliance.reading import rows as query_rows
from casino.compliance.rtp_monitoring.charts import titles as chart_titles
from casino.record_checks.labels import TITLES
from players.audit.details import LABELS, detail_texts
from players.shared import clock

PAGE_SIZE = 60
MAX_EXPORT = 100_000  # lines of one file
QUERY = """
SELECT l.id, l.at, l.kind, l.about, l.details, host(l.address) AS address, l.device,
       p.email, p.is_staff, own.alias AS own_alias, player.alias AS player_alias, l.player_id AS player
FROM audit_line AS l LEFT JOIN players_person AS p ON p.id = l.person_id
LEFT JOIN players_player AS own ON own.person_id = p.id
LEFT JOIN players_player AS player ON player.id = l.player_id
"""


class AuditFilter(Struct):
    """The conditions of a search, named like the query parameters. With errors, nothing is searched."""

    kind: str = ""
    who: str = ""
    player: str = ""
    about: str = ""
    words: str = ""
    since: date | None = None
    until: date | None = None
    before: int = 0
    errors: list[str] = []

    @classmethod
    def from_query(cls, query: Any) -> AuditFilter:
        errors: list[str] = []

        def text(name: str, max_length: int) -> str:
            value = query.get(name, "").strip()
            if len(value) > max_length:
                errors.append(_("The search text is too long."))
                return ""
            return str(value)

        def day(name: str) -> date | None:
            value = query.get(name, "").strip()
            try:
                parsed = parse_date(value) if value else None
            except ValueError:
                parsed = None
            if value and (parsed is None or not 2000 <= parsed.year <= 2999):
                errors.append(_("Write a day like 2026-11-22."))
                return None
            return parsed

        audit_filter = cls(
            text("kind", 60),
            text("who", 120),
            text("player", 60),
            text("about", 80),
            text("words", 80),
            day("since"),
            day("until"),
        )
        before = query.get("before", "")
        is_number = before.isdecimal() and before.isascii() and len(before) < 19
        audit_filter.before = int(before) if is_number else 0
        if audit_filter.since and audit_filter.until and audit_filter.since > audit_filter.until:
            errors.append(_("The first day is after the last."))
        audit_filter.errors = list(dict.fromkeys(errors))
        return audit_filter

    def sql(self) -> tuple[str, dict[str, Any]]:
        """The WHERE clause and its parameters. Every condition has an index or is bounded by the days."""
        parts, parameters = [], {}
        for name, condition in CONDITIONS.items():
            if value := getattr(self, name):
                parts.append(condition)
                parameters[name] = value
        if "kind" in parameters:
            parameters["kind"] = f"{_escape_like(self.kind)}%"
        if "words" in parameters:
            parameters["words"] = f"%{_escape_like(self.words)}%"
        if self.since:
            parameters["since"] = clock.midnight(self.since)
        if self.until:
            parameters["until"] = clock.midnight(self.until + timedelta(days=1))
        return (f" WHERE {' AND '.join(parts)}" if parts else ""), parameters


CONDITIONS = {
    "kind": "l.kind LIKE %(kind)s",
    "who": "l.person_id = (SELECT id FROM players_person WHERE lower(email) = lower(%(who)s))",
    "player": "l.player_id = (SELECT id FROM players_player WHERE lower(alias) = lower(%(player)s))",
    "about": "l.about = %(about)s",
    "words": "(l.details::text ILIKE %(words)s OR l.about ILIKE %(words)s)",
    "since": "l.at >= %(since)s",
    "until": "l.at < %(until)s",
    "before": "l.id < %(before)s",
}


def _escape_like(text: str) -> str:
    return re.sub(r"([\\%_])", r"\\\1", text)


class AuditEntry(Struct):
    """One line of the log as it is shown."""

    id: int
    at: Any
    kind: str
    sentence: str
    details: list[tuple[str, str]]
    about: str
    player: int | None
    address: str
    device: str


def find_entries(audit_filter: AuditFilter, limit: int = PAGE_SIZE) -> list[AuditEntry]:
    """The newest first. The caller asks for one more than a page to learn whether a next page exists."""
    where, parameters = audit_filter.sql()
    sql = f"{QUERY}{where} ORDER BY l.id DESC LIMIT %(limit)s"
    return list(to_entries(query_rows(sql, {**parameters, "limit": limit})))


def kind_choices() -> list[tuple[str, str, list[tuple[str, str]]]]:
    """Every kind with its name, in groups: code, title, kinds."""
    groups: dict[str, list[tuple[str, str]]] = {}
    for kind in SENTENCES:
        groups.setdefault(kind.partition(".")[0], []).append((kind, kind_name(kind)))
    titled = [
        (group, str(GROUPS[group]), sorted(kinds, key=lambda choice: choice[1]))
        for group, kinds in groups.items()
    ]
    return sorted(titled, key=lambda group: group[1])


def to_entries(rows: Iterable[dict[str, Any]]) -> Iterator[AuditEntry]:
    parsed = [(row, _parse_details(row["details"])) for row in rows]
    charts = {
        str(details["chart"])
        for row, details in parsed
        if row["kind"].startswith("returns.") and details.get("chart")
    }
    titles = chart_titles(charts) if charts else {}
    for row, details in parsed:
        if "chart" in details:
            details["chart"] = titles.get(str(details["chart"]), details["chart"])
        yield AuditEntry(
            id=row["id"],
            at=row["at"],
            kind=row["kind"],
            sentence=entry_sentence(row),
            details=[*_check_title(row["about"]), *detail_texts(row["kind"], details)],
            about=row["about"],
            player=row["player"],
            address=row["address"] or "",
            device=row["device"],
        )


def _parse_details(details: Any) -> dict[str, Any]:
    return details if isinstance(details, dict) else dict(json.loads(details))


def _check_title(about: str) -> list[tuple[str, str]]:
    """The title of the self-check that a line is about."""
    kind, _colon, name = about.partition(":")
    return [(str(LABELS["what"]), str(TITLES[name]))] if kind == "watch" and name in TITLES else []
