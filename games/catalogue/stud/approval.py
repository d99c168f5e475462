"""What a change of Macau stud's rules must wait for."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.catalogue.approval import Approval, Lead
from games.rules.stud.sheet import Sheet

ROYAL_DAYS = 3  # [MS-13]


def _leads(before: Sheet | None, after: Sheet) -> tuple[Lead, ...]:
    if before is not None and before.royal_times == after.royal_times:
        return ()
    sentence = _(
        "The prize of a royal flush is set: this must be requested three working days before it "
        "applies, in Portugal and in Macau."
    )
    return (Lead(ROYAL_DAYS, sentence, "MS-13"),)  # [MS-13]


CARIBBEAN_APPROVAL = Approval("CS-P3")
MACAU_APPROVAL = Approval("MS-13", _leads, ("PT", "MO"))
