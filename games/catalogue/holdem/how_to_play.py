"""Hold'em poker in five sentences."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.catalogue.text import Text

SENTENCES: tuple[Text, ...] = (
    _("Choose a free seat and buy chips."),
    _("Everyone gets two cards of their own; five more are dealt face up for all."),
    _("In each of the four betting rounds you can check, call, raise or fold."),
    _("The pot goes to the last player who has not folded, or to the best five cards out of seven."),
    _("You play against the other players; the house only deals and takes its commission."),
)
