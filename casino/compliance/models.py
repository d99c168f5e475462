"""The permission to enter the workspace."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Workspace(models.Model):
    """Has no table: it exists for its `view` permission."""

    class Meta:
        managed = False
        default_permissions = ("view",)
        verbose_name = _("compliance workspace")
        verbose_name_plural = _("compliance workspace")

    def __str__(self) -> str:
        return str(self._meta.verbose_name)
