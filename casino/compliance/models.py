"""The right to enter the workspace. What it shows belongs to the folders beside this file, each with models of its own."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Workspace(models.Model):
    """No table: a name for the right to see the workspace."""

    class Meta:
        managed = False
        default_permissions = ("view",)
        verbose_name = _("compliance workspace")
        verbose_name_plural = _("compliance workspace")

    def __str__(self) -> str:
        return str(self._meta.verbose_name)
