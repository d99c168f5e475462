"""The public keys of the processes that send messages to each other."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class ProcessKey(models.Model):
    """The public key of one running process. The database lets each process register keys of its own kind
    only.

    The process renews the row while it runs; after `until` the key is no longer accepted. The database sets
    that time.
    """

    class Kind(models.TextChoices):
        WEB = "web", _("web process")
        CROUPIER = "croupier", _("croupier")
        WORKER = "worker", _("worker")

    id = models.CharField(_("number"), max_length=32, primary_key=True)
    kind = models.CharField(_("kind"), max_length=8, choices=Kind)
    key = models.BinaryField(_("public key"), max_length=32)
    started = models.DateTimeField(_("started"), db_default=Now())
    until = models.DateTimeField(_("until"), db_default=Now())

    class Meta:
        verbose_name = _("key of a process")
        verbose_name_plural = _("keys of processes")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=models.Q(kind__in=["web", "croupier", "worker"]), name="process_key_kinds"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"
