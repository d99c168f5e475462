"""Póquer sem descarte and Macau stud in five sentences."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.catalogue.text import Text

CARIBBEAN: tuple[Text, ...] = (
    _("Make your ante before bets close."),
    _("You and the bank get five cards each; one card of the bank is open."),
    _("Fold and lose the ante, or continue with a second bet of twice the ante."),
    _(
        "The bank plays only with an ace and a king or more; otherwise the ante wins as much as "
        "itself and the second bet comes back."
    ),
    _("If the bank plays, the higher hand wins, and the second bet pays by the table beside the cloth."),
)
MACAU: tuple[Text, ...] = (
    _(
        "Make your ante before bets close; where the table has a jackpot, you may also make the jackpot bet "
        "that it announces."
    ),
    _("You and the dealer get five cards each; one card of the dealer is open."),
    _("Fold and lose the ante, or continue with an additional bet of twice the ante."),
    _(
        "The dealer opens the hands only with an ace and a king or more; otherwise the ante wins as much as "
        "itself and the additional bet comes back."
    ),
    _(
        "If the dealer opens, the higher hand wins, by suit if all else is equal, and the additional bet "
        "pays by the table beside the cloth."
    ),
)
