"""A verifier for demonstrations and tests. The tax number selects the answer.

Its seventh and eighth digits select it, so that every answer can be tried. Every other pair confirms the
identity, unless the person is a minor.
"""

from __future__ import annotations

import hashlib

from players.identity.verification.identifiers import is_of_age
from players.identity.verification.verifier import Question, Verdict, VerifierAnswer
from players.shared import clock

ANSWERS = {
    "90": VerifierAnswer.NO,
    "91": VerifierAnswer.DECEASED,
    "92": VerifierAnswer.MINOR,
    "93": VerifierAnswer.MISMATCH,
    "94": VerifierAnswer.UNAVAILABLE,
    "95": VerifierAnswer.UNAVAILABLE,  # twice; the third query is confirmed
}
UNAVAILABLE_TRIES = 2


class Sandbox:
    name = "sandbox"

    def ask(self, question: Question) -> Verdict:
        pair = question.nif[6:8]
        answer = ANSWERS.get(pair, VerifierAnswer.YES)
        if pair == "95" and question.earlier_queries >= UNAVAILABLE_TRIES:
            answer = VerifierAnswer.YES
        if answer is VerifierAnswer.YES and not is_of_age(question.birth, clock.day_of(clock.now())):
            answer = VerifierAnswer.MINOR
        reference = hashlib.sha256(f"{question.nif} {question.earlier_queries}".encode()).hexdigest()[:12]
        return Verdict(answer, f"SBX-{reference}")
