"""The public keys with which anybody verifies signatures of the house."""

from __future__ import annotations

from typing import Final

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class HouseKey(models.Model):
    """A public key of the house. With it anybody can verify what the house signed."""

    RECEIPTS: Final = "receipts"  # and the ends of rounds

    name = models.CharField(_("name"), max_length=20)
    public = models.CharField(_("public key"), max_length=64, unique=True)
    since = models.DateTimeField(_("since"), db_default=Now())

    class Meta:
        verbose_name = _("public key")
        verbose_name_plural = _("public keys")

    def __str__(self) -> str:
        return f"{self.name} {self.public[:8]}"


def receipt_keys() -> list[str]:
    """The public keys that verify receipts and the ends of rounds, the first one first."""
    keys = HouseKey.objects.filter(name=HouseKey.RECEIPTS).order_by("since", "pk")
    return list(keys.values_list("public", flat=True))
