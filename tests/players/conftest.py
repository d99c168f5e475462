"""The demonstration's player Ana. The demonstration itself is known to every test (tests/demo_house.py)."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.demo_house import signed_in


@pytest.fixture
def anas_client(demo: None) -> Client:
    return signed_in("ana@feltro.example")
