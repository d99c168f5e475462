"""What waits for the player, each with the page on which to settle it: the first part of the overview."""

from __future__ import annotations

from collections.abc import Sequence

from django.urls import reverse
from django.utils.translation import gettext as _
from msgspec import Struct

from players.identity.models import Identity, IdentityState
from players.inbox.models import Complaint
from players.models import Player
from players.protection.care_messages import waiting_messages
from players.shared.money import format_money
from players.wallet.cashier.models import Payment

MAX_OF_A_KIND = 3


class WaitingThing(Struct, frozen=True):
    text: str
    url: str


def things_waiting(player: Player, deposits: Sequence[Payment]) -> list[WaitingThing]:
    """What keeps from play first. Messages are counted on every page (`House.unread`)."""
    return [*_to_play(player), *_payments(deposits), *_answers(player)]


def _to_play(player: Player) -> list[WaitingThing]:
    things, state = [], None
    if player.status == Player.Status.PENDING:
        state = Identity.objects.filter(player=player).values_list("state", flat=True).first()
    if state == IdentityState.CORRECT:
        things.append(WaitingThing(_("Correct your data"), reverse("identity")))
    if state == IdentityState.DOCUMENTS:
        things.append(WaitingThing(_("Send pictures of your identity document"), reverse("identity")))
    if waiting_messages([player.pk]):
        things.append(WaitingThing(_("Read our message about your play"), reverse("care-message")))
    return things


def _payments(deposits: Sequence[Payment]) -> list[WaitingThing]:
    """Deposits that the player has begun and the bank does not know of yet."""
    return [
        WaitingThing(
            _("Pay or cancel the deposit of %(amount)s") % {"amount": format_money(payment.cents, "EUR")},
            reverse("payment", args=[payment.pk]),
        )
        for payment in deposits[:MAX_OF_A_KIND]
    ]


def _answers(player: Player) -> list[WaitingThing]:
    """Complaints in which the house has asked or answered, and waits for the player."""
    answered = Complaint.objects.filter(player=player, state=Complaint.State.ANSWERED).order_by("-pk")
    return [
        WaitingThing(
            _("Read our answer to your complaint %(number)s") % {"number": number},
            reverse("complaint", args=[number]),
        )
        for number in answered.values_list("number", flat=True)[:MAX_OF_A_KIND]
    ]
