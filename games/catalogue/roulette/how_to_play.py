"""American and French roulette in five sentences."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.catalogue.text import Text

AMERICAN: tuple[Text, ...] = (
    _(
        "Choose a chip and press a place on the layout: a number, the line between numbers, or a "
        "group such as red."
    ),
    _("You can bet until bets close; after that no bet can be changed."),
    _("The ball spins against the wheel and comes to rest on one number."),
    _("Every bet that covers that number wins; the fewer numbers a bet covers, the more it pays."),
    _("Zero is neither red nor black; the text below the layout says what then happens to even chances."),
)
FRENCH: tuple[Text, ...] = (
    _(
        "Choose a chip and press a place on the layout: a number, the line between numbers, or a "
        "group such as red."
    ),
    _(
        "Call bets, such as the neighbours of a number, place several chips at once and show "
        "them before you confirm."
    ),
    _("You can bet until bets close; after that no bet can be changed."),
    _("The ball comes to rest on one number, and every bet that covers it wins."),
    _("Zero is neither red nor black; the text below the layout says what then happens to even chances."),
)
