"""Sign-ins by the staff's provider that are on their way, and which account of it belongs to which person.

Only functions of the database write these rows (`database/sign_in_by_provider.sql`).
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class ProviderAttempt(models.Model):
    """One way to the provider and back, bound to a browser's session. The worker reads nonce and verifier."""

    session = models.CharField(max_length=40, unique=True)  # the digest of the session's proof
    state = models.CharField(max_length=64)  # its digest
    nonce = models.CharField(max_length=64)
    verifier = models.CharField(max_length=64)
    code = models.TextField(blank=True)  # sealed; empty once it was used
    until = models.DateTimeField()
    outcome = models.CharField(max_length=20, blank=True)  # empty until the worker has answered
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    factor = models.BooleanField(db_default=False)  # the provider has asked for a second factor

    INTERNAL = True

    class Meta:
        db_table = "backoffice_providerattempt"
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.pk} {self.until:%Y-%m-%d %H:%M}"


class ProviderLink(models.Model):
    """The account at the provider by which a member of staff signs in: the issuer's `sub`."""

    person = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("person")
    )
    issuer = models.CharField(_("issuer"), max_length=200)
    subject = models.CharField(_("identifier at the provider"), max_length=255)
    at = models.DateTimeField(_("linked"), db_default=Now())

    INTERNAL = True

    class Meta:
        db_table = "backoffice_providerlink"
        verbose_name = _("account at the sign-in provider")
        verbose_name_plural = _("accounts at the sign-in provider")
        default_permissions = ()
        constraints = (
            models.UniqueConstraint("issuer", "subject", name="one_person_for_an_account_at_the_provider"),
        )

    def __str__(self) -> str:
        return str(self.pk)
