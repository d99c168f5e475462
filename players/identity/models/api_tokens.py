"""API tokens: a program reads in the name of a person. Only a keyed digest of the token is stored."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class ApiToken(models.Model):
    """A token that reads what its owner may read, until it expires, is revoked, or the owner's credentials
    change.
    """

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="api_tokens", verbose_name=_("person")
    )
    name = models.CharField(_("name"), max_length=60)
    digest = models.CharField(max_length=40, unique=True)
    start = models.CharField(_("begins with"), max_length=12)  # shown, so that people recognise a token
    epoch = models.IntegerField()  # the person's credential epoch when the token was made
    made = models.DateTimeField(_("made"), db_default=Now())
    expires = models.DateTimeField(_("expires"))
    used = models.DateTimeField(_("last used"), null=True)
    revoked = models.DateTimeField(_("revoked"), null=True)

    class Meta:
        verbose_name = _("API token")
        verbose_name_plural = _("tokens of the API")
        default_permissions = ("add",)
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(condition=~models.Q(name=""), name="an_api_token_has_a_name"),
        ]

    def __str__(self) -> str:
        return f"{self.person_id} {self.name}"
