"""What the worker does for identities, letters, registrations and sign-ins: safe to run twice, late, or not at all for a while."""

from __future__ import annotations

from celery import shared_task

from players.identity import checking, letters, registration, signins


@shared_task
def identity_ask(identity: int) -> str:
    return checking.identity_check(identity)


@shared_task
def identity_sweep() -> int:
    """Asks again where the service did not answer, or where the message that asked it was lost."""
    found = checking.due()
    for identity in found:
        checking.identity_check(identity)
    return len(found)


@shared_task
def letter_send(number: int) -> bool:
    return letters.letter_post(number)


@shared_task
def letter_sweep() -> int:
    return sum(letters.letter_post(number) for number in letters.due())


@shared_task
def drafts_sweep() -> int:
    """Registrations that nobody came back to: that there was one is kept, what was said in it is not."""
    return registration.drafts_forget()


@shared_task
def sign_ins_sweep() -> int:
    """Sign-ins whose session ran out while nobody was looking."""
    return signins.sign_ins_expire()
