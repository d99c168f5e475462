"""Reads a bank's statements (camt.053) and advices of entries (camt.054).

Only booked entries count. An entry that the bank booked for several payments at once becomes a line for each
of them, if the bank says which. Otherwise it is one line, and an advice may explain it later (`explain`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import date, timedelta
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from players.wallet.bank.documents import find_text, need_text, read_cents, read_day, read_document
from players.wallet.bank.refusals import Refusal, RefusedFile

EUR = "EUR"
STATEMENT, ADVICE = "camt.053", "camt.054"
NO_REFERENCE = ("NOTPROVIDED", "NONREF")
OPENING, CLOSING = ("OPBD", "PRCD"), ("CLBD",)
MAX_LINES = 100_000


class Line(Struct, frozen=True):
    """An entry, or the part of it that belongs to one payment. Money that comes in is positive."""

    position: int
    booked: date
    cents: int
    reference: str
    # The bank's own number of the whole entry: an advice names the same.
    entry: str
    text: str = ""


class Statement(Struct, frozen=True):
    kind: str
    number: str
    iban: str
    since: date
    until: date
    # Unknown for an advice, which has no balances.
    opening: int | None
    closing: int | None
    lines: tuple[Line, ...]


def read_statements(content: bytes) -> list[Statement]:
    """Every statement or advice of a file."""
    document = read_document(content)
    names = {STATEMENT: "Stmt", ADVICE: "Ntfctn"}
    if document.message not in names:
        raise RefusedFile(Refusal.UNKNOWN_FORMAT, document.message)
    found = document.root.findall(names[document.message])
    if not found:
        raise RefusedFile(Refusal.INCOMPLETE, names[document.message])
    return [_statement(element, document.message) for element in found]


def _statement(element: Any, kind: str) -> Statement:
    iban = need_text(element, "Acct/Id/IBAN").replace(" ", "").upper()
    currency = find_text(element, "Acct/Ccy")
    if currency not in ("", EUR):
        raise RefusedFile(Refusal.WRONG_CURRENCY, currency)
    lines: list[Line] = []
    for entry in element.findall("Ntry"):
        if need_text(entry, "Sts/Cd", "Sts") == "BOOK":
            lines += _lines(entry, len(lines))
        if len(lines) > MAX_LINES:
            raise RefusedFile(Refusal.TOO_LARGE)
    opening, first = _balance(element, OPENING)
    closing, last = _balance(element, CLOSING)
    if kind == STATEMENT:
        if opening is None or closing is None:
            raise RefusedFile(Refusal.INCOMPLETE, "Bal")
        if opening + sum(line.cents for line in lines) != closing:
            raise RefusedFile(Refusal.UNBALANCED, need_text(element, "Id"))
    since, until = _span(element, lines, last)
    return Statement(
        kind=kind,
        number=need_text(element, "Id"),
        iban=iban,
        since=since,
        until=until,
        opening=opening,
        closing=closing,
        lines=tuple(lines),
    )


def _span(element: Any, lines: list[Line], last: date | None) -> tuple[date, date]:
    """The days that a statement covers: those that it says, otherwise those of its entries and closing."""
    if start := find_text(element, "FrToDt/FrDtTm", "FrToDt/FrDt"):
        since, until = read_day(start), _last_day(need_text(element, "FrToDt/ToDtTm", "FrToDt/ToDt"))
    else:
        days = [line.booked for line in lines] + ([last] if last else [])
        if not days:
            days = [read_day(need_text(element, "CreDtTm"))]
        since, until = min(days), max(days)
    if since > until or any(not since <= line.booked <= until for line in lines):
        raise RefusedFile(Refusal.WRONG_VALUE, f"{since} – {until}")
    return since, until


def _last_day(text: str) -> date:
    """A span that ends at midnight ends with the day before."""
    day = read_day(text)
    return day - timedelta(days=1) if "T00:00:00" in text else day


def _balance(element: Any, kinds: tuple[str, ...]) -> tuple[int | None, date | None]:
    """A balance and its day. A bank that numbers its pages sends no balance of another kind."""
    for kind in kinds:
        for balance in element.findall("Bal"):
            if find_text(balance, "Tp/CdOrPrtry/Cd") == kind:
                return _signed(balance), read_day(need_text(balance, "Dt/Dt", "Dt/DtTm"))
    return None, None


def _signed(element: Any) -> int:
    """An amount in euros with the sign that the bank writes beside it."""
    amount = element.find("Amt")
    if amount is None:
        raise RefusedFile(Refusal.INCOMPLETE, "Amt")
    if amount.get("Ccy") != EUR:
        raise RefusedFile(Refusal.WRONG_CURRENCY, amount.get("Ccy") or "")
    cents = read_cents((amount.text or "").strip())
    match need_text(element, "CdtDbtInd"):
        case "CRDT":
            return cents
        case "DBIT":
            return -cents
        case other:
            raise RefusedFile(Refusal.WRONG_VALUE, other)


def _lines(entry: Any, position: int) -> list[Line]:
    cents = _signed(entry)
    whole = Line(
        position=position,
        booked=read_day(need_text(entry, "BookgDt/Dt", "BookgDt/DtTm")),
        cents=cents,
        reference=_batch_reference(entry),
        entry=find_text(entry, "AcctSvcrRef", "NtryRef"),
        text=find_text(entry, "AddtlNtryInf"),
    )
    details = entry.findall("NtryDtls/TxDtls")
    if len(details) == 1:
        return [
            replace(whole, reference=_reference(details[0]) or whole.reference, text=_text(details[0], whole))
        ]
    parts = [
        replace(
            whole,
            position=position + index,
            cents=_part(detail, cents),
            reference=_reference(detail),
            text=_text(detail, whole),
        )
        for index, detail in enumerate(details)
    ]
    # Parts that say no amounts, or amounts before charges, explain nothing.
    return parts if parts and sum(part.cents for part in parts) == cents else [whole]


def _part(detail: Any, whole: int) -> int:
    """The amount of one payment of an entry, with the sign of its own or that of the entry."""
    amount = next(
        (found for path in ("Amt", "AmtDtls/TxAmt/Amt") if (found := detail.find(path)) is not None), None
    )
    if amount is None or amount.get("Ccy") != EUR:
        return 0
    cents = read_cents((amount.text or "").strip())
    is_debit = find_text(detail, "CdtDbtInd") == "DBIT" if find_text(detail, "CdtDbtInd") else whole < 0
    return -cents if is_debit else cents


def _reference(detail: Any) -> str:
    """What names the payment: the ordering party's own number, or the reference in the remittance."""
    for path in (
        "Refs/EndToEndId",
        "RmtInf/Strd/CdtrRefInf/Ref",
        "Refs/PmtInfId",
        "Refs/MsgId",
        "RmtInf/Ustrd",
    ):
        text = find_text(detail, path)
        if text and text not in NO_REFERENCE:
            return text[:140]
    return ""


def _batch_reference(entry: Any) -> str:
    return find_text(entry, "NtryDtls/Btch/PmtInfId", "NtryDtls/Btch/MsgId", "NtryRef")[:140]


def _text(detail: Any, whole: Line) -> str:
    return (find_text(detail, "RmtInf/Ustrd", "AddtlTxInf") or whole.text)[:140]


def explain(lines: Iterable[Line], advised: Iterable[Line]) -> list[Line]:
    """The lines of a statement. Where advices name the same entry and add up to it, they stand for it."""
    parts: dict[str, list[Line]] = defaultdict(list)
    for line in advised:
        if line.entry:
            parts[line.entry].append(line)
    explained: list[Line] = []
    for line in lines:
        known = parts.get(line.entry, []) if line.entry else []
        if len(known) > 1 and sum(part.cents for part in known) == line.cents:
            explained += [replace(part, booked=line.booked) for part in known]
        elif len(known) == 1 and known[0].cents == line.cents and not line.reference:
            explained.append(replace(line, reference=known[0].reference))
        else:
            explained.append(line)
    return explained
