"""The national list of excluded people: fetched whole each day, changed at once when a change is pushed, told of our own exclusions."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Annotated, Any, Protocol

import msgspec
import structlog
from django.conf import settings
from django.db import transaction
from django.db.models import F, Q
from django.utils.module_loading import import_string
from msgspec import Meta

from players import callbacks, clock
from players.audit import note
from players.callbacks import Unreachable
from players.identity.models import Identity
from players.inbox import tell
from players.protection.models import Exclusion, NationalEntry, NationalList, Report
from players.signals import show_out

log = structlog.get_logger(__name__)
AT_ONCE = 1000  # entries looked up by one question
BACKOFF = (60, 300, 900, 3600)


Moment = Annotated[datetime, Meta(tz=True)]


class Entry(msgspec.Struct, frozen=True):
    """Somebody on the list: from when, until when (nothing: without end), or no more."""

    reference: Annotated[str, Meta(min_length=1, max_length=60)]
    nif: Annotated[str, Meta(pattern=r"^\d{9}$")]
    starts: Moment
    ends: Moment | None = None
    removed: bool = False


class Copy(msgspec.Struct, frozen=True):
    """The list under its number, or the changes of one push under theirs."""

    number: Annotated[str, Meta(min_length=1, max_length=60)]
    entries: list[Entry]


class Register(Protocol):
    """What the house asks of the national list, whoever keeps it."""

    def fetch(self) -> Copy: ...
    def report(self, said: dict[str, Any]) -> None: ...


class HttpRegister:
    """The list as an HTTP service; the sandbox that comes with the house speaks the same."""

    def fetch(self) -> Copy:
        try:
            return read(json.dumps(self._ask("/list", None)).encode())
        except msgspec.ValidationError as error:
            raise Unreachable(f"the list cannot be read: {error}") from error

    def report(self, said: dict[str, Any]) -> None:
        self._ask("/reports", said)

    def _ask(self, path: str, said: dict[str, Any] | None) -> dict[str, Any]:
        if not settings.REGISTER_URL:
            raise Unreachable("the house is not told where the national list is")
        return callbacks.ask(settings.REGISTER_URL + path, settings.REGISTER_KEY, said)


_read = msgspec.json.Decoder(Copy)


def read(body: bytes) -> Copy:
    return _read.decode(body)


def register() -> Register:
    made: Register = import_string(settings.REGISTER)()
    return made


def mark(nif: str) -> str:
    """What is kept of a tax number that may be a stranger's: it can be recognised, and not read."""
    return hmac.new(hashlib.sha256(b"national" + settings.SECRET_KEY.encode()).digest(), nif.encode(), hashlib.sha256).hexdigest()


def listed(nif: str) -> bool:
    """Whether somebody with that tax number is excluded now: asked when an account is opened."""
    now = clock.now()
    found = NationalEntry.objects.filter(Q(ends=None) | Q(ends__gt=now), mark=mark(nif), removed=None, starts__lte=now)
    return found.exists()


@transaction.atomic
def copy_apply(copy: Copy, *, pushed: bool = False) -> int:
    """Takes over a whole list, or the changes of a push; the same number again changes nothing. How many players it concerns."""
    body = msgspec.json.encode(copy.entries)
    kept, new = NationalList.objects.get_or_create(
        key=copy.number,
        defaults={"pushed": pushed, "entries": len(copy.entries), "applied": 0, "digest": hashlib.sha256(body).hexdigest()},
    )
    if not new:
        return 0
    now, concerned = clock.now(), 0
    entries = list({entry.reference: entry for entry in copy.entries}.values())
    for at in range(0, len(entries), AT_ONCE):
        concerned += _entries_apply(entries[at : at + AT_ONCE], now)
    if not pushed:
        concerned += _off_the_list({entry.reference for entry in entries if not entry.removed}, now)
    NationalList.objects.filter(pk=kept.pk).update(applied=concerned)
    return concerned


def _entries_apply(entries: Sequence[Entry], now: datetime) -> int:
    rows = [
        NationalEntry(reference=one.reference, mark=mark(one.nif), starts=one.starts, ends=one.ends, removed=now if one.removed else None)
        for one in entries
    ]
    NationalEntry.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["reference"], update_fields=["mark", "starts", "ends", "removed"]
    )
    people = Identity.objects.select_related("player").filter(nif__in={entry.nif for entry in entries})
    known = {identity.nif: identity.player for identity in people}
    return sum(_exclude(known[entry.nif], entry, now) for entry in entries if entry.nif in known)


def _exclude(player: Any, entry: Entry, now: datetime) -> bool:
    """Lays an entry on a player; whether anything changed."""
    ends = _ended(entry.starts, now) if entry.removed else entry.ends and _ended(entry.starts, entry.ends)
    found, new = Exclusion.objects.get_or_create(
        player=player,
        reference=entry.reference,
        source=Exclusion.Source.NATIONAL,
        defaults={"starts": entry.starts, "ends": ends, "asked_until": entry.ends},
    )
    if not new and (found.ends == ends or (entry.removed and found.ends is not None and found.ends <= now)):
        return False
    Exclusion.objects.filter(pk=found.pk).update(ends=ends, told=False)
    note("exclusions.listed" if not entry.removed else "exclusions.unlisted", player=player, about=f"exclusion:{found.pk}", until=ends)
    if new and not entry.removed:
        tell(player, "exclusion-listed", until=ends)
        show_out("excluded", player=player.pk, leave="excluded")
    return True


def _ended(starts: datetime, now: datetime) -> datetime:
    return max(now, starts + timedelta(microseconds=1))


def _off_the_list(references: Iterable[str], now: datetime) -> int:
    """Whoever stood on the list and stands there no more."""
    gone = NationalEntry.objects.filter(removed=None).exclude(reference__in=list(references))
    names = list(gone.values_list("reference", flat=True))
    NationalEntry.objects.filter(reference__in=names).update(removed=now)
    freed = Exclusion.objects.select_related("player").filter(
        Q(ends=None) | Q(ends__gt=now), source=Exclusion.Source.NATIONAL, reference__in=names
    )
    found = list(freed)
    for exclusion in found:
        Exclusion.objects.filter(pk=exclusion.pk).update(ends=_ended(exclusion.starts, now))
        note("exclusions.unlisted", player=exclusion.player, about=f"exclusion:{exclusion.pk}")
    return len(found)


def list_fetch() -> int:
    """The whole list of today. Nobody answers: the copy of yesterday goes on counting, and the next try comes within the hour."""
    try:
        copy = register().fetch()
    except Unreachable as error:
        log.error("national list not fetched", trouble=str(error))
        return -1
    return copy_apply(copy)


def reports_send() -> int:
    """Tells the national list of our own exclusions, each once: a row is marked when it has been heard, and asked again until then."""
    sent = 0
    due = list(Report.objects.filter(sent=None, next_try__lte=clock.now()).order_by("due").values_list("pk", flat=True)[:100])
    for pk in due:
        with transaction.atomic():
            waiting = Report.objects.select_for_update(skip_locked=True, of=("self",)).filter(pk=pk, sent=None)
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
        "player": exclusion.player_id,
        "starts": exclusion.starts.isoformat(),
        "ends": exclusion.ends.isoformat() if exclusion.ends else None,
    }
    try:
        register().report(said)
    except Unreachable as error:
        wait = BACKOFF[min(report.tries, len(BACKOFF) - 1)]
        Report.objects.filter(pk=report.pk).update(tries=F("tries") + 1, next_try=now + timedelta(seconds=wait), trouble=str(error)[:200])
        if now > report.due:
            log.error("exclusion not reported in time", report=report.pk)
        return 0
    Report.objects.filter(pk=report.pk).update(sent=now, trouble="")
    note("exclusions.reported", player=exclusion.player_id, about=f"exclusion:{exclusion.pk}", report=report.kind)
    return 1
