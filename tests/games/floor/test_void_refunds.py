"""What two people read before they release a table is what the croupier then does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation

from games.floor import incidents
from games.models import Incident
from games.rules.engine import Wait
from games.tables.croupier.automatic_steps import AutomaticSteps
from players.models import Person, Player
from tests.games.tables.clocks import step_until, waits_for
from tests.games.tables.test_blackjack_live import Shoe
from tests.games.tables.test_card_games import STAKES, send_command
from tests.games.tables.test_holdem_inactivity import at_seat, decide
from tests.games.tables.test_jackpot import BROKEN, Rigged, laid, played
from tests.games.tables.test_rounds import Zero
from tests.live_table import LiveTable, balance, do, players_with, table_open

FUNDS, LATE = 100_000, 61_000
Start = Callable[[Path, pytest.MonkeyPatch], tuple[LiveTable, list[Player]]]


def opened(folder: Path, system: str, count: int, **setting: Any) -> tuple[LiveTable, list[Player]]:
    sheet = {"resume_within": 60, **setting.pop("sheet", {})}
    table = LiveTable(folder, table_open(system, sheet=sheet, **setting))
    players = players_with(FUNDS, count)
    table.sit(players)
    table.until("bets-opened")
    return table, players


def bets(table: LiveTable, players: list[Player], on: Callable[[int], dict[str, Any]]) -> None:
    for player in players:
        answer = send_command(table, player, on(table.live.players[player.pk]))
        assert answer.refused is None, answer.refused


def plain(system: str, on: Callable[[int], dict[str, Any]]) -> Start:
    def start(folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[LiveTable, list[Player]]:
        table, players = opened(folder, system, 2)
        bets(table, players[:1], on)
        return table, players

    return start


def prison(*, beside_a_bet: bool, second_zero: bool = False) -> Start:
    def start(folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[LiveTable, list[Player]]:
        monkeypatch.setattr(AutomaticSteps, "_chance", lambda self, live: Zero())
        sheet = {"zero_option": "en-prison", **({"second_zero": "stays"} if second_zero else {})}
        table, players = opened(folder, "french-roulette", 2, sheet=sheet)
        bets(table, players[:1], lambda seat: {"t": "bet", "on": {"red": 500}})
        for _ in range(1 + second_zero):
            table.until("round-ended")
            table.until("bets-opened")
        if beside_a_bet:
            bets(table, players, lambda seat: {"t": "bet", "on": {"black": 300}})
        return table, players

    return start


def carried_jackpot_bet(times: int) -> Start:
    def start(folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[LiveTable, list[Player]]:
        rigged = Rigged(monkeypatch)
        table, players = opened(folder, "macau-stud", 2, dealing="shuffler")
        for _ in range(times):
            rigged.pack = BROKEN
            laid(table, *players, jackpot=not table.live.game.carried)
            played(table)
            rigged.deal({})
            table.until("bets-opened")
        laid(table, players[0], jackpot=False)
        return table, players

    return start


def paid_early(cards: str, count: int) -> Start:
    def start(folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[LiveTable, list[Player]]:
        monkeypatch.setattr(AutomaticSteps, "_chance", lambda house, live: Shoe(cards))
        table, players = opened(folder, "blackjack", count)
        bets(table, players, lambda seat: {"t": "bet", "on": {str(seat): 1_000}})
        step_until(table, Wait.CHOICE)
        return table, players

    return start


def busted(folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[LiveTable, list[Player]]:
    """The first player has lost; the second decides."""
    table, players = paid_early("10H 10D 9C 9S 6D KC 5H", 2)(folder, monkeypatch)
    send_command(table, players[0], {"t": "hit"})
    return table, players


def hand_of_poker(folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[LiveTable, list[Player]]:
    table, players = opened(folder, "holdem", 2)
    for player in players:
        assert table.send((player, do(table.round, {"t": "buy-in"})))[0].refused is None
    step_until(table, Wait.CHOICE)
    while not table.live.game.actor:
        table.step()
    return table, players


def unmatched_all_in(folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[LiveTable, list[Player]]:
    """The stacks differ since the first hand: of the larger one, what nobody matched has gone back."""
    table, players = opened(folder, "holdem", 2)
    for player in players:
        assert table.send((player, do(table.round, {"t": "buy-in"})))[0].refused is None
    decide(table, players)
    table.until("bets-opened")
    kinds: list[str] = []
    while "excess-returned" not in kinds:
        if waits_for(table) is Wait.CHOICE:
            seat = table.live.game.actor
            player = at_seat(table, players, seat)
            most = (table.browsers[player.pk].mine["game"]["options"].get("raise") or {}).get("max")
            largest = max(place.stack + place.committed for place in table.live.game.seats.values())
            said = {"t": "raise", "to": most} if most == largest else {"t": "call"}
            answer = send_command(table, player, said)
            assert answer.refused is None, answer.refused
        kinds = table.step()
        assert table.live.running
    return table, players


SITUATIONS: Mapping[str, Start] = {
    "american-roulette": plain("american-roulette", lambda seat: {"t": "bet", "on": {"red": 500}}),
    "french-roulette": plain("french-roulette", lambda seat: {"t": "bet", "on": {"red": 500}}),
    **{system: plain(system, on) for system, on in STAKES.items()},
    "holdem": hand_of_poker,
    "an all-in that was not matched": unmatched_all_in,
    "only a stake in prison": prison(beside_a_bet=False),
    "a stake in prison and a bet": prison(beside_a_bet=True),
    "a stake in prison after a second zero": prison(beside_a_bet=False, second_zero=True),
    "a carried jackpot bet": carried_jackpot_bet(1),
    "a jackpot bet carried twice": carried_jackpot_bet(2),
    "two blackjacks paid early": paid_early("AH AD 10H 9C KD QD 6S", 3),
    "a hand lost early": busted,
}


@pytest.mark.parametrize("situation", SITUATIONS)
@pytest.mark.django_db
def test_BJ_28_FR_R22_what_is_shown_before_the_release_is_what_the_void_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, situation: str
) -> None:
    table, players = SITUATIONS[situation](tmp_path, monkeypatch)
    stacks = {seat: place.stack for seat, place in getattr(table.live.game, "seats", {}).items()}
    seats = dict(table.live.players)
    table.transaction.hold("a fault")
    incident = Incident.objects.get(table=table.table)
    shown = {refund.alias: refund.cents - refund.prize for refund in incidents.refunds(_open(incident))}
    later = incident.opened + timedelta(seconds=LATE)
    monkeypatch.setattr(incidents, "now", lambda: later)
    assert incidents.outcome_of(incident) == "void"
    assert incidents.void_after(incident) is not None
    before = {player.pk: balance(player) for player in players}
    table.release()
    assert "round-voided" in table.step(late=LATE)
    moved = {}
    for player in players:
        seat = seats.get(player.pk)
        place = getattr(table.live.game, "seats", {}).get(seat)
        chips = place.stack - stacks[seat] if place is not None and seat in stacks else 0
        moved[player.alias] = balance(player) - before[player.pk] + chips
    assert shown == {alias: cents for alias, cents in moved.items() if cents}


def _open(incident: Incident) -> Any:
    open_round = incidents.interrupted_round(incident)
    assert open_round is not None
    return open_round


@pytest.mark.django_db
def test_BJ_28_the_page_names_the_prize_that_is_taken_back(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    hire_manager: Callable[[str], Person],
    client: Any,
    settings: Any,
) -> None:
    settings.HOUSE_DEMO = True  # where staff need no second factor
    table, _players = SITUATIONS["two blackjacks paid early"](tmp_path, monkeypatch)
    table.transaction.hold("a fault")
    incident = Incident.objects.get(table=table.table)
    client.force_login(hire_manager("mesas"), backend="allauth.account.auth_backends.AuthenticationBackend")
    with translation.override("en"):
        page = client.get(
            f"/admin/games/incident/{incident.pk}/change/", headers={"accept-language": "en"}
        ).content.decode()
    assert "Prize already paid; taken back if the round is void" in page and "€30.00" in page
    assert "only what is left in the wallet" in page


@pytest.mark.django_db
def test_a_round_without_stakes_is_never_called_void(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table, _players = opened(tmp_path, "american-roulette", 1)
    table.transaction.hold("a fault")
    incident = Incident.objects.get(table=table.table)
    monkeypatch.setattr(incidents, "now", lambda: incident.opened + timedelta(seconds=LATE))
    assert incidents.outcome_of(incident) == "resume" and incidents.void_after(incident) is None
