"""Stakes that no result has decided yet are shown apart from the balance.  [903-B 6.3.2.3]"""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils import translation

from games.tables.croupier.automatic_steps import AutomaticSteps
from players.languages import LANGUAGES
from players.models import Player
from players.play_records import UnfinishedRound, play_records
from players.shared.money import format_money
from tests.games.rounds.test_history import Number, Open, seated
from tests.games.tables.test_card_games import FUNDS, STAKES, send_command, to_end
from tests.live_table import account, balance, players_with

BETS = {
    **STAKES,
    "american-roulette": lambda seat: {"t": "bet", "on": {"red": 100 * seat, "straight:7": 50}},
}
TITLES = {"pt-pt": "Jogadas por terminar", "en": "Unfinished rounds", "es": "Jugadas sin terminar"}


def unfinished(player: Player) -> list[UnfinishedRound]:
    return play_records().unfinished_rounds(player.pk)


def client_of(player: Player, language: str = "en") -> Client:
    client = Client(headers={"accept-language": language})
    player.person.language = language
    player.person.save()
    client.force_login(player.person, backend="allauth.account.auth_backends.AuthenticationBackend")
    return client


def page(client: Client, address: str) -> str:
    return " ".join(client.get(address).content.decode().split())


@pytest.mark.parametrize("system", BETS)
def test_what_lies_on_the_table_is_at_stake_until_the_round_ends(room: Open, system: str) -> None:
    """Each player sees the own stakes and no others; together they are what the table holds."""
    table = room(system)
    players = players_with(FUNDS, 2)
    table.sit(players)
    table.until("bets-opened")
    for player in players:
        assert unfinished(player) == []
        assert send_command(table, player, BETS[system](1 + players.index(player))).refused is None
        [shown] = unfinished(player)
        assert (shown.table, shown.state, shown.number) == (table.table.pk, "running", table.round)
        assert shown.cents == FUNDS - balance(player)
    assert sum(unfinished(player)[0].cents for player in players) == account(table.table, "stakes")
    to_end(table)
    assert [unfinished(player) for player in players] == [[], []]


def test_a_stake_in_prison_is_at_stake_between_the_rounds(
    room: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """[FR-R20c]"""
    table = room("french-roulette", sheet={"zero_option": "en-prison"})
    ana = seated(table)
    monkeypatch.setattr(AutomaticSteps, "_chance", lambda house, live: Number(0))
    send_command(table, ana, {"t": "bet", "on": {"red": 500}})
    to_end(table)
    [shown] = unfinished(ana)
    assert (shown.cents, shown.state, shown.number) == (500, "carried", None)
    table.until("bets-opened")
    send_command(table, ana, {"t": "bet", "on": {"black": 300}})
    [shown] = unfinished(ana)
    assert (shown.cents, shown.state) == (800, "running")
    monkeypatch.setattr(AutomaticSteps, "_chance", lambda house, live: Number(1))
    to_end(table)
    assert unfinished(ana) == []


def test_chips_in_a_pot_and_chips_in_a_stack_are_told_apart(demo: None, room: Open) -> None:
    """[HE-9]"""
    table = room("holdem")
    players = players_with(FUNDS, 2)
    table.sit(players)
    table.until("bets-opened")
    for player in players:
        assert send_command(table, player, {"t": "buy-in"}).refused is None
    while not all(unfinished(player) for player in players):  # until the blinds are in the pot
        table.step()
    for player in players:
        data = client_of(player).get("/api/v1/wallets/").json()[0]
        assert data["in_play"] > 0 and data["in_play"] + data["chips"] == 20_000, data
        assert data["balance"] == balance(player)
        assert "Chips at tables" in page(client_of(player), "/account/")


@pytest.mark.parametrize("language", dict(LANGUAGES))
def test_account_cashier_withdrawal_and_api_show_a_stopped_round(
    demo: None, room: Open, language: str
) -> None:
    """[903-B 6.3.2.3] [903-B 6.3.2.4] Each round with its state, and what becomes of the stake."""
    table = room("blackjack")
    ana = seated(table)
    send_command(table, ana, STAKES["blackjack"](1))
    cents = FUNDS - balance(ana)
    table.transaction.hold("a fault")
    client = client_of(ana, language)
    with translation.override(language):
        amount = " ".join(format_money(cents, "EUR").split())
    for address in ("/account/", "/account/cashier/", "/account/withdraw/"):
        html = page(client, address)
        sums = html[html.index('class="sums') : html.index("</dl>")]
        assert amount in sums, "beside the balance"
    for address in ("/account/", "/account/cashier/"):
        html = page(client, address)
        [section] = re.findall(r'<section aria-labelledby="unfinished">.*?</section>', html)
        assert TITLES[language] in section and amount in section and f"/table/{table.table.pk}/" in section
        assert "90 d" in section, "by when it is decided"
    answer = client.get("/api/v1/account/").json()
    [listed] = answer["unfinished_rounds"]
    assert (listed["cents"], listed["state"], listed["table_name"]) == (cents, "stopped", table.table.name)
    assert answer["wallets"][0]["in_play"] == cents and answer["wallets"][0]["balance"] == balance(ana)


def test_nobody_sees_the_stakes_of_others_and_credits_are_no_money(demo: None, room: Open) -> None:
    table = room("american-roulette")
    ana = seated(table)
    send_command(table, ana, BETS["american-roulette"](1))
    (other,) = players_with(FUNDS, 1)
    client = client_of(other)
    assert "Unfinished rounds" not in page(client, "/account/")
    assert client.get("/api/v1/account/").json()["unfinished_rounds"] == []
