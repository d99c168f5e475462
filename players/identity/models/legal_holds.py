"""Orders of authorities to keep a player's data beyond the lawful end of keeping."""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from players.models import Player


class LegalHold(models.Model):
    """An order to keep a player's data, or one that lifts an earlier order. Two people enter each.

    What an order says never changes. While it is in force and not lifted, nothing of the player is erased.
    """

    INTERNAL: ClassVar = True  # left out of the player's copy of their data: nobody may warn the player

    class State(models.TextChoices):
        PROPOSED = "proposed", _("waiting for a second person")
        IN_FORCE = "in-force", _("in force")
        REFUSED = "refused", _("refused")
        WITHDRAWN = "withdrawn", _("withdrawn")

    player = models.ForeignKey(
        Player, models.PROTECT, related_name="+", db_index=False, verbose_name=_("player")
    )
    lifts = models.ForeignKey(
        "self", models.PROTECT, null=True, related_name="+", db_index=False, verbose_name=_("lifts")
    )
    authority = models.CharField(_("authority"), max_length=120)
    reference = models.CharField(_("reference of the order"), max_length=100)
    ordered = models.DateField(_("date of the order"))
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.PROPOSED)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("proposed by")
    )
    reason = models.CharField(_("reason"), max_length=200)
    at = models.DateTimeField(_("proposed"), db_default=Now())
    decider = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("decided by")
    )
    decided = models.DateTimeField(_("decided"), null=True)
    answer = models.CharField(_("answer"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("legal hold")
        verbose_name_plural = _("legal holds")
        default_permissions = ("add", "view")
        permissions: ClassVar[Any] = [("approve_legalhold", "Can decide about legal holds")]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=~Q(authority="") & ~Q(reference=""), name="a_legal_hold_names_its_order"
            ),
            models.UniqueConstraint(
                "lifts", condition=Q(state__in=("proposed", "in-force")), name="a_legal_hold_is_lifted_once"
            ),
            # A second copy of the same order would have to be lifted too.
            models.UniqueConstraint(
                "player",
                "reference",
                condition=Q(lifts=None, state__in=("proposed", "in-force")),
                name="an_order_is_entered_once",
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index("player", name="legal_hold_of_a_player", condition=Q(state="in-force", lifts=None))
        ]

    def __str__(self) -> str:
        return f"{self.authority}, {self.reference}"
