"""Days of a house, its provider and its bank, with planted faults. It imports nothing of what looks for them.

The provider settles half of the payments in batches. The bank books a batch on the next business day, and the
other payments on their day. The last days of the span lie around the end of a month.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from typing import Any
from uuid import UUID
from xml.sax.saxutils import escape

from msgspec import Struct

KINDS = (
    "missing", "doubled", "amount", "sign", "date", "fee netted", "currency", "wrong reference", "chargeback",
    "split", "merged", "late",
)  # fmt: skip
BANKED = date(2026, 11, 30)  # a Monday, and the end of a month
IBAN = "PT50000201231234567890154"
BATCH = 20


class Row(Struct):
    """A line on one of the three sides."""

    day: date
    cents: int
    reference: str
    kind: str = "payment"
    fee: int = 0
    batch: str = ""
    currency: str = "EUR"


class Planted(Struct, frozen=True):
    kind: str
    reference: str


class Books(Struct):
    bank: list[Row]
    provider: list[Row]
    ledger: list[Row]
    planted: list[Planted]
    first: date
    last: date

    @property
    def lines(self) -> int:
        return len(self.bank) + len(self.provider) + len(self.ledger)


class _Payment(Struct):
    """A payment before it is written on the three sides. A fault changes what one side says."""

    ledger: list[Row]
    provider: list[Row]
    bank: list[Row]  # empty for a payment of a batch


class _Batch(Struct):
    payments: list[_Payment]
    bank: list[Row]
    reference: str


def business_day_after(day: date) -> date:
    """None of the days of the span is a holiday of the banks."""
    following = day + timedelta(days=1)
    while following.weekday() >= 5:
        following += timedelta(days=1)
    return following


def _payments(chance: random.Random, days: list[date], count: int) -> Iterator[_Payment]:
    for _number in range(count):
        reference = UUID(int=chance.getrandbits(128)).hex
        is_payout = chance.random() < 0.25
        cents = chance.choice((1_000, 2_000, 2_500, 5_000, 10_000, chance.randrange(1_000, 200_000)))
        signed, kind = (-cents, "payout") if is_payout else (cents, "payment")
        day, fee = chance.choice(days), cents // 100
        yield _Payment(
            [Row(day, signed, reference, kind)],
            [Row(day, signed, reference, kind, fee=fee)],
            [Row(day if day.weekday() < 5 else business_day_after(day), signed, reference)],
        )


def make_books(*, lines: int, faults: int, seed: str) -> Books:
    """About so many lines. Every kind of fault is planted in turn, each in its own payment or batch."""
    chance = random.Random(seed)
    days = [BANKED + timedelta(days=offset) for offset in range(-9, 6)]
    count = round(lines / 2.52)
    payments = list(_payments(chance, days, count))
    alone = payments[: count // 2]
    batches = list(_batches(payments[count // 2 :], chance))
    planted = list(_plant(chance, alone, batches, faults))
    provider = [row for payment in payments for row in payment.provider]
    bank = [row for payment in alone for row in payment.bank] + [
        row for batch in batches for row in batch.bank
    ]
    ledger = [row for payment in payments for row in payment.ledger]
    for side in (bank, provider, ledger):
        chance.shuffle(side)
    last = max(row.day for row in (*bank, *provider, *ledger)) + timedelta(days=7)
    return Books(bank, provider, ledger, planted, days[0], last)


def _batches(payments: list[_Payment], chance: random.Random) -> Iterator[_Batch]:
    """Batches of the payments of one day. The rest of a day is a smaller batch."""
    by_day: dict[date, list[_Payment]] = {}
    for payment in payments:
        by_day.setdefault(payment.ledger[0].day, []).append(payment)
    for day, of_day in by_day.items():
        for start in range(0, len(of_day), BATCH):
            reference = f"B{day:%Y%m%d}{start // BATCH:04d}"
            members = of_day[start : start + BATCH]
            for payment in members:
                payment.bank = []
                for row in payment.provider:
                    row.batch = reference
            cents = sum(payment.provider[0].cents for payment in members)
            yield _Batch(members, [Row(business_day_after(day), cents, reference)], reference)


class _Place:
    """Where the next fault goes: payments and batches that have none yet."""

    def __init__(self, chance: random.Random, alone: list[_Payment], batches: list[_Batch]) -> None:
        self.chance, self.batches = chance, [batch for batch in batches if len(batch.payments) > 1]
        # On a Monday to Thursday, so that «the day after» is one that the bank books on.
        self.alone = [payment for payment in alone if payment.ledger[0].day.weekday() < 4]
        chance.shuffle(self.alone)
        chance.shuffle(self.batches)

    def payment(self, fits: Callable[[_Payment], bool] = lambda payment: True) -> _Payment:
        """A payment on its own, of an amount that no other fault has."""
        payment = next(payment for payment in self.alone if fits(payment))
        self.alone.remove(payment)
        odd = self.chance.randrange(10_000_000) * 7 + 200_003
        for row in (*payment.ledger, *payment.provider, *payment.bank):
            row.cents = odd if row.cents > 0 else -odd
            row.fee = odd // 100
        return payment

    def batch(self) -> _Batch:
        return self.batches.pop()

    def either(self) -> bool:
        return self.chance.random() < 0.5


def _plant(
    chance: random.Random, alone: list[_Payment], batches: list[_Batch], faults: int
) -> Iterator[Planted]:
    place = _Place(chance, alone, batches)
    for number in range(faults):
        kind = KINDS[number % len(KINDS)]
        yield Planted(kind, PLANT[kind](place, number // len(KINDS)))


def _missing(place: _Place, number: int) -> str:
    payment = place.payment()
    side = (payment.ledger, payment.provider, payment.bank)[number % 3]
    side.clear()
    if number % 6 == 4:  # neither the provider nor the bank has it
        payment.bank.clear()
    return _reference(payment)


def _reference(payment: _Payment) -> str:
    rows = payment.ledger or payment.provider or payment.bank
    return rows[0].reference


def _doubled(place: _Place, number: int) -> str:
    if number % 3 == 2:
        batch = place.batch()
        row = batch.payments[0].provider[0]
        batch.payments[0].provider.append(_copy(row))
        return row.reference
    payment = place.payment()
    side = (payment.bank, payment.provider)[number % 3]
    side.append(_copy(side[0]))
    return _reference(payment)


def _copy(row: Row, **changes: Any) -> Row:
    values = {name: getattr(row, name) for name in row.__struct_fields__}
    return Row(**values | changes)


def _amount(place: _Place, number: int) -> str:
    if number % 3 == 2:
        row = place.batch().payments[0].provider[0]
        row.cents += 9
        return row.reference
    payment = place.payment()
    side = (payment.bank, payment.provider)[number % 3]
    side[0].cents += (-100, 1)[number % 2]
    return _reference(payment)


def _sign(place: _Place, number: int) -> str:
    payment = place.payment()
    side = (payment.bank, payment.provider)[number % 2]
    side[0].cents = -side[0].cents
    return _reference(payment)


def _date(place: _Place, number: int) -> str:
    """The ledger booked before midnight, the provider after it; every other one over the end of a month."""
    payment = place.payment(lambda payment: (payment.ledger[0].day == BANKED) == (number % 2 == 0))
    for row in (*payment.provider, *payment.bank):
        row.day += timedelta(days=1)
    return _reference(payment)


def _fee_netted(place: _Place, number: int) -> str:
    if number % 2:
        batch = place.batch()
        batch.bank[0].cents -= sum(payment.provider[0].fee for payment in batch.payments)
        return batch.reference
    payment = place.payment(lambda payment: payment.ledger[0].cents > 0)
    payment.bank[0].cents -= payment.provider[0].fee
    return _reference(payment)


def _currency(place: _Place, number: int) -> str:
    if number % 2:
        row = place.batch().payments[0].provider[0]
        row.currency = "USD"
        return row.reference
    payment = place.payment()
    payment.provider[0].currency = "GBP"
    return _reference(payment)


def _wrong_reference(place: _Place, number: int) -> str:
    if number % 3 == 2:
        batch = place.batch()
        batch.bank[0].reference = "TRANSFER"
        return batch.reference
    payment = place.payment()
    side = (payment.bank, payment.provider)[number % 3]
    side[0].reference = side[0].reference[::-1]
    return _reference(payment)


def _chargeback(place: _Place, number: int) -> str:
    """Of an earlier payment; the provider takes it out of a batch."""
    batch = place.batch()
    old = UUID(int=place.chance.getrandbits(128)).hex
    row = _copy(
        batch.payments[0].provider[0], reference=old, kind="chargeback", cents=-7_331 - number, fee=1_500
    )
    batch.payments[0].provider.append(row)
    batch.bank[0].cents += row.cents
    return old


def _split(place: _Place, number: int) -> str:
    payment = place.payment()
    row, part = payment.bank[0], payment.bank[0].cents // 3
    payment.bank[:] = [_copy(row, cents=part), _copy(row, cents=row.cents - part)]
    return _reference(payment)


def _merged(place: _Place, number: int) -> str:
    first = place.payment()
    other = place.payment(lambda payment: payment.ledger[0].day == first.ledger[0].day)
    first.bank[0].cents += other.bank[0].cents
    other.bank.clear()
    return _reference(first)


def _late(place: _Place, number: int) -> str:
    if number % 2:
        batch = place.batch()
        batch.bank[0].day += timedelta(days=7)
        return batch.reference
    payment = place.payment()
    payment.bank[0].day += timedelta(days=7)
    return _reference(payment)


PLANT: dict[str, Callable[[_Place, int], str]] = {
    "missing": _missing, "doubled": _doubled, "amount": _amount, "sign": _sign, "date": _date,
    "fee netted": _fee_netted, "currency": _currency, "wrong reference": _wrong_reference,
    "chargeback": _chargeback, "split": _split, "merged": _merged, "late": _late,
}  # fmt: skip


def statement_xml(books: Books, *, opening: int = 1_000_000_00) -> bytes:
    """The bank's statement of the whole span, camt.053.001.08."""
    closing = opening + sum(row.cents for row in books.bank)
    entries = "".join(_entry(number, row) for number, row in enumerate(books.bank))
    text = (
        '<?xml version="1.0" encoding="UTF-8"?>'
        '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>'
        "<GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-12-20T05:00:00</CreDtTm></GrpHdr>"
        f"<Stmt><Id>S1</Id><ElctrncSeqNb>1</ElctrncSeqNb><CreDtTm>2026-12-20T05:00:00</CreDtTm>"
        f"<FrToDt><FrDtTm>{books.first}T00:00:00</FrDtTm><ToDtTm>{books.last}T23:59:59</ToDtTm></FrToDt>"
        f"<Acct><Id><IBAN>{IBAN}</IBAN></Id><Ccy>EUR</Ccy></Acct>"
        f"{_balance('OPBD', opening, books.first)}{_balance('CLBD', closing, books.last)}{entries}"
        "</Stmt></BkToCstmrStmt></Document>"
    )
    return text.encode()


def _balance(kind: str, cents: int, day: date) -> str:
    name = f"<Tp><CdOrPrtry><Cd>{kind}</Cd></CdOrPrtry></Tp>"
    return f"<Bal>{name}{_amount_xml(cents)}<Dt><Dt>{day}</Dt></Dt></Bal>"


def _amount_xml(cents: int) -> str:
    figure = f"{abs(cents) // 100}.{abs(cents) % 100:02d}"
    return f'<Amt Ccy="EUR">{figure}</Amt><CdtDbtInd>{"DBIT" if cents < 0 else "CRDT"}</CdtDbtInd>'


def _entry(number: int, row: Row) -> str:
    return (
        f"<Ntry><NtryRef>{number}</NtryRef>{_amount_xml(row.cents)}<Sts><Cd>BOOK</Cd></Sts>"
        f"<BookgDt><Dt>{row.day}</Dt></BookgDt><ValDt><Dt>{row.day}</Dt></ValDt>"
        f"<AcctSvcrRef>E{number}</AcctSvcrRef><BkTxCd><Prtry><Cd>TRF</Cd></Prtry></BkTxCd>"
        f"<NtryDtls><TxDtls><Refs><EndToEndId>{escape(row.reference)}</EndToEndId></Refs>"
        f"{_amount_xml(row.cents)}</TxDtls></NtryDtls></Ntry>"
    )


def settlement_csv(books: Books) -> bytes:
    lines = ["transaction;day;reference;kind;currency;amount;fee;batch"]
    lines += [
        f"T{number};{row.day};{row.reference};{row.kind};{row.currency};{_figure(row.cents)};"
        f"{_figure(row.fee)};{row.batch}"
        for number, row in enumerate(books.provider)
    ]
    cents, fees = sum(row.cents for row in books.provider), sum(row.fee for row in books.provider)
    lines.append(f"total;{len(books.provider)};;;EUR;{_figure(cents)};{_figure(fees)};")
    return "\n".join(lines).encode()


def _figure(cents: int) -> str:
    return f"{'-' if cents < 0 else ''}{abs(cents) // 100}.{abs(cents) % 100:02d}"
