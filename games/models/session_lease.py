"""The lease under which new play sessions for money may begin."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class SessionLease(models.Model):
    """Until when bets for money may be taken, and what will have stopped them then.  [903-B 2.3.3]

    The service that reports to the regulator renews it; without reports it expires, whichever part fails.

    There is one row or none. Without a time there is no limit. Demonstration tables ignore the lease.
    """

    ONLY = 1

    class Cause(models.TextChoices):
        """What is down: the way in, the hourly capture, or the store that the regulator reads."""

        GATEWAY = "gateway", _("the gateway does not answer")
        CAPTURE = "capture", _("an hourly file missed its deadline")
        SAFE = "safe", _("no file has reached the safe for too long")

    until = models.DateTimeField(_("until"), null=True)
    cause = models.CharField(
        _("cause"), max_length=8, choices=Cause, default=Cause.CAPTURE, db_default=Cause.CAPTURE
    )

    class Meta:
        verbose_name = _("lease of new play sessions")
        verbose_name_plural = _("leases of new play sessions")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(condition=models.Q(id=1), name="one_lease")
        ]

    def __str__(self) -> str:
        return f"{self.until}"


def stopped_reports() -> str:
    """What keeps the house from taking bets for money now; empty if nothing does.  [903-B 2.3.3]"""
    lease = SessionLease.objects.filter(until__lte=Now()).first()
    return lease.cause if lease is not None else ""
