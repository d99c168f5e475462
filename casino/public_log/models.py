"""How far the log has come, and which entries a moment of the record became. The tree itself is in files."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class Head(models.Model):
    """One row: the tree that counts. Whoever appends holds it."""

    number = models.SmallIntegerField(primary_key=True, default=1, editable=False)
    size = models.BigIntegerField(_("entries"))
    root = models.CharField(_("root"), max_length=64)
    until = models.DateTimeField(_("until"))
    published = models.BigIntegerField(_("published entries"))

    class Meta:
        verbose_name = _("head of the public log")
        verbose_name_plural = _("head of the public log")
        default_permissions = ()
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(condition=models.Q(number=1), name="the_log_has_one_head"),
            models.CheckConstraint(
                condition=models.Q(published__lte=models.F("size")), name="only_entries_are_published"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.size}"


class Stretch(models.Model):
    """The entries of a stretch of time, in the order of time, kind and number. Append-only."""

    first = models.BigIntegerField(_("first entry"), primary_key=True)
    count = models.IntegerField(_("entries"))
    since = models.DateTimeField(_("since"))
    until = models.DateTimeField(_("until"))

    class Meta:
        verbose_name = _("stretch of the public log")
        verbose_name_plural = _("stretches of the public log")
        default_permissions = ()
        indexes: ClassVar[list[models.Index]] = [models.Index("until", name="stretch_of_the_log_by_time")]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(condition=models.Q(count__gt=0), name="a_stretch_of_the_log_has_entries")
        ]

    def __str__(self) -> str:
        return f"{self.first}–{self.first + self.count - 1}"


class Cosigning(models.Model):
    """The last signature of a witness, and what kept it from signing since. One row a witness."""

    witness = models.CharField(_("witness"), max_length=200, primary_key=True)
    size = models.BigIntegerField(_("entries"), default=0)
    at = models.DateTimeField(_("signed"), null=True)
    failure = models.CharField(_("failure"), max_length=200, blank=True)
    tried = models.DateTimeField(_("tried"), db_default=Now())

    class Meta:
        verbose_name = _("witness of the public log")
        verbose_name_plural = _("witnesses of the public log")
        default_permissions = ()

    def __str__(self) -> str:
        return self.witness
