"""The match of bank, provider and ledger. It is pure: three lists go in, groups of lines come out.

A payment has a reference that all three know. The provider pays many payments to the bank at once, as a
batch, or one by one. So two questions are asked: does each payment stand with the provider as in the
ledger, and does the bank have what the provider says that it paid? A payment that is settled on its own
answers both at once.

What agrees is matched. A difference with one simple explanation is proposed, and a person confirms it.
Everything else is open, and a person decides. What may still come in time waits.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from datetime import date, timedelta
from enum import StrEnum
from hashlib import sha256
from itertools import combinations

from msgspec import Struct
from msgspec.structs import replace

from players.wallet.bank.settlement import PaymentKind

EUR = "EUR"
MOST_MERGED = 3  # payments that a bank may have booked as one
MOST_CANDIDATES = 60  # beyond these, sums agree by accident and nothing is proposed


class BankLine(Struct, frozen=True):
    id: int
    day: date
    cents: int
    reference: str
    currency: str = EUR


class ProviderLine(Struct, frozen=True):
    id: int
    day: date
    cents: int
    fee: int
    reference: str
    kind: str
    batch: str = ""
    currency: str = EUR


class LedgerLine(Struct, frozen=True):
    id: str
    day: date
    cents: int
    reference: str
    kind: str


class Reason(StrEnum):
    """Why a group of lines is what it is."""

    AGREES = "agrees"
    WAITS = "waits"
    # Proposed.
    MIDNIGHT = "midnight"
    MONTH_END = "month-end"
    LATE = "late"
    FEE_NETTED = "fee-netted"
    SPLIT = "split"
    MERGED = "merged"
    WRONG_REFERENCE = "wrong-reference"
    # Open.
    MISSING_AT_BANK = "missing-at-bank"
    MISSING_AT_PROVIDER = "missing-at-provider"
    MISSING_IN_LEDGER = "missing-in-ledger"
    UNKNOWN_TO_PROVIDER = "unknown-to-provider"
    DOUBLED = "doubled"
    AMOUNT = "amount"
    SIGN = "sign"
    CURRENCY = "currency"
    CHARGEBACK = "chargeback"


PROPOSED = (
    Reason.MIDNIGHT, Reason.MONTH_END, Reason.LATE, Reason.FEE_NETTED, Reason.SPLIT, Reason.MERGED,
    Reason.WRONG_REFERENCE,
)  # fmt: skip
MISSING = (Reason.MISSING_AT_BANK, Reason.MISSING_AT_PROVIDER, Reason.MISSING_IN_LEDGER)


class Group(Struct, frozen=True):
    """Lines that belong together, and the reason why they agree or do not."""

    reason: Reason
    bank: tuple[BankLine, ...] = ()
    provider: tuple[ProviderLine, ...] = ()
    ledger: tuple[LedgerLine, ...] = ()

    @property
    def day(self) -> date:
        """The day that it belongs to: the first of provider and ledger, or the bank's if it stands alone."""
        days = [line.day for line in self.provider] + [line.day for line in self.ledger]
        return min(days or [line.day for line in self.bank])

    @property
    def key(self) -> str:
        """The same reason and lines have the same key, in any order."""
        sides = (self.bank, self.provider, self.ledger)
        text = "|".join(",".join(sorted(str(line.id) for line in side)) for side in sides)
        return sha256(f"{self.reason}|{text}".encode()).hexdigest()[:40]

    @property
    def cents(self) -> int:
        """How much money the decision is about."""
        sides = (self.bank, self.provider, self.ledger)
        return max(abs(sum(line.cents for line in side)) for side in sides)


class Horizon(Struct, frozen=True):
    """Up to which day bank and provider have reported. What they may still report is not missing."""

    bank: date
    provider: date
    # The last day on which the bank must have booked what the provider paid on a day.
    due: Callable[[date], date]


def match(
    bank: Iterable[BankLine],
    provider: Iterable[ProviderLine],
    ledger: Iterable[LedgerLine],
    horizon: Horizon,
) -> list[Group]:
    """Every line of the three lists, in exactly one group for each of the two questions that concern it."""
    payments = _payments(provider, ledger)
    at_bank: dict[str, list[BankLine]] = defaultdict(list)
    for line in bank:
        at_bank[line.reference].append(line)
    batches: dict[str, list[Group]] = defaultdict(list)
    groups: list[Group] = []
    for (reference, _kind), payment in payments.items():
        batch = next((line.batch for line in payment.provider if line.batch), "")
        if batch:
            group = replace(payment, reason=_payment_reason(payment, horizon))
            batches[batch].append(group)
        else:
            alone = replace(payment, bank=tuple(at_bank.pop(reference, [])))
            group = replace(alone, reason=_settled_alone(alone, horizon))
        groups.append(group)
    groups += [
        _judge_batch(tuple(at_bank.pop(batch, [])), parts, horizon) for batch, parts in batches.items()
    ]
    unknown = [
        Group(Reason.UNKNOWN_TO_PROVIDER, bank=(line,)) for lines in at_bank.values() for line in lines
    ]
    return _explain(groups + unknown, horizon)


def _payments(provider: Iterable[ProviderLine], ledger: Iterable[LedgerLine]) -> dict[tuple[str, str], Group]:
    sides: dict[tuple[str, str], tuple[list[ProviderLine], list[LedgerLine]]] = defaultdict(lambda: ([], []))
    for line in provider:
        sides[line.reference, line.kind][0].append(line)
    for entry in ledger:
        sides[entry.reference, entry.kind][1].append(entry)
    return {
        key: Group(Reason.AGREES, provider=tuple(paid), ledger=tuple(booked))
        for key, (paid, booked) in sides.items()
    }


def _payment_reason(group: Group, horizon: Horizon) -> Reason:
    """Whether a payment stands with the provider as in the ledger."""
    provider, ledger = group.provider, group.ledger
    if any(line.currency != EUR for line in provider):
        return Reason.CURRENCY
    if not ledger:
        is_chargeback = provider[0].kind == PaymentKind.CHARGEBACK
        return Reason.CHARGEBACK if is_chargeback else Reason.MISSING_IN_LEDGER
    if not provider:
        return Reason.WAITS if horizon.provider <= ledger[0].day else Reason.MISSING_AT_PROVIDER
    if len(provider) > 1 or len(ledger) > 1:
        return Reason.DOUBLED
    return _cents_reason(provider[0].cents, ledger[0].cents) or _day_reason(ledger[0].day, provider[0].day)


def _cents_reason(said: int, expected: int) -> Reason | None:
    if said == expected:
        return None
    return Reason.SIGN if said == -expected else Reason.AMOUNT


def _day_reason(expected: date, found: date) -> Reason:
    if expected == found:
        return Reason.AGREES
    if abs(found - expected) > timedelta(days=1):
        return Reason.LATE
    return Reason.MIDNIGHT if expected.month == found.month else Reason.MONTH_END


def _settled_alone(group: Group, horizon: Horizon) -> Reason:
    """A payment without a batch. The first thing that differs says what it is."""
    reason = _payment_reason(group, horizon)
    if not group.provider:
        # The bank has it: that the provider does not say so needs no further day.
        return Reason.MISSING_AT_PROVIDER if group.bank else reason
    if reason not in (Reason.AGREES, Reason.MIDNIGHT, Reason.MONTH_END, Reason.LATE):
        return reason
    at_bank = _bank_reason(group.bank, group.provider, [_total(group.provider)], horizon)
    return reason if at_bank is Reason.AGREES else at_bank


def _judge_batch(bank: tuple[BankLine, ...], parts: Sequence[Group], horizon: Horizon) -> Group:
    """The bank's side of a batch. Where a payment differs, the bank may agree with the ledger about it."""
    provider = tuple(line for part in parts for line in part.provider)
    booked = sum(line.cents for part in parts for line in part.ledger)
    return Group(
        _bank_reason(bank, provider, [_total(provider), booked], horizon), bank=bank, provider=provider
    )


def _total(provider: Iterable[ProviderLine]) -> int:
    return sum(line.cents for line in provider if line.currency == EUR)


def _bank_reason(
    bank: Sequence[BankLine], provider: Sequence[ProviderLine], totals: Sequence[int], horizon: Horizon
) -> Reason:
    """Whether the bank has booked one of these totals, once and in time."""
    day = max(line.day for line in provider)
    if not bank:
        return Reason.WAITS if horizon.bank < horizon.due(day) else Reason.MISSING_AT_BANK
    if any(line.currency != EUR for line in bank):
        return Reason.CURRENCY
    if len(bank) > 1:
        return _several(bank, totals)
    cents, fees = bank[0].cents, sum(line.fee for line in provider)
    if cents not in totals:
        if fees and cents + fees in totals:
            return Reason.FEE_NETTED
        return Reason.SIGN if -cents in totals else Reason.AMOUNT
    if bank[0].day > horizon.due(day):
        return Reason.LATE
    return Reason.AGREES if bank[0].day >= day else _day_reason(day, bank[0].day)


def _several(bank: Sequence[BankLine], totals: Sequence[int]) -> Reason:
    if sum(line.cents for line in bank) in totals:
        return Reason.SPLIT
    return Reason.DOUBLED if all(line.cents in totals for line in bank) else Reason.AMOUNT


def _explain(groups: list[Group], horizon: Horizon) -> list[Group]:
    """Puts together what is missing on one side and too much on another, where only one explanation fits."""
    for find in (_same_payment, _lost_payment, _wrong_reference, _merged):
        found = find(groups, horizon)
        members = {id(group) for _reason, joined in found for group in joined}
        groups = [group for group in groups if id(group) not in members]
        groups += [_join(reason, joined) for reason, joined in found]
    return groups


Joined = tuple[Reason, list[Group]]


def _join(reason: Reason, groups: Iterable[Group]) -> Group:
    members = list(groups)
    return Group(
        reason,
        bank=tuple(line for group in members for line in group.bank),
        provider=tuple(line for group in members for line in group.provider),
        ledger=tuple(line for group in members for line in group.ledger),
    )


def _pairs(
    first: Sequence[tuple[int, Group]],
    second: Sequence[tuple[int, Group]],
    fits: Callable[[Group, Group], bool],
) -> list[tuple[Group, Group]]:
    """Pairs of the same amount in which each is the only one that fits the other."""
    by_cents: dict[int, list[Group]] = defaultdict(list)
    for cents, group in second:
        by_cents[cents].append(group)
    partners = [
        [(one, other) for other in by_cents[cents][:MOST_CANDIDATES] if fits(one, other)]
        for cents, one in first
    ]
    claimed = Counter(id(other) for found in partners for _one, other in found)
    return [found[0] for found in partners if len(found) == 1 and claimed[id(found[0][1])] == 1]


def _same_payment(groups: Sequence[Group], horizon: Horizon) -> list[Joined]:
    """The provider names a payment otherwise than the ledger."""

    def fits(paid: Group, booked: Group) -> bool:
        one, other = paid.provider[0], booked.ledger[0]
        return one.kind == other.kind and abs(one.day - other.day) <= timedelta(days=1)

    paid = [
        (group.provider[0].cents, group)
        for group in groups
        if group.reason is Reason.MISSING_IN_LEDGER and len(group.provider) == 1
    ]
    booked = [(group.ledger[0].cents, group) for group in groups if not group.provider and group.ledger]
    return [(Reason.WRONG_REFERENCE, list(pair)) for pair in _pairs(paid, booked, fits)]


def _lost_payment(groups: Sequence[Group], horizon: Horizon) -> list[Joined]:
    """The bank has a batch with a payment that the provider forgot to name."""

    def fits(batch: Group, booked: Group) -> bool:
        return abs(batch.day - booked.day) <= timedelta(days=1)

    batches = [
        (group.bank[0].cents - _total(group.provider), group)
        for group in groups
        if group.reason is Reason.AMOUNT and len(group.bank) == 1 and group.provider and not group.ledger
    ]
    booked = [(group.ledger[0].cents, group) for group in groups if not group.provider and group.ledger]
    return [(Reason.MISSING_AT_PROVIDER, list(pair)) for pair in _pairs(batches, booked, fits)]


def _wrong_reference(groups: Sequence[Group], horizon: Horizon) -> list[Joined]:
    """The bank names a payment or batch otherwise than the provider."""

    def fits(booked: Group, missing: Group) -> bool:
        return missing.day <= booked.bank[0].day <= horizon.due(missing.day)

    missing = [(_total(group.provider), group) for group in groups if _lacks_bank(group)]
    unknown = [(group.bank[0].cents, group) for group in groups if group.reason is Reason.UNKNOWN_TO_PROVIDER]
    return [(Reason.WRONG_REFERENCE, list(pair)) for pair in _pairs(unknown, missing, fits)]


def _lacks_bank(group: Group) -> bool:
    """Whether the bank has not booked what the provider says that it paid."""
    return bool(group.provider) and not group.bank and group.reason in (Reason.MISSING_AT_BANK, Reason.WAITS)


def _merged(groups: Sequence[Group], horizon: Horizon) -> list[Joined]:
    """The bank booked several payments or batches of a day as one."""
    found: list[Joined] = []
    taken: set[int] = set()
    missing = [group for group in groups if _lacks_bank(group)]
    for group in groups:
        if group.reason not in (Reason.AMOUNT, Reason.UNKNOWN_TO_PROVIDER) or len(group.bank) != 1:
            continue
        line = group.bank[0]
        rest = line.cents - _total(group.provider)
        near = [
            other
            for other in missing
            if id(other) not in taken and other.day <= line.day <= horizon.due(other.day)
        ]
        if len(near) > MOST_CANDIDATES:
            continue
        least = 1 if group.provider else 2
        ways = [
            chosen
            for size in range(least, MOST_MERGED + 1)
            for chosen in combinations(near, size)
            if sum(_total(other.provider) for other in chosen) == rest
        ]
        if len(ways) == 1:
            taken |= {id(other) for other in ways[0]}
            found.append((Reason.MERGED, [group, *ways[0]]))
    return found
