"""The simulator of money laundering: people do what their label says, and no money comes from nowhere."""

from __future__ import annotations

import pytest

from casino.compliance.monitoring.rules import Rule, read_rule, shipped_rules
from tests.proofs.laundering.__main__ import lived, main, measure, simulated
from tests.proofs.laundering.honest_people import KINDS
from tests.proofs.laundering.life import TOLD, Life, as_events
from tests.proofs.laundering.typologies import TYPOLOGIES
from tests.proofs.rates import at_most, upper_bound

# It stands in for a rule of the house: many deposits.
MANY_DEPOSITS = """
name = "many-deposits"
kind = "laundering"
answers = "a test"
condition = "deposits >= 12"
quiet = "14 days"
title = {pt = "Depósitos", en = "Deposits"}
why = {pt = "Muitos depósitos.", en = "Many deposits."}
sentence = {pt = "%(deposits)s depósitos.", en = "%(deposits)s deposits."}
[windows.deposits]
watches = ["deposit"]
adds = "events"
over = "30 days"
"""


def moved(life: Life, kind: str) -> int:
    return sum(row.cents for row in life.rows if row.kind == kind)


@pytest.mark.parametrize("kind", [*KINDS, *TYPOLOGIES])
def test_nobody_takes_out_what_was_neither_deposited_nor_won(kind: str) -> None:
    for number in range(1, 6):
        life = lived(number, "test", "" if kind in KINDS else kind, kind)
        lost = sum(row.lost for row in life.rows if row.kind == "round")
        assert moved(life, "deposit") - lost - moved(life, "withdrawal") == life.balance >= 0
        assert moved(life, "deposit")
        events = list(as_events(life.rows))
        assert [event.at for event in events] == sorted(event.at for event in events)
        assert {event.kind for event in events} <= TOLD


def test_a_fresh_seed_gives_other_people_and_the_same_seed_the_same() -> None:
    one, again, other = (
        [life.rows for life in simulated(seed, 5, 1)] for seed in ("seed", "seed", "another seed")
    )
    assert one == again != other


def test_a_rule_is_judged_by_typology_and_by_the_bound_of_honest_people() -> None:
    rules: dict[str, Rule] = {"many-deposits": read_rule(MANY_DEPOSITS)}
    score = measure(rules, "test", 40, 4)
    assert score.honest == 40
    assert score.found["velocity"] and score.rules["velocity", "many-deposits"] == score.found["velocity"]
    assert "in-and-out" in score.missed and not score.is_good


def test_without_rules_the_measurement_fails_and_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = {name: text for name, text in shipped_rules().items() if 'kind = "care"' in text}
    monkeypatch.setattr("tests.proofs.laundering.__main__.shipped_rules", lambda: kept)
    assert main(["--honest", "5", "--launderers", "1"]) == 1
    assert "no rule" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("found", "of", "bound"), [(0, 5000, 0.000599), (16, 5000, 0.004856), (1, 1, 1.0), (5, 10, 0.7776)]
)
def test_the_upper_bound_is_that_of_clopper_and_pearson(found: int, of: int, bound: float) -> None:
    assert upper_bound(found, of) == pytest.approx(bound, abs=5e-5)
    assert found == of or at_most(found, of, upper_bound(found, of)) == pytest.approx(0.05, abs=1e-6)
