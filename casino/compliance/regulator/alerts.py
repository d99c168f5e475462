"""The data behind alerts, sent to the regulator in envelopes of their own.  [903-B 8.4.1.3]

The house's indicators raise alerts when a threshold is passed: rules over play, return control, and the
search for collusion. An hour after the first that is in no file, those of its source are put into one. It is
sealed and laid down as the files of a day are, and what the regulator says of it moves it on. The print names
no time: within 24 hours of the alert is the house's own.

A file has alerts of one source, and who may see these may see the file: nobody else learns of a suspicion of
money laundering (Lei 83/2017, article 54).
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import Count, Exists, Min, OuterRef, QuerySet
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from msgspec import Struct

from casino.compliance.collusion.evidence_messages import EVIDENCE_KINDS
from casino.compliance.collusion.models import Evidence
from casino.compliance.monitoring.expressions import RuleFault
from casino.compliance.monitoring.models import Alert, RuleVersion
from casino.compliance.regulator.models import AlertFile, Envelope, ReportedAlert
from casino.compliance.regulator.packs import AlertRecord, mapping_in_force, pack_in_force
from casino.compliance.regulator.sealing import REACH_DAYS, seal_envelope
from casino.compliance.rtp_monitoring.models import Alarm
from players.shared import clock
from players.shared.file_store import REGULATOR_FILES, read_file, store_of, write_file

GATHERED_FOR = timedelta(hours=1)
WITHIN = timedelta(hours=24)  # of the first alert in a file
RINGS_AFTER = timedelta(hours=12)  # if it is in none yet
MOST_ALERTS = 500  # in one file
Rows = QuerySet[Any]


class AlertSource(Struct, frozen=True):
    """Where alerts come from: the right to see them and their page, the rows since a moment, and what is
    behind one.
    """

    code: str
    title: str | Promise
    right: str
    page: str
    raised_since: Callable[[datetime], Rows]
    raised: str  # the column with the time at which the alert was raised
    record: Callable[[Any], AlertRecord]


def _of_kind(kind: str) -> Callable[[datetime], Rows]:
    return lambda since: Alert.objects.filter(kind=kind, at__gte=since).select_related("version")


def _by_rule(alert: Alert) -> AlertRecord:
    try:
        title, text = alert.title, alert.sentence
    except RuleFault:  # written when rules had another form
        title, text = alert.version.name, ""
    return AlertRecord(
        number=alert.pk,
        rule=f"{alert.version.name} {alert.version.number}",
        title=title,
        text=text,
        since=alert.since,
        at=alert.at,
        raised=alert.made,
        players=(alert.player_id,),
        figures={name: str(value) for name, value in alert.figures.items()},
    )


def _return_alarms(since: datetime) -> Rows:
    return Alarm.objects.filter(opened__gte=since)


def _of_returns(alarm: Alarm) -> AlertRecord:
    return AlertRecord(
        number=alarm.pk,
        rule=alarm.scope,
        title=_("A return that chance does not explain"),
        text=_("The chance of this is below one in a thousand, however often the chart is read."),
        since=clock.midnight(alarm.since),
        at=clock.midnight(alarm.day + timedelta(days=1)),
        raised=alarm.opened,
        players=(),
        figures={
            "rounds": str(alarm.rounds),
            "staked": str(alarm.staked),
            "difference": str(alarm.difference),
            "evidence": str(alarm.evidence),
        },
    )


def _findings(since: datetime) -> Rows:
    """What the analysis found; a report of a player passes no threshold."""
    found = Evidence.objects.filter(at__gte=since).exclude(case__kind="report")
    return found.select_related("case").prefetch_related("case__members")


def _of_hold_em(evidence: Evidence) -> AlertRecord:
    players = tuple(sorted(member.player_id for member in evidence.case.members.all()))
    title, rule = EVIDENCE_KINDS.get(evidence.kind, (evidence.kind, ""))
    figures = {name: str(value) for name, value in evidence.figures.items()}
    if evidence.chance is not None:
        figures["chance"] = str(evidence.chance)
    return AlertRecord(
        number=evidence.pk,
        rule=rule,
        title=str(title),
        text="",
        since=evidence.case.opened,
        at=evidence.at,
        raised=evidence.at,
        players=players,
        figures=figures,
    )


RuleKind = RuleVersion.RuleKind
SOURCES: Final = (
    AlertSource(
        RuleKind.CARE, RuleKind.CARE.label, "monitoring.view_care_alert", "compliance_cases_care",
        _of_kind("care"), "made", _by_rule,
    ),
    AlertSource(
        RuleKind.LAUNDERING, RuleKind.LAUNDERING.label, "monitoring.view_laundering_alert",
        "compliance_cases_laundering", _of_kind("laundering"), "made", _by_rule,
    ),
    AlertSource(
        RuleKind.BOTS, RuleKind.BOTS.label, "monitoring.view_bots_alert", "compliance_cases_bots",
        _of_kind("bots"), "made", _by_rule,
    ),
    AlertSource(
        "returns", lazy("return control"), "rtp_monitoring.view_day", "compliance_returns",
        _return_alarms, "opened", _of_returns,
    ),
    AlertSource(
        "hold-em", lazy("integrity of hold'em"), "collusion.view_case", "compliance_integrity",
        _findings, "at", _of_hold_em,
    ),
)  # fmt: skip
SOURCE_OF: Final[Mapping[str, AlertSource]] = {str(source.code): source for source in SOURCES}


def unreported(source: AlertSource, now: datetime) -> Rows:
    """Alerts that are in no file."""
    reported = ReportedAlert.objects.filter(source=source.code, number=OuterRef("pk"))
    return source.raised_since(now - timedelta(days=REACH_DAYS)).filter(~Exists(reported))


def waiting(source: AlertSource, now: datetime) -> tuple[int, datetime | None]:
    """How many alerts are in no file, and when the first of them was raised."""
    found = unreported(source, now).aggregate(count=Count("pk"), oldest=Min(source.raised))
    return found["count"], found["oldest"]


def overdue_alerts(now: datetime) -> int:
    """How many sources have an alert that has been in no file for too long. It does not say which."""
    if not pack_in_force().envelope.alerts:
        return 0
    return sum((waiting(source, now)[1] or now) < now - RINGS_AFTER for source in SOURCES)


def seal_alerts() -> int:
    """Put the alerts of each source into a file, if one has waited for an hour."""
    if not pack_in_force().envelope.alerts:
        return 0
    now, steps = clock.now(), 0
    for source in SOURCES:
        _count, oldest = waiting(source, now)
        if oldest is not None and oldest <= now - GATHERED_FOR:
            steps += _seal(source, now, deadline=oldest + WITHIN)
    return steps


def _seal(source: AlertSource, now: datetime, *, deadline: datetime) -> int:
    pack, day = pack_in_force(), clock.day_of(now)
    rows = list(unreported(source, now).order_by(source.raised, "pk")[:MOST_ALERTS])
    number = Envelope.objects.filter(day=day, alert_file__isnull=False).count() + 1
    name = pack.alerts_name(day, number)
    buffer = io.BytesIO()
    with translation.override(pack.language):
        mapping_in_force().write_alerts(buffer, pack, source.code, [source.record(row) for row in rows])
    content = buffer.getvalue()
    envelope = seal_envelope(
        day=day,
        name=name + pack.envelope.extension,
        deadline=deadline,
        contents=[(name + pack.extension, content)],
    )
    if envelope is None:
        return 0
    file = AlertFile(
        source=source.code,
        name=name + pack.extension,
        digest=hashlib.sha256(content).hexdigest(),
        size=len(content),
        envelope=envelope,
    )
    write_file(store_of(REGULATOR_FILES), file_path(file), content)
    with transaction.atomic():
        envelope.save()
        file.envelope = envelope
        file.save()
        ReportedAlert.objects.bulk_create(
            [ReportedAlert(file=file, source=source.code, number=row.pk) for row in rows]
        )
    return 1


def file_path(file: AlertFile) -> str:
    return f"{file.envelope.day:%Y/%m/%d}/alerts/{file.name}"


def content_of(file: AlertFile) -> bytes:
    """What was sent; OSError if the stored file is another one, or away."""
    content = read_file(store_of(REGULATOR_FILES), file_path(file))
    if hashlib.sha256(content).hexdigest() != file.digest:
        raise OSError("the file on the disk is not the one that was sealed")
    return content
