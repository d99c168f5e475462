"""Measure the screening of names: who is found in disguise, who is suspected wrongly, and how long it takes.

    python -m tests.proofs.screening --seed fresh --listed 20000 --planted 1000 --ordinary 10000
    python -m tests.proofs.screening --people 100000 --listed 100000
    python -m tests.proofs.screening --people 20000 --listed 20000

The last two say how long a whole run and one registration take. A run is of one process and one thread, so
what it uses of the processor is how long it takes on a machine that does nothing else; that is judged. The
clock stands beside it. A smaller run is scaled by people times entries, because so many pairs are judged.

Without --seed it draws one and says it.
"""

from __future__ import annotations

import argparse
import random
import secrets
import sys
import time
from collections import Counter

from casino.compliance.screening.comparing import Listed, Subject
from casino.compliance.screening.likeness import Likeness
from casino.compliance.screening.matching import Index
from tests.proofs.listed_people import PORTUGUESE, Person, birth_date, disguises, listed_person

RECALL, SUSPECTED = 0.98, 2.0  # of planted people at least; of 1,000 ordinary ones at most
WHOLE = 100_000  # people, and entries
LONGEST_RUN = 600  # seconds of the processor
LONGEST_REGISTRATION = 0.05  # seconds of the processor, of 95 in a hundred
REGISTRATIONS = 500
BATCH = 2000  # people who are compared and stored together (`running.BATCH`)


def ordinary(chance: random.Random, number: int) -> list[Subject]:
    return [Subject(key, PORTUGUESE.name(chance), birth_date(chance)) for key in range(number)]


def listed(people: list[Person]) -> list[Listed]:
    return [Listed(key, person.listed_names, person.listed_births) for key, person in enumerate(people)]


def measure_recall(index: Index, people: list[Person], chance: random.Random, show: int) -> float:
    disguised = [disguises(chance, person) for person in people]
    subjects = [
        Subject(key, name, person.birth)
        for key, ((name, _), person) in enumerate(zip(disguised, people, strict=True))
    ]
    found = {(key, likeness.entry) for key, likeness in index.matches(subjects)}
    seen: Counter[str] = Counter()
    of_kind: Counter[str] = Counter()
    for key, ((name, kind), person) in enumerate(zip(disguised, people, strict=True)):
        for label in (kind, person.culture):
            of_kind[label] += 1
            seen[label] += (key, key) in found
        if (key, key) not in found and show > 0:
            show -= 1
            print(
                f"  missed: {name!r} ({kind}, {person.birth}) is {person.listed_names} {person.listed_births}"
            )
    for label in sorted(of_kind):
        print(
            f"{label:32} {seen[label]:6} of {of_kind[label]:6}  {100 * seen[label] / of_kind[label]:6.2f} %"
        )
    return sum((key, key) in found for key in range(len(people))) / len(people)


def measure_hits(index: Index, number: int, chance: random.Random, show: int) -> float:
    people = ordinary(chance, number)
    found: dict[int, Likeness] = {}
    for key, likeness in index.matches(people):
        found.setdefault(key, likeness)
    for key, likeness in list(found.items())[:show]:
        print(f"  suspected: {people[key].name!r} {people[key].birth}: {likeness}")
    return len(found) / number


def measure_run(index: Index, entries: int, number: int, chance: random.Random) -> bool:
    """Whether everybody is compared with everything in time: a batch at once, as a daily run does."""
    subjects = ordinary(chance, number)
    began, processor = time.perf_counter(), time.process_time()
    hits = sum(len(list(index.matches(subjects[at : at + BATCH]))) for at in range(0, number, BATCH))
    seconds, used = time.perf_counter() - began, time.process_time() - processor
    whole = used * (WHOLE / number) * (WHOLE / entries)
    print(
        f"{number} people against {entries} entries: {seconds:.1f} s, {used:.1f} s of the processor, "
        f"{hits} matches; {WHOLE} against {WHOLE} "
        f"{'took' if number == entries == WHOLE else 'would take'} {whole:.0f} s of it "
        f"(at most {LONGEST_RUN} s)"
    )
    return whole <= LONGEST_RUN


def measure_registrations(index: Index, chance: random.Random) -> bool:
    """Whether one new person is compared with everything in time: alone, against lists that are in memory."""
    took = []
    for subject in ordinary(chance, REGISTRATIONS):
        began = time.process_time()
        list(index.matches([subject]))
        took.append(time.process_time() - began)
    took.sort()
    median, p95 = took[len(took) // 2], took[len(took) * 95 // 100]
    print(
        f"one registration: median {1000 * median:.1f} ms, p95 {1000 * p95:.1f} ms, slowest "
        f"{1000 * took[-1]:.1f} ms of the processor, of {len(took)} (p95 at most "
        f"{1000 * LONGEST_REGISTRATION:.0f} ms)"
    )
    return p95 <= LONGEST_REGISTRATION


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", default="")
    parser.add_argument("--listed", type=int, default=20_000)
    parser.add_argument("--planted", type=int, default=1000)
    parser.add_argument("--ordinary", type=int, default=10_000)
    parser.add_argument("--people", type=int, default=0, help="measure the time of a whole run over so many")
    parser.add_argument("--show", type=int, default=0, help="print so many of the faults")
    asked = parser.parse_args(arguments)
    seed = asked.seed or secrets.token_hex(4)
    chance = random.Random(seed)
    people = [listed_person(chance) for _ in range(asked.listed)]
    began = time.process_time()
    index = Index(listed(people))
    print(
        f"{len(index.forms)} names of {asked.listed} entries prepared in {time.process_time() - began:.1f} s "
        "of the processor"
    )
    if asked.people:
        # Alone first: afterwards every word of the whole run is known.
        is_quick = measure_registrations(index, chance)
        is_in_time = measure_run(index, asked.listed, asked.people, chance)
        print(f"{'good' if is_quick and is_in_time else 'BAD'}, seed {seed}")
        return int(not (is_quick and is_in_time))
    recall = measure_recall(index, people[: asked.planted], chance, asked.show)
    suspected = 1000 * measure_hits(index, asked.ordinary, chance, asked.show)
    good = recall >= RECALL and suspected <= SUSPECTED
    print(
        f"{'good' if good else 'BAD'}: {100 * recall:.2f} % of {asked.planted} disguised people found "
        f"(at least {100 * RECALL:g} %), {suspected:.2f} of 1,000 ordinary people suspected "
        f"(at most {SUSPECTED:g}), seed {seed}"
    )
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
