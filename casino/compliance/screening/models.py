"""Imports of lists, their entries, whom the screening has looked at, and who may be whom."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class ListImport(models.Model):
    """One reading of a list: what it changed, or why it was refused. Append-only."""

    class State(models.TextChoices):
        IMPORTED = "imported", _("imported")
        UNCHANGED = "unchanged", _("unchanged")
        REFUSED = "refused", _("refused")

    name = models.CharField(_("list"), max_length=40)
    at = models.DateTimeField(_("at"), db_default=Now())
    state = models.CharField(_("state"), max_length=10, choices=State)
    digest = models.CharField(_("digest of the file"), max_length=64, blank=True)
    entries = models.IntegerField(_("people on the list"), default=0)
    added = models.IntegerField(_("added"), default=0)
    changed = models.IntegerField(_("changed"), default=0)
    removed = models.IntegerField(_("removed"), default=0)
    # Where a refused file is at fault, and the code of the reason (`lists.FAULTS`).
    line = models.IntegerField(_("line"), null=True)
    fault = models.CharField(_("fault"), max_length=20, blank=True)

    class Meta:
        verbose_name = _("reading of a list")
        verbose_name_plural = _("readings of lists")
        default_permissions = ("view",)
        indexes: ClassVar[list[models.Index]] = [
            models.Index("name", models.F("id").desc(), name="list_import_by_name")
        ]

    def __str__(self) -> str:
        return f"{self.name} · {self.get_state_display()}"


class Entry(models.Model):
    """A person on a list, as the list has them now."""

    class ListKind(models.TextChoices):
        SANCTION = "sanction", _("sanctions")
        PEP = "pep", _("politically exposed")
        OTHER = "other", _("other lists")

    list_name = models.CharField(_("list"), max_length=40)
    key = models.CharField(_("key in the list"), max_length=255)
    kind = models.CharField(_("kind"), max_length=8, choices=ListKind)
    names = ArrayField(models.TextField(), verbose_name=_("names"))
    births = ArrayField(models.CharField(max_length=10), default=list, verbose_name=_("birth dates"))
    countries = ArrayField(models.CharField(max_length=8), default=list, verbose_name=_("countries"))
    digest = models.CharField(max_length=32)
    # The import that brought it as it is, and the one that took it away.
    since = models.ForeignKey(ListImport, models.PROTECT, related_name="+", verbose_name=_("since"))
    removed = models.ForeignKey(
        ListImport, models.PROTECT, null=True, related_name="+", verbose_name=_("removed")
    )

    class Meta:
        verbose_name = _("person on a list")
        verbose_name_plural = _("people on lists")
        default_permissions = ()
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint("list_name", "key", name="one_entry_of_a_key")
        ]

    def __str__(self) -> str:
        return self.names[0] if self.names else self.key


class Screened(models.Model):
    """Against what a player was compared last, and as whom."""

    INTERNAL: ClassVar = True  # left out of the player's copy of their data

    player = models.OneToOneField(
        "players.Player",
        models.PROTECT,
        primary_key=True,
        db_constraint=False,
        related_name="+",
        verbose_name=_("player"),
    )
    digest = models.CharField(max_length=32)  # of name and birth date
    until = models.BigIntegerField(default=0)  # the last import that was seen
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("screened player")
        verbose_name_plural = _("screened players")
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.player_id}"


class Match(models.Model):
    """A player who may be a person on a list.

    It is about both as they were: if one of them changes, a new match is found.
    """

    INTERNAL: ClassVar = True  # left out of the player's copy of their data: Lei 83/2017, article 54

    class State(models.TextChoices):
        OPEN = "open", _("not decided")
        CONFIRMED = "confirmed", _("the same person")
        DISMISSED = "dismissed", _("another person")
        GONE = "gone", _("no longer so: the list or the player changed")

    player = models.ForeignKey(
        "players.Player", models.PROTECT, related_name="+", db_index=False, verbose_name=_("player")
    )
    entry = models.ForeignKey(
        Entry, models.PROTECT, related_name="+", db_index=False, verbose_name=_("person on the list")
    )
    kind = models.CharField(_("kind"), max_length=8, choices=Entry.ListKind)
    player_digest = models.CharField(max_length=32)
    entry_digest = models.CharField(max_length=32)
    likeness = models.JSONField(_("likeness"))
    made = models.DateTimeField(_("found"), db_default=Now())
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.OPEN)
    # No person proposes a match.
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("proposed by")
    )
    decider = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("decided by")
    )
    decided = models.DateTimeField(_("decided"), null=True)
    answer = models.CharField(_("reason"), max_length=200, blank=True)
    # When the worker suspended the account for it, and when it ended the suspension.
    held = models.DateTimeField(_("account suspended"), null=True)
    freed = models.DateTimeField(_("suspension ended"), null=True)

    class Meta:
        verbose_name = _("match with a list")
        verbose_name_plural = _("matches with lists")
        default_permissions = ("view",)
        permissions: ClassVar = [("decide_match", "Can decide about matches with lists")]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                "player", "entry", "player_digest", "entry_digest", name="one_match_of_a_pair"
            )
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index("state", "made", name="match_by_state"),
            models.Index("entry", name="match_by_entry"),
        ]

    def __str__(self) -> str:
        return f"S-{self.pk:05}"
