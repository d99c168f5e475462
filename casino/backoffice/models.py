"""Saved filters of staff, changes of staff and roles, the use of rights, who works on what, and shifts."""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.fields import RangeOperators
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from casino.backoffice.outgoing import OutgoingMessage


class SavedFilter(models.Model):
    """One person's filter of one list. Only that person sees it."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("owner")
    )
    place = models.CharField(_("list"), max_length=60)
    name = models.CharField(_("name"), max_length=60)
    query = models.CharField(_("filter"), max_length=1000)
    at = models.DateTimeField(_("saved"), db_default=Now())

    class Meta:
        verbose_name = _("saved filter")
        verbose_name_plural = _("saved filters")
        default_permissions = ()
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint("person", "place", "name", name="one_filter_of_a_name"),
        ]

    def __str__(self) -> str:
        return self.name


class HomeLayout(models.Model):
    """Which tiles one person has on the overview, in their order (`home_tiles.py`)."""

    person = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="+", verbose_name=_("owner")
    )
    tiles = models.JSONField(_("tiles"), default=list)
    at = models.DateTimeField(_("saved"), db_default=Now())

    class Meta:
        verbose_name = _("arranged overview")
        verbose_name_plural = _("arranged overviews")
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.person_id} {self.at}"


class StaffChange(models.Model):
    """A change of a staff account or role: one person proposes it, another approves it.

    Nothing else changes a staff account. The function `staff_change_decide` of the database checks both
    people, applies the change and writes the audit line (`database/staff_changes.sql`).
    """

    class Kind(models.TextChoices):
        HIRE = "hire", _("new member of staff")
        GRANT = "grant", _("give a role")
        REVOKE = "revoke", _("take a role away")
        SUSPEND = "suspend", _("bar from signing in")
        RESTORE = "restore", _("allow to sign in again")

    class State(models.TextChoices):
        PROPOSED = "proposed", _("waiting for a second person")
        APPROVED = "approved", _("approved")
        REFUSED = "refused", _("refused")
        WITHDRAWN = "withdrawn", _("withdrawn")

    kind = models.CharField(_("change"), max_length=8, choices=Kind)
    email = models.EmailField(_("e-mail"))
    role = models.ForeignKey(
        "auth.Group", models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("role")
    )
    # Only a role that is given can end by itself (`database/staff_changes.sql`). Empty: it has no end.
    last_day = models.DateField(_("last day"), null=True, blank=True)
    reason = models.CharField(_("reason"), max_length=200)
    state = models.CharField(_("status"), max_length=9, choices=State, default=State.PROPOSED)
    proposed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("proposed by")
    )
    proposed = models.DateTimeField(_("proposed"), db_default=Now())
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("decided by")
    )
    decided = models.DateTimeField(_("decided"), null=True)

    class Meta:
        verbose_name = _("change of staff")
        verbose_name_plural = _("changes of staff")
        default_permissions = ("view",)
        permissions: ClassVar[Any] = [
            ("propose_staffchange", "Can propose a change of staff"),
            ("approve_staffchange", "Can approve or refuse a change of staff"),
        ]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(condition=~models.Q(reason=""), name="a_staff_change_says_why"),
            models.CheckConstraint(
                condition=models.Q(kind__in=["suspend", "restore"], role=None)
                | ~models.Q(kind__in=["suspend", "restore"]) & models.Q(role__isnull=False),
                name="a_staff_change_names_its_role",
            ),
            models.CheckConstraint(
                condition=models.Q(decided_by=None)
                | models.Q(state="withdrawn")
                | ~models.Q(decided_by=models.F("proposed_by")),
                name="nobody_approves_their_own_staff_change",
            ),
            models.UniqueConstraint(
                "email", condition=models.Q(state="proposed"), name="one_open_staff_change_of_a_person"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.email}"


class StaffPolicy(models.Model):
    """The settings that the database functions read.

    One row, written by the owner of the tables at each release.
    """

    approver_days = models.IntegerField(default=7)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"approvers after {self.approver_days} days"


class RightUse(models.Model):
    """When a person first and last opened a page by a right. What people do is in the audit log instead."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("person")
    )
    permission = models.CharField(_("right"), max_length=100)
    first = models.DateTimeField(_("first used"), db_default=Now())
    at = models.DateTimeField(_("last used"), db_default=Now())

    class Meta:
        verbose_name = _("use of a right")
        verbose_name_plural = _("uses of rights")
        default_permissions = ()
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["person", "permission"], name="one_last_use_of_a_right"),
        ]

    def __str__(self) -> str:
        return f"{self.person_id} {self.permission}"


class WorkClaim(models.Model):
    """Who works on one item of the work queue. The database accepts one open claim of an item."""

    source = models.CharField(_("queue"), max_length=20)
    key = models.CharField(_("item"), max_length=40)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("claimed by")
    )
    at = models.DateTimeField(_("claimed"), db_default=Now())
    ended = models.DateTimeField(_("ended"), null=True)

    class Meta:
        verbose_name = _("claim of work")
        verbose_name_plural = _("claims of work")
        default_permissions = ()
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                "source", "key", condition=models.Q(ended=None), name="one_open_claim_of_an_item"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.source} {self.key}"


class WorkNote(models.Model):
    """A note of staff about one item of the work queue. Append-only."""

    source = models.CharField(_("queue"), max_length=20)
    key = models.CharField(_("item"), max_length=40)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("written by")
    )
    text = models.CharField(_("text"), max_length=1000)
    at = models.DateTimeField(_("at"), db_default=Now())

    class Meta:
        verbose_name = _("note about work")
        verbose_name_plural = _("notes about work")
        default_permissions = ()
        indexes: ClassVar[list[models.Index]] = [models.Index("source", "key", name="work_note_by_item")]

    def __str__(self) -> str:
        return f"{self.source} {self.key}"


class WorkMention(models.Model):
    """A colleague whom a note about work names with an “@”, and when they dismissed it."""

    note = models.ForeignKey(WorkNote, models.PROTECT, related_name="mentions", verbose_name=_("note"))
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("person")
    )
    seen = models.DateTimeField(_("seen"), null=True)

    class Meta:
        verbose_name = _("mention")
        verbose_name_plural = _("mentions")
        default_permissions = ()
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint("note", "person", name="a_note_mentions_a_person_once"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index("person", name="unseen_mention_by_person", condition=models.Q(seen=None))
        ]

    def __str__(self) -> str:
        return f"{self.note_id} {self.person_id}"


class ShiftQuerySet(models.QuerySet["Shift"]):
    def on_duty(self) -> ShiftQuerySet:
        """The open shifts of staff who may sign in: nobody else is on duty, whatever the roster says.

        `is_on_duty` of the database (`database/work.sql`) says the same; a test compares them.
        """
        return self.filter(ended=None, person__is_active=True, person__is_staff=True)


class Shift(models.Model):
    """The time that a person is on duty, and the handover at its end.

    `open_work` is what the house counted at that moment (`handovers.py`). The next one confirms once to have
    read it. Shifts that ended before there was a count have none.
    """

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("person")
    )
    began = models.DateTimeField(_("started"), db_default=Now())
    ended = models.DateTimeField(_("ended"), null=True)
    successor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("handed over to"),
    )
    items = models.IntegerField(_("items handed over"), default=0)
    note = models.CharField(_("note"), max_length=1000, blank=True)
    open_work = models.JSONField(_("open at the end"), null=True)
    # Few rows wait for their reader, and `shift_by_end` finds them.
    read_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        db_index=False,
        related_name="+",
        verbose_name=_("read by"),
    )
    read = models.DateTimeField(_("read"), null=True)

    objects = ShiftQuerySet.as_manager()

    class Meta:
        verbose_name = _("shift")
        verbose_name_plural = _("shifts")
        default_permissions = ()
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                "person", condition=models.Q(ended=None), name="one_open_shift_of_a_person"
            ),
            models.CheckConstraint(
                condition=models.Q(successor=None) | ~models.Q(successor=models.F("person")),
                name="a_handover_goes_to_somebody_else",
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                models.F("ended").desc(), name="shift_by_end", condition=models.Q(ended__isnull=False)
            )
        ]

    def __str__(self) -> str:
        return f"{self.person_id} {self.began}"


class PlannedShift(models.Model):
    """A line of the roster: when a person is to be on duty, in which role. It can only be withdrawn.

    The roster plans; `Shift` is what happened.
    """

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("person")
    )
    role = models.ForeignKey("auth.Group", models.PROTECT, related_name="+", verbose_name=_("role"))
    begins = models.DateTimeField(_("begins"))
    ends = models.DateTimeField(_("ends"))
    drawn_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("drawn by")
    )
    drawn = models.DateTimeField(_("drawn"), db_default=Now())
    withdrawn_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("withdrawn by")
    )
    withdrawn = models.DateTimeField(_("withdrawn"), null=True)

    class Meta:
        verbose_name = _("planned shift")
        verbose_name_plural = _("planned shifts")
        default_permissions = ()
        permissions: ClassVar[Any] = [
            ("view_plannedshift", "Can see the roster and hand over a shift"),
            ("add_plannedshift", "Can draw the roster"),
        ]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=models.Q(ends__gt=models.F("begins")), name="a_planned_shift_ends_after_its_start"
            ),
            models.CheckConstraint(
                condition=models.Q(withdrawn=None, withdrawn_by=None)
                | models.Q(withdrawn__isnull=False, withdrawn_by__isnull=False),
                name="who_withdrew_a_planned_shift_is_known",
            ),
            # A range of one number stands for the person, so that no extension is needed.
            ExclusionConstraint(
                name="one_planned_shift_at_a_time",
                expressions=[
                    (
                        models.Func("person_id", "person_id", models.Value("[]"), function="int8range"),
                        RangeOperators.OVERLAPS,
                    ),
                    (models.Func("begins", "ends", function="tstzrange"), RangeOperators.OVERLAPS),
                ],
                condition=models.Q(withdrawn=None),
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index("ends", name="planned_shift_by_end", condition=models.Q(withdrawn=None))
        ]

    def __str__(self) -> str:
        return f"{self.person_id} {self.begins}"


class Alert(OutgoingMessage):
    """A message to people on call about one event, over one channel. It is sent once and retried."""

    class Channel(models.TextChoices):
        EMAIL = "email", _("e-mail")
        WEBHOOK = "webhook", _("webhook")

    event = models.CharField(max_length=20)  # what happened: «table-held», «check-failed»
    key = models.CharField(max_length=60)  # which incident or check, and when it began
    channel = models.CharField(max_length=7, choices=Channel)
    # `content`: title, detail, link and runbook, as they were when the alert was raised.

    class Meta:
        verbose_name = _("alert")
        verbose_name_plural = _("alerts")
        default_permissions = ()
        permissions: ClassVar = [("send_webhook", "Can test webhooks and send failed messages again")]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint("event", "key", "channel", name="one_alert_of_an_event"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index("next_try", name="alert_to_send", condition=models.Q(sent=None))
        ]

    def __str__(self) -> str:
        return f"{self.event} {self.key} {self.channel}"
