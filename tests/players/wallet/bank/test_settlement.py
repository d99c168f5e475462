"""The provider's settlement file: its rows, its totals, and what is refused."""

from __future__ import annotations

from datetime import date

import pytest

from players.wallet.bank.refusals import Refusal, RefusedFile
from players.wallet.bank.settlement import PaymentKind, read_settlement
from tests.players.wallet.bank.files import HEADER, settlement

ROW = "T1;2026-11-24;p1;payment;EUR;25.00;0.35;B1"
TAKEN = "T1;2026-11-24;p1;chargeback;EUR;25.00;0.35;"  # without its batch


def test_a_row_has_the_payment_its_fee_and_its_batch() -> None:
    rows = read_settlement(settlement(ROW, "T2;2026-11-24;w1;payout;EUR;-10.01;0.00;", cents=1_499, fee=35))
    assert [(row.day, row.reference, row.kind, row.cents, row.fee, row.batch) for row in rows] == [
        (date(2026, 11, 24), "p1", PaymentKind.PAYMENT, 2_500, 35, "B1"),
        (date(2026, 11, 24), "w1", PaymentKind.PAYOUT, -1_001, 0, ""),
    ]


@pytest.mark.parametrize(
    ("content", "refusal"),
    [
        (b"", Refusal.UNKNOWN_FORMAT),
        (ROW.encode(), Refusal.UNKNOWN_FORMAT),
        (HEADER.encode(), Refusal.INCOMPLETE),
        (f"{HEADER}\n{ROW}".encode(), Refusal.INCOMPLETE),
        (settlement(ROW, cents=2_501, fee=35), Refusal.WRONG_TOTAL),
        (settlement(ROW, cents=2_500, fee=34), Refusal.WRONG_TOTAL),
        (settlement(ROW, cents=2_500, fee=35).replace(b"total;1", b"total;2"), Refusal.WRONG_TOTAL),
        (settlement(ROW, ROW, cents=5_000, fee=70), Refusal.WRONG_VALUE),
        (settlement(ROW.replace("25.00", "25,00"), cents=2_500, fee=35), Refusal.WRONG_VALUE),
        (settlement(ROW.replace("payment", "gift"), cents=2_500, fee=35), Refusal.WRONG_VALUE),
        (settlement(ROW.replace("p1", "=cmd()"), cents=2_500, fee=35), Refusal.WRONG_VALUE),
        (settlement(ROW.removesuffix(";B1"), cents=2_500, fee=35), Refusal.INCOMPLETE),
        (settlement(TAKEN, cents=2_500, fee=35), Refusal.INCOMPLETE),
        (b"\xff\xff", Refusal.NOT_TEXT),
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_right_is_refused_as_a_whole(content: bytes, refusal: Refusal) -> None:
    with pytest.raises(RefusedFile) as caught:
        read_settlement(content)
    assert caught.value.refusal is refusal
