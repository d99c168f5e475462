"""E-mails in the queue of the worker."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class QueuedEmail(models.Model):
    """A queued e-mail to an address without a player, or one that cannot wait for a sign-in.

    Sent once, after commit.
    """

    to = models.EmailField()
    # Subject and body, sealed because they may contain a code. Empty once sent.
    text = models.BinaryField(default=bytes)
    made = models.DateTimeField(db_default=Now())
    due = models.DateTimeField(db_default=Now())
    tries = models.SmallIntegerField(default=0)
    sent = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("queued e-mail")
        verbose_name_plural = _("queued e-mails")
        indexes: ClassVar[list[models.Index]] = [
            models.Index("due", name="queued_email_by_due", condition=models.Q(sent=None))
        ]

    def __str__(self) -> str:
        return f"{self.pk} · {self.made:%Y-%m-%d %H:%M}"
