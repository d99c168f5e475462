"""What a player sees of a finished round: its result, and the change of the balance."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from games.models import Stake
from games.rounds.documents import rounds_document
from games.rounds.history import round_details
from games.rules.blackjack.engine import ENGINE as BLACKJACK
from games.rules.engine import Wait
from games.tables.croupier.automatic_steps import AutomaticSteps
from games.tables.transport import protocol
from players.history.totals import HistorySelection, PlayTotals
from players.identity.registration import terms
from players.models import Player, PlaySession
from players.shared import clock, pagination
from players.wallet.models import Account
from tests.demo_house import signed_in
from tests.games.tables import test_holdem_record as holdem_record
from tests.games.tables.test_blackjack_live import HIT, Shoe
from tests.games.tables.test_card_games import STAKES, send_command, to_end, wait
from tests.games.tables.test_jackpot import ANTE, BET, BROKEN, Rigged, played
from tests.live_table import JACKPOT, LiveTable, balance, players_with, table_open
from tests.pdf_text import pdf_texts
from tests.rules.stud.play import DOES_NOT, FLUSH, PAIR

pytestmark = pytest.mark.usefixtures("valkey_url")
FUNDS = 100_000
Open = Callable[..., LiveTable]


@pytest.fixture
def room(tmp_path: Path, db: None) -> Open:
    def opened(system: str, **setting: Any) -> LiveTable:
        return LiveTable(tmp_path, table_open(system, **setting))

    return opened


BETS = {
    **STAKES,
    "american-roulette": lambda seat: {"t": "bet", "on": {"red": 500, "straight:7": 100}},
    "french-roulette": lambda seat: {"t": "bet", "on": {"red": 500}},
}


def seated(table: LiveTable, funds: int = FUNDS) -> Player:
    (ana,) = players_with(funds, 1)
    terms.accept_terms(player=ana, terms=terms.publish_terms(), language="en")
    table.sit([ana])
    table.until("bets-opened")
    return ana


def stake_of(table: LiveTable, player: Player) -> Stake:
    stakes = Stake.objects.select_related("player", "round__table", "round__sheet", "round__setting")
    return stakes.get(player=player, round__table=table.table)


def surrendered(room: Open) -> tuple[LiveTable, Player]:
    """A round of blackjack in which the only hand is surrendered, so that the bank draws no card."""
    for _ in range(40):
        table = room("blackjack")
        ana = seated(table)
        seat = table.live.players[ana.pk]
        assert send_command(table, ana, {"t": "bet", "on": {str(seat): 1_000}}).refused is None
        while table.live.running and wait(table) is not Wait.CHOICE:
            table.step()
        if not table.live.running:
            continue
        options = BLACKJACK.options(table.live.game, seat)
        if "surrender" not in options.get("choices", {}):
            continue
        answer = send_command(table, ana, {"t": "surrender", "turn": options["turn"]})
        assert answer.refused is None, answer.refused
        to_end(table)
        return table, ana
    raise AssertionError("no such round")


def test_a_round_of_blackjack_without_a_bank_hand_is_not_called_void(room: Open) -> None:
    """[BJ-31] Only a void round is called void, on every page and in every file."""
    table, ana = surrendered(room)
    stake = stake_of(table, ana)
    assert stake.round.status == "ended" and stake.lost == 500
    check_idle_bank_is_not_void(ana, stake)


def check_idle_bank_is_not_void(player: Player, stake: Stake) -> None:
    """List, round page, statement, export and API say of the round that the bank drew no cards."""
    client = signed_in(player.person.email, "en")
    for address in (
        "/account/rounds/",
        f"/account/rounds/{stake.round_id}/",
        f"/account/sessions/{stake.session}/",
    ):
        page = client.get(address).content.decode()
        assert "The bank drew no cards" in page, address
        read = re.sub(r"<script.*?</script>", "", page, flags=re.DOTALL)
        assert "void" not in read.lower(), address
    sheet = rounds_document(player, HistorySelection())
    (row,) = list(sheet.rows)
    assert "The bank drew no cards" in [str(cell) for cell in row]
    (line,) = client.get("/api/v1/rounds/").json()["results"]
    assert (line["status"], line["outcome"], line["result"]) == ("ended", "idle", "The bank drew no cards")
    assert line["staked"] - line["back"] - line["prize"] == stake.lost


TWO_PLACES = {"sheet": {"places_per_player": 2}, "places_per_player": 2, "places": 3, "seats": 3}
# The setting, the places with a bet, the cards, what the player decides, and what is lost of the stakes.
WITHOUT_BANK: dict[str, tuple[dict[str, Any], dict[str, int], str, list[dict[str, Any]], int]] = {
    "the only hand busts": ({}, {"1": 1_000}, "10H 9C 6D 8S KD", [HIT], 1_000),
    "both split hands bust": (
        {},
        {"1": 1_000},
        "8H 9C 8D 10S 10C KS 6D QC",
        [{"t": "split", "cents": 1_000}, HIT, HIT],
        2_000,
    ),
    "one hand busts and one is surrendered": (
        TWO_PLACES,
        {"1": 1_000, "2": 1_000},
        "10H 10C 9C 6D 6S 8S KD",
        [HIT, {"t": "surrender"}],
        1_500,
    ),
}


@pytest.mark.parametrize("case", WITHOUT_BANK)
def test_a_round_of_blackjack_whose_hands_all_end_early_is_not_called_void(
    room: Open, monkeypatch: pytest.MonkeyPatch, case: str
) -> None:
    """[BJ-15e] [BJ-25b] [BJ-31]"""
    setting, bets, shoe, decisions, lost = WITHOUT_BANK[case]
    monkeypatch.setattr(AutomaticSteps, "_chance", lambda house, live: Shoe(shoe))
    table = room("blackjack", **setting)
    ana = seated(table)
    assert send_command(table, ana, {"t": "bet", "on": bets}).refused is None
    for decision in decisions:
        while wait(table) is not Wait.CHOICE:
            table.step()
        answer = send_command(table, ana, {**decision, "turn": table.live.game.turn})
        assert answer.refused is None, answer.refused
    to_end(table)
    stake = stake_of(table, ana)
    assert (stake.round.status, stake.lost, balance(ana)) == ("ended", lost, FUNDS - lost)
    check_idle_bank_is_not_void(ana, stake)


@pytest.mark.parametrize("system", [*BETS, "holdem"])
def test_a_void_round_is_called_void(room: Open, system: str) -> None:
    table = room(system)
    players = [seated(table), *players_with(FUNDS, 1)]
    table.sit(players[1:])
    for player in players:
        assert (
            send_command(
                table, player, BETS.get(system, lambda seat: {"t": "buy-in"})(table.live.players[player.pk])
            ).refused
            is None
        )
    while system == "holdem" and wait(table) is not Wait.CHOICE:
        table.step()
    table.step(late=3_600_000)
    stake = stake_of(table, players[0])
    assert stake.round.status == "void" and stake.round.outcome == ""
    client = signed_in(players[0].person.email, "en")
    for address in ("/account/rounds/", f"/account/rounds/{stake.round_id}/"):
        assert re.search(r"<(dd|td)[^>]*>\s*void\s*</", client.get(address).content.decode()), address


@pytest.mark.parametrize("system", [*BETS, "holdem"])
def test_the_balance_before_a_round_includes_its_stake(room: Open, system: str) -> None:
    """[AR-24] [FR-R25] [BJ-31] [PB-31] [CS-37] [HE-65]"""
    table = room(system)
    ana, bruno = players_with(FUNDS, 2)
    table.sit([ana, bruno])
    table.until("bets-opened")
    for player in (ana, bruno):
        command = BETS.get(system, lambda seat: {"t": "buy-in"})(table.live.players[player.pk])
        assert send_command(table, player, command).refused is None
    to_end(table)
    details = round_details(stake_of(table, ana))
    stacks = sum(account.balance for account in Account.objects.filter(player=ana.pk, kind="stack"))
    assert details["balance"] == {"before": FUNDS, "after": balance(ana) + stacks}


class Number:
    """Draws one number of the wheel."""

    def __init__(self, number: int) -> None:
        self.number = number

    def below(self, n: int) -> int:
        return self.number


def balances_of(player: Player, number: int) -> tuple[int, int]:
    """Before and after that round, as its page shows them."""
    stakes = Stake.objects.select_related("player", "round__table", "round__sheet", "round__setting")
    shown = round_details(stakes.get(player=player, round__number=number))["balance"]
    return shown["before"], shown["after"]


@pytest.mark.parametrize("new_bet", [0, 300])
def test_the_balance_around_the_round_that_frees_a_stake_in_prison(
    room: Open, monkeypatch: pytest.MonkeyPatch, new_bet: int
) -> None:
    """[FR-R20c] [FR-R25] The stake left the balance in the round before, and comes back in this one, beside a
    new bet that loses.
    """
    table = room("french-roulette", sheet={"zero_option": "en-prison"})
    ana = seated(table)
    monkeypatch.setattr(AutomaticSteps, "_chance", lambda house, live: Number(0))
    assert send_command(table, ana, {"t": "bet", "on": {"red": 500}}).refused is None
    to_end(table)
    assert balances_of(ana, 1) == (FUNDS, FUNDS - 500)
    table.until("bets-opened")
    monkeypatch.setattr(AutomaticSteps, "_chance", lambda house, live: Number(1))
    if new_bet:
        assert send_command(table, ana, {"t": "bet", "on": {"black": new_bet}}).refused is None
    to_end(table)
    assert balance(ana) == FUNDS - new_bet
    assert balances_of(ana, 2) == (FUNDS - 500, FUNDS - new_bet)


@pytest.mark.parametrize("hand", ["pair", "flush"])
def test_the_balance_around_the_round_that_plays_a_carried_jackpot_bet(
    room: Open, monkeypatch: pytest.MonkeyPatch, hand: str
) -> None:
    """[CS-37] [MS-11.1] [MS-11.4] The jackpot bet left the balance in the void round; here it is spent, and a
    flush wins with it.
    """
    table = room("macau-stud", dealing="shuffler")
    ana = seated(table)
    rigged = Rigged(monkeypatch)
    rigged.pack = BROKEN
    assert send_command(table, ana, {"t": "bet", "on": {"ante": ANTE, "jackpot": BET}}).refused is None
    played(table)
    assert balances_of(ana, 1) == (FUNDS, FUNDS - BET)
    rigged.deal({1: {"pair": PAIR, "flush": FLUSH}[hand]}, DOES_NOT)
    table.until("bets-opened")
    assert send_command(table, ana, {"t": "bet", "on": {"ante": ANTE}}).refused is None
    played(table, ana)
    won = ANTE + (JACKPOT["fixed"]["flush"] if hand == "flush" else 0)
    assert balance(ana) == FUNDS - BET + won
    assert balances_of(ana, 2) == (FUNDS - BET, FUNDS - BET + won)


def test_a_returned_jackpot_bet_is_in_the_player_s_record(
    room: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """[MS-11.1] List, page, statement and API agree on what came back and by which rule (A49)."""
    table = room("macau-stud", dealing="shuffler")
    ana = seated(table)
    rigged = Rigged(monkeypatch)
    rigged.pack = BROKEN
    assert send_command(table, ana, {"t": "bet", "on": {"ante": ANTE, "jackpot": BET}}).refused is None
    played(table)
    rigged.deal({})
    table.send((ana, protocol.Leave(uuid4())))
    table.until("left")
    stake = Stake.objects.filter(player=ana).latest("round_id")
    assert (stake.staked, stake.back, stake.net) == (0, BET, BET)
    client = signed_in(ana.person.email, "en")
    for address in (
        "/account/rounds/",
        f"/account/rounds/{stake.round_id}/",
        f"/account/sessions/{stake.session}/",
    ):
        assert client.get(address).status_code == 200, address
    page = client.get(f"/account/rounds/{stake.round_id}/").content.decode()
    assert "Jackpot bet neither won nor lost" in page and "MS-11.1" in page
    lines = client.get("/api/v1/rounds/").json()["results"]
    assert sum(line["back"] + line["prize"] - line["staked"] for line in lines) == 0


def test_AR_26_sessions_go_on_from_page_to_page(db: None) -> None:
    """[AR-26] [FR-R27]"""
    (ana,) = players_with(0, 1)
    terms.accept_terms(player=ana, terms=terms.publish_terms(), language="en")
    count = 2 * pagination.PER_PAGE + 1
    start = clock.now()
    PlaySession.objects.bulk_create(
        PlaySession(
            player=ana, table=1, table_name="M", system="baccarat", currency="EUR",
            started=start, ended=start, cause="player",
        )
        for _ in range(count)
    )  # fmt: skip
    client, url, shown = signed_in(ana.person.email), "/account/sessions/", []
    while url:
        context = client.get(url).context
        shown += [session.pk for session in context["sessions"]]
        url = f"/account/sessions/?place={context['older']}" if context["older"] else ""
    assert shown == sorted(shown, reverse=True) and len(set(shown)) == count


COLUMNS = ("Staked", "Stakes back", "Prizes", "Commission", "Net")
MONEY = re.compile(r"([+−-]?)\s*€\s*([\d,]+\.\d\d)")


def cents_of(text: str) -> int:
    """What an amount on a page or in a file comes to, with its sign."""
    match = MONEY.search(text)
    assert match is not None, text
    return int(re.sub(r"\D", "", match[2])) * (-1 if match[1] in ("−", "-") else 1)


def assert_rows_add_up(rows: list[list[int]], totals: dict[str, int], count: int) -> None:
    """Each line comes to its net, and all lines to the totals that stand above them."""
    assert len(rows) == count
    assert [back + prize - commission - staked for staked, back, prize, commission, _ in rows] == [
        net for *_, net in rows
    ]
    staked, back, prize, commission, net = (sum(column) for column in zip(*rows, strict=True))
    assert commission > 0 and totals == {
        "Staked": staked,
        "Returned": back + prize - commission,
        "Net": net,
    }


def test_HE_66_the_columns_of_the_list_add_up_to_its_totals_with_commission(room: Open) -> None:
    """[HE-17a] [HE-66] On the page, in the spreadsheet and in the PDF file."""
    table = room("holdem")
    players = holdem_record.seated(table)
    hands = 3
    for _ in range(hands):
        holdem_record.played(table, players)
        table.until("bets-opened")
    winner = max(players, key=lambda one: sum(stake.commission for stake in Stake.objects.filter(player=one)))
    terms.accept_terms(player=winner, terms=terms.publish_terms(), language="en")
    client = signed_in(winner.person.email, "en")

    page = unescape(client.get("/account/rounds/").content.decode())
    cells = {name: re.findall(rf'data-label="{name}">(.*?)</td>', page, re.DOTALL) for name in COLUMNS}
    rows = [[cents_of(cell) for cell in row] for row in zip(*cells.values(), strict=True)]
    sums = dict(re.findall(r"<dt>(\w+)</dt><dd>(.*?)</dd>", page.partition('class="sums"')[2], re.DOTALL))
    totals = {name: cents_of(sums[name]) for name in ("Staked", "Returned", "Net")}
    assert_rows_add_up(rows, totals, hands)

    file = client.get("/account/rounds.csv").content.decode("utf-8-sig")
    head, *lines = list(csv.reader(io.StringIO(file)))
    places = [next(at for at, title in enumerate(head) if title.startswith(name)) for name in COLUMNS]
    in_file = [[round(float(line[place]) * 100) for place in places] for line in lines]
    assert_rows_add_up(in_file, totals, hands)

    texts = pdf_texts(client.get("/account/rounds.pdf").content)
    at = max(place for place, text in enumerate(texts) if text == "Net") + 1
    width = 4 + len(COLUMNS)
    printed = [texts[at + width * row + 4 : at + width * (row + 1)] for row in range(hands)]
    in_pdf = [[cents_of(cell) for cell in row] for row in printed]
    # Four names of totals, and the four figures below them.
    above = {name: cents_of(texts[texts.index(name) + 4]) for name in totals}
    assert_rows_add_up(in_pdf, above, hands)
    assert rows == in_file == in_pdf and above == totals


@pytest.mark.parametrize(("returned", "printed"), [(350, "+€2.50"), (40, "−€0.60")])
def test_AR_25_the_net_of_a_printed_list_says_whether_it_was_won_or_lost(
    room: Open, monkeypatch: pytest.MonkeyPatch, returned: int, printed: str
) -> None:
    """[AR-25] [FR-R26]"""
    ana = seated(room("french-roulette"))
    terms.accept_terms(player=ana, terms=terms.publish_terms(), language="en")
    totals = PlayTotals(rounds=1, staked=100, returned=returned)
    monkeypatch.setattr("games.rounds.documents.played", lambda *_: totals)
    texts = pdf_texts(signed_in(ana.person.email, "en").get("/account/rounds.pdf").content)
    assert texts[texts.index("Net") + 4] == printed
