"""Communication with the national list: fetches it each hour and reports self-exclusions within a day."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import timedelta
from typing import Annotated, Any, Protocol

import msgspec
import structlog
from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils.module_loading import import_string
from msgspec import Meta

from players.audit import note
from players.identity.models import Identity
from players.models import Person
from players.protection.models import NationalFeed, Report
from players.protection.national_list import ListedDocument, ListRefused, apply_national_list, lock_feed
from players.shared import clock, signed_http
from players.shared.decoding import UNREADABLE, prepare
from players.shared.signed_http import UnreachableError

log = structlog.get_logger(__name__)
BACKOFF = (60, 300, 900, 3600)
FETCH_EVERY, RETRY_AFTER = timedelta(hours=1), timedelta(minutes=5)
MAX_LIST_AGE = timedelta(hours=26)


class Download(msgspec.Struct):
    """A list that is being received: its number, its declared count of entries, and the entries as a
    stream.
    """

    number: str
    count: int
    entries: Iterator[ListedDocument]


class ListHeader(msgspec.Struct):
    """The first line of a list."""

    number: Annotated[str, Meta(min_length=1, max_length=60)]
    entries: Annotated[int, Meta(ge=0)]


prepare(ListHeader)


class Register(Protocol):
    """The interface of the national list. The setting REGISTER names the class that implements it."""

    def fetch(self) -> AbstractContextManager[Download]: ...
    def report(self, details: dict[str, Any]) -> None: ...


class HttpRegister:
    """The list as an HTTP service: one line with its number and count, then one line for each entry.

    So does the sandbox.
    """

    @contextmanager
    def fetch(self) -> Iterator[Download]:
        with tempfile.TemporaryFile() as file:
            signed_http.download(self._url("/list"), settings.REGISTER_KEY, file)
            file.seek(0)
            try:
                header = msgspec.json.decode(file.readline(), type=ListHeader)
                yield Download(
                    header.number, header.entries, map(msgspec.json.Decoder(ListedDocument).decode, file)
                )
            except UNREADABLE as error:
                raise ListRefused(f"the list cannot be read: {error}") from error

    def report(self, details: dict[str, Any]) -> None:
        signed_http.request_json(self._url("/reports"), settings.REGISTER_KEY, details)

    def _url(self, path: str) -> str:
        if not settings.REGISTER_URL:
            raise UnreachableError("REGISTER_URL is not set")
        return str(settings.REGISTER_URL) + path


def register() -> Register:
    """The implementation that the setting REGISTER names."""
    implementation: Register = import_string(settings.REGISTER)()
    return implementation


def is_list_due() -> bool:
    """Whether to fetch now: each hour, sooner after a failure, and at once if no list was ever loaded."""
    feed, now = NationalFeed.objects.filter(pk=1).first(), clock.now()
    if feed is None or feed.loaded is None:
        return True
    return now - (feed.tried or feed.loaded) >= (RETRY_AFTER if feed.trouble else FETCH_EVERY)


def fetch_national_list(*, accept_shorter: bool = False, by: Person | None = None) -> int:
    """Fetches and applies the whole list. Returns how many exclusions changed, or -1 after a failure.

    After a failure, or if the list is refused, the last good list stays in force and staff get an alarm.
    """
    requested = clock.now()
    try:
        with register().fetch() as download:
            concerned = apply_national_list(
                download.number,
                download.count,
                download.entries,
                requested=requested,
                accept_shorter=accept_shorter,
            )
    except (UnreachableError, ListRefused) as error:
        _record_failure(str(error)[:200])
        return -1
    if accept_shorter:
        note("exclusions.shorter-list-accepted", person=by, about=f"national-list:{download.number}")
    return concerned


@transaction.atomic
def _record_failure(trouble: str) -> None:
    feed = lock_feed()
    if not feed.trouble:
        note("exclusions.list-failed", about="national-list", trouble=trouble)
    feed.tried, feed.trouble = clock.now(), trouble
    feed.save()
    log.error("national list not applied", trouble=trouble, last_good=feed.loaded)


def send_reports() -> int:
    """Reports self-exclusions to the national list. Each report is retried until the list confirms it."""
    due = Report.objects.filter(sent=None, next_try__lte=clock.now()).order_by("due")
    return sum(_send_report(pk) for pk in list(due.values_list("pk", flat=True)[:100]))


@transaction.atomic
def _send_report(pk: int) -> int:
    unsent = Report.objects.select_for_update(skip_locked=True, of=("self",)).filter(pk=pk, sent=None)
    report = unsent.select_related("exclusion").first()
    if report is None:
        return 0
    exclusion, now = report.exclusion, clock.now()
    try:
        register().report(_report_details(report))
    except UnreachableError as error:
        wait = BACKOFF[min(report.tries, len(BACKOFF) - 1)]
        Report.objects.filter(pk=report.pk).update(
            tries=F("tries") + 1, next_try=now + timedelta(seconds=wait), trouble=str(error)[:200]
        )
        if now > report.due:
            log.error("exclusion not reported in time", report=report.pk)
        return 0
    Report.objects.filter(pk=report.pk).update(sent=now, trouble="")
    note(
        "exclusions.reported",
        player=exclusion.player_id,
        about=f"exclusion:{exclusion.pk}",
        report=report.kind,
    )
    return 1


def _report_details(report: Report) -> dict[str, Any]:
    exclusion = report.exclusion
    identity = Identity.objects.filter(player=exclusion.player_id).first()
    return {
        # A retry has the same number, so the list can recognise it.
        "number": f"report-{report.pk}",
        "kind": report.kind,
        "nif": identity.nif if identity else "",
        "document_kind": identity.document_kind if identity else "",
        "document_number": identity.document_number if identity else "",
        "nationality": identity.nationality if identity else "",
        "player": exclusion.player_id,
        "starts": exclusion.starts.isoformat(),
        "ends": exclusion.ends.isoformat() if exclusion.ends else None,
    }
