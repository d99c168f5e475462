"""What a place of the felt is and how often each number came, as the table's page tells it.  [AR-10] [AR-25] [FR-R11] [FR-R26]"""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SENTENCES: dict[str, Promise] = {
    "card.numbers": _("{count} numbers"),
    "card.mine": _("Your stake"),
    "card.minimum": _("Minimum"),
    "card.maximum": _("Maximum"),
    "card.room": _("Room left"),
    "card.others": _("Other players"),
    "card.prize": _("If it wins"),
    "card.prize.of": _("{stake} earns {prize}"),
    "frequencies.open": _("Frequencies"),
    "frequencies.title": _("How often each number came"),
    "frequencies.rounds": _("Rounds counted"),
    "frequencies.span": _("last {span}"),
    "frequencies.counted": _("{total} of the last {span} rounds have a number."),
    "frequencies.one": _("{number}: {count} times"),
    "frequencies.honest": _("Past results do not influence the next ones."),
}
