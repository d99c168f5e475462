"""Sessions end when the person's credentials change: password, second factor, role, or permission to sign in.

The record of sign-ins holds the credential epoch under which each session was opened; the database moves it
on for the session that changes its own credentials. `idle_sign_out` compares it at every request. Sockets
send it to the table, where the transaction of the bet compares it.
"""

from __future__ import annotations

from typing import Any

from players.models import Person


def is_current(session: Any, person: Person) -> bool:
    """Whether the record of sign-ins names this person for the session, which itself is not believed."""
    sign_in = session.sign_in
    return bool(sign_in.person == person.pk and sign_in.epoch == person.credential_epoch)
