"""The states of tables up to which their journals were proved."""

from __future__ import annotations

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class ProvenState(models.Model):
    """The state of a table after an event, as the proof of the record computed it. Append-only.

    The croupier's key seals the state together with the chain of events, so no other process can write one
    that the next proof accepts.
    """

    pk = models.CompositePrimaryKey("table_id", "seq", "complete")
    table = models.ForeignKey(
        "games.Table",
        models.PROTECT,
        db_constraint=False,
        db_index=False,
        related_name="+",
        verbose_name=_("table"),
    )
    seq = models.BigIntegerField(_("last event"))
    at = models.DateTimeField(_("time of the last event"))
    complete = models.BooleanField(_("everything before it was compared"))
    sealed = models.BinaryField(editable=False)
    made = models.DateTimeField(_("made"), db_default=Now())

    class Meta:
        verbose_name = _("proven state of a table")
        verbose_name_plural = _("proven states of tables")

    def __str__(self) -> str:
        return f"{self.table_id} · {self.seq}"
