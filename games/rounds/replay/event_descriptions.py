"""Labels for the events of a journal, as the back office shows them."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.catalogue import GAMES
from games.catalogue.labels import label_for
from games.catalogue.text import Text

# Events of the table itself, and events that several games share.
COMMON_EVENTS: dict[str, Text] = {
    "sat": _("Sat down"),
    "left": _("Left the table"),
    "leave-asked": _("Asked to leave when the round ends"),
    "round-prepared": _("Next round prepared, its commitment published"),
    "bets-opened": _("“Place your bets”"),
    "bet-placed": _("Bet accepted"),
    "bet-taken": _("Bet taken back"),
    "bets-closed": _("“No more bets”"),
    "beacon-number-chosen": _("The close of bets fixed the beacon value that decides the round"),
    "beacon-value-used": _("The beacon value has arrived"),
    "pack-committed": _("Pack fixed card by card, and the seed of the button opened"),
    "beacon-missed": _("The beacon is not answering: no bets open"),
    "reports-stopped": _("Reports to the regulator are interrupted: no bets for money"),
    "reports-resumed": _("Reports to the regulator have resumed"),
    "stakes-collected": _("Losing stakes collected"),
    "prizes-paid": _("Winning bets paid"),
    "round-voided": _("Round void, every stake returned"),
    "round-ended": _("Round ended"),
    "time-called": _("Extra time to decide"),
    "clocks-renewed": _("Time to decide restarted after a fault at the casino"),
    "connection-lost": _("The player's connection was lost"),
    "connection-back": _("The player's connection is back"),
    "invited": _("Invited to end the session"),
    "warned": _("Warned that the session will end"),
    "stayed": _("Chose to stay"),
    "queued": _("Joined the queue for a seat"),
    "unqueued": _("Left the queue for a seat"),
    "seat-offered": _("Seat offered"),
    "session-opened": _("Session of the table began"),
    "session-closed": _("Session of the table ended"),
    "held": _("Table put on hold"),
    "released": _("Table released"),
    "resumed": _("Round resumed from its journal"),
    "closing": _("Table closes after this round"),
    "shut": _("Table closed"),
    "reopened": _("Table opened again"),
    "card-dealt": _("Card dealt"),
    "bank-dealt": _("Card for the bank"),
    "folded": _("Folded the hand"),
}


def event_label(system: str, kind: str) -> str:
    """The label of an event. A kind without a label is shown as its code."""
    return label_for({**COMMON_EVENTS, **GAMES[system].rounds.events}, kind)
