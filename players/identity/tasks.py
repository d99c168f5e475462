"""Worker tasks for identity checks, e-mails, registrations and sign-ins.

Each is safe to run late, twice, or not for a while.
"""

from __future__ import annotations

from celery import shared_task

from players.identity import (
    code_proof,
    emails,
    passkey_proof,
    registration,
    search_marks,
    sign_ins,
    verification,
)


@shared_task
def identity_ask(identity: int) -> str:
    return verification.identity_check(identity)


@shared_task
def identity_sweep() -> int:
    """Repeats identity checks without an answer, and those whose message was lost."""
    identities = verification.identities_due()
    for identity in identities:
        verification.identity_check(identity)
    return len(identities)


@shared_task
def passkey_verify(attempt: int) -> bool:
    return passkey_proof.passkey_verify(attempt)


@shared_task
def code_verify(attempt: int) -> bool:
    return code_proof.code_verify(attempt)


@shared_task
def letter_send(number: int) -> bool:
    return emails.letter_send(number)


@shared_task
def letter_sweep() -> int:
    """Sends queued e-mails that are due, among them those whose message was lost."""
    return sum(emails.letter_send(number) for number in emails.letters_due())


@shared_task
def drafts_sweep() -> int:
    """Erases the data of abandoned registrations."""
    return registration.drafts_erase()


@shared_task
def sign_ins_sweep() -> int:
    """Ends sign-ins whose session has expired."""
    return sign_ins.sign_ins_expire()


@shared_task
def search_marks_sweep() -> int:
    """Makes the digests by which staff find players that are missing, as after a change of the key."""
    return search_marks.search_marks_complete()
