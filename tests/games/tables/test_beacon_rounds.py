"""Rounds at live tables whose draw depends on a beacon: the close picks the value, nothing is decided before
it has come, and a round that ends without a result publishes what it would have given.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from msgspec import structs

from games.draw import beacon, generator
from games.models import Event, Round
from games.rounds.proof.draw_check import check_shoe_sequence, verify_round
from games.rounds.proof.stored_proof import stored_proof, stored_shoe
from games.rules.roulette.layout import WHEELS
from games.rules.shared.refusals import Refusal
from games.tables.croupier import journal
from games.tables.croupier.automatic_steps import AutomaticSteps
from games.tables.domain.events import BeaconNumberChosen
from games.tables.domain.pending_changes import PendingChanges
from games.tables.domain.views import phase
from players.wallet import ledger
from tests.games.rounds.proof.test_journal_check import check_table
from tests.games.tables.clocks import DatabaseClock, finish_round, place_bet, send_command
from tests.live_table import LiveTable, account, balance, bet, players_with, sheet_in_force
from tests.table_beacon import SECRET, SHEET, TableBeacon

Open = Callable[..., LiveTable]
SYSTEMS = ("american-roulette", "french-roulette", "baccarat", "blackjack", "caribbean-stud", "macau-stud")


@pytest.fixture
def values(db: None) -> TableBeacon:
    return TableBeacon()


def opened(room: Open, system: str = "american-roulette", **setting: Any) -> tuple[LiveTable, Any]:
    """A table with open bets and one player who has bet."""
    sheet = {"zero_option": "lose-all"} if system == "american-roulette" else {}
    table = room(system, sheet={**sheet, **SHEET}, **setting)
    (ana,) = players_with(1_000_000, 1)
    table.sit([ana])
    table.until("bets-opened")
    assert place_bet(table, ana).refused is None
    return table, ana


def to_the_wait(table: LiveTable) -> None:
    assert "beacon-number-chosen" in table.step()


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_round_waits_for_the_value_that_its_close_picked(
    room: Open, values: TableBeacon, system: str
) -> None:
    table, ana = opened(room, system)
    assert table.live.beacon.number == 0
    to_the_wait(table)
    waiting = table.live.beacon
    event = Event.objects.get(table=table.table, kind="beacon-number-chosen")
    closed = Event.objects.get(table=table.table, kind="bets-closed")
    assert event.at == closed.at and waiting.closed == int(closed.at.timestamp() * 1000)
    assert waiting.number == values.chain.first_from(waiting.closed + 300)
    assert table.live.due >= waiting.scheduled >= waiting.closed + 300
    # The value has not come: nothing happens, however often the step is tried.
    assert [table.step() for _ in range(3)] == [[], [], []]
    values.publish_for(table)
    assert table.step()[0] == "beacon-value-used"
    finish_round(table)
    closed_round = Round.objects.get(table=table.table, number=1)
    assert closed_round.status == "ended" and closed_round.seed
    proof = stored_proof(closed_round)
    assert proof is not None and proof["format"] == "feltro/round/v3"
    verdict = verify_round(system, proof, [table.transaction.key.public()])
    assert verdict.good and {"beacon", "beacon-number"} <= {check.code for check in verdict.checks}
    assert not verdict.unchecked, "the croupier signed that it counted"
    assert table.browsers[0].table["verify"] == json.loads(json.dumps(proof))
    assert check_table(table).differences == []
    assert account(table.table, "stakes") == 0 and ledger.total()["EUR"] == 0


def test_the_number_follows_from_the_value(room: Open, values: TableBeacon) -> None:
    table, _ = opened(room)
    to_the_wait(table)
    values.publish_for(table)
    table.step()
    played, live = Round.objects.get(table=table.table, number=1), table.live
    key = generator.key(bytes.fromhex(played.seed), table.table.pk, 1, {}, live.beacon.use)
    assert played.outcome == WHEELS["37"][generator.Draw(key).below(37)]
    assert live.beacon.use.value == beacon.value_of(beacon.sign(SECRET, live.beacon.number))


def test_bets_stay_closed_while_the_round_waits(room: Open, values: TableBeacon) -> None:
    table, ana = opened(room)
    to_the_wait(table)
    before = balance(ana)
    (result,) = table.send((ana, bet(1, {"red": 500})))
    assert result.refused is not None and result.refused.code is Refusal.BETS_CLOSED
    assert balance(ana) == before


@pytest.mark.parametrize("system", ["american-roulette", "baccarat", "blackjack", "caribbean-stud"])
def test_a_launch_picks_the_next_value_after_it(room: Open, values: TableBeacon, system: str) -> None:
    table, ana = opened(room, system, mode="individual")
    result = send_command(table, ana, {"t": "launch"})
    assert result.refused is None
    assert table.live.beacon.number == values.chain.first_from(table.live.beacon.closed + 300)
    assert table.step() == []
    values.publish_for(table)
    assert table.step()[0] == "beacon-value-used"


def test_without_a_bet_no_value_is_needed_where_nothing_is_drawn(room: Open, values: TableBeacon) -> None:
    table = room("blackjack", sheet=SHEET)
    (ana,) = players_with(100_000, 1)
    table.sit([ana])
    table.until("bets-opened")
    assert "round-ended" in table.step()
    assert table.live.beacon.number == 0 and check_table(table).differences == []


def test_a_round_whose_value_never_comes_is_void_by_the_sheet(
    room: Open, values: TableBeacon, clock: DatabaseClock
) -> None:
    table, ana = opened(room)
    to_the_wait(table)
    clock.advance(19)
    assert table.step() == []
    clock.advance(3)
    assert table.step()[:2] == ["round-voided", "round-ended"]
    assert balance(ana) == 1_000_000
    ended = Round.objects.get(table=table.table, number=1)
    assert (ended.status, ended.cause) == ("void", "no-beacon")
    # Every stake is back, and the seed is open: once the value is known, everybody can compute the result.
    assert generator.promise(bytes.fromhex(ended.seed)) == ended.commitment
    assert table.live.held == "" and table.live.missed == ()
    assert stored_proof(ended) is None and check_table(table).differences == []


@pytest.mark.parametrize("system", ["american-roulette", "baccarat", "blackjack", "caribbean-stud"])
def test_a_round_that_is_void_after_its_close_publishes_what_it_would_have_given(
    room: Open, values: TableBeacon, system: str
) -> None:
    table, ana = opened(room, system)
    to_the_wait(table)
    values.publish_for(table)  # the operator sees the result coming and stops
    happened = table.step(late=300_000)
    assert happened[:3] == ["beacon-value-used", "round-voided", "round-ended"]
    assert balance(ana) == 1_000_000
    ended = Round.objects.get(table=table.table, number=1)
    assert (ended.status, ended.cause) == ("void", "not-resumed") and ended.seed
    proof = stored_proof(ended)
    assert proof is not None and proof["void"] is True and proof["drawn"]
    verdict = verify_round(system, proof, [table.transaction.key.public()])
    assert verdict.good and not verdict.unchecked
    forged = verify_round(system, proof | {"void": False}, [table.transaction.key.public()])
    assert forged.failed == ("ending",), "red before: it was checked like a round that counted"
    shown = table.browsers[0].table
    assert shown["beacon"]["missed"] == proof["drawn"] and shown["verify"] == json.loads(json.dumps(proof))
    assert check_table(table).differences == []


def test_a_round_that_is_void_before_its_close_keeps_its_seed_sealed(room: Open, values: TableBeacon) -> None:
    table, _ = opened(room)
    table.step(late=300_000)
    ended = Round.objects.get(table=table.table, number=1)
    assert (ended.status, ended.seed) == ("void", "")
    assert table.live.ending == "" and '"ending"' not in Event.objects.get(kind="round-ended").data


@pytest.mark.parametrize("void", [False, True])
def test_the_proof_of_the_record_refuses_an_end_that_the_croupier_did_not_sign(
    room: Open, values: TableBeacon, monkeypatch: pytest.MonkeyPatch, void: bool
) -> None:
    """The signature of the opposite, put where the true one belongs."""
    sign = AutomaticSteps._sign_ending
    monkeypatch.setattr(
        AutomaticSteps, "_sign_ending", lambda house, live, *, void: sign(house, live, void=not void)
    )
    table, _ = opened(room)
    to_the_wait(table)
    values.publish_for(table)
    if void:
        table.step(late=300_000)
    else:
        finish_round(table)
    said = "was void" if void else "counted"
    refused = f"table {table.table.pk}: round 1: the croupier did not sign that it {said}"
    assert check_table(table).differences == [refused]


def test_a_new_croupier_publishes_the_same_end(room: Open, values: TableBeacon) -> None:
    table, _ = opened(room)
    to_the_wait(table)
    values.publish_for(table)
    finish_round(table)
    before = table.live.ending
    table.new_croupier()
    assert len(before) == 128 and table.live.ending == before


def test_without_a_beacon_nothing_is_signed(room: Open) -> None:
    table = room()
    (ana,) = players_with(10_000, 1)
    table.sit([ana])
    table.step()
    table.send((ana, bet(1, {"red": 500})))
    table.until("round-ended")
    assert '"ending"' not in Event.objects.get(kind="round-ended").data
    assert "ending" not in table.browsers[0].table["verify"]


def test_a_forged_value_in_the_database_decides_nothing(
    room: Open, values: TableBeacon, clock: DatabaseClock
) -> None:
    table, ana = opened(room)
    to_the_wait(table)
    values.publish(table.live.beacon.number, beacon.sign(SECRET, table.live.beacon.number + 1))
    assert table.step() == []
    clock.advance(30)
    assert "round-voided" in table.step() and balance(ana) == 1_000_000


def test_no_bets_open_while_the_beacon_is_away(room: Open, values: TableBeacon) -> None:
    table = room("american-roulette", sheet={"zero_option": "lose-all", **SHEET})
    (ana,) = players_with(100_000, 1)
    values.forget()
    table.sit([ana])
    assert [table.step() for _ in range(3)] == [["beacon-missed"], [], []]
    assert table.browsers[0].table["beacon_missed"] is True and "due" not in table.browsers[0].table
    values.publish(values.chain.first_from(journal.now()))
    assert table.step() == ["bets-opened"]
    assert "beacon_missed" not in table.browsers[0].table


def test_a_table_without_its_beacon_looks_the_same_however_often_it_tries(
    room: Open, values: TableBeacon
) -> None:
    """The time of the next try is no event: who folds frames and who gets a snapshot see the same phase."""
    table, _ = opened(room)
    to_the_wait(table)
    values.publish_for(table)
    finish_round(table)
    values.forget()
    assert table.step() == ["beacon-missed"]
    live = table.live
    for due in (live.rest_until, live.due + 1000):
        assert phase(structs.replace(live, due=due)) == "preparing"


def test_a_new_croupier_finds_the_number_and_waits_for_the_same_value(
    room: Open, values: TableBeacon
) -> None:
    table, _ = opened(room, "baccarat")
    to_the_wait(table)
    before = table.live.beacon
    table.new_croupier()
    assert table.live.beacon == before
    values.publish_for(table)
    assert table.step()[0] == "beacon-value-used"


def test_a_close_that_is_written_too_late_takes_a_later_value(
    room: Open, values: TableBeacon, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, _ = opened(room)
    real, slow = journal.update_rows, [1_500]

    def slow_write(*args: Any, **options: Any) -> None:
        real(*args, **options)
        if slow:
            wait = slow.pop() / 1000
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_sleep(%s)", [wait])

    monkeypatch.setattr(journal, "update_rows", slow_write)
    to_the_wait(table)
    # The first attempt left nothing: one close, and its value is not due when the close is written.
    assert Event.objects.filter(table=table.table, kind="bets-closed").count() == 1
    assert not slow and table.live.beacon.scheduled > journal.now()


def test_the_proof_of_the_record_refuses_a_close_before_a_bet(
    room: Open, values: TableBeacon, clock: DatabaseClock
) -> None:
    """Who owns croupier and database waits for a value, takes bets, and records a close from before it."""
    table, ana = opened(room)
    clock.advance(8)
    assert place_bet(table, ana).refused is None
    clock.advance(-6)
    to_the_wait(table)
    values.publish_for(table)
    finish_round(table)
    played = Round.objects.get(table=table.table, number=1)
    proof = stored_proof(played)
    assert proof is not None and verify_round("american-roulette", proof).good, "its data alone agree"
    name = f"table {table.table.pk}"
    assert check_table(table).differences == [f"{name}: round 1: an event is later than its close"]


def test_a_second_close_picks_no_other_value(room: Open, values: TableBeacon, clock: DatabaseClock) -> None:
    """A croupier that was changed chooses again until a value suits it: `prove` refuses it."""
    table, _ = opened(room)
    to_the_wait(table)
    first = table.live.beacon.number
    clock.advance(4)
    record, chosen = PendingChanges.record, list[int]()

    def choose_again(changes: PendingChanges, events: Any, **options: Any) -> None:
        if not chosen and changes.live.beacon is not None:
            chosen.append(changes.live.beacon.number_for(changes.at))
            scheduled = changes.live.beacon.rule.chain.scheduled_ms(chosen[0])
            record(changes, [BeaconNumberChosen(chosen[0], scheduled)])
        record(changes, events, **options)

    values.publish_for(table)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(PendingChanges, "record", choose_again)
        table.step()
    assert chosen and chosen[0] > first
    refused = f"table {table.table.pk}: round 1: the close picks value 0, not {chosen[0]}"
    assert check_table(table).differences[0] == refused


def test_another_sheet_in_the_wait_does_not_reach_the_round(room: Open, values: TableBeacon) -> None:
    """A change of the generator in the middle of a round: the round keeps what it was opened under."""
    table, _ = opened(room)
    to_the_wait(table)
    before = table.live.beacon
    sheet_in_force("american-roulette", zero_option="lose-all", draw={"beacon": "none"})
    assert table.step() == [] and table.live.beacon == before
    values.publish_for(table)
    assert table.step()[0] == "beacon-value-used"
    finish_round(table)
    proof = stored_proof(Round.objects.get(table=table.table, number=1))
    assert proof is not None and proof["format"] == "feltro/round/v3"
    table.until("bets-opened")
    assert table.live.beacon is None and check_table(table).differences == []


def test_two_tables_with_one_value_have_results_of_their_own(room: Open, values: TableBeacon) -> None:
    """A value that was used before gives another key at another table and in another round."""
    table, _ = opened(room)
    to_the_wait(table)
    values.publish_for(table)
    table.step()
    use, seed = table.live.beacon.use, bytes(32)
    keys = {generator.key(seed, place, number, {}, use) for place in (1, 2) for number in (1, 2)}
    assert len(keys) == 4


def test_a_round_without_a_bet_is_no_link_in_the_chain_of_a_kept_shoe(
    room: Open, values: TableBeacon
) -> None:
    """Red before: true rounds did not follow each other where nobody had bet in between."""
    table, ana = opened(room, "blackjack", shoe="cut", cut=40)
    for number in (1, 2, 3):
        if number > 1:
            table.until("bets-opened")
        if number == 3:
            place_bet(table, ana)
        if number == 2:
            assert "round-ended" in table.step()
        else:
            to_the_wait(table)
            values.publish_for(table)
            finish_round(table)
    proofs = stored_shoe(Round.objects.get(table=table.table, number=3))
    facts = [(proof["format"][-2:], proof["shoe"], bool(proof["drawn"])) for proof in proofs]
    assert facts == [("v3", 1, True), ("v2", 1, False), ("v3", 1, True)]
    assert all(verify_round("blackjack", proof).good for proof in proofs)
    assert check_shoe_sequence(proofs).good
    assert check_table(table).differences == []


def test_rounds_of_a_kept_shoe_form_a_chain_over_a_void_one(room: Open, values: TableBeacon) -> None:
    table, ana = opened(room, "baccarat", shoe="kept", decks=6, cut_card=156)
    for number in (1, 2, 3):
        if number > 1:
            table.until("bets-opened")
            place_bet(table, ana)
        to_the_wait(table)
        values.publish_for(table)
        if number == 2:
            table.step(late=300_000)
            table.release()
        else:
            finish_round(table)
    rounds = Round.objects.filter(table=table.table, number__lte=3).order_by("number")
    proofs = [proof for game_round in rounds if (proof := stored_proof(game_round))]
    assert [proof["void"] for proof in proofs] == [False, True, False]
    assert check_shoe_sequence(proofs).good
    other = proofs[1] | {"dealt": proofs[1]["dealt"][::-1]}
    assert verify_round("baccarat", other).good, "red before: a void round could claim another shoe"
    assert check_shoe_sequence([proofs[0], other, proofs[2]]).details["broken"] == 2
    assert check_table(table).differences == []
