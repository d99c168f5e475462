"""Who is blocked, by what they are found again, and the new players who resemble them."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from players.shared.keeping import DILIGENCE
from players.shared.personal_columns import PersonalTextField, SealedRow


class Cause(models.TextChoices):
    """What keeps somebody from play. The reason of it stands nowhere here."""

    SUSPENDED = "suspended", _("account suspended")
    CLOSED = "closed", _("account closed by the house")
    EXCLUDED = "excluded", _("excluded from play")


class BlockedPerson(models.Model):
    """A player who may not play now, as the last run found them."""

    INTERNAL: ClassVar = True  # left out of the player's copy of their data

    player = models.OneToOneField(
        "players.Player", models.PROTECT, primary_key=True, related_name="+", verbose_name=_("player")
    )
    cause = models.CharField(_("cause"), max_length=10, choices=Cause)
    digest = models.CharField(max_length=40)  # of the keys

    class Meta:
        verbose_name = _("blocked person")
        verbose_name_plural = _("blocked people")
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.player_id}"


class Trait(models.Model):
    """A keyed digest of what a blocked person is found by: birth, mailbox, house, words of a rare name."""

    INTERNAL: ClassVar = True  # left out of the player's copy of their data

    blocked = models.ForeignKey(
        BlockedPerson, models.CASCADE, related_name="traits", verbose_name=_("blocked person")
    )
    mark = models.CharField(_("digest"), max_length=40)

    class Meta:
        verbose_name = _("trait of a blocked person")
        verbose_name_plural = _("traits of blocked people")
        default_permissions = ()
        indexes: ClassVar[list[models.Index]] = [models.Index("mark", name="trait_by_mark")]

    def __str__(self) -> str:
        return f"{self.blocked_id}"


class Resemblance(SealedRow):
    """A new player who may be somebody who was blocked. It is about both as they were."""

    INTERNAL: ClassVar = True  # left out of the player's copy of their data: Lei 83/2017, article 54
    PERSONAL: ClassVar = ("likeness",)
    KEEPING: ClassVar = DILIGENCE

    class State(models.TextChoices):
        OPEN = "open", _("not decided")
        SAME = "same", _("the same person")
        ANOTHER = "another", _("another person")
        GONE = "gone", _("no longer so: nobody is blocked, or the data changed")

    player = models.ForeignKey(
        "players.Player", models.PROTECT, related_name="+", db_index=False, verbose_name=_("new player")
    )
    blocked = models.ForeignKey(
        "players.Player", models.PROTECT, related_name="+", verbose_name=_("blocked player")
    )
    cause = models.CharField(_("cause"), max_length=10, choices=Cause)
    player_digest = models.CharField(max_length=40)
    blocked_digest = models.CharField(max_length=40)
    likeness = PersonalTextField(_("likeness"))  # `resembling.Resembling` as JSON
    made = models.DateTimeField(_("found"), db_default=Now())
    state = models.CharField(_("state"), max_length=8, choices=State, default=State.OPEN)
    # No person proposes a resemblance.
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("proposed by")
    )
    decider = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("decided by")
    )
    decided = models.DateTimeField(_("decided"), null=True)
    answer = models.CharField(_("reason"), max_length=200, blank=True)
    # When the worker refused the identity, or let the check go on.
    applied = models.DateTimeField(_("carried out"), null=True)

    class Meta:
        verbose_name = _("new player who resembles a blocked person")
        verbose_name_plural = _("new players who resemble blocked people")
        default_permissions = ("view",)
        permissions: ClassVar = [("decide_resemblance", "Can decide whether a blocked person came back")]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                "player", "blocked", "player_digest", "blocked_digest", name="one_resemblance_of_a_pair"
            )
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index("state", "made", name="resemblance_by_state"),
            models.Index("state", name="resemblance_to_apply", condition=models.Q(applied=None)),
        ]

    def __str__(self) -> str:
        return f"R-{self.pk:05}"
