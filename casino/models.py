"""When each scheduled task was last sent, what several beats agree on; and what became of each task."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class ScheduledTask(models.Model):
    """An entry of the schedule (`casino/tasks/schedule.py`). The beat that locks its row sends the task."""

    name = models.CharField(_("name"), max_length=60, primary_key=True)
    sent = models.DateTimeField(_("sent"))

    class Meta:
        verbose_name = _("scheduled task")
        verbose_name_plural = _("scheduled tasks")
        default_permissions = ()

    def __str__(self) -> str:
        return self.name


class TaskRun(models.Model):
    """What became of a task of the worker (`casino.tasks.task_runs`): a row for each entry of the schedule
    and for each task outside it. The worker alone writes it.
    """

    name = models.CharField(_("name"), max_length=100, primary_key=True)
    known = models.DateTimeField(_("known since"))
    started = models.DateTimeField(_("last started"), null=True)
    succeeded = models.DateTimeField(_("last succeeded"), null=True)
    failed = models.DateTimeField(_("last failed"), null=True)
    failing = models.DateTimeField(_("failing since"), null=True)
    error = models.CharField(_("last error"), max_length=200, blank=True, db_default="")
    worker = models.CharField(_("worker of the last start"), max_length=200, blank=True, db_default="")
    lost = models.DateTimeField(_("last lost"), null=True)

    class Meta:
        verbose_name = _("run of a task")
        verbose_name_plural = _("runs of tasks")
        default_permissions = ()

    def __str__(self) -> str:
        return self.name
