"""The three people who write, approve and certify a change of rules."""

from __future__ import annotations

import pytest

from players.models import Person
from tests.games.rulebook.people import Signers


@pytest.fixture
def people(demo: None) -> Signers:
    return Signers(
        *(Person.objects.get(email=f"{name}@feltro.example") for name in ("autor", "aprovador", "regulador"))
    )
