"""Measure who is stopped at the registration: blocked people who come back in disguise, and other people.

    python -m tests.proofs.returning
    python -m tests.proofs.returning --seed 1f3a --blocked 1000 --ordinary 10000 --relatives 50 --show 10

Without --seed it draws one and says it. Tax number and document are different in half of the disguises. Some
of the other people live with somebody who was blocked, bear a surname of theirs and share the network; half
of them share the device, and half the telephone.
"""

from __future__ import annotations

import argparse
import os
import random
import secrets
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

from msgspec import Struct

STOPPED, OTHERS = 0.95, 0.001  # of those who come back at least; of other people at most


class Figures(Struct):
    of_kind: Counter[str]
    stopped: Counter[str]
    returned: int
    returned_stopped: int
    others: int
    others_stopped: int

    @property
    def is_good(self) -> bool:
        is_found = self.returned_stopped >= STOPPED * self.returned > 0
        return is_found and 0 < self.others >= self.others_stopped / OTHERS


class Base:
    """Blocked people, found by their keys as the house finds them."""

    def __init__(self, people: Sequence[Registrant]) -> None:
        self.people = people
        self.by_key: dict[str, list[int]] = defaultdict(list)
        self.by_mark: dict[str, list[int]] = defaultdict(list)
        for number, person in enumerate(people):
            for key in keys_of(person):
                self.by_key[key].append(number)
            for mark in person.papers | person.accounts:
                self.by_mark[mark].append(number)

    def resembling(self, person: Registrant) -> dict[int, Resembling]:
        found = {number for key in keys_asked(person) for number in self.by_key.get(key, ())}
        found |= {n for mark in person.papers | person.accounts for n in self.by_mark.get(mark, ())}
        compared = {number: compare(person, self.people[number]) for number in found}
        return {number: likeness for number, likeness in compared.items() if likeness.bits >= ENOUGH}


def registered(typed: people.Registrant, number: int) -> Registrant:
    """As the house keeps what was typed."""
    documents = DocumentData(
        nationality="PT",
        document_kind=typed.document_kind,
        document_country="PT",
        document_number=typed.document_number,
        nif=typed.nif,
    )
    return Registrant(
        player=number,
        name=typed.name,
        birth=typed.birth,
        email=typed.email,
        address=typed.address,
        postcode=typed.postcode,
        telephone=typed.telephone,
        papers=frozenset(marks_of(documents)),
        accounts=frozenset({search_mark("iban", typed.iban)}),
        devices=frozenset({typed.device}),
    )


def measure(seed: str, blocked: int, ordinary: int, relatives: int, show: int = 0) -> Figures:
    chance = random.Random(seed)
    typed = [people.registrant(chance) for _ in range(blocked)]
    base = Base([registered(person, number) for number, person in enumerate(typed)])
    figures = Figures(Counter(), Counter(), blocked, 0, ordinary, 0)
    for number, person in enumerate(typed):
        has_other_papers = number % 2 == 0
        changed, kind = people.disguise(chance, person, other_papers=has_other_papers)
        is_stopped = number in base.resembling(registered(changed, -1))
        for label in (kind, "other papers" if has_other_papers else "same tax number"):
            figures.of_kind[label] += 1
            figures.stopped[label] += is_stopped
        figures.returned_stopped += is_stopped
        if not is_stopped and show > 0:
            show -= 1
            print(f"  missed: {person.name!r} {person.birth} came back as {changed.name!r} {changed.birth}")
    taken = {people.plain_box(person.email) for person in typed}
    others = [people.registrant(chance, taken) for _ in range(ordinary - relatives)]
    others += [people.relative(chance, chance.choice(typed), taken) for _ in range(relatives)]
    for other in others:
        if found := base.resembling(registered(other, -1)):
            figures.others_stopped += 1
            number, likeness = max(found.items(), key=lambda pair: pair[1].bits)
            if show > 0:
                show -= 1
                print(f"  stopped: {other.name!r} {other.birth} for {typed[number].name!r}: {likeness}")
    return figures


def lines(figures: Figures, seed: str) -> Iterable[str]:
    for label, number in sorted(figures.of_kind.items()):
        stopped = figures.stopped[label]
        yield f"{label:26} {stopped:5} of {number:5}  {100 * stopped / number:6.2f} %"
    yield (
        f"{'good' if figures.is_good else 'BAD'}: {100 * figures.returned_stopped / figures.returned:.2f} % "
        f"of {figures.returned} who come back stopped (at least {100 * STOPPED:g} %), "
        f"{figures.others_stopped} of {figures.others} other people (at most {100 * OTHERS:g} %), seed {seed}"
    )


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", default="")
    parser.add_argument("--blocked", type=int, default=1000)
    parser.add_argument("--ordinary", type=int, default=10_000)
    parser.add_argument(
        "--relatives", type=int, default=50, help="so many of them live with a blocked person"
    )
    parser.add_argument("--show", type=int, default=0, help="print so many of the faults")
    asked = parser.parse_args(arguments)
    seed = asked.seed or secrets.token_hex(4)
    figures = measure(seed, asked.blocked, asked.ordinary, asked.relatives, asked.show)
    print("\n".join(lines(figures, seed)))
    return 0 if figures.is_good else 1


if __name__ == "__main__":
    import django

    from casino.services.folder import Folder

    place = tempfile.TemporaryDirectory(prefix="feltro-returning-")
    folder = Folder(Path(place.name))
    folder.make()
    # The digests of what is compared follow from a key of the house.
    os.environ.update(HOUSE_PURE="1", SECRET_KEY="of the proof", PERSON_KEYS_FILE=str(folder.person_keys()))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    django.setup()

from casino.compliance.returning.resembling import (  # noqa: E402
    ENOUGH,
    Registrant,
    Resembling,
    compare,
    keys_asked,
    keys_of,
)
from players.identity.sign_in.extensions import DocumentData  # noqa: E402
from players.identity.verification.search_marks import search_mark  # noqa: E402
from players.protection.document_marks import marks_of  # noqa: E402
from tests.proofs import returning_people as people  # noqa: E402

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
