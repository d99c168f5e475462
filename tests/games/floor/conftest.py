from __future__ import annotations

from collections.abc import Callable

import pytest

from casino.backoffice.roles import grant_role, write_roles
from players.models import Person


@pytest.fixture
def hire_manager(db: None) -> Callable[[str], Person]:
    write_roles()

    def hire(name: str) -> Person:
        person = Person.objects.create_user(f"{name}@feltro.example", "x", is_staff=True)
        grant_role(person, "table manager")
        return Person.objects.get(pk=person.pk)

    return hire
