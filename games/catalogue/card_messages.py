"""The sentences that all card games say at their live tables."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.catalogue.text import Text

CARD_MESSAGES: dict[str, Text] = {
    # A card by its name.
    "playing.name": pgettext_lazy("a playing card", "{rank} of {suit}"),
    "playing.down": _("a card face down"),
    "playing.rank.A": pgettext_lazy("rank of a card", "ace"),
    "playing.rank.K": pgettext_lazy("rank of a card", "king"),
    "playing.rank.Q": pgettext_lazy("rank of a card", "queen"),
    "playing.rank.J": pgettext_lazy("rank of a card", "jack"),
    "playing.suit.S": pgettext_lazy("suit of cards", "spades"),
    "playing.suit.H": pgettext_lazy("suit of cards", "hearts"),
    "playing.suit.C": pgettext_lazy("suit of cards", "clubs"),
    "playing.suit.D": pgettext_lazy("suit of cards", "diamonds"),
    # The round.
    "phase.dealing": _("Cards are being dealt"),
    "phase.choosing": _("Players decide"),
    "phase.waiting": _("Waiting for another player"),
    "phase.closed": _("No more bets"),
    "phase.individual": _("bet and start the deal"),
    "tray.launch": _("Start the deal"),
    "shoe.name": _("Shoe"),
    "shoe.left": _("{count} cards in the shoe"),
    "shoe.last": _("The cut card is out: last round of this shoe."),
    "discard.name": _("Dealt cards"),
    "bank.name": _("Bank"),
    # Places and decisions.
    "seat.place": _("Place {place}"),
    "seat.free": _("free"),
    "seat.mine": _("you"),
    "seat.other": _("taken"),
    "seat.partner": _("house player"),
    "seat.partner.short": pgettext_lazy("of a house player, where there is little room", "house"),
    "decision.name": _("Your decision"),
    "decision.called": _("Extra time: {seconds} s"),
    "decision.sent": _("Decided; waiting for confirmation"),
    # The time of a decision at this table, and what follows it.  [BJ-24b] [BJ-15a] [CS-21] [CS-31] [CS-32]
    "time.decide": _("Time to decide"),
    "time.decide.seconds": _("{seconds} s and {extra} s more"),
    "time.decide.alone": _("{seconds} s"),
    "time.called": _("Time is up; extra time is running."),
    "time.renewed": _("The table was interrupted by a fault on our side. The time to decide starts again."),
    "felt.keys": _(
        "Tab leads through the places, Enter bets the chosen chip, plus and minus choose a chip, Backspace "
        "removes the last bet, Delete removes all."
    ),
    "felt.name": _("Table"),
    # The menu and the table as a list.
    "menu.deck": _("Four-colour deck"),
    "settings.back": _("Backs of the cards"),
    "settings.back.lattice": _("Lattice"),
    "settings.back.rays": _("Rays"),
    "settings.back.stripes": _("Stripes"),
    "menu.list": _("Table as a list"),
    "list.title": _("Table as a list"),
    "refused.not-your-turn": _("It is not your turn."),
    "refused.stale": _("That decision was for an earlier card and was not accepted."),
}
