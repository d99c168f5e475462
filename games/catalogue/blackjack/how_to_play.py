"""Blackjack/21 in five sentences."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.catalogue.text import Text

SENTENCES: tuple[Text, ...] = (
    _("Bet on your place before bets close. Where the table allows it, you can also bet on free places."),
    _("You and the bank get two cards each: picture cards count 10, an ace counts 1 or 11."),
    _(
        "Take cards to get closer to 21 without going over, or stand; with some hands you can double "
        "or split."
    ),
    _("The bank plays last, by fixed rules."),
    _(
        "A hand closer to 21 than the bank's is paid 1 to 1, a blackjack is paid more, and an equal "
        "hand gets its bet back."
    ),
)
