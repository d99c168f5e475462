"""A player's file: its measures, reports and readers; and what is written into it.

The lines of the audit log name the measure or the report and not the player: their readers need not know
whom officers suspect. Who read whose file stands in the file itself.
"""

from __future__ import annotations

from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, QuerySet

from casino.compliance.laundering.models import Access, Measure, Report
from casino.compliance.laundering.report_document import report_document
from casino.compliance.monitoring.models import Case
from players.audit import note
from players.models import Person, Player
from players.shared import clock

LAUNDERING = "laundering"
MOST = 200  # rows on one page


def players_with_files() -> QuerySet[Player]:
    """Everybody about whom there is a measure, a report or an open case."""
    of_player = {"player": OuterRef("pk")}
    return Player.objects.filter(
        Exists(Measure.objects.filter(**of_player))
        | Exists(Report.objects.filter(**of_player))
        | Exists(Case.objects.filter(**of_player, kind=LAUNDERING, closed=None))
    ).order_by("alias", "pk")


def current_classes() -> QuerySet[Measure]:
    """The present risk class of each player, the review that is due first at the top."""
    later = Measure.objects.filter(player=OuterRef("player"), kind=Measure.Kind.RISK, pk__gt=OuterRef("pk"))
    return (
        Measure.objects.filter(~Exists(later), kind=Measure.Kind.RISK)
        .select_related("player")
        .order_by("due", "pk")
    )


def measures_of(player: Player) -> QuerySet[Measure]:
    return Measure.objects.filter(player=player).select_related("author", "ender").order_by("-pk")


def reports_of(player: Player) -> QuerySet[Report]:
    return Report.objects.filter(player=player).select_related("author", "communicator").order_by("-pk")


def accesses_of(player: Player) -> QuerySet[Access]:
    return Access.objects.filter(player=player).select_related("person").order_by("-pk")


def cases_of(player: Player) -> QuerySet[Case]:
    return Case.objects.filter(player=player, kind=LAUNDERING).order_by("-pk")


def note_access(player: Player, person: Person, what: str, request: Any) -> None:
    with transaction.atomic():
        access = Access.objects.create(player=player, person=person, what=what)
        note("laundering.file-seen", person=person, request=request, about=f"access:{access.pk}")


def enter_measure(*, player: Player, person: Person, request: Any, **columns: Any) -> Measure | None:
    """None if the same diligence is open already."""
    try:
        with transaction.atomic():
            measure = Measure.objects.create(player=player, author=person, **columns)
            note("laundering.measure-entered", person=person, request=request, about=f"measure:{measure.pk}")
    except IntegrityError as error:
        if "one_open_diligence" in str(error):
            return None
        raise
    return measure


@transaction.atomic
def end_measure(measure: Measure, *, person: Person, request: Any, **columns: Any) -> bool:
    """Whether this ended it: somebody else may have been faster. What waited for it continues by itself."""
    ended = Measure.objects.filter(pk=measure.pk, ended=None).update(
        ended=clock.now(), ender=person, **columns
    )
    if ended:
        note("laundering.measure-ended", person=person, request=request, about=f"measure:{measure.pk}")
    return bool(ended)


@transaction.atomic
def make_report(*, player: Player, person: Person, request: Any, **texts: Any) -> Report:
    """The document is made now and stays: what was communicated can be shown years later."""
    document = report_document(player, person, made=clock.now(), **texts)
    report = Report.objects.create(player=player, author=person, document=document, **texts)
    note("laundering.report-made", person=person, request=request, about=f"report:{report.pk}")
    return report


@transaction.atomic
def communicate_report(report: Report, *, person: Person, request: Any, dciap: str, uif: str) -> bool:
    sent = Report.objects.filter(pk=report.pk, communicated=None).update(
        communicated=clock.now(), communicator=person, dciap=dciap, uif=uif
    )
    if sent:
        note("laundering.report-communicated", person=person, request=request, about=f"report:{report.pk}")
    return bool(sent)
