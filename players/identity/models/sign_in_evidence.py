"""What was shown to sign in or to set a password. Web processes write none of these rows by themselves.

They are not part of the copy of a player's data: the worker, which makes the copy, cannot read all of them.
"""

from __future__ import annotations

from django.conf import settings
from django.contrib.postgres.functions import RandomUUID
from django.db import models
from django.db.models.functions import Now


class SignInEvidence(models.Model):
    """What a person has shown to sign in, bound to a browser's session. Only database functions write it."""

    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    session = models.CharField(max_length=40)  # the digest of the session's proof
    until = models.DateTimeField()
    # Of a registration, whose last form may be submitted twice. Anything else is used once.
    lasting = models.BooleanField(db_default=False)
    factor = models.BooleanField(db_default=False)  # a second factor was shown as well

    INTERNAL = True

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

    INTERNAL = True

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.pk} {self.until:%Y-%m-%d %H:%M}"


class FactorSecret(models.Model):
    """The sealed secret of an app or of recovery codes. The row of the factor names it as "kept:<id>".

    Web processes cannot read it. A function shows it to the worker, and shows the seed of recovery codes in a
    session whose owner has just shown a second factor.
    """

    id = models.UUIDField(primary_key=True, db_default=RandomUUID())
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    sealed = models.TextField()
    step = models.BigIntegerField(db_default=0)  # the time step of the last accepted code
    made = models.DateTimeField(db_default=Now())

    INTERNAL = True

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.person_id} {self.made:%Y-%m-%d %H:%M}"


class CodeAttempt(models.Model):
    """A code that somebody typed, sealed for the worker. Only database functions write it."""

    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    session = models.CharField(max_length=40)  # the digest of the session's proof
    code = models.TextField()
    at = models.DateTimeField(db_default=Now())
    is_right = models.BooleanField(null=True)  # null until the worker has compared it
    factor_id = models.IntegerField(null=True)  # whose code it was

    INTERNAL = True

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.pk} {self.at:%Y-%m-%d %H:%M}"


class ResetToken(models.Model):
    """A link for a forgotten password. The worker that sends it writes the digest of its token."""

    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    digest = models.CharField(max_length=64, unique=True)
    until = models.DateTimeField()

    INTERNAL = True

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.person_id} {self.until:%Y-%m-%d %H:%M}"
