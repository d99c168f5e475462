"""A code of an app, or a recovery code, verified by the worker.

A web process can neither make nor verify a code: it cannot read the secrets (`FactorSecret`). The database
limits how many codes are tried, and accepts each code once.
"""

from __future__ import annotations

from base64 import b64decode, b64encode

from allauth.mfa.models import Authenticator
from django.http import HttpRequest

from players.identity.models.sign_in_evidence import CodeAttempt
from players.identity.sign_in.adapters import code_mark
from players.identity.sign_in.proving import proof_before_sign_in, worker_answer
from players.models import Person
from players.shared import sealing
from players.shared.background import enqueue_after_commit
from players.shared.bound_queries import call

CODE_TASK = "players.identity.tasks.verify_code"
PURPOSE = "second-factor-code"


class CodeLimit(Exception):
    """Too many wrong codes of this person."""


class NoAnswer(Exception):
    """The worker did not answer in time."""


def prove_code(request: HttpRequest, person: Person, code: str) -> Authenticator | None:
    """Hands the code to the worker. Returns the factor whose code it is, or None for a wrong code."""
    proof = proof_before_sign_in(request).decode()
    sealed = b64encode(sealing.seal(PURPOSE, code)).decode()
    attempt, is_limited = call("SELECT * FROM identity_code_answer(%s, %s, %s)", [proof, person.pk, sealed])
    if is_limited:
        raise CodeLimit
    if attempt is None:
        return None
    enqueue_after_commit(CODE_TASK, attempt)
    is_answered, factor = worker_answer("SELECT * FROM identity_code_outcome(%s, %s)", [proof, attempt])
    if not is_answered:
        raise NoAnswer
    return Authenticator.objects.filter(pk=factor).first()


def verify_code(number: int) -> bool:
    """Run by the worker. Names the factor of the person whose code this is, if there is one."""
    attempt = CodeAttempt.objects.filter(pk=number, is_right=None).first()
    if attempt is None:
        return False
    code = sealing.unseal(PURPOSE, b64decode(attempt.code))
    factor, mark = None, None
    for factor in Authenticator.objects.filter(user=attempt.person_id).exclude(
        type=Authenticator.Type.WEBAUTHN
    ):
        mark = code_mark(factor, code, attempt.at)
        if mark is not None:
            break
    values = [number, factor.pk if factor is not None and mark is not None else None, mark]
    (is_right,) = call("SELECT identity_code_verified(%s, %s, %s)", values)
    return bool(is_right)
