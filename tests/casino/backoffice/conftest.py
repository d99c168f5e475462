"""A demonstration in which every list of the back office has something."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import override_settings
from msgspec import structs

from games.floor.changes import propose_change
from games.models import Table
from games.tables.sheet_selectors import setting_of
from players.decisions.deciding import take_step
from players.models import Person, Player
from players.wallet.cashier.adjustments import ADJUSTMENT, request_adjustment
from tests.games.rulebook.people import Signers, advance_to, create_draft
from tests.live_table import LiveTable, bet


@pytest.fixture(scope="module")
def busy(seeded: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory) -> None:
    """A played round, rule changes and other objects to decide, in the demonstration."""
    with django_db_blocker.unblock(), override_settings(HOUSE_DEMO=True):
        ana, bruno = Player.objects.get(alias="Ana"), Player.objects.get(alias="Bruno")
        lisboa = Table.objects.select_related("setting").get(name="Lisboa")
        table_room = LiveTable(tmp_path_factory.mktemp("lisboa"), lisboa)
        table_room.sit([ana, bruno])
        table_room.until("bets-opened")
        table_room.send(
            (ana, bet(table_room.round, {"straight:17": 500, "red": 1000})),
            (bruno, bet(table_room.round, {"black": 700})),
        )
        table_room.until("round-ended")
        people = Signers(
            *(
                Person.objects.get(email=f"{name}@feltro.example")
                for name in ("autor", "aprovador", "regulador")
            )
        )
        advance_to("in-force", people, create_draft(people))
        create_draft(people, "blackjack", double_any=True)
        cashier, head = (Person.objects.get(email=f"{name}@feltro.example") for name in ("caixa", "direcao"))
        adjustment = request_adjustment(ana, 500, "T-1", "there was a reason for it", cashier)
        take_step(ADJUSTMENT, adjustment.pk, "approve", person=head)
        assert lisboa.setting is not None
        setting = structs.replace(setting_of(lisboa.system, lisboa.setting), minimum=200)
        propose_change(
            table=lisboa, setting=setting, author=people.author, reason="there was a reason for it"
        )
