"""Póquer sem descarte and Macau stud in five sentences."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.catalogue.text import Text

CARIBBEAN: tuple[Text, ...] = (
    _("Make your ante before bets close."),
    _("You and the bank get five cards each; one card of the bank is open."),
    _("Fold and lose the ante, or continue with a second bet of twice the ante."),
    _(
        "The bank plays only with ace and king or better. If it does not play, your ante is paid 1 "
        "to 1 and your second bet is returned."
    ),
    _(
        "If the bank plays, the higher hand wins, and the second bet is paid by the prize table beside "
        "the layout."
    ),
)
MACAU: tuple[Text, ...] = (
    _(
        "Make your ante before bets close; where the table has a jackpot, you may also make the jackpot bet "
        "that it announces."
    ),
    _("You and the dealer get five cards each; one of the dealer's cards is face up."),
    _("Fold and lose the ante, or continue with an additional bet of twice the ante."),
    _(
        "The dealer opens the hand only with ace and king or better. If the dealer does not open, "
        "the ante is paid 1 to 1 and the additional bet is returned."
    ),
    _(
        "If the dealer opens, the higher hand wins, by suit if all else is equal, and the additional "
        "bet is paid by the prize table beside the layout."
    ),
)
