"""The operator can choose a result without a beacon and cannot with one: a short run of the attacks."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from games.draw import generator
from games.models import Round
from games.rounds.proof.draw_check import verify_round
from games.rounds.proof.stored_proof import stored_proof
from games.rules.roulette.layout import WHEELS
from games.tables.croupier.automatic_steps import AutomaticSteps
from tests.games.tables.clocks import finish_round
from tests.live_table import LiveTable, bet, players_with, table_open
from tests.proofs import chosen_draws
from tests.proofs.chosen_draws import ATTACKS, TARGET, AbortOutcome, Attack, Outcome
from tests.table_beacon import SHEET, TableBeacon


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
def test_the_attack_finds_the_weakness_without_a_beacon(attack: Attack) -> None:
    attempts = 40 if attack.tries < 200 else 6
    outcome = chosen_draws.run(attack, attempts, with_beacon=False)
    assert outcome.has_advantage and outcome.successes > 0.8 * attempts and not outcome.refused


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
def test_with_a_beacon_it_has_no_advantage(attack: Attack) -> None:
    attempts = 120 if attack.tries < 200 else 8
    outcome = chosen_draws.run(attack, attempts, with_beacon=True)
    assert not outcome.has_advantage and not outcome.refused


def test_an_advantage_of_one_in_a_hundred_would_be_seen_in_the_long_run() -> None:
    chance, attempts = 1 / 37, 47_000

    def outcome(advantage: float) -> Outcome:
        successes = round(attempts * (chance + advantage))
        variance = attempts * chance * (1 - chance)
        return Outcome("planted", True, attempts, successes, 0, 0, attempts * chance, variance)

    assert outcome(0.01).has_advantage and not outcome(0.0).has_advantage


def test_who_ends_rounds_that_the_house_would_lose_is_seen_after_three() -> None:
    outcome = chosen_draws.run_aborts(40)
    assert chosen_draws.all_are_caught(outcome)
    assert (outcome.most, outcome.alarms) == (3, outcome.ended // 3)


def test_parts_that_were_run_apart_are_judged_together(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "parts"
    few = ["--only", "number by the share", "--attempts", "90", "--attempts-without", "60"]
    parts = [
        Outcome("a", True, attempts=40, successes=1, tries=160, expected=1.25, variance=1.0),
        Outcome("a", True, attempts=60, successes=2, tries=240, expected=1.75, variance=2.0),
        AbortOutcome(rounds=9, ended=4, shown=4, counted=4, alarms=1, most=3),
        AbortOutcome(rounds=7, ended=2, shown=2, counted=2, most=0),
    ]
    record.write_bytes(b"".join(msgspec.json.encode(part) + b"\n" for part in parts))
    (outcome,), (aborts,) = chosen_draws.read_parts(record)
    assert (outcome.attempts, outcome.successes, outcome.expected, outcome.variance) == (100, 3, 3.0, 3.0)
    assert (aborts.rounds, aborts.ended, aborts.most) == (16, 6, 3)
    for seed in ("1", "2"):
        assert chosen_draws.main([*few, "--seed", seed, "--record", str(record)]) == 0
    capsys.readouterr()
    assert chosen_draws.main(["--sum", str(record)]) == 0
    assert "182 attempts with a beacon" in capsys.readouterr().out


@pytest.mark.parametrize("with_beacon", [False, True])
def test_the_same_attack_at_a_table_of_the_database(
    tmp_path: Path, db: None, monkeypatch: pytest.MonkeyPatch, *, with_beacon: bool
) -> None:
    """The owner of the croupier gives the last share at a real table, four rounds long."""
    values = TableBeacon() if with_beacon else None
    sheet = {"zero_option": "lose-all", **(SHEET if with_beacon else {})}
    table = LiveTable(tmp_path, table_open(sheet=sheet))
    (ana,) = players_with(1_000_000, 1)

    def give_shares(steps: AutomaticSteps, round_id: int) -> dict[int, str]:
        live = table.live
        seed = steps.opened(live.next_round, round_id)
        for number in range(2_000):
            share = f"{number:032x}"
            key = generator.key(seed, table.table.pk, live.next_round, {live.players[ana.pk]: share})
            if WHEELS["37"][generator.Draw(key).below(37)] == TARGET:
                break
        return {ana.pk: share}

    monkeypatch.setattr(AutomaticSteps, "shares", give_shares)
    table.sit([ana])
    for _ in range(4):
        table.until("bets-opened")
        table.send((ana, bet(table.round, {"straight:17": 100})))
        table.step()
        if values is not None:
            values.publish_for(table)
        finish_round(table)
    rounds = Round.objects.filter(table=table.table, status="ended").select_related("table")
    assert len(rounds) == 4
    assert all(
        verify_round("american-roulette", stored_proof(game_round) or {}).good for game_round in rounds
    )
    outcomes = {game_round.outcome for game_round in rounds}
    # Four honest rounds give the same number four times once in fifty thousand such tests.
    assert outcomes != {TARGET} if with_beacon else outcomes == {TARGET}
