"""What the beacon process writes: the beacons it follows, their values, and its state."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class BeaconChain(models.Model):
    """A beacon. Its key never changes: another key is another beacon."""

    name = models.CharField(_("name"), max_length=30, primary_key=True)
    hash = models.CharField(_("hash of the chain"), max_length=64, unique=True)
    public_key = models.CharField(_("public key"), max_length=192)
    genesis = models.BigIntegerField(_("time of the first value"))
    period = models.IntegerField(_("seconds between values"))
    group_hash = models.CharField(_("hash of the group"), max_length=64)
    at = models.DateTimeField(_("followed since"), db_default=Now())

    class Meta:
        verbose_name = _("beacon")
        verbose_name_plural = _("beacons")

    def __str__(self) -> str:
        return self.name


class BeaconValue(models.Model):
    """A verified value. Rounds keep those that they use in their own events, so old ones are deleted."""

    pk = models.CompositePrimaryKey("chain_id", "number")
    chain = models.ForeignKey(
        BeaconChain, models.PROTECT, db_index=False, related_name="+", verbose_name=_("beacon")
    )
    number = models.BigIntegerField(_("number"))
    signature = models.CharField(_("signature"), max_length=96)
    at = models.DateTimeField(_("stored"), db_default=Now())

    class Meta:
        verbose_name = _("value of a beacon")
        verbose_name_plural = _("values of beacons")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(condition=models.Q(number__gte=1), name="beacon_value_number"),
            models.CheckConstraint(
                condition=models.Q(signature__regex=r"^[0-9a-f]{96}$"), name="beacon_value_signature"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.chain_id} {self.number}"


class BeaconWatch(models.Model):
    """The state of the process that follows a beacon, for the self-checks."""

    name = models.CharField(_("name"), max_length=30, primary_key=True)
    at = models.DateTimeField(_("last check"))
    number = models.BigIntegerField(_("last value"), default=0)
    trouble = models.CharField(_("problem"), max_length=20, blank=True)
    since = models.DateTimeField(_("since"), null=True)
    refused = models.BigIntegerField(_("refused values"), default=0)
    refused_at = models.DateTimeField(_("last refusal"), null=True)
    refused_why = models.CharField(_("reason of the last refusal"), max_length=20, blank=True)
    refused_relay = models.CharField(_("relay of the last refusal"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("state of a beacon")
        verbose_name_plural = _("states of beacons")

    def __str__(self) -> str:
        return self.name
