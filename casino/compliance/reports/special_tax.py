"""The special tax on online gambling: the rate of each day, as the law changed it, and the tax of a month.

`special_tax.toml` has the rates. A report that is issued later for an old month shows the rate of that month.
"""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

RATES_FILE = Path(__file__).with_suffix(".toml")
HUNDREDTHS: Final = 100  # of one per cent, in which reports show a share


class TaxRate(Struct, frozen=True, forbid_unknown_fields=True):
    """The rate from a day on, and the law that set it."""

    since: date
    percent: int
    law: str


class _RatesFile(Struct, frozen=True, forbid_unknown_fields=True):
    rate: tuple[TaxRate, ...]


def read_rates(path: Path = RATES_FILE) -> tuple[TaxRate, ...]:
    """The rates of the file, which must be in the order of their days and leave nothing out."""
    rates = msgspec.toml.decode(path.read_bytes(), type=_RatesFile).rate
    days = [rate.since for rate in rates]
    assert days and days == sorted(set(days)), "rates stand in the order of their days"
    assert all(0 < rate.percent < 100 and rate.law for rate in rates), "a rate has its law"
    return rates


RATES: Final = read_rates()


# The rates as a table of `since`, `until` and `rate`, in hundredths of one per cent.
RATES_SQL: Final = "(VALUES {}) AS r (since, until, rate)".format(
    ", ".join(
        f"(DATE '{rate.since}', DATE '{following.since if following else 'infinity'}', "
        f"{rate.percent * HUNDREDTHS})"
        for rate, following in zip(RATES, (*RATES[1:], None), strict=True)
    )
)
# The tax is due on the base of all games of the month together, and is rounded once. The part of a game is
# what it adds to the tax of the games before it, so the parts add up. No tax is due on a loss. (A88)
TAX_OF_GAME: Final = """
CASE WHEN rate IS NULL THEN NULL WHEN sum(base) OVER of_month <= 0 THEN 0
    ELSE round(sum(base) OVER upto_game * rate / 10000)
       - round((sum(base) OVER upto_game - base) * rate / 10000)
END::bigint
"""
TAX_WINDOWS: Final = """
WINDOW of_month AS (PARTITION BY period, rate),
    upto_game AS (PARTITION BY period, rate ORDER BY part ROWS UNBOUNDED PRECEDING)
"""
