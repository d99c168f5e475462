"""What a web process shows to the database: the proof of a session, of a password, of a visit.

A process that holds the rights of `house_web` writes for somebody, and names somebody as the author of a
decision, only if it can show the proof of an open session of that person. The proof follows from the
browser's cookie, which nobody stores. Triggers read it from a setting of the transaction; here a wrapper of
the request's queries sets it before each statement that needs one.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.contrib.auth.hashers import get_hasher
from django.core.exceptions import PermissionDenied
from django.db import connection, transaction
from django.http import HttpRequest

from players.identity.models import SignIn
from players.identity.sign_in.session_store import request_proof, session_digest, session_proof
from players.models import Person
from players.password_hashers import ProvenHash
from players.shared.bound_queries import call

WRITE = re.compile(r"\s*(?:INSERT INTO|UPDATE|DELETE FROM)\s+\"?(\w+)", re.IGNORECASE)
SET_PROOF = "SELECT set_config('feltro.session_proof', %s, true)"
EVIDENCE = "_sign_in_proof"  # attribute of a request: the proof of the session to which evidence was bound

WAIT = 10.0  # seconds for the worker's answer
POLL_INTERVAL = 0.05  # seconds

Execute = Callable[[str, Any, bool, dict[str, Any]], Any]


# Written before anybody is signed in, and for every visitor.
UNPROVEN_TABLES = frozenset({"django_session", "django_content_type"})


def needs_proof(sql: str) -> bool:
    """Whether this statement writes a row: its laws may ask who is there."""
    match = WRITE.match(sql)
    return match is not None and match[1] not in UNPROVEN_TABLES


def prove_session() -> None:
    """Shows the proof of the request's session to a function that asks for it, in this transaction."""
    call(SET_PROOF, [request_proof.get().decode()])


@contextmanager
def proving(request: HttpRequest) -> Iterator[None]:
    """Inside, the statements that need it carry the proof of the request's session."""

    def prover(execute: Execute, sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
        proof = session_proof(request.session.session_key) if needs_proof(sql) else b""
        if not proof:
            return execute(sql, params, many, context)
        if connection.in_atomic_block:
            call(SET_PROOF, [proof.decode()])
            return execute(sql, params, many, context)
        with transaction.atomic():
            call(SET_PROOF, [proof.decode()])
            return execute(sql, params, many, context)

    with connection.execute_wrapper(prover):
        yield


def prove_person(request: HttpRequest, person: Person) -> bool:
    """Binds the password that was just given to the browser's session, for the sign-in that follows."""
    return _bind(request, "SELECT identity_prove_password(%s, %s, %s)", [person.pk, person.password_proof])


def confirm_password(request: HttpRequest, person: Person) -> None:
    """Confirms the open session with the password that was just given, if the person has no second factor."""
    _bind(request, "SELECT identity_confirm_password(%s, %s, %s)", [person.pk, person.password_proof])


def is_confirmed(person: Person) -> bool:
    """Whether the owner of the request's session has just shown a second factor, or the password without one.

    What the database asks of a change of second factors, of decisions about money and identity, and of money
    to a changed account.
    """
    with transaction.atomic():
        prove_session()
        (is_recent,) = call("SELECT identity_confirms(%s)", [person.pk])
        return bool(is_recent)


def keep_secret(sealed: str) -> str:
    """Stores the sealed secret of a second factor where web processes cannot read it. Returns its id."""
    with transaction.atomic():
        prove_session()
        (secret,) = call("SELECT identity_keep_secret(%s)", [sealed])
        return str(secret)


def show_secret(secret: str) -> str:
    """The sealed secret, for the worker, or to show recovery codes to their owner."""
    with transaction.atomic():
        prove_session()
        (sealed,) = call("SELECT identity_show_secret(%s)", [secret])
    if sealed is None:
        raise PermissionDenied
    return str(sealed)


def prove_new_person(request: HttpRequest, person: Person) -> bool:
    """Somebody who has just registered signs in for the first time."""
    return _bind(request, "SELECT identity_prove_new(%s, %s)", [person.pk])


def _bind(request: HttpRequest, sql: str, values: list[Any]) -> bool:
    (is_proven,) = call(sql, [*values, proof_before_sign_in(request).decode()])
    return bool(is_proven)


def proof_before_sign_in(request: HttpRequest) -> bytes:
    """The proof of the session from which somebody signs in. A browser without one gets it here."""
    if request.session.session_key is None:
        request.session.create()
    proof = session_proof(request.session.session_key)
    setattr(request, EVIDENCE, proof)
    return proof


def enter_sign_in(
    request: HttpRequest, person: Person, *, address: str | None, device: str, method: str
) -> SignIn:
    """Enters the sign-in. The evidence is that of this request or of an earlier one of the same browser."""
    proof: bytes = getattr(request, EVIDENCE, request_proof.get())
    if request.session.session_key is None:  # the session of somebody else in this browser was flushed
        request.session.create()
    digest = session_digest(request.session.session_key)
    (entry,) = call(
        "SELECT identity_sign_in(%s, %s, %s, %s, %s, %s)",
        [person.pk, proof.decode(), digest, address, device, method],
    )
    return SignIn.objects.get(pk=entry)


def enter_visit(person: int, session: str) -> int:
    """Enters the session of a new visitor as a sign-in, so that its commands can prove it."""
    (entry,) = call("SELECT identity_visit(%s, %s)", [person, session])
    return int(entry)


def change_password(person: Person, password: str) -> bool:
    """Needs the current password, given in this request, or an open session of somebody who has none."""
    with transaction.atomic():
        prove_session()
        return _set_password(person, password, person.password_proof)


def renew_password(person: Person, password: str) -> None:
    """Stores the password that was just given under today's costs, if its hash was cheaper."""
    proof, is_outdated = person.password_proof, person.is_password_outdated
    if proof and is_outdated and _set_password(person, password, proof):
        hasher = get_hasher()
        assert isinstance(hasher, ProvenHash)
        person.password_proof = hasher.proof(password, person.password)


def _set_password(person: Person, password: str, proof: str) -> bool:
    before = person.password
    person.set_password(password)
    (is_changed,) = call("SELECT identity_password_change(%s, %s, %s)", [person.pk, proof, person.password])
    if not is_changed:
        person.password = before
    return bool(is_changed)


def worker_answer(sql: str, values: list[Any]) -> tuple[bool, Any]:
    """Whether the worker has answered in time, and its answer. It verifies what a web process cannot prove
    itself. The statement returns what it waits for.
    """
    end = time.monotonic() + WAIT
    while True:
        is_waiting, answer = call(sql, values)
        if not is_waiting or time.monotonic() > end:
            return not is_waiting, answer
        time.sleep(POLL_INTERVAL)
