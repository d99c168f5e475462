"""Writes payouts for the bank (pain.001.001.09) and reads its answers (pain.002.001.10). It is pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from datetime import date, datetime

from lxml import etree
from msgspec import Struct

from players.wallet.bank.documents import find_text, need_text, read_document
from players.wallet.bank.refusals import Refusal, RefusedFile

NAMESPACE = "urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"
ANSWER = "pain.002"
# The characters that every bank of the area takes (EPC217-08).
NOT_LATIN = re.compile(r"[^A-Za-z0-9/\-?:().,'+ ]")
MAX_NAME = 70
# A payment that is refused comes back; one that is on its way is reported again.
PAID, ACCEPTED, REJECTED = (
    ("ACSC", "ACCC"),
    ("ACTC", "ACCP", "ACSP", "ACWC", "PDNG", "RCVD"),
    ("RJCT", "CANC"),
)


class Payout(Struct, frozen=True):
    reference: str
    cents: int
    iban: str
    name: str


class Debtor(Struct, frozen=True):
    iban: str
    name: str


class OrderAnswer(Struct, frozen=True):
    """What the bank says about one payout."""

    reference: str
    state: str  # one of the codes above
    reason: str


class Answer(Struct, frozen=True):
    batch: str
    # What it says about the whole batch, if it says nothing about each payout.
    state: str
    reason: str
    orders: tuple[OrderAnswer, ...]


def latin(text: str) -> str:
    """A name in the characters of the payment scheme: accents fall off, other characters become a space."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return " ".join(NOT_LATIN.sub(" ", plain).split())[:MAX_NAME] or "-"


def write_payouts(
    number: str, payouts: Sequence[Payout], debtor: Debtor, *, moment: datetime, day: date, instant: bool
) -> bytes:
    """One batch. Instant orders carry the code of the instant scheme, and the bank executes each at once."""
    assert payouts and all(payout.cents > 0 for payout in payouts)
    document = etree.Element("Document", nsmap={None: NAMESPACE})
    root = _add(document, "CstmrCdtTrfInitn")
    total = _figure(sum(payout.cents for payout in payouts))
    header = _add(root, "GrpHdr")
    _add(header, "MsgId", number)
    _add(header, "CreDtTm", moment.isoformat(timespec="seconds"))
    _add(header, "NbOfTxs", str(len(payouts)))
    _add(header, "CtrlSum", total)
    _add(_add(header, "InitgPty"), "Nm", latin(debtor.name))
    batch = _add(root, "PmtInf")
    _add(batch, "PmtInfId", number)
    _add(batch, "PmtMtd", "TRF")
    # Each payout is an entry of its own in the statement, so that it is matched by its reference.
    _add(batch, "BtchBookg", "false")
    _add(batch, "NbOfTxs", str(len(payouts)))
    _add(batch, "CtrlSum", total)
    kind = _add(batch, "PmtTpInf")
    _add(_add(kind, "SvcLvl"), "Cd", "SEPA")
    if instant:
        _add(_add(kind, "LclInstrm"), "Cd", "INST")
    _add(_add(batch, "ReqdExctnDt"), "Dt", day.isoformat())
    _add(_add(batch, "Dbtr"), "Nm", latin(debtor.name))
    _add(_add(_add(batch, "DbtrAcct"), "Id"), "IBAN", debtor.iban)
    _add(_add(_add(_add(batch, "DbtrAgt"), "FinInstnId"), "Othr"), "Id", "NOTPROVIDED")
    _add(batch, "ChrgBr", "SLEV")
    for payout in payouts:
        _add_payout(batch, payout)
    text: bytes = etree.tostring(document, xml_declaration=True, encoding="UTF-8")
    return text


def _add_payout(batch: etree._Element, payout: Payout) -> None:
    order = _add(batch, "CdtTrfTxInf")
    _add(_add(order, "PmtId"), "EndToEndId", payout.reference)
    amount = _add(_add(order, "Amt"), "InstdAmt", _figure(payout.cents))
    amount.set("Ccy", "EUR")
    _add(_add(order, "Cdtr"), "Nm", latin(payout.name))
    _add(_add(_add(order, "CdtrAcct"), "Id"), "IBAN", payout.iban)


def _add(parent: etree._Element, name: str, text: str | None = None) -> etree._Element:
    element = etree.SubElement(parent, name)
    element.text = text
    return element


def _figure(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02d}"


def read_answer(content: bytes) -> Answer:
    document = read_document(content)
    if document.message != ANSWER:
        raise RefusedFile(Refusal.UNKNOWN_FORMAT, document.message)
    group = document.root.find("OrgnlGrpInfAndSts")
    if group is None:
        raise RefusedFile(Refusal.INCOMPLETE, "OrgnlGrpInfAndSts")
    orders = tuple(
        OrderAnswer(
            reference=need_text(order, "OrgnlEndToEndId"),
            state=_known(need_text(order, "TxSts")),
            reason=_reason(order),
        )
        for order in document.root.iterfind("OrgnlPmtInfAndSts/TxInfAndSts")
    )
    batch = document.root.find("OrgnlPmtInfAndSts")
    state = find_text(group, "GrpSts") or (find_text(batch, "PmtInfSts") if batch is not None else "")
    if not orders and not state:
        raise RefusedFile(Refusal.INCOMPLETE, "GrpSts")
    return Answer(
        batch=need_text(group, "OrgnlMsgId"),
        state=state if state in ("PART", "") else _known(state),
        reason=_reason(group),
        orders=orders,
    )


def _known(state: str) -> str:
    if state not in (*PAID, *ACCEPTED, *REJECTED):
        raise RefusedFile(Refusal.WRONG_VALUE, state)
    return state


def _reason(element: etree._Element) -> str:
    code = find_text(element, "StsRsnInf/Rsn/Cd", "StsRsnInf/Rsn/Prtry")
    return " · ".join(text for text in (code, find_text(element, "StsRsnInf/AddtlInf")) if text)[:100]
