"""Ponto e banca in five sentences."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.catalogue.text import Text

SENTENCES: tuple[Text, ...] = (
    _("Bet on ponto, on banca or on a tie before the clock runs out."),
    _(
        "Both hands get two cards: an ace counts 1, tens and picture cards count 0, and of the "
        "sum only the last digit counts."
    ),
    _("Fixed rules say who gets a third card; nobody decides anything."),
    _("The hand with the higher score wins."),
    _("Ponto and banca win as much as their bet, less the commission of the table, and a tie returns both."),
)
