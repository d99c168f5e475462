"""The interface of an identity service: one query, six answers.

A licensed operator implements it for the service it uses.
"""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from typing import Protocol

from django.conf import settings
from django.utils.module_loading import import_string
from msgspec import Struct


class VerifierAnswer(StrEnum):
    YES = "yes"  # the person exists, is of age, and all data match
    NO = "no"  # the number is unknown
    DECEASED = "deceased"
    MINOR = "minor"
    MISMATCH = "mismatch"  # the number belongs to a person with another name or date of birth
    UNAVAILABLE = "unavailable"  # no answer; the query is repeated later


class Question(Struct, frozen=True):
    """The data sent to the service, and nothing more."""

    name: str
    birth: date
    nif: str
    document_kind: str
    document_number: str
    document_country: str
    earlier_queries: int  # with these data


class Verdict(Struct, frozen=True):
    answer: VerifierAnswer
    reference: str = ""  # the service's own reference of the query


class Verifier(Protocol):
    name: str

    def ask(self, question: Question) -> Verdict:
        """Answers within seconds. A failure may raise OSError, which counts as unavailable."""


def load_verifier() -> Verifier | None:
    """Loads the configured verifier. Without one, staff examine documents."""
    path: str = settings.IDENTITY_VERIFIER
    return import_string(path)() if path else None
