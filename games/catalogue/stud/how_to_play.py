"""Póquer sem descarte and Macau stud in five sentences."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.catalogue.text import Text

CARIBBEAN: tuple[Text, ...] = (
    _("Make your ante before the clock runs out."),
    _("You and the bank get five cards each; one card of the bank is open."),
    _("Fold and lose the ante, or continue with a second bet of twice the ante."),
    _(
        "The bank plays only with an ace and a king or more; otherwise the ante wins as much as "
        "itself and the second bet comes back."
    ),
    _("If the bank plays, the higher hand wins, and the second bet pays by the table beside the cloth."),
)
MACAU: tuple[Text, ...] = (
    _("Make your ante before the clock runs out; a small extra bet takes part in the jackpot."),
    _("You and the bank get five cards each; one card of the bank is open."),
    _("Fold and lose the ante, or continue with a second bet of twice the ante."),
    _(
        "The bank plays only with an ace and a king or more; otherwise the ante wins as much as "
        "itself and the second bet comes back."
    ),
    _("If the bank plays, the higher hand wins, and the second bet pays by the table beside the cloth."),
)
