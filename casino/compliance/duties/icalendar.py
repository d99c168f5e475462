"""The calendar of duties as a feed for calendar programs (RFC 5545), at an address for each person.

The address is the number of a row, signed: it can be revoked, and nobody makes one from what is stored.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Final

from django.conf import settings
from django.core import signing
from django.db import IntegrityError, transaction
from django.db.models.functions import Now
from django.urls import reverse

from casino.compliance.duties.due_dates import DueItem
from casino.compliance.duties.models import CalendarFeed
from players.audit import note
from players.models import Person

MEDIA_TYPE: Final = "text/calendar; charset=utf-8"
MAX_OCTETS: Final = 75  # of a line, without its end
VIEW: Final = "duties.view_filing"
_signer = signing.Signer(salt="casino.compliance.duties.icalendar")


def feed_url(feed: CalendarFeed) -> str:
    return f"{settings.HOUSE_URL}{reverse('duties_feed', args=[_signer.sign(str(feed.pk))])}"


def feed_of(person: Person) -> CalendarFeed | None:
    """The person's address that holds."""
    return CalendarFeed.objects.filter(person=person, revoked=None).first()


def reader_of(address: str) -> Person | None:
    """Who reads by this address; None if it is not ours, was revoked, or its person may not see duties."""
    try:
        number = int(_signer.unsign(address))
    except (signing.BadSignature, ValueError):
        return None
    feed = CalendarFeed.objects.filter(pk=number, revoked=None).select_related("person").first()
    if feed is None or not (feed.person.is_active and feed.person.is_staff and feed.person.has_perm(VIEW)):
        return None
    return feed.person


def make_feed(person: Person) -> None:
    """A new address. An earlier one ends."""
    with transaction.atomic():
        _revoke(person)
        try:
            with transaction.atomic():
                CalendarFeed.objects.create(person=person)
        except IntegrityError:  # a second press: the address of the first one holds
            return
        note("duties.calendar-made", person=person, about="duties")


def revoke_feed(person: Person) -> None:
    with transaction.atomic():
        if _revoke(person):
            note("duties.calendar-revoked", person=person, about="duties")


def _revoke(person: Person) -> int:
    return CalendarFeed.objects.filter(person=person, revoked=None).update(revoked=Now())


def calendar_text(items: Sequence[DueItem], now: datetime) -> str:
    """The whole calendar. An event is the last day or the moment of what is due; its alarm rings before."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        f"PRODID:-//{_escaped(settings.HOUSE_NAME)}//Feltro//PT",
        "CALSCALE:GREGORIAN",
        *(line for item in items for line in _event(item, now)),
        "END:VCALENDAR",
    ]
    return "".join(f"{folded}\r\n" for line in lines for folded in _folded(line))


def _event(item: DueItem, now: datetime) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{item.key}@feltro"
    yield f"DTSTAMP:{_moment(now)}"
    yield f"DTSTART;VALUE=DATE:{item.last_day:%Y%m%d}" if item.last_day else f"DTSTART:{_moment(item.due)}"
    yield f"SUMMARY:{_escaped(f'{item.title} · {item.about}')}"
    yield f"DESCRIPTION:{_escaped(f'{item.law} · {item.owner}')}"
    yield f"URL:{settings.HOUSE_URL}{item.url}"
    yield "BEGIN:VALARM"
    yield "ACTION:DISPLAY"
    yield f"DESCRIPTION:{_escaped(item.title)}"
    yield f"TRIGGER;VALUE=DATE-TIME:{_moment(item.alarm)}"
    yield "END:VALARM"
    yield "END:VEVENT"


def _moment(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def _escaped(text: str) -> str:
    """A text of RFC 5545, 3.3.11. A line break of any kind becomes one of the format."""
    text = text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    return "\\n".join(text.splitlines())


def _folded(line: str) -> Iterator[str]:
    """Lines of at most 75 octets, cut between characters; each after the first begins with a space."""
    part = ""
    for character in line:
        if len((part + character).encode()) > MAX_OCTETS:
            yield part
            part = " "
        part += character
    yield part
