"""How tables are run: proposed changes, their confirmation, and opening hours."""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from players.record_names import moment_name

# One person may change these alone: the pace and the languages. All other fields affect money or chance, and
# need two people.
ONE_PERSON_FIELDS = (
    "betting_seconds",
    "decision_seconds",
    "extra_seconds",
    "rest_seconds",
    "card_ms",
    "languages",
)


class TableChange(models.Model):
    """A proposed setting for a table. Its content never changes, and it is decided once.

    Limits, commission, cards and jackpot need a second person. The database enforces it
    (`database/table_changes.sql`): a table references only a setting that two people have seen, or that
    differs from the last in its pace only.
    """

    class State(models.TextChoices):
        PROPOSED = "proposed", _("waiting for a second person")
        APPLIED = "applied", _("changed by one person")
        DEFERRED = "deferred", _("confirmed, waiting for the jackpot's next win")
        CONFIRMED = "confirmed", _("confirmed")
        REFUSED = "refused", _("refused")
        WITHDRAWN = "withdrawn", _("withdrawn")

    table = models.ForeignKey("games.Table", models.PROTECT, related_name="changes", verbose_name=_("table"))
    base = models.ForeignKey(
        "games.TableSetting",
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("setting before the change"),
    )
    data = models.TextField(_("setting"))
    digest = models.CharField(_("digest"), max_length=64)
    alone = models.BooleanField(_("only pace and languages"), default=False)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("proposed by")
    )
    reason = models.CharField(_("reason"), max_length=200)
    at = models.DateTimeField(_("proposed"), db_default=Now())
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.PROPOSED)
    confirmer = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("decided by")
    )
    decided = models.DateTimeField(_("decided"), null=True)
    answer = models.CharField(_("why it was refused"), max_length=200, blank=True)
    setting = models.OneToOneField(
        "games.TableSetting",
        models.PROTECT,
        null=True,
        related_name="change",
        verbose_name=_("version created from it"),
    )

    class Meta:
        verbose_name = _("change of a table")
        verbose_name_plural = _("changes of tables")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            # A proposer never confirms their own change, whatever the code path.
            models.CheckConstraint(
                condition=models.Q(confirmer=None) | ~models.Q(confirmer=models.F("author")),
                name="a_change_needs_two_people",
            ),
            models.CheckConstraint(
                condition=~models.Q(state="confirmed")
                | models.Q(confirmer__isnull=False, setting__isnull=False, decided__isnull=False),
                name="a_change_is_confirmed_by_somebody",
            ),
            models.CheckConstraint(
                condition=~models.Q(state="applied") | models.Q(alone=True, setting__isnull=False),
                name="one_person_sets_the_pace_alone",
            ),
            models.CheckConstraint(
                condition=~models.Q(state="deferred")
                | models.Q(confirmer__isnull=False, setting=None, decided__isnull=False),
                name="a_change_waits_once_it_was_seen_by_two",
            ),
            models.UniqueConstraint(
                "table",
                condition=models.Q(state__in=("proposed", "deferred")),
                name="one_open_change_of_a_table",
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index("state", models.F("id").desc(), name="change_by_state")
        ]

    def __str__(self) -> str:
        return f"{self.table} · {moment_name(self.at)}"


class TableHours(models.Model):
    """The weekly opening hours of a table in Lisbon time. A table without them is always open."""

    table = models.OneToOneField(
        "games.Table", models.PROTECT, primary_key=True, related_name="hours", verbose_name=_("table")
    )
    # The spans of each day from Monday on, in minutes since midnight. A span that ends after 1440 runs into
    # the next day.
    week = models.JSONField(_("week"), default=list)
    closed_by_hours = models.BooleanField(_("closed by its hours"), default=False)

    class Meta:
        verbose_name = _("opening hours")
        verbose_name_plural = _("opening hours")

    def __str__(self) -> str:
        return str(self.table)


class TableSuspension(models.Model):
    """A manual suspension of a table, and how it ended. While it lasts the table begins no round."""

    table = models.ForeignKey(
        "games.Table", models.PROTECT, related_name="suspensions", verbose_name=_("table")
    )
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("suspended by")
    )
    reason = models.CharField(_("reason"), max_length=200)
    at = models.DateTimeField(_("suspended"), db_default=Now())
    ended = models.DateTimeField(_("ended"), null=True)
    released_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("released by")
    )
    release_reason = models.CharField(_("reason of the release"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("suspension of a table")
        verbose_name_plural = _("suspensions of tables")
        default_permissions = ("add",)
        permissions: ClassVar[Any] = [("release_tablesuspension", "Can end the suspension of a table")]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                "table", condition=models.Q(ended=None), name="one_suspension_of_a_table"
            ),
            models.CheckConstraint(condition=~models.Q(reason=""), name="a_suspension_says_why"),
            models.CheckConstraint(
                condition=models.Q(ended=None, released_by=None, release_reason="")
                | models.Q(ended__isnull=False, released_by__isnull=False) & ~models.Q(release_reason=""),
                name="a_suspension_is_ended_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table} · {self.at}"


class BulkChange(models.Model):
    """One step for many tables: open, close, suspend, a minimum, hours, or the setting of another table.

    One person proposes it after a dry run, another confirms it. What happened at each table is kept.
    """

    class Kind(models.TextChoices):
        OPEN = "open", _("open tables")
        DRAIN = "drain", _("close tables after their round")
        SUSPEND = "suspend", _("suspend new rounds")
        RELEASE = "release", _("lift the suspension")
        MINIMUM = "minimum", _("set the minimum bet")
        HOURS = "hours", _("copy the opening hours of a table")
        SETTING = "setting", _("copy the setting of a table")

    class State(models.TextChoices):
        PROPOSED = "proposed", _("waiting for a second person")
        DONE = "done", _("done")
        REFUSED = "refused", _("refused")
        WITHDRAWN = "withdrawn", _("withdrawn")

    kind = models.CharField(_("step"), max_length=7, choices=Kind)
    tables = models.JSONField(_("tables"))
    source = models.ForeignKey(
        "games.TableSetting",
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("setting to copy"),
    )
    # The minimum in cents, or the week of opening hours (empty: always open), as they were proposed.
    value = models.JSONField(_("value"), null=True)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("proposed by")
    )
    reason = models.CharField(_("reason"), max_length=200)
    at = models.DateTimeField(_("proposed"), db_default=Now())
    state = models.CharField(_("state"), max_length=9, choices=State, default=State.PROPOSED)
    confirmer = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("decided by")
    )
    decided = models.DateTimeField(_("decided"), null=True)
    answer = models.CharField(_("why it was refused"), max_length=200, blank=True)
    # The outcome at each table, by its number.
    results = models.JSONField(_("results"), default=dict)

    class Meta:
        verbose_name = _("action for many tables")
        verbose_name_plural = _("actions for many tables")
        default_permissions = ()
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=models.Q(confirmer=None) | ~models.Q(confirmer=models.F("author")),
                name="a_bulk_change_needs_two_people",
            ),
            models.CheckConstraint(
                condition=~models.Q(state__in=["done", "refused"]) | models.Q(confirmer__isnull=False),
                name="a_bulk_change_is_decided_by_somebody",
            ),
            models.CheckConstraint(condition=~models.Q(reason=""), name="a_bulk_change_says_why"),
            models.CheckConstraint(
                condition=models.Q(kind="setting", source__isnull=False)
                | ~models.Q(kind="setting") & models.Q(source=None),
                name="a_copied_setting_has_a_source",
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index("state", models.F("id").desc(), name="bulk_change_by_state")
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} · {self.pk}"
