"""What the database publishes is declared by somebody; else `manage.py doctor` names it."""

from __future__ import annotations

import pytest
from django.db import connection

from casino.operation import publications
from casino.operation.doctor import check_publications

pytestmark = pytest.mark.django_db


def test_a_publication_that_nobody_declared_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a house without the warehouse."""
    monkeypatch.setattr(publications, "_declared", {})
    assert list(check_publications("operator")) == []
    with connection.cursor() as cursor:
        cursor.execute("CREATE PUBLICATION outside FOR TABLE players_playsession (id, player_id)")
    (finding,) = check_publications("operator")
    assert "outside: players_playsession (id, player_id)" in finding.problem
    publications.declare_publication("outside", {"players_playsession": ("id", "player_id")})
    assert list(check_publications("operator")) == []
    assert list(check_publications("web")) == []
