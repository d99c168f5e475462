"""Whoever can say whether somebody is who they say: one question, six answers. A licensed house writes its own for the service it uses."""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from typing import Protocol

from django.conf import settings
from django.utils.module_loading import import_string
from msgspec import Struct


class Answer(StrEnum):
    YES = "yes"  # the person exists, is of age, and everything agrees
    NO = "no"  # nobody is known by this number
    DECEASED = "deceased"
    MINOR = "minor"
    MISMATCH = "mismatch"  # the number belongs to somebody of another name or birth date
    UNAVAILABLE = "unavailable"  # no answer now; it is asked again


class Question(Struct, frozen=True):
    """What the service is asked, and nothing more."""

    name: str
    birth: date
    nif: str
    document_kind: str
    document_number: str
    document_country: str
    time: int  # how often this was asked before


class Verdict(Struct, frozen=True):
    answer: Answer
    reference: str = ""  # by which the service finds the question again


class Verifier(Protocol):
    name: str

    def ask(self, question: Question) -> Verdict:
        """Within seconds. A service that fails may raise OSError: that counts as unavailable."""


def the_verifier() -> Verifier | None:
    """The one this house is set up with; without one, staff look at documents."""
    path: str = settings.IDENTITY_VERIFIER
    return import_string(path)() if path else None
