"""Ponto e banca in five sentences."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.catalogue.text import Text

SENTENCES: tuple[Text, ...] = (
    _("Bet on ponto, on banca or on a tie before bets close."),
    _(
        "Both hands get two cards. An ace counts 1, tens and picture cards count 0, and only the "
        "last digit of the sum counts."
    ),
    _("Fixed rules say who gets a third card; nobody decides anything."),
    _(
        "A bet on the hand with the higher score is paid 1 to 1. On a tie, bets on the tie are paid, "
        "and bets on both hands are returned."
    ),
    _(
        "A table may take a commission, but only on prizes in rounds that banca wins; it is printed "
        "on the layout."
    ),
)
