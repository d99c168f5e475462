"""When tables were last served."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Attendance(models.Model):
    """When a croupier last served the tables of a shard with the database and Valkey available.

    Outages are measured from it.
    """

    shard = models.SmallIntegerField(_("shard"), primary_key=True)
    at = models.DateTimeField(_("time"))

    class Meta:
        verbose_name = _("attendance of tables")
        verbose_name_plural = _("attendance of tables")

    def __str__(self) -> str:
        return f"{self.shard} · {self.at}"
