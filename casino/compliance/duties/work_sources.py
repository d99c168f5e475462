"""As work for officers: occurrences that are not closed, and questions that a second person must release."""

from __future__ import annotations

from datetime import timedelta

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from casino.compliance.duties import questions
from casino.compliance.duties.models import Occurrence, Question
from casino.compliance.duties.occurrences import next_deadline, waiting_for
from players.shared import clock
from players.work_sources import WorkItem, WorkSource


def occurrence_item(occurrence: Occurrence) -> WorkItem:
    return WorkItem(
        key=str(occurrence.pk),
        title=occurrence.title,
        detail=str(occurrence.get_kind_display()),
        since=occurrence.noticed,
        due=next_deadline(occurrence),
        url=reverse("compliance_occurrence", args=[occurrence.pk]),
    )


def question_item(question: Question) -> WorkItem:
    return WorkItem(
        key=str(question.pk),
        title=question.reference,
        detail=question.purpose,
        since=question.at,
        due=clock.midnight(question.due + timedelta(days=1)),
        url=reverse("compliance_question", args=[question.pk]),
    )


SOURCES = (
    WorkSource(
        "occurrence",
        "duties.add_occurrence",
        _("Occurrences for the regulator"),
        waiting_for,
        occurrence_item,
        "noticed",
        is_due_described=True,
    ),
    WorkSource(
        "question",
        "duties.release_question",
        _("Questions with personal data"),
        questions.waiting_for,
        question_item,
        "at",
        is_due_described=True,
    ),
)
