"""Measure the rules against money laundering: who is found by typology, and how many honest people are
flagged.

    python -m tests.proofs.laundering
    python -m tests.proofs.laundering --seed 1f3a --honest 5000 --launderers 60 --show 5

Without --seed it draws one and says it. It judges the shipped rules of the kind `laundering`.
"""

from __future__ import annotations

import argparse
import random
import secrets
import sys
import time
from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from casino.compliance.monitoring.fold import Event, Machine
from casino.compliance.monitoring.rules import Rule, read_rule, shipped_rules
from tests.proofs.laundering.honest_people import KINDS, kind_of
from tests.proofs.laundering.life import DAYS, TOLD, Life, as_events, moment
from tests.proofs.laundering.typologies import TYPOLOGIES
from tests.proofs.rates import upper_bound

RECALL, FLAGGED = 0.95, 0.005  # of each typology at least; the upper bound of honest people at most


class Score(Struct):
    """By typology and by kind of honest people: how many there are, and whom a rule flagged."""

    people: Counter[str]
    found: Counter[str]
    rules: Counter[tuple[str, str]]  # by whom and by which rule

    @property
    def honest(self) -> int:
        return sum(self.people[kind] for kind in KINDS)

    @property
    def flagged(self) -> int:
        return sum(self.found[kind] for kind in KINDS)

    @property
    def bound(self) -> float:
        return upper_bound(self.flagged, self.honest)

    @property
    def missed(self) -> list[str]:
        return [name for name in TYPOLOGIES if self.found[name] < RECALL * self.people[name]]

    @property
    def is_good(self) -> bool:
        return not self.missed and self.bound <= FLAGGED

    def lines(self) -> Iterator[str]:
        for name, (_, sources) in TYPOLOGIES.items():
            yield self.line(name) + "; ".join(str(source) for source in sources)
        for kind in KINDS:
            yield self.line(kind)
        yield (
            f"{self.flagged} of {self.honest} honest people flagged, upper 95 % bound "
            f"{100 * self.bound:.2f} % (at most {100 * FLAGGED:g} %)"
        )

    def line(self, name: str) -> str:
        found, people = self.found[name], self.people[name]
        share = f"{100 * found / people:6.2f} %" if people else "  none  "
        rules = ", ".join(f"{rule} {n}" for (who, rule), n in sorted(self.rules.items()) if who == name)
        return f"{name:16} {found:5} of {people:5}  {share}  [{rules}]  "


def simulated(seed: str, honest: int, launderers: int) -> Iterator[Life]:
    """Each person has an own stream of chance, so that one more changes nobody else."""
    chance = random.Random(seed)
    number = 0
    for _ in range(honest):
        number += 1
        yield lived(number, seed, "", kind_of(chance))
    for name in TYPOLOGIES:
        for _ in range(launderers):
            number += 1
            yield lived(number, seed, name, name)


def lived(number: int, seed: str, label: str, kind: str) -> Life:
    chance = random.Random(f"{seed} {number}")
    life = Life(number, chance, label, kind)
    does = TYPOLOGIES[kind][0] if label else KINDS[kind][0]
    does(life, chance)
    return life


def laundering_rules() -> dict[str, Rule]:
    rules = {name: read_rule(source) for name, source in shipped_rules().items()}
    return {name: rule for name, rule in rules.items() if rule.kind == "laundering" and not rule.retired}


def unheard(rules: dict[str, Rule]) -> list[str]:
    """What a rule watches and the simulator never tells."""
    return sorted({event for rule in rules.values() for event in rule.events} - TOLD)


def measure(rules: dict[str, Rule], seed: str, honest: int, launderers: int, show: int = 0) -> Score:
    machines = {name: Machine(rule) for name, rule in rules.items()}
    end = moment(DAYS + 1)
    score = Score(Counter(), Counter(), Counter())
    for life in simulated(seed, honest, launderers):
        events: list[Event] = list(as_events(life.rows))
        met = {
            name: found
            for name, machine in machines.items()
            if (found := machine.fold(machine.new_state(), events, end))
        }
        score.people[life.kind] += 1
        score.found[life.kind] += bool(met)
        score.rules.update((life.kind, name) for name in met)
        if bool(met) == life.is_honest and show > 0:
            show -= 1
            said = [f"{name} {found[0].figures}" for name, found in met.items()] or ["nothing said"]
            print(f"  {life.kind} {life.number}: {'; '.join(said)}")
    return score


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", default="")
    parser.add_argument("--honest", type=int, default=5_000)
    parser.add_argument("--launderers", type=int, default=60, help="of each typology")
    parser.add_argument("--show", type=int, default=0, help="print so many of the faults")
    asked = parser.parse_args(arguments)
    seed, began = asked.seed or secrets.token_hex(4), time.perf_counter()
    rules = laundering_rules()
    if not rules:
        print("BAD: no rule. The house comes with no rule against money laundering.")
        return 1
    for event in unheard(rules):
        print(f"  A rule watches «{event}», which nobody in the simulator does.")
    score = measure(rules, seed, asked.honest, asked.launderers, asked.show)
    print("\n".join(score.lines()))
    print(
        f"{'good' if score.is_good else 'BAD'}: {len(rules)} rules, seed {seed}, "
        f"{time.perf_counter() - began:.0f} s; below {100 * RECALL:g} %: {', '.join(score.missed) or 'none'}"
    )
    return 0 if score.is_good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
