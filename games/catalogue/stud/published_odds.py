"""What the house publishes of the odds of the studs: the exact edge of the ante."""

from __future__ import annotations

from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.catalogue.edge_table import EdgeRow, EdgeTable, OddsLabels
from games.odds.stud import edge
from games.rules.shared.poker_hands import HandKind
from games.rules.stud.settlement import times
from games.rules.stud.sheet import Setting, Sheet
from games.rules.stud.variant import MACAU

ANTE = 100  # cents; without a limit on prizes the house keeps the same part of every ante


def _bet(bet: str) -> str:
    labels = {
        "ante": _("Ante"),
        "ante at the maximum": _("Ante at the maximum"),
        "jackpot": _("Jackpot bet, the pot at its minimum"),
    }
    return labels.get(bet, bet)


LABELS = OddsLabels(bet=_bet)
MACAU_LABELS = OddsLabels(
    bet=_bet,
    prizes=gettext_lazy(
        "A prize for the ante and for the additional bet is paid on top of the stake, which the "
        "player keeps. A jackpot bet is not returned, whether or not it wins a prize."
    ),
)


def greatest_prize(sheet: Sheet) -> Fraction:
    """Of the second bet, where the table does not limit the prize of a hand."""
    return Fraction(max(times(sheet, kind) for kind in HandKind))


def edge_table(sheet: Sheet) -> EdgeTable:
    share = edge(sheet, Setting(minimum=ANTE, maximum=ANTE), ANTE)
    note = _(
        "As a share of the ante, for players who always make the best decision, calculated over "
        "every possible deal."
    )
    if sheet.system == MACAU:
        prize = _("1 × ante, and for the additional bet what its combination pays")
    else:
        prize = _("1 × ante, and for the second bet what its combination pays")
    return EdgeTable((_("House edge"),), (EdgeRow(_("Ante"), prize, (share,)),), note)
