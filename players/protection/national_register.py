"""How the house talks with the national list: the whole list is fetched each hour, our own exclusions are reported within a day."""

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
from players.protection.national_list import Entry, ListRefused, feed_locked, list_apply
from players.shared import clock, signed_http
from players.shared.signed_http import UnreachableError

log = structlog.get_logger(__name__)
BACKOFF = (60, 300, 900, 3600)
FETCH_EVERY, FETCH_AGAIN = timedelta(hours=1), timedelta(minutes=5)
LATE = timedelta(hours=26)  # since the last good list


class Download(msgspec.Struct):
    """A list as it arrives: its number, how many entries it says that it has, and the entries one by one."""

    number: str
    count: int
    entries: Iterator[Entry]


class Head(msgspec.Struct):
    """The first line of a list."""

    number: Annotated[str, Meta(min_length=1, max_length=60)]
    entries: Annotated[int, Meta(ge=0)]


class Register(Protocol):
    """What the house asks of the national list, whoever keeps it."""

    def fetch(self) -> AbstractContextManager[Download]: ...
    def report(self, said: dict[str, Any]) -> None: ...


class HttpRegister:
    """The list as an HTTP service: a line that names and counts it, then one line for each entry. The sandbox speaks the same."""

    @contextmanager
    def fetch(self) -> Iterator[Download]:
        with tempfile.TemporaryFile() as file:
            signed_http.download(self._url("/list"), settings.REGISTER_KEY, file)
            file.seek(0)
            try:
                head = msgspec.json.decode(file.readline(), type=Head)
                yield Download(head.number, head.entries, map(msgspec.json.Decoder(Entry).decode, file))
            except msgspec.DecodeError as error:
                raise ListRefused(f"the list cannot be read: {error}") from error

    def report(self, said: dict[str, Any]) -> None:
        signed_http.request_json(self._url("/reports"), settings.REGISTER_KEY, said)

    def _url(self, path: str) -> str:
        if not settings.REGISTER_URL:
            raise UnreachableError("REGISTER_URL is not set")
        return str(settings.REGISTER_URL) + path


def register() -> Register:
    made: Register = import_string(settings.REGISTER)()
    return made


def list_due() -> bool:
    """Hourly; after a failure, and as long as there is none at all, sooner."""
    feed, now = NationalFeed.objects.filter(pk=1).first(), clock.now()
    if feed is None or feed.loaded is None:
        return True
    return now - (feed.tried or feed.loaded) >= (FETCH_AGAIN if feed.trouble else FETCH_EVERY)


def list_fetch(*, accept_shorter: bool = False, by: Person | None = None) -> int:
    """Fetches and applies the whole list. Fails it, or is it not whole, the last good one goes on counting, and staff get an alarm."""
    asked = clock.now()
    try:
        with register().fetch() as download:
            concerned = list_apply(
                download.number, download.count, download.entries, asked=asked, accept_shorter=accept_shorter
            )
    except (UnreachableError, ListRefused) as error:
        _failed(str(error)[:200])
        return -1
    if accept_shorter:
        note("exclusions.shorter-list-accepted", person=by, about=f"national-list:{download.number}")
    return concerned


@transaction.atomic
def _failed(trouble: str) -> None:
    feed = feed_locked()
    if not feed.trouble:
        note("exclusions.list-failed", about="national-list", trouble=trouble)
    feed.tried, feed.trouble = clock.now(), trouble
    feed.save()
    log.error("national list not taken", trouble=trouble, last_good=feed.loaded)


def reports_send() -> int:
    """Tells the national list of our own exclusions, each once: a row is marked when it has been heard, and asked again until then."""
    sent = 0
    due = list(
        Report.objects.filter(sent=None, next_try__lte=clock.now())
        .order_by("due")
        .values_list("pk", flat=True)[:100]
    )
    for pk in due:
        with transaction.atomic():
            waiting = Report.objects.select_for_update(skip_locked=True, of=("self",)).filter(
                pk=pk, sent=None
            )
            report = waiting.select_related("exclusion").first()
            if report is not None:
                sent += _report_send(report)
    return sent


def _report_send(report: Report) -> int:
    exclusion, now = report.exclusion, clock.now()
    identity = Identity.objects.filter(player=exclusion.player_id).first()
    said = {
        # The same report is the same number, however often it is said.
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
    try:
        register().report(said)
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
