"""What was shown to sign in or to set a password. Web processes write none of these rows by themselves."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class SignInEvidence(models.Model):
    """What a person has shown to sign in, bound to a browser's session. Only database functions write it."""

    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    session = models.CharField(max_length=40)  # the digest of the session's proof
    until = models.DateTimeField()
    # Of a registration, whose last form may be submitted twice. Anything else is used once.
    lasting = models.BooleanField(db_default=False)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.person_id} {self.until:%Y-%m-%d %H:%M}"


class PasskeyAttempt(models.Model):
    """A challenge for a passkey, and its signature for the worker. Only database functions write it."""

    session = models.CharField(max_length=40, unique=True)  # the digest of the session's proof
    challenge = models.CharField(max_length=64)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    answer = models.TextField(blank=True)
    until = models.DateTimeField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.pk} {self.until:%Y-%m-%d %H:%M}"


class ResetToken(models.Model):
    """A link for a forgotten password. The worker that sends it writes the digest of its token."""

    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    digest = models.CharField(max_length=64, unique=True)
    until = models.DateTimeField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.person_id} {self.until:%Y-%m-%d %H:%M}"
