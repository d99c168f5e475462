"""The database queries of the hub, outside its event loop."""

from __future__ import annotations

from channels.db import database_sync_to_async
from django.db import transaction

from games.tables.transport import registry
from games.tables.transport.envelope import SocketClosing
from games.tables.transport.keyring import Keyring
from players.identity.sign_in.proven_sessions import SessionHolder, session_holders
from players.identity.sign_in.proving import prove_session
from players.identity.sign_in.session_end import end_session_over, rounds_in_play
from players.identity.sign_in.session_store import request_proof
from players.models import Person, PlaySession
from players.protection.care_messages import waiting_messages
from players.protection.eligibility import eligibility_of


@database_sync_to_async
def renew_keys(keyring: Keyring, *, first: bool) -> None:
    if first:
        registry.register(keyring)
    else:
        registry.renew(keyring)


@database_sync_to_async
def is_barred(closing: SocketClosing) -> bool:
    """Whether the record says that these sockets must close: the session has ended, or the player may not
    play.

    While the database is away no socket is closed: sessions are checked later, and no bet is accepted
    meanwhile.
    """
    if closing.session:
        return not session_holders([closing.session])
    eligibility = eligibility_of([closing.player], "EUR").get(closing.player)
    return eligibility is not None and bool(eligibility.barred)


@database_sync_to_async
def tables_with_a_stay(player: int) -> set[int]:
    """Where this player's stay has not ended: who is removed during a hand finishes it there (A84)."""
    return set(PlaySession.objects.filter(player=player, ended=None).values_list("table", flat=True))


@database_sync_to_async
def holders_of(sessions: set[str]) -> dict[str, SessionHolder]:
    """Who holds these sessions, as far as the record of sign-ins knows them to be open."""
    return session_holders(sessions)


@database_sync_to_async
def hands_in_play(person: int) -> frozenset[tuple[int, int]]:
    """The tables where the person has a hand in play, each with the number of its round."""
    return rounds_in_play(person)


@database_sync_to_async
def end_session(session: str, proof: bytes) -> None:
    """Ends a session whose time is over, and shows its proof: the line of the audit log names its owner."""
    token = request_proof.set(proof)
    try:
        with transaction.atomic():
            prove_session()
            end_session_over(session)
    finally:
        request_proof.reset(token)


@database_sync_to_async
def credential_epochs(people: list[int]) -> dict[int, int]:
    """The credential epoch of each of these people."""
    if not people:
        return {}
    return dict(Person.objects.filter(pk__in=people).values_list("pk", "credential_epoch"))


@database_sync_to_async
def messages_waiting(players: list[int]) -> dict[int, int]:
    """Which message about play each of these players has to answer."""
    return waiting_messages(players)
