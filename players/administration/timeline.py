"""The timeline of a player: what several sources recorded, in one order of time, newest first.

Each source is one query that its index answers in order. A page continues after the last entry of the page
before, so its cost does not depend on how much there is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet, UUIDField
from django.utils.dateparse import parse_datetime
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from msgspec import Struct

from players.models import Player
from players.shared import clock

PAGE_SIZE = 50
FOLDED_FROM = 4  # entries of one source, one after the other
# The filters of the timeline, in the order of the page.
CATEGORIES: dict[str, str | Promise] = {
    "sign-ins": _("Sign-ins"),
    "payments": _("Payments"),
    "sessions": _("Play sessions"),
    "rounds": _("Rounds"),
    "limits": _("Limits and exclusions"),
    "complaints": _("Complaints"),
    "messages": _("Messages"),
    "account": _("Account and identity"),
    "staff": _("Staff actions"),
    "alerts": pgettext_lazy("about a player", "Alerts"),
}
POSITION = re.compile(r"(?P<at>[^~]{19,40})~(?P<source>[a-z-]{1,30})~(?P<key>[0-9a-f-]{1,36})")


class PlayerTimelineEntry(Struct, frozen=True):
    """One line of the timeline. `key` is the row's key within its source."""

    at: datetime
    key: int | UUID
    text: str | Promise
    detail: str | Promise = ""
    amount: str = ""
    url: str = ""
    state: str = ""


class TimelinePosition(Struct, frozen=True):
    """The entry after which a page begins."""

    at: datetime
    source: str
    key: int | UUID

    @classmethod
    def parse(cls, text: str) -> TimelinePosition | None:
        match = POSITION.fullmatch(text)
        if match is None:
            return None
        try:
            at = parse_datetime(match["at"])
            key = int(match["key"]) if match["key"].isdecimal() else UUID(match["key"])
        except ValueError:
            return None
        if at is None or at.tzinfo is None or (isinstance(key, int) and key >= 2**63):
            return None
        return cls(at, match["source"], key)

    def __str__(self) -> str:
        return f"{self.at.isoformat()}~{self.source}~{self.key}"


class TimelineQuery(Struct, frozen=True):
    """What a page asks of a source: entries before a position and before a moment."""

    limit: int
    position: TimelinePosition | None = None
    until: datetime | None = None

    def rows(self, queryset: QuerySet[Any], source: str, column: str) -> list[Any]:
        """The newest rows of a source that the page can need, in the order of the timeline."""
        if self.until is not None:
            queryset = queryset.filter(**{f"{column}__lt": self.until})
        if self.position is not None:
            if source == self.position.source and not _is_key_of(queryset, self.position.key):
                return []
            queryset = queryset.filter(self._after(self.position, source, column))
        return list(queryset.order_by(f"-{column}", "-pk")[: self.limit])

    @staticmethod
    def _after(position: TimelinePosition, source: str, column: str) -> Q:
        """The condition of the rows after a position. Entries of one moment are ordered by source and key."""
        before, not_later = Q(**{f"{column}__lt": position.at}), Q(**{f"{column}__lte": position.at})
        if source == position.source:
            return not_later & (before | Q(pk__lt=position.key))
        return not_later if source < position.source else before


def _is_key_of(queryset: QuerySet[Any], key: int | UUID) -> bool:
    return isinstance(key, UUID) == isinstance(queryset.model._meta.pk, UUIDField)


class TimelineSource(Struct, frozen=True):
    """A kind of record that the timeline shows to people with the permission."""

    name: str
    category: str
    permission: str
    read: Callable[[Player, TimelineQuery], Sequence[PlayerTimelineEntry]]
    audit_kind: str = ""  # the audit line that showing an entry writes


class TimelinePage(Struct, frozen=True):
    entries: list[tuple[TimelineSource, PlayerTimelineEntry]]
    next: TimelinePosition | None


class TimelineRun(Struct, frozen=True):
    """Entries of one source that follow each other on a day. A long run is folded, so that others show."""

    source: TimelineSource
    entries: list[PlayerTimelineEntry]
    is_folded: bool

    @property
    def earliest(self) -> datetime:
        return self.entries[-1].at


_sources: dict[str, TimelineSource] = {}


def register_sources(*sources: TimelineSource) -> None:
    for source in sources:
        if source.category not in CATEGORIES:
            raise ValueError(f"The source {source.name!r} names no category: {source.category!r}.")
        _sources[source.name] = source


def sources_of(user: Any) -> list[TimelineSource]:
    """The sources that this person may see."""
    return [source for source in _sources.values() if user.has_perm(source.permission)]


def timeline_page(
    player: Player,
    sources: Sequence[TimelineSource],
    categories: Collection[str] = (),
    position: TimelinePosition | None = None,
    until: datetime | None = None,
) -> TimelinePage:
    """One page of the chosen categories; none chosen means all."""
    query = TimelineQuery(PAGE_SIZE + 1, position, until)
    entries = [
        (source, entry)
        for source in sources
        if not categories or source.category in categories
        for entry in source.read(player, query)
    ]
    entries.sort(key=lambda pair: (pair[1].at, pair[0].name, pair[1].key), reverse=True)
    page = entries[:PAGE_SIZE]
    if len(entries) <= PAGE_SIZE:
        return TimelinePage(page, None)
    last_source, last = page[-1]
    return TimelinePage(page, TimelinePosition(last.at, last_source.name, last.key))


def timeline_runs(page: TimelinePage) -> list[TimelineRun]:
    """The entries of a page by runs. A page of a single run shows its entries."""
    runs = [
        (source, [entry for _source, entry in pairs])
        for (source, _day), pairs in groupby(page.entries, lambda pair: (pair[0], clock.day_of(pair[1].at)))
    ]
    return [
        TimelineRun(source, entries, len(entries) >= FOLDED_FROM and len(runs) > 1)
        for source, entries in runs
    ]
