"""What a hold'em player's record shows of a whole session, and what demonstration tables do not record."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from games.rules.engine import Wait
from games.tables.transport import protocol
from players.identity.registration import terms
from players.models import Person, Player, PlaySession
from players.shared.money import format_money
from players.wallet import ledger
from players.wallet.ledger import Move
from players.wallet.models import Account
from tests.live_table import LiveTable, balance, do, players_with

Open = Callable[..., LiveTable]
FUNDS = 100_000


def seated(table: LiveTable, currency: str = "EUR") -> list[Player]:
    """Two players with their buy-ins, and the round about to begin."""
    players = players_with(FUNDS, 2, currency)
    table.sit(players)
    table.until("bets-opened")
    for player in players:
        (result,) = table.send((player, do(table.round, {"t": "buy-in"})))
        assert result.refused is None
    return players


def played(table: LiveTable, players: list[Player]) -> None:
    """Everybody calls and checks down to the showdown."""
    seats = {seat: player for player in players for seat in [table.live.players[player.pk]]}
    while table.live.running:
        engine, game = table.transaction.loaded.rules.engine, table.live.game
        if engine.waiting_for(game) is Wait.CHOICE and game.actor:
            owed = game.to_match > game.seats[game.actor].bet
            (result,) = table.send((seats[game.actor], do(table.round, {"t": "call" if owed else "check"})))
            assert result.refused is None
        else:
            table.step()


def signed_in(player: Player) -> Client:
    terms.accept_terms(player=player, terms=terms.publish_terms(), language="pt-pt")
    client = Client(headers={"accept-language": "pt-pt"})
    client.force_login(
        Person.objects.get(pk=player.person_id), backend="allauth.account.auth_backends.AuthenticationBackend"
    )
    return client


def test_HE_67_at_the_end_of_the_session_the_player_is_told_all_that_was_bet_and_the_result(
    room: Open,
) -> None:
    """Buying in is no bet: the chips that were never bet come back, and are neither won nor lost."""
    table = room("holdem")
    players = seated(table)
    played(table, players)
    for player in players:
        table.send((player, protocol.Leave(uuid4())))
        session = PlaySession.objects.get(player=player)
        assert session.ended is not None and session.staked == 200
        assert session.net == balance(player) - FUNDS
        page = signed_in(player).get(f"/account/sessions/{session.pk}/").content.decode()
        assert format_money(200, "EUR", language="pt-pt") in page
        assert format_money(session.net or 0, "EUR", signed=True, language="pt-pt") in page
    assert sum(session.net or 0 for session in PlaySession.objects.all()) == -20, "5 % of a pot of 4.00"


def test_HE_75_chips_of_the_demonstration_become_nothing_but_credits(room: Open) -> None:
    table = room("holdem", currency="DEMO")
    players = seated(table, "DEMO")
    ana = players[0]
    stack = Account.objects.get(kind="stack", player=ana.pk, currency="DEMO")
    purse = Account.objects.get(kind="wallet", player=ana.pk, currency="EUR")
    for currency in ("EUR", "DEMO"):
        with pytest.raises(IntegrityError, match="joins two currencies"), transaction.atomic():
            ledger.post([Move(uuid4(), "cash-out", stack.pk, purse.pk, currency, 20_000)])
    played(table, players)
    for player in players:
        table.send((player, protocol.Leave(uuid4())))
    assert [balance(player) for player in players] == [0, 0]
    assert sum(balance(player, "DEMO") for player in players) == 2 * FUNDS - 20
