"""Webhooks as the back office lists them: the addresses, what went to each, and how far events are read."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from casino.backoffice.outgoing import OutgoingMessage


class WebhookAddress(models.Model):
    """An address of WEBHOOKS_FILE, written down by the worker so that staff see it."""

    name = models.CharField(_("name"), max_length=40, primary_key=True)
    host = models.CharField(_("host"), max_length=200)
    events = models.JSONField(_("events"), default=list)
    since = models.DateTimeField(_("since"), db_default=Now())
    seen = models.DateTimeField(_("last seen in the file"), db_default=Now())

    class Meta:
        db_table = "backoffice_webhookaddress"
        verbose_name = _("webhook address")
        verbose_name_plural = _("webhook addresses")
        default_permissions = ()

    def __str__(self) -> str:
        return self.name


class WebhookMessage(OutgoingMessage):
    """One event for one address."""

    address = models.CharField(pgettext_lazy("of a receiver", "address"), max_length=40)
    event = models.CharField(_("event"), max_length=20)
    key = models.CharField(pgettext_lazy("of an event", "item"), max_length=80)

    class Meta:
        db_table = "backoffice_webhookmessage"
        verbose_name = _("webhook message")
        verbose_name_plural = _("webhook messages")
        default_permissions = ()
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint("address", "event", "key", name="one_webhook_message_of_an_event"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index("next_try", name="webhook_to_send", condition=models.Q(sent=None)),
            models.Index("made", name="webhook_by_time"),
        ]

    def __str__(self) -> str:
        return f"{self.address} {self.event} {self.key}"


class WebhookAttempt(models.Model):
    """One attempt to deliver a message: how long it took, and what went wrong. It goes with its message."""

    message = models.ForeignKey(
        WebhookMessage, models.CASCADE, related_name="attempts", verbose_name=_("message")
    )
    at = models.DateTimeField(_("at"), db_default=Now())
    milliseconds = models.IntegerField(_("milliseconds"))
    trouble = models.CharField(_("trouble"), max_length=200, blank=True)

    class Meta:
        db_table = "backoffice_webhookattempt"
        verbose_name = _("attempt to deliver a webhook")
        verbose_name_plural = _("attempts to deliver webhooks")
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.message_id} {self.at}"


class WebhookProgress(models.Model):
    """Up to when the events of one kind have become messages."""

    event = models.CharField(max_length=20, primary_key=True)
    until = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "backoffice_webhookprogress"
        default_permissions = ()

    def __str__(self) -> str:
        return self.event
