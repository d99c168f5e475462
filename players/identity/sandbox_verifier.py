"""A verifier for a house without a licence: it knows nobody, and answers by the tax number, so that every answer can be tried.

The seventh and eighth digits decide; any other pair is known and agrees, unless the birth date says minor.
"""

from __future__ import annotations

import hashlib

from players.identity.identifiers import of_age
from players.identity.verifier import Answer, Question, Verdict
from players.shared import clock

ANSWERS = {
    "90": Answer.NO,
    "91": Answer.DECEASED,
    "92": Answer.MINOR,
    "93": Answer.MISMATCH,
    "94": Answer.UNAVAILABLE,
    "95": Answer.UNAVAILABLE,  # twice, and then it knows the person
}
SLEEPS = 2


class Sandbox:
    name = "sandbox"

    def ask(self, question: Question) -> Verdict:
        pair = question.nif[6:8]
        answer = ANSWERS.get(pair, Answer.YES)
        if pair == "95" and question.time >= SLEEPS:
            answer = Answer.YES
        if answer is Answer.YES and not of_age(question.birth, clock.day_of(clock.now())):
            answer = Answer.MINOR
        reference = hashlib.sha256(f"{question.nif} {question.time}".encode()).hexdigest()[:12]
        return Verdict(answer, f"SBX-{reference}")
