"""The demonstration for tests, in a database beside that of the others."""

from __future__ import annotations

from typing import Any

from games.models import RuleSheet, Table
from games.tables.journal_reading import rules_of
from tests.demo_house import KEPT_BY_NUMBER, connected_to


def test_the_rules_of_one_database_are_not_taken_for_those_of_another(
    demo_database: str, django_db_blocker: Any
) -> None:
    """Red before: a table whose sheet had the same number in both was read with the rules of another game."""
    with django_db_blocker.unblock(), connected_to(demo_database):
        table = Table.objects.get(name="Lisboa")
        assert table.setting_id is not None
        rules_of(
            table.system, RuleSheet.objects.filter(system=table.system).latest("pk").pk, table.setting_id
        )
        assert rules_of.cache_info().currsize == 1
    assert not any(kept.cache_info().currsize for kept in KEPT_BY_NUMBER)
