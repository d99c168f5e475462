"""Compliance over a past with every kind of transfer, end and void round; its sums are recalculated from
the stored rows.

The expected kinds come from the product's own lists: a new kind of transfer, cause or phase must be added
to the past.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from functools import cache
from io import StringIO
from typing import Any, get_type_hints
from zoneinfo import ZoneInfo

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.db.models import Sum
from msgspec import structs

from casino.compliance.regulator.facts import Facts
from casino.compliance.regulator.facts.spans import hours_of, whole_day
from casino.compliance.reports import daily_totals
from casino.compliance.reports.all_reports import REPORTS
from casino.compliance.reports.building import BuiltReport, build
from casino.compliance.reports.parameters import ReportChoice
from casino.demo.simulated_past import rare_events
from games.catalogue import GAMES
from games.draw import hidden_events
from games.draw.seal_key import SealKey
from games.models import Event, Round, Stake, Table
from games.rounds.proof.sums_check import check_sums
from games.rules.shared.money import TransferKind
from games.tables import journal_reading
from games.tables.domain.apply import apply
from games.tables.domain.events import TABLE_EVENTS, BetsOpened
from games.tables.domain.state import Live
from players.history.models import Statement
from players.history.statements import make_statements
from players.history.totals import HistorySelection as History
from players.history.totals import played
from players.models import Player, PlaySession
from players.shared import clock
from players.wallet.models import Account, Transfer
from players.wallet.transfer_kinds import TRANSFER_KIND_NAMES
from tests.live_table import seal_key, sheet_in_force
from tests.round_size import bytes_of_a_round

pytestmark = pytest.mark.django_db
# A past has no bank: tests/players/wallet/bank/test_chargebacks.py posts these, by the law that alone may.
OF_CHARGEBACKS = {"chargeback", "chargeback-recovered", "chargeback-won"}
LISBON = ZoneInfo("Europe/Lisbon")
NOW = datetime(2025, 11, 20, 12, tzinfo=LISBON)
DAYS = 400
FIRST_TABLE = 800_000  # a table's number goes into every draw
CLOCKS_BACK, CLOCKS_FORWARD, YEAR_END = date(2024, 10, 27), date(2025, 3, 30), date(2025, 1, 1)
# In these phases of a round there are no stakes.
NO_STAKES = {"settled", "paid", "void", "seating", "fixed"}
# Decisions 0072 and 0073. This past has more events in a round than the usual one.
MOST_BYTES = 6_600
HOUSE = {"bank", "commission", "jackpot"}
OWN_CHIPS = ("buy-in", "cash-out")  # between a player's own accounts


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> SealKey:
    return SealKey(seal_key(tmp_path_factory.mktemp("key")))


@pytest.fixture(scope="module", autouse=True)
def past(
    key: SealKey, tmp_path_factory: pytest.TempPathFactory, django_db_setup: None, django_db_blocker: Any
) -> Iterator[None]:
    """One past for all tests of this file, the same on every day and machine; it is gone when they are
    done.
    """
    from django.conf import settings

    before = settings.SEAL_KEY_FILE
    settings.SEAL_KEY_FILE = str(seal_key(tmp_path_factory.mktemp("past")))
    with django_db_blocker.unblock(), transaction.atomic(), clock.at(NOW):
        with connection.cursor() as cursor:
            cursor.execute("SELECT setval('games_table_id_seq', %s)", [FIRST_TABLE])
        results = {
            "players": 48,
            "days": DAYS,
            "jobs": 1,
            "every_kind": True,
            "stdout": StringIO(),
            "stderr": StringIO(),
        }
        call_command("simulate_house", rounds=700, seed=5, **results)
        # A rule sheet of hold'em takes commission on the buy-in or on the pot, never both: it changes in
        # between.
        sheet_in_force("holdem", commission="pot", rate=500)
        call_command("simulate_house", rounds=150, seed=6, **results)
        yield
        transaction.set_rollback(True)
    settings.SEAL_KEY_FILE = before


@pytest.fixture
def whole() -> ReportChoice:
    return ReportChoice(clock.day_of(NOW) - timedelta(days=DAYS + 1), clock.day_of(NOW))


def lisbon(moment: datetime) -> date:
    return moment.astimezone(LISBON).date()


def rows(built: BuiltReport) -> list[dict[str, Any]]:
    names = [column.key for column in built.report.columns]
    return [dict(zip(names, row, strict=True)) for row in built.rows]


def test_a_round_takes_no_more_room_than_decided() -> None:
    sizes = bytes_of_a_round()
    assert sum(sizes.values()) <= MOST_BYTES, sizes


# --- everything happens


def test_every_kind_of_transfer_is_there() -> None:
    assert {kind.value for kind in TransferKind} <= TRANSFER_KIND_NAMES.keys()
    happened = set(Transfer.objects.values_list("kind", flat=True))
    assert TRANSFER_KIND_NAMES.keys() - happened == OF_CHARGEBACKS


def test_stays_end_by_every_cause() -> None:
    assert set(PlaySession.Cause.values) - set(PlaySession.objects.values_list("cause", flat=True)) == set()


def test_rounds_become_void_in_every_phase_and_by_every_cause(key: SealKey) -> None:
    expected = {
        (system, phase.value)
        for system, game in GAMES.items()
        for phase in get_type_hints(game.engine.state_type)["phase"]
    }
    phases = {pair for table in Table.objects.all() for pair in voided_phases(table, key)}
    assert {(system, phase) for system, phase in expected if phase not in NO_STAKES} - phases == set()
    causes = {cause for system in GAMES for cause in rare_events.causes(system)}
    assert causes - set(Round.objects.filter(status="void").values_list("cause", flat=True)) == set()


def voided_phases(table: Table, key: SealKey) -> Iterator[tuple[str, str]]:
    """In which phase each void round was, by the events themselves."""
    live, seeds = Live(table=table.pk), {}
    decode = journal_reading.event_decoder(table.system).decode
    for seq, kind, stored, at in (
        Event.objects.filter(table=table).order_by("seq").values_list("seq", "kind", "data", "at")
    ):
        data = stored
        if hidden_events.is_hidden(stored):
            if live.round_id not in seeds:
                seeds = {
                    live.round_id: key.seed(table.pk, live.round, journal_reading.sealed_seed(live.round_id))
                }
            data = hidden_events.reveal(seeds[live.round_id], table.pk, seq, stored).decode()
        event = decode(kind, data)
        if isinstance(event, BetsOpened):
            rules = journal_reading.rules_of(table.system, event.sheet, event.setting)
            live = structs.replace(live, rules=rules)
        before, live = live, apply(live, event, round(at.timestamp() * 1000))
        if not isinstance(event, TABLE_EVENTS) and event.__struct_config__.tag == "round-voided":
            yield table.system, before.game.phase.value


def test_insurance_is_bought_and_settled() -> None:
    assert {"insurance-placed", "insurance-settled"} <= set(
        Event.objects.values_list("kind", flat=True).distinct()
    )


@pytest.mark.parametrize("morning", [CLOCKS_BACK, CLOCKS_FORWARD, YEAR_END, date(2025, 7, 1)])
def test_stakes_lie_in_prison_over_the_nights_that_matter(morning: date) -> None:
    """From a round of the evening before to the next round of the same table, after midnight and after the
    change of the clocks.
    """
    midnight = datetime(morning.year, morning.month, morning.day, tzinfo=LISBON)
    held = Transfer.objects.filter(kind="stake-held", at__gte=midnight - timedelta(hours=6), at__lt=midnight)
    evening = Round.objects.filter(pk__in=held.values("round")).select_related("table").latest("ended")
    next_round = Round.objects.get(table=evening.table, number=evening.number + 1)
    assert next_round.opened is not None and lisbon(next_round.opened) == morning
    assert next_round.opened.astimezone(LISBON).hour >= 3
    assert Transfer.objects.filter(round=next_round.pk, kind__in=("held-lost", "held-back")).exists()


def test_every_month_and_the_year_end_and_begin_with_rounds() -> None:
    days = {lisbon(ended) for ended in Round.objects.filter(status="ended").values_list("ended", flat=True)}
    firsts = [day for back in range(DAYS - 30) if (day := lisbon(NOW) - timedelta(days=back)).day == 1]
    assert len(firsts) >= 12 and YEAR_END in firsts
    assert [day for day in firsts if day not in days or day - timedelta(days=1) not in days] == []


def test_all_accounts_add_up() -> None:
    assert list(check_sums()) == []


# --- and is added up again, row by row, without a query of the product


Sums = dict[tuple[date, str, bool], int]


@cache
def _facts() -> tuple[Any, ...]:
    """Accounts, rounds, seats and test accounts as they stand."""
    accounts = {pk: facts for pk, *facts in Account.objects.values_list("pk", "kind", "player", "table")}
    rounds = {
        pk: (ended, system) for pk, ended, system in Round.objects.values_list("pk", "ended", "table__system")
    }
    seats = {
        (round_id, seat): player
        for round_id, seat, player in Stake.objects.values_list("round", "seat", "player")
    }
    testers = set(Player.objects.filter(testing=True).values_list("pk", flat=True))
    return accounts, rounds, seats, testers


@pytest.fixture(autouse=True)
def fresh_facts() -> Iterator[None]:
    yield
    _facts.cache_clear()


def revenue() -> Sums:
    """The net flow into the operator's accounts at the tables, by day, game and test account. What people's
    chips paid of the commission of a pot that a test account won is theirs. (A86)
    """
    accounts, rounds, seats, testers = _facts()
    sums: Sums = defaultdict(int)
    kept_of_testers: dict[tuple[int, int], int] = defaultdict(int)
    moved = Transfer.objects.filter(currency="EUR", round__isnull=False)
    for kind, source, target, cents, round_id, seat, at in moved.values_list(
        "kind", "source", "target", "cents", "round", "seat", "at"
    ):
        change = cents * ((accounts[target][0] in HOUSE) - (accounts[source][0] in HOUSE))
        ended, system = rounds[round_id]
        if not change or ended is None:
            continue
        player = accounts[source][1] or accounts[target][1] or seats[round_id, seat]
        day = lisbon(at) if kind == "buy-in-commission" else lisbon(ended)
        sums[day, system, player in testers] += change
        if system == "holdem" and player in testers and kind != "buy-in-commission":
            kept_of_testers[round_id, player] += change
    for (round_id, _player), cents in kept_of_testers.items():
        chips = {True: 0, False: 0}
        for player, lost in Stake.objects.filter(round=round_id).values_list("player", "lost"):
            chips[player in testers] += lost
        ended, system = rounds[round_id]
        if cents and chips[False]:
            part = -(-cents * chips[False] // sum(chips.values()))
            sums[lisbon(ended), system, True] -= part
            sums[lisbon(ended), system, False] += part
    return sums


def by_month(sums: Sums) -> Sums:
    months: Sums = defaultdict(int)
    for (day, system, testing), cents in sums.items():
        months[day.replace(day=1), system, testing] += cents
    return months


@pytest.mark.parametrize("folded", [False, True])
def test_the_tax_base_is_what_the_house_took(whole: ReportChoice, folded: bool) -> None:
    with clock.at(NOW):
        if folded:
            assert daily_totals.fold() > 0
        tax = build(REPORTS["tax"], whole)
    expected = {
        (month.isoformat(), system): cents
        for (month, system, testing), cents in by_month(revenue()).items()
        if not testing
    }
    assert {(row["period"], row["part"]): row["base"] for row in rows(tax) if row["base"]} == {
        key: cents for key, cents in expected.items() if cents
    }
    assert tax.equal and tax.totals["base"] == sum(expected.values())


@pytest.mark.parametrize("testing", [False, True])
def test_gross_revenue_is_what_the_house_took_day_by_day(whole: ReportChoice, testing: bool) -> None:
    with clock.at(NOW):
        gross = build(REPORTS["gross"], structs.replace(whole, step="day", part="game", testing=testing))
    expected = {
        (day.isoformat(), system): cents
        for (day, system, tester), cents in revenue().items()
        if tester == testing and cents
    }
    assert {(row["period"], row["part"]): row["gross"] for row in rows(gross) if row["gross"]} == expected
    assert gross.equal and expected


def test_the_regulator_is_told_of_all_play_of_every_day() -> None:
    """By hour and operation, and in sums of the day: what the ledger took from players and gave them."""
    accounts, _rounds, _seats, testers = _facts()
    expected: dict[date, int] = defaultdict(int)
    entries: dict[date, int] = defaultdict(int)
    played = Transfer.objects.filter(currency="EUR", round__isnull=False)
    for kind, source, target, cents, at in played.values_list("kind", "source", "target", "cents", "at"):
        for account, sign in ((target, 1), (source, -1)):
            account_kind, player, _table = accounts[account]
            if account_kind in ("wallet", "stack") and player not in testers and kind not in OWN_CHIPS:
                expected[lisbon(at)] += sign * cents
                entries[lisbon(at)] += cents if kind == "buy-in-commission" else 0
    for day, net in expected.items():
        with connection.cursor() as cursor:
            totals = list(Facts(cursor, whole_day(day)).totals())
        paid = sum(game.gained + game.refunded - game.staked for game in totals)
        assert paid - entries[day] == net, day


def test_the_operations_of_the_hours_make_the_sums_of_their_day() -> None:
    """On days with a void round, where what was paid before it was void stays what it was reported as."""
    days = sorted(
        {lisbon(ended) for ended in Round.objects.filter(status="void").values_list("ended", flat=True)}
    )
    entry = Transfer.objects.filter(kind="buy-in-commission", currency="EUR").earliest("at")
    for day in [*days[::20], CLOCKS_BACK, CLOCKS_FORWARD, lisbon(entry.at)]:
        told: dict[tuple[str, str], int] = defaultdict(int)
        with connection.cursor() as cursor:
            for span in hours_of(day):
                for player in Facts(cursor, span).play():
                    for operation in player.operations:
                        system = operation.round.table.system
                        told[system, operation.kind] += operation.cents
                        told[system, "commission"] += operation.commission
            totals = list(Facts(cursor, whole_day(day)).totals())
        for game in totals:
            figures = (game.staked, game.gained, game.refunded, game.commission)
            kinds = ("stake", "settlement", "refund", "commission")
            assert figures == tuple(told[game.system, kind] for kind in kinds), (day, game.system)
        assert {game.system for game in totals} == {system for system, _kind in told}


def test_the_jackpots_move_as_their_accounts_do(whole: ReportChoice) -> None:
    accounts, rounds, _seats, _testers = _facts()
    expected: dict[str, int] = defaultdict(int)
    for source, target, cents, round_id in Transfer.objects.filter(currency="EUR").values_list(
        "source", "target", "cents", "round"
    ):
        for account, sign in ((target, 1), (source, -1)):
            if accounts[account][0] == "jackpot":
                expected[lisbon(rounds[round_id][0]).replace(day=1).isoformat()] += sign * cents
    with clock.at(NOW):
        built = build(REPORTS["jackpots"], whole)
    sums: dict[str, int] = defaultdict(int)
    for row in rows(built):
        sums[row["period"]] += row["change"]
    assert dict(sums) == dict(expected) and built.equal


def test_every_report_agrees_with_its_comparison(whole: ReportChoice) -> None:
    with clock.at(NOW):
        assert [report.code for report in REPORTS.values() if not build(report, whole).equal] == []


def test_a_players_totals_agree_with_wallet_and_chips() -> None:
    """Without a limit of time, and in the statement of each month that is over."""
    accounts, _rounds, _seats, _testers = _facts()
    purse: dict[int, int] = defaultdict(int)  # wallet and chips in euros, by rounds alone
    stays: dict[int, int] = defaultdict(int)  # the same, with the commission on chips that were bought
    wallet: dict[tuple[int, str], dict[date, int]] = defaultdict(lambda: defaultdict(int))
    moved = Transfer.objects.values_list("kind", "source", "target", "cents", "round", "currency", "at")
    for kind, source, target, cents, round_id, currency, at in moved:
        for account, sign in ((target, 1), (source, -1)):
            account_kind, player, _table = accounts[account]
            if account_kind in ("wallet", "stack") and currency == "EUR" and round_id is not None:
                stays[player] += sign * cents
                purse[player] += 0 if kind == "buy-in-commission" else sign * cents
            if account_kind == "wallet":
                wallet[player, currency][lisbon(at)] += sign * cents
    ended = (
        PlaySession.objects.filter(currency="EUR", ended__isnull=False)
        .values_list("player")
        .annotate(Sum("returned"), Sum("staked"))
    )
    assert not PlaySession.objects.filter(ended=None).exists()
    assert {player: returned - staked for player, returned, staked in ended} == dict(stays), "stay by stay"
    with clock.at(NOW):
        results = {player.pk: played(player, History()).net for player in Player.objects.filter(pk__in=purse)}
        assert results == dict(purse), "from the record itself"
        assert make_statements() > 0
        results = {player.pk: played(player, History()).net for player in Player.objects.filter(pk__in=purse)}
        assert results == dict(purse), "from the days that were folded"
    for statement in Statement.objects.all():
        days = wallet[statement.player_id, statement.currency]
        ends = clock.months_after(statement.month, 1)
        opening = sum(cents for day, cents in days.items() if day < statement.month)
        assert (statement.data["opening"], statement.data["closing"]) == (
            opening,
            sum(c for day, c in days.items() if day < ends),
        )
