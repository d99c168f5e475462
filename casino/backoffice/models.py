"""What the back office keeps for the people who work there: filters of its lists, under the names that they gave them."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class SavedFilter(models.Model):
    """One person's filter of one list. It is nobody else's, and says nothing that its address would not say."""

    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("whose"))
    place = models.CharField(_("list"), max_length=60)
    name = models.CharField(_("name"), max_length=60)
    query = models.CharField(_("filter"), max_length=1000)
    at = models.DateTimeField(_("kept"), db_default=Now())

    class Meta:
        verbose_name = _("saved filter")
        verbose_name_plural = _("saved filters")
        default_permissions = ()
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint("person", "place", "name", name="one_filter_of_a_name"),
        ]

    def __str__(self) -> str:
        return self.name
