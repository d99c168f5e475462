"""Blackjack/21 in five sentences."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.catalogue.text import Text

SENTENCES: tuple[Text, ...] = (
    _("Place a chip on your place before bets close, or on free places too where the table allows it."),
    _("You and the bank get two cards each: picture cards count 10, an ace counts 1 or 11."),
    _(
        "Take cards to come nearer to 21 without going over, or stand; with some hands you can "
        "double or split."
    ),
    _("The bank plays last, by fixed rules."),
    _(
        "A hand nearer to 21 than the bank's wins as much as its bet, a blackjack wins more, and "
        "an equal hand gets its bet back."
    ),
)
