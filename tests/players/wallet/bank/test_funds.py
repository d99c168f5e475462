"""Players' funds: what is owed at the end of a day, what the accounts held, and that unknown is unknown."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from players.models import Player
from players.wallet.bank.funds import compare_funds, held_on, owed_on
from players.wallet.cashier.funds_protection import protection_text
from tests.players.wallet.bank.conftest import pay, role, take_in
from tests.players.wallet.bank.files import IBAN, statement


def test_the_end_of_a_day_is_compared_with_the_closing_balance(day: date, ana: Player, settings: Any) -> None:
    settings.PLAYERS_FUNDS_ACCOUNTS = [IBAN]
    pay(ana, 2_500, day, hour=23)
    pay(ana, 700, day + timedelta(days=1), hour=0)
    assert (owed_on(day - timedelta(days=1)), owed_on(day), owed_on(day + timedelta(days=1))) == (
        0,
        2_500,
        3_200,
    )
    assert held_on(day) is None
    take_in(statement(day=f"{day}", opening=2_600))
    assert held_on(day) == 2_600
    assert held_on(day + timedelta(days=1)) is None


def test_what_is_not_told_is_unknown_and_comes_later(ana: Player, settings: Any) -> None:
    settings.BANK_ACCOUNTS = settings.PLAYERS_FUNDS_ACCOUNTS = [IBAN]
    yesterday = date(2026, 11, 26)
    pay(ana, 2_500, yesterday)
    with role("house_worker"):
        row = compare_funds()
    assert (row.day, row.owed, row.held, row.difference) == (yesterday, 2_500, None, None)
    take_in(statement(day=f"{yesterday}", opening=2_400))
    with role("house_worker"):
        row = compare_funds()
    assert (row.held, row.difference) == (2_400, -100)


def test_the_words_follow_the_setting(settings: Any) -> None:
    texts = set()
    for level in ("none", "separate", "trust", "guarantee"):
        settings.FUNDS_PROTECTION = level
        texts.add(protection_text())
    assert len(texts) == 4
