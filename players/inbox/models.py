"""Messages of the house to a player, and complaints of a player to the house."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from players.inbox.notice_rows import BulkNotice as BulkNotice
from players.inbox.notice_rows import MarketingConsent as MarketingConsent
from players.inbox.notice_rows import NoticeReceipt as NoticeReceipt
from players.record_names import moment_name
from players.shared.keeping import RECORD
from players.shared.personal_columns import PersonalTextField, SealedRow


class Message(models.Model):
    """A message to a player. Its text follows from the kind and from the stored details."""

    class Mail(models.TextChoices):
        WAITING = "waiting", _("waiting")
        SENDING = "sending", _("being sent")
        SENT = "sent", _("sent")
        FAILED = "failed", _("given up")
        NONE = "none", _("not by e-mail")

    player = models.ForeignKey(
        "players.Player", models.PROTECT, db_index=False, related_name="messages", verbose_name=_("player")
    )
    kind = models.CharField(_("kind"), max_length=60)
    details = models.JSONField(_("details"), default=dict, encoder=DjangoJSONEncoder)
    at = models.DateTimeField(_("at"), db_default=Now())
    read = models.DateTimeField(_("read"), null=True)
    mail = models.CharField(_("e-mail"), max_length=8, choices=Mail, default=Mail.WAITING)
    tries = models.SmallIntegerField(_("tries"), default=0)
    due = models.DateTimeField(_("next try"), null=True, db_default=Now())
    mailed = models.DateTimeField(_("e-mail sent"), null=True)

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        indexes: ClassVar[list[models.Index]] = [
            models.Index("player", models.F("id").desc(), name="message_by_player"),
            models.Index("player", models.F("at").desc(), name="message_by_time"),
            models.Index("player", name="message_unread", condition=models.Q(read=None)),
            models.Index("due", name="message_to_send", condition=models.Q(mail="waiting")),
        ]

    def __str__(self) -> str:
        return f"{self._meta.verbose_name} · {moment_name(self.at)}"


class Complaint(models.Model):
    """A player's complaint: its number, what it is about, its clock and how it ended."""

    class Category(models.TextChoices):
        ROUND = "round", _("a round or its result")
        PAYMENT = "payment", _("a deposit or withdrawal")
        ACCOUNT = "account", _("my account or sign-in")
        LIMITS = "limits", _("limits, pauses or exclusion")
        DATA = "data", _("my personal data")
        CONDUCT = "conduct", _("how I was treated")
        PLAYER = "player", _("another player at my table")
        OTHER = "other", _("something else")

    class State(models.TextChoices):
        OPEN = "open", _("waiting for the house")
        ANSWERED = "answered", _("waiting for you")
        DECIDED = "decided", pgettext_lazy("complaint", "decided")

    class Outcome(models.TextChoices):
        ACCEPTED = "accepted", _("accepted")
        PARTIAL = "partial", _("accepted in part")
        REJECTED = "rejected", _("rejected")

    number = models.CharField(_("number"), max_length=16, unique=True)
    player = models.ForeignKey(
        "players.Player", models.PROTECT, db_index=False, related_name="complaints", verbose_name=_("player")
    )
    category = models.CharField(_("category"), max_length=10, choices=Category)
    # The round stands here by number, because players know nothing of games; the movement by its own id.
    round = models.BigIntegerField(_("round"), null=True)
    transfer = models.UUIDField(_("movement"), null=True)
    # Where it was begun: a table's page fills it in.
    table = models.BigIntegerField(_("table"), null=True)
    table_name = models.CharField(_("table name"), max_length=40, blank=True)
    # Whom a report of another player is about.
    reported = models.ForeignKey(
        "players.Player",
        models.PROTECT,
        null=True,
        db_index=False,
        related_name="+",
        verbose_name=_("reported player"),
    )
    state = models.CharField(_("status"), max_length=10, choices=State, default=State.OPEN)
    opened = models.DateTimeField(_("received"), db_default=Now())
    due = models.DateTimeField(_("decision due"))
    decided = models.DateTimeField(_("decided"), null=True)
    outcome = models.CharField(_("outcome"), max_length=10, choices=Outcome, blank=True)
    handler = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("handled by")
    )

    class Meta:
        verbose_name = _("complaint")
        verbose_name_plural = _("complaints")
        indexes: ClassVar[list[models.Index]] = [
            models.Index("player", models.F("id").desc(), name="complaint_by_player"),
            models.Index("due", name="complaint_undecided", condition=~models.Q(state="decided")),
        ]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=models.Q(state="decided", decided__isnull=False) & ~models.Q(outcome="")
                | ~models.Q(state="decided") & models.Q(decided=None, outcome=""),
                name="a_decision_has_an_outcome",
            ),
        ]

    def __str__(self) -> str:
        return self.number


class ComplaintMessage(SealedRow):
    """What was written in a complaint, by the player or by the house. Append-only."""

    PERSONAL: ClassVar = ("text",)
    KEEPING: ClassVar = RECORD

    complaint = models.ForeignKey(
        Complaint, models.PROTECT, related_name="messages", verbose_name=_("complaint")
    )
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("written by")
    )
    house = models.BooleanField(_("by the house"))
    text = PersonalTextField(_("text"), max_length=4000)
    at = models.DateTimeField(_("at"), db_default=Now())

    class Meta:
        verbose_name = _("message in a complaint")
        verbose_name_plural = _("messages in complaints")

    def __str__(self) -> str:
        return f"{self.complaint_id} {self.at}"

    def key_owner(self) -> int:
        return self.complaint.player_id
