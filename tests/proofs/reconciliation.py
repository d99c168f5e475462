"""Measure the three-way match: how many planted faults it finds, with which reason, and how many it imagines.

    python -m tests.proofs.reconciliation --lines 10000 --faults 100

writes a statement and a settlement file with the faults, reads them, matches them with the ledger, and prints
what was found by kind. It fails if one fault is missed, has another reason, or if anything else is reported.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from tests.proofs.planted_settlements import KINDS, Books, make_books, settlement_csv, statement_xml

# The reasons that say what was planted.
REASONS: dict[str, tuple[str, ...]] = {
    "missing": ("missing-at-bank", "missing-at-provider", "missing-in-ledger"),
    "doubled": ("doubled",),
    "amount": ("amount",),
    "sign": ("sign",),
    "date": ("midnight", "month-end"),
    "fee netted": ("fee-netted",),
    "currency": ("currency",),
    "wrong reference": ("wrong-reference",),
    "chargeback": ("chargeback",),
    "split": ("split",),
    "merged": ("merged",),
    "late": ("late",),
}


class Result(Struct):
    books: Books
    found: Counter[str]
    missed: list[str]
    false: list[str]
    seconds: float

    @property
    def is_complete(self) -> bool:
        return not self.missed and not self.false and sum(self.found.values()) == len(self.books.planted) > 0

    def report_lines(self) -> Iterator[str]:
        planted = Counter(fault.kind for fault in self.books.planted)
        yield f"{self.books.lines} lines in {self.seconds:.1f} s"
        for kind in KINDS:
            yield f"{kind:<18}{self.found[kind]:>4} of {planted[kind]}"
        yield f"{'found':<18}{sum(self.found.values()):>4} of {len(self.books.planted)}"
        yield f"{'false':<18}{len(self.false):>4}"
        yield from (f"missed: {line}" for line in self.missed)
        yield from (f"false: {line}" for line in self.false)


def measure(*, lines: int, faults: int, seed: str) -> Result:
    """Reads the files as the house reads them; the generator knows neither reader nor match."""
    from players.wallet.bank.business_days import next_business_day
    from players.wallet.bank.camt import read_statements
    from players.wallet.bank.matching import (
        BankLine,
        Group,
        Horizon,
        LedgerLine,
        ProviderLine,
        Reason,
        match,
    )
    from players.wallet.bank.settlement import read_settlement

    books = make_books(lines=lines, faults=faults, seed=seed)
    statement, settlement = statement_xml(books), settlement_csv(books)
    started = time.monotonic()
    (read,) = read_statements(statement)
    rows = read_settlement(settlement)
    assert (len(read.lines), len(rows)) == (len(books.bank), len(books.provider))
    groups = match(
        [BankLine(line.position, line.booked, line.cents, line.reference) for line in read.lines],
        [
            ProviderLine(
                row.position, row.day, row.cents, row.fee, row.reference, row.kind, row.batch, row.currency
            )
            for row in rows
        ],
        [
            LedgerLine(str(n), row.day, row.cents, row.reference, row.kind)
            for n, row in enumerate(books.ledger)
        ],
        Horizon(bank=books.last, provider=books.last, due=next_business_day),
    )
    seconds = time.monotonic() - started

    def references(group: Group) -> set[str]:
        named = {line.reference for side in (group.bank, group.provider, group.ledger) for line in side}
        whole_batch = len(group.provider) > 1 or not group.ledger
        return named | ({line.batch for line in group.provider} if whole_batch and group.bank else set())

    reported = [group for group in groups if group.reason is not Reason.AGREES]
    found: Counter[str] = Counter()
    missed = []
    for fault in books.planted:
        about = [group for group in reported if fault.reference in references(group)]
        if len(about) == 1 and about[0].reason in REASONS[fault.kind]:
            found[fault.kind] += 1
            reported.remove(about[0])
        else:
            missed.append(f"{fault.kind} {fault.reference}: {[str(group.reason) for group in about]}")
    false = [f"{group.reason} {sorted(references(group))[:3]}" for group in reported]
    return Result(books, found, missed, false, seconds)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--lines", type=int, default=10_000)
    parser.add_argument("--faults", type=int, default=100)
    parser.add_argument("--seed", default="bank")
    options = parser.parse_args()
    result = measure(lines=options.lines, faults=options.faults, seed=options.seed)
    print("\n".join(result.report_lines()))
    return 0 if result.is_complete else 1


if __name__ == "__main__":
    sys.exit(main())
