"""The lease under which new play sessions for money may begin."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _


class SessionLease(models.Model):
    """Until when new play sessions for money may begin.

    The service that reports them renews it; without reports it expires.

    There is one row or none. Without a time there is no limit. Demonstration tables ignore the lease.
    """

    ONLY = 1

    until = models.DateTimeField(_("until"), null=True)

    class Meta:
        verbose_name = _("lease of new play sessions")
        verbose_name_plural = _("leases of new play sessions")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(condition=models.Q(id=1), name="one_lease")
        ]

    def __str__(self) -> str:
        return f"{self.until}"
