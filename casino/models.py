"""When each scheduled task was last sent: what several beats agree on."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class ScheduledTask(models.Model):
    """An entry of the schedule (`casino.schedule.DUE`). The beat that locks its row sends the task."""

    name = models.CharField(_("name"), max_length=60, primary_key=True)
    sent = models.DateTimeField(_("sent"))

    class Meta:
        verbose_name = _("scheduled task")
        verbose_name_plural = _("scheduled tasks")
        default_permissions = ()

    def __str__(self) -> str:
        return self.name
