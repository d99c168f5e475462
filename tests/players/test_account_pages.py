"""Every page of an account: known, quick, and as quick after a long time."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from players.history.daily_totals import totals_update
from players.history.statements import statements_make
from players.identity.models import SignIn
from players.inbox.models import Complaint, Message
from players.models import Player
from players.shared import clock
from players.wallet.cashier.models import Payment
from tests.players.account_pages import NO_PAGES, PAGES, addresses
from tests.players.cashier.conftest import identified
from tests.players.conftest import signed_in
from tests.players.history.past import player_with_past, tables

pytestmark = pytest.mark.usefixtures("valkey_url")
MOST, PASSWORD = 30, "uma-frase-comprida-9"


def test_the_list_of_the_pages_of_the_account_is_whole() -> None:
    known = {address.removeprefix("account/") for address in addresses() if address.startswith("account/")}
    assert known - NO_PAGES == set(PAGES)


def more(player: Player, times: int) -> None:
    """What gathers in an account by and by."""
    for _ in range(times):
        Payment.objects.create(id=uuid4(), player=player, direction="deposit", cents=500, status="failed")
        SignIn.objects.create(person=player.person, address="127.0.0.1", device="Firefox")
        Message.objects.create(player=player, kind="pause-ended")
        Complaint.objects.create(player=player, number=uuid4().hex[:16], category="other", due=clock.now())


def asked(client: Client) -> dict[str, int]:
    found = {}
    for page in PAGES:
        with CaptureQueriesContext(connection) as told:
            answer = client.get(f"/account/{page}")
        assert answer.status_code == 200, page
        found[page] = len(told)
    return found


def test_every_page_of_the_account_asks_fewer_than_thirty_questions_and_no_more_after_a_long_time(
    db: None, settings: Any
) -> None:
    settings.HOUSE_DEMO = True  # a password is enough there for the payment account
    at, counts = tables(), []
    for rounds in (5, 120):
        player = identified(player_with_past(rounds, at))
        more(player, rounds // 5)
        totals_update()
        statements_make()
        player.person.set_password(PASSWORD)
        player.person.save()
        client = signed_in(player.person.email)
        assert client.post("/account/confirm/", {"password": PASSWORD}).status_code == 302
        counts.append(asked(client))
    few, many = counts
    assert {page: count for page, count in many.items() if count >= MOST} == {}
    assert {page: (few[page], count) for page, count in many.items() if count > few[page]} == {}
