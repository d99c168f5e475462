"""Notices that staff send to many players, whom each has reached, and who agreed to news and offers."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class BulkNotice(models.Model):
    """One notice to a group of players: written by one person, approved by another, sent by the worker.

    What was proposed never changes. The worker sends in the order of the players' numbers and keeps the last
    one in `cursor`, in the transaction that writes the messages.
    """

    class Purpose(models.TextChoices):
        SERVICE = "service", _("service")
        MARKETING = "marketing", _("marketing")

    class State(models.TextChoices):
        PROPOSED = "proposed", _("waiting for a second person")
        APPROVED = "approved", _("approved, starts shortly")
        SENDING = "sending", _("on its way")
        SENT = "sent", _("sent to all")
        STOPPED = "stopped", _("sending stopped")
        REFUSED = "refused", _("refused")
        WITHDRAWN = "withdrawn", _("withdrawn")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    purpose = models.CharField(_("purpose"), max_length=9, choices=Purpose)
    # Subject and text by language, and the group (`players.inbox.notice_groups`).
    texts = models.JSONField(_("texts"))
    recipients = models.JSONField(_("group"))
    expected = models.IntegerField(_("expected recipients"))
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("written by")
    )
    reason = models.CharField(_("reason"), max_length=200)
    # When sending begins, at the earliest; without it, as soon as it is approved.
    starts = models.DateTimeField(_("starts"), null=True)
    at = models.DateTimeField(_("proposed"), db_default=Now())
    state = models.CharField(_("state"), max_length=9, choices=State, default=State.PROPOSED)
    decider = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("decided by")
    )
    decided = models.DateTimeField(_("decided"), null=True)
    answer = models.CharField(_("why it was refused"), max_length=200, blank=True)
    stopper = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("stopped by")
    )
    stopped = models.DateTimeField(_("stopped at"), null=True)
    cursor = models.BigIntegerField(_("last player reached"), default=0)
    sent = models.IntegerField(_("messages sent"), default=0)
    # How many players were left out, by reason.
    left_out = models.JSONField(_("left out"), default=dict)
    ended = models.DateTimeField(_("sent to all at"), null=True)

    class Meta:
        verbose_name = _("notice to players")
        verbose_name_plural = _("notices to players")
        default_permissions = ("view", "add")
        permissions: ClassVar = [("approve_bulknotice", "Can approve notices to players")]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=models.Q(decider=None) | ~models.Q(decider=models.F("author")),
                name="a_notice_needs_two_people",
            ),
            models.CheckConstraint(
                condition=models.Q(state__in=["proposed", "withdrawn"]) | models.Q(decider__isnull=False),
                name="a_notice_is_decided_by_somebody",
            ),
            models.CheckConstraint(
                condition=models.Q(state="stopped", stopper__isnull=False, stopped__isnull=False)
                | ~models.Q(state="stopped") & models.Q(stopper=None, stopped=None),
                name="a_notice_is_stopped_by_somebody",
            ),
            models.CheckConstraint(condition=~models.Q(reason=""), name="a_notice_says_why"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(models.F("at").desc(), name="notice_by_time"),
            models.Index(
                "decided", name="notice_to_send", condition=models.Q(state__in=["approved", "sending"])
            ),
        ]

    def __str__(self) -> str:
        return str(self.pk)


class NoticeReceipt(models.Model):
    """The message that brought a notice to a player. A player gets a notice once."""

    INTERNAL: ClassVar = True  # the message itself is in the player's copy of their data

    notice = models.ForeignKey(
        BulkNotice, models.PROTECT, db_index=False, related_name="+", verbose_name=_("notice")
    )
    player = models.ForeignKey("players.Player", models.PROTECT, related_name="+", verbose_name=_("player"))
    message = models.OneToOneField(
        "inbox.Message", models.PROTECT, related_name="+", verbose_name=_("message")
    )

    class Meta:
        verbose_name = _("notice received")
        verbose_name_plural = _("notices received")
        default_permissions = ()
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint("notice", "player", name="one_receipt_of_a_notice")
        ]

    def __str__(self) -> str:
        return f"{self.notice_id} {self.player_id}"


class MarketingConsent(models.Model):
    """Whether a player wants news and offers. Without a row the player has not agreed."""

    player = models.OneToOneField(
        "players.Player", models.PROTECT, primary_key=True, related_name="+", verbose_name=_("player")
    )
    agreed = models.BooleanField(_("agreed"))
    at = models.DateTimeField(_("at"), db_default=Now())

    class Meta:
        verbose_name = _("consent to marketing")
        verbose_name_plural = _("consents to marketing")
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.player_id} {self.agreed}"
