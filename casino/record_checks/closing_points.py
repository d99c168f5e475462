"""What the closing of a month asks of the proofs of the record."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from casino.compliance.reports.closing import ClosingPoint, MonthClosing
from casino.record_checks.models import Proof


def proof_point(closing: MonthClosing) -> ClosingPoint:
    _since, until = closing.choice.bounds
    proof = Proof.objects.filter(kind="chains", begun__gte=until).order_by("-pk").first()
    return ClosingPoint(
        "proof",
        _("The record was checked after the end of the month, and no difference was found"),
        proof is not None and not proof.differences,
        proof.differences if proof is not None else 0,
        reverse("compliance_panel"),
        "self_checks.view_state",
        is_known=proof is not None,
    )
