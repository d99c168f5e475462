"""Ponto e banca in five sentences."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.catalogue.text import Text

SENTENCES: tuple[Text, ...] = (
    _("Bet on ponto, on banca or on a tie before bets close."),
    _(
        "Both hands get two cards: an ace counts 1, tens and picture cards count 0, and of the "
        "sum only the last digit counts."
    ),
    _("Fixed rules say who gets a third card; nobody decides anything."),
    _(
        "A bet on the hand with the higher score wins as much as itself; a tie pays its own bets and returns "
        "both."
    ),
    _(
        "A table may take a commission, and then only of prizes in rounds that banca wins; it is printed on "
        "the cloth."
    ),
)
