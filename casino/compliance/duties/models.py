"""Occurrences that the regulator must be told of, questions that it asks, filings of duties, and the times at
which parts of the reporting chain were up and down. `database/duties.sql` has the laws that the database
enforces.
"""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class ComponentSpan(models.Model):
    """A time in which a part of the reporting chain was up, or down, without a break in the measurements.

    What lies between two spans was not measured, and nobody knows.  [903-B 2.3.3]
    """

    class Component(models.TextChoices):
        GATEWAY = "gateway", _("gateway")
        CAPTURE = "capture", _("hourly capture")
        SAFE = "safe", _("safe")

    component = models.CharField(_("component"), max_length=8, choices=Component)
    is_up = models.BooleanField(_("up"))
    since = models.DateTimeField(_("from"))
    until = models.DateTimeField(_("last measured"))

    class Meta:
        verbose_name = _("time of a component")
        verbose_name_plural = _("availability of the reporting chain")
        default_permissions = ("view",)
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint("component", "since", "is_up", name="one_span_from_a_moment"),
            models.CheckConstraint(
                condition=models.Q(until__gte=models.F("since")), name="a_span_ends_after_it_began"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.component} {self.since:%Y-%m-%d %H:%M}"


class Occurrence(models.Model):
    """A loss, disaster, incident, error, breach or severe weakness that has clocks by law. Append-only: what
    became of it stands in its entries.  [903-B 2.3.4, 2.3.5, 7.11, 7.12, 8.1.1.4, 8.4.2]
    """

    class Kind(models.TextChoices):
        LOSS = "loss", _("loss of data")
        WRONG = "wrong", _("wrong data")
        DISASTER = "disaster", _("disaster")
        SECURITY = "security", _("security incident")
        ERROR = "error", _("error")
        BREACH = "breach", _("breach of a rule")
        WEAKNESS = "weakness", _("severe weakness")

    kind = models.CharField(_("kind"), max_length=8, choices=Kind)
    title = models.CharField(_("what happened"), max_length=120)
    facts = models.CharField(_("facts and their effect"), max_length=2000)
    # Empty while nobody knows.
    occurred = models.DateTimeField(_("when it happened"), null=True)
    noticed = models.DateTimeField(_("when it was noticed"))
    report_by = models.DateTimeField(_("to be reported by"))
    solve_by = models.DateTimeField(_("to be solved by"), null=True)
    # Of a weakness. The law's clock is for those of 7.0 and more.
    score = models.DecimalField(_("CVSS score"), max_digits=3, decimal_places=1, null=True)
    incident = models.ForeignKey(
        "games.Incident", models.PROTECT, null=True, related_name="+", verbose_name=_("incident at a table")
    )
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("entered by")
    )
    at = models.DateTimeField(_("entered"), db_default=Now())

    class Meta:
        verbose_name = _("occurrence for the regulator")
        verbose_name_plural = _("occurrences for the regulator")
        default_permissions = ("add", "view")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=models.Q(report_by__gt=models.F("noticed"))
                & (models.Q(solve_by=None) | models.Q(solve_by__gt=models.F("noticed")))
                & (models.Q(occurred=None) | models.Q(occurred__lte=models.F("noticed"))),
                name="the_clocks_of_an_occurrence_follow_it",
            ),
            models.CheckConstraint(
                condition=(models.Q(kind="weakness", score__isnull=False) & models.Q(score__range=(7, 10)))
                | (~models.Q(kind="weakness") & models.Q(score=None)),
                name="a_severe_weakness_has_its_score",
            ),
        ]

    def __str__(self) -> str:
        return self.title


class OccurrenceEntry(models.Model):
    """What was done about an occurrence, and when. Append-only.

    Who entered the occurrence never closes it: another person confirms that it was reported and solved.
    """

    class Kind(models.TextChoices):
        REPORTED = "reported", _("reported to the regulator")
        PLAN = "plan", _("plan of action")
        CAUSE = "cause", _("cause")
        SOLUTION = "solution", _("solution")
        CLOSED = "closed", _("closed")

    occurrence = models.ForeignKey(
        Occurrence, models.PROTECT, related_name="entries", verbose_name=_("occurrence")
    )
    kind = models.CharField(_("entry"), max_length=8, choices=Kind)
    text = models.CharField(_("text"), max_length=2000)
    # The number under which the regulator received a report.
    reference = models.CharField(_("reference"), max_length=60, blank=True)
    done = models.DateTimeField(_("done"))
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("entered by")
    )
    at = models.DateTimeField(_("entered"), db_default=Now())

    class Meta:
        verbose_name = _("entry about an occurrence")
        verbose_name_plural = _("entries about occurrences")
        default_permissions = ()
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                "occurrence",
                condition=models.Q(kind="closed"),
                name="an_occurrence_is_closed_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.occurrence_id} {self.kind}"


class Question(models.Model):
    """A question of the regulator that no report answers: why it was asked, until when it is owed, and which
    data answer it. Append-only: what became of it stands in its entries.  [903-B 3.2.1, 3.2.3]
    """

    reference = models.CharField(_("the regulator's reference"), max_length=60)
    purpose = models.CharField(_("purpose"), max_length=500)
    asked = models.DateField(_("asked on"))
    due = models.DateField(_("to be answered by"))
    # What `questions.Query` holds.
    query = models.JSONField(_("query"))
    is_personal = models.BooleanField(_("with personal data"))
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("entered by")
    )
    at = models.DateTimeField(_("entered"), db_default=Now())

    class Meta:
        verbose_name = _("question of the regulator")
        verbose_name_plural = _("questions of the regulator")
        default_permissions = ("add", "view")
        permissions: ClassVar[Any] = [("release_question", "Can release question of the regulator")]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=models.Q(due__gte=models.F("asked"))
                & ~models.Q(reference="")
                & ~models.Q(purpose=""),
                name="a_question_has_its_purpose_and_its_day",
            ),
        ]

    def __str__(self) -> str:
        return self.reference


class QuestionEntry(models.Model):
    """What was done about a question. Append-only. Rows are not kept: their number and digest are, and the
    query gives them again as long as the record has them.

    Another person than the one who entered it releases a question with personal data, before it is run.
    """

    class Kind(models.TextChoices):
        RELEASED = "released", _("released")
        REFUSED = "refused", _("refused")
        RUN = "run", _("run")
        ANSWERED = "answered", _("answered")

    class Format(models.TextChoices):
        PAGE = "page", _("page")
        CSV = "csv", "CSV"
        XLSX = "xlsx", "XLSX"
        JSON = "json", "JSON"

    question = models.ForeignKey(
        Question, models.PROTECT, related_name="entries", verbose_name=_("question of the regulator")
    )
    kind = models.CharField(_("entry"), max_length=8, choices=Kind)
    text = models.CharField(_("text"), max_length=200, blank=True)
    # Of a run: in which form the rows were handed out, how many they were, and from where they were read.
    format = models.CharField(_("format"), max_length=4, choices=Format, blank=True)
    count = models.IntegerField(_("number of rows"), null=True)
    digest = models.CharField("SHA-256", max_length=64, blank=True)
    position = models.CharField(_("position"), max_length=200, blank=True)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("entered by")
    )
    at = models.DateTimeField(_("entered"), db_default=Now())

    class Meta:
        verbose_name = _("entry about a question")
        verbose_name_plural = _("entries about questions")
        default_permissions = ()
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                "question",
                condition=models.Q(kind__in=["released", "refused"]),
                name="a_question_is_decided_once",
            ),
            models.UniqueConstraint(
                "question",
                condition=models.Q(kind="answered"),
                name="a_question_is_answered_once",
            ),
            models.CheckConstraint(
                condition=(
                    models.Q(kind="run", count__isnull=False) & ~models.Q(format="") & ~models.Q(digest="")
                )
                | models.Q(kind__in=["released", "refused", "answered"], count=None, format="", digest=""),
                name="a_run_says_what_it_gave",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.question_id} {self.kind}"


class Filing(models.Model):
    """The proof that a duty of a period was done. Append-only; the last one of a period counts."""

    duty = models.CharField(_("duty"), max_length=30)
    period = models.DateField(_("first day of the period"))
    dated = models.DateField(_("done on"))
    reference = models.CharField(_("proof of filing"), max_length=200)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("entered by")
    )
    at = models.DateTimeField(_("entered"), db_default=Now())

    class Meta:
        verbose_name = _("filed duty")
        verbose_name_plural = _("calendar of duties")
        default_permissions = ("add", "view")
        indexes: ClassVar[list[models.Index]] = [models.Index("period", "duty", name="filing_by_period")]

    def __str__(self) -> str:
        return f"{self.duty} {self.period}"


class CalendarFeed(models.Model):
    """The address under which a person's calendar program reads the duties. It holds until it is revoked.

    The address is signed and stored nowhere, so who reads this table cannot make it.
    """

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("person")
    )
    made = models.DateTimeField(_("made"), db_default=Now())
    revoked = models.DateTimeField(_("revoked"), null=True)

    class Meta:
        verbose_name = _("calendar address")
        verbose_name_plural = _("calendar addresses")
        default_permissions = ()
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                "person", condition=models.Q(revoked=None), name="one_calendar_address_of_a_person"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person_id}"
