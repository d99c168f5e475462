"""The status of a player's account. Tables read it before every bet; only this module changes it."""

from __future__ import annotations

from django.db import transaction

from players.audit import note
from players.inbox import send_message
from players.models import Person, Player
from players.play_records import play_records
from players.signals import request_disconnect
from players.wallet.selectors import chips_of, wallet_of

Status = Player.Status
# The statuses that may follow each status. A closed account stays closed.
TRANSITIONS: dict[str, set[str]] = {
    Status.PENDING: {Status.ACTIVE, Status.SUSPENDED, Status.CLOSED},
    Status.ACTIVE: {Status.PENDING, Status.SUSPENDED, Status.CLOSED},
    Status.SUSPENDED: {Status.PENDING, Status.ACTIVE, Status.CLOSED},
    Status.CLOSED: set(),
}


def _change_status(player: Player, status: str) -> str | None:
    """Locks the player's row and sets the status.

    Returns the previous status, or None if the change is not allowed.
    """
    before = Player.objects.select_for_update().values_list("status", flat=True).get(pk=player.pk)
    if status not in TRANSITIONS[before]:
        player.status = before
        return None
    Player.objects.filter(pk=player.pk).update(status=status)
    player.status = status
    return str(before)


def balance_of(player: Player) -> dict[str, int]:
    """The balance, in cents, and what lies at tables beside it, for the log of deactivations."""
    at_table = chips_of(player).get("EUR", 0) + sum(
        open_round.cents
        for open_round in play_records().unfinished_rounds(player.pk)
        if open_round.currency == "EUR"
    )
    wallet = wallet_of(player, "EUR")
    money = {"balance": wallet.balance if wallet is not None else 0}
    return money | ({"at_tables": at_table} if at_table else {})


@transaction.atomic
def suspend_player(player: Player, reason: str, by: Person | None = None) -> bool:
    """Suspends the account.

    It places no more bets; a round in progress ends normally, then the seat is released.
    """
    if (before := _change_status(player, Status.SUSPENDED)) is None:
        return False
    about = f"player:{player.pk}"
    money = balance_of(player)  # [903-B 5.2.4.2]
    note("account.suspended", person=by, player=player, about=about, reason=reason, before=before, **money)
    send_message(player, "account-suspended", reason=reason)
    request_disconnect("suspended", player=player.pk, leave="house")
    return True


@transaction.atomic
def restore_player(player: Player, reason: str, by: Person | None = None) -> bool:
    """Ends a suspension. A player whose identity is not verified goes back to pending, not to active."""
    if not Player.objects.filter(pk=player.pk, status=Status.SUSPENDED).exists():
        return False
    identity = getattr(player, "identity", None)
    is_verified = identity is None or (identity.verified and identity.state == "verified")
    status = Status.ACTIVE if is_verified else Status.PENDING
    if _change_status(player, status) is None:
        return False
    about = f"player:{player.pk}"
    note("account.restored", person=by, player=player, about=about, reason=reason, status=status)
    send_message(player, "account-restored", reason=reason)
    return True


@transaction.atomic
def close_player(player: Player, reason: str, by: Person | None = None) -> bool:
    """Closes the account permanently. The cashier pays out its balance; its record is kept."""
    if (before := _change_status(player, Status.CLOSED)) is None:
        return False
    about = f"player:{player.pk}"
    money = balance_of(player)  # [903-B 5.2.4.2]
    note("account.closed", person=by, player=player, about=about, reason=reason, before=before, **money)
    send_message(player, "account-closed", reason=reason)
    request_disconnect("closed", player=player.pk, leave="house")
    return True


@transaction.atomic
def verify_player(player: Player, by: Person | None = None) -> bool:
    """Opens all tables to a player whose identity is verified. A suspension stays in force."""
    if player.status != Status.PENDING or _change_status(player, Status.ACTIVE) is None:
        return False
    note("account.activated", person=by, player=player, about=f"player:{player.pk}")
    return True


@transaction.atomic
def unverify_player(player: Player, by: Person | None = None) -> bool:
    """Restricts a player whose identity is in doubt to demonstration tables until it is verified again."""
    if player.status != Status.ACTIVE or _change_status(player, Status.PENDING) is None:
        return False
    note("account.doubted", person=by, player=player, about=f"player:{player.pk}")
    request_disconnect("unverified", player=player.pk, leave="house")
    return True
