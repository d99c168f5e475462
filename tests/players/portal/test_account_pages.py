"""Every page of an account: listed, with few queries, and with no more queries for an old account."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from players.history.daily_totals import update_totals
from players.history.statements import make_statements
from players.identity.models import SignIn
from players.inbox.models import Complaint, Message
from players.models import Player
from players.shared import clock
from players.wallet.cashier.models import Payment
from tests.demo_house import signed_in
from tests.players.history.past import player_with_past, tables
from tests.players.portal.account_pages import NO_PAGES, PAGES, urls
from tests.sandbox_cashier import identified

pytestmark = pytest.mark.usefixtures("valkey_url")
MAX_QUERIES, PASSWORD = 30, "uma-frase-comprida-9"


def test_the_list_of_account_pages_is_complete() -> None:
    existing = {url.removeprefix("account/") for url in urls() if url.startswith("account/")}
    assert existing - NO_PAGES == set(PAGES)


def add_records(player: Player, times: int) -> None:
    """Adds rows as they gather in an account over time."""
    for _ in range(times):
        Payment.objects.create(id=uuid4(), player=player, direction="deposit", cents=500, status="failed")
        SignIn.objects.create(person=player.person, address="127.0.0.1", device="Firefox")
        Message.objects.create(player=player, kind="pause-ended")
        Complaint.objects.create(player=player, number=uuid4().hex[:16], category="other", due=clock.now())


def count_queries(client: Client) -> dict[str, int]:
    counts = {}
    for page in PAGES:
        with CaptureQueriesContext(connection) as queries:
            response = client.get(f"/account/{page}")
        assert response.status_code == 200, page
        counts[page] = len(queries)
    return counts


def test_every_account_page_needs_few_queries_and_no_more_for_an_old_account(db: None, settings: Any) -> None:
    settings.HOUSE_DEMO = True  # so a password is enough for the payment account
    at, counts = tables(), []
    for rounds in (5, 120):
        player = identified(player_with_past(rounds, at))
        add_records(player, rounds // 5)
        update_totals()
        make_statements()
        player.person.set_password(PASSWORD)
        player.person.save()
        client = signed_in(player.person.email)
        assert client.post("/account/confirm/", {"password": PASSWORD}).status_code == 302
        counts.append(count_queries(client))
    few, many = counts
    assert {page: count for page, count in many.items() if count >= MAX_QUERIES} == {}
    assert {page: (few[page], count) for page, count in many.items() if count > few[page]} == {}
