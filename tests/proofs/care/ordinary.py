"""Ordinary people: how they play, and what happens to anybody now and then.

They are the honest people of `tests/proofs/laundering` who lose no thousands in an evening: a house has to
speak to the others. What happens besides play is drawn for everybody alike, whatever the rules ask. Its rates
are ours where no source is named, and rather too high than too low. Pounds are read as euros.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import groupby
from random import Random

from msgspec import structs

from tests.proofs.laundering.honest_people import KINDS, evenings
from tests.proofs.laundering.life import DAY, HOUR, MINUTE, Life, Row

# Of the customers of online casino games without slots and poker in January 2017, 85 % lost less than £50 in
# the month: Forrest and McHale (2018), Analysis of play among British online gamblers, GambleAware,
# http://infohub.gambleaware.org/document/analysis-of-play-among-british-online-gamblers-on-slots-and-other-casino-style-games/
SMALL_LOSS, PUBLISHED_SHARE = 50_00, 0.85
MONTH = 30 * DAY

# Of payments by card or MB WAY. In ordinary trade it is 5 to 10 %, and 60 % of players try once more:
# https://meridianlicensinggroup.com/igaming-card-decline-rates/
DECLINED, TRIED_AGAIN = 0.08, 0.6
DECLINED_AGAIN = 0.3  # of those that are tried once more
LIMITED = 0.15  # people who set a limit of deposits in a month, near what they use
LIMITED_AT_TABLES = 0.15  # people who set a limit of losses, near the most that they lose in its period
ASKS_FOR_MORE = 0.3  # of those whom a limit has stopped
AT_NIGHT, SHIFT_WORKERS = 0.03, 0.02  # sessions of anybody after two o'clock; people with half of them there
STAYS_LONGER = 0.02  # sessions with hours at the table between the rounds
TAKES_BACK = 0.08  # withdrawals
NEW_CARD = 0.06  # people, once in half a year


def card_player(life: Life, chance: Random) -> None:
    """A regular of hold'em at blinds of up to €2."""
    blind = chance.choice((50, 100, 200))
    for at in evenings(life, chance, chance.uniform(1.5, 4)):
        if life.balance < 60 * blind:
            life.deposit(at, 100 * blind)
        end = life.poker(at + HOUR // 6, blind, chance.randint(30, 90))
        if life.balance > 400 * blind:
            life.withdraw(end + int(chance.uniform(0.2, 2) * DAY), life.balance - 150 * blind)


ORDINARY: dict[str, tuple[Callable[[Life, Random], None], int]] = {
    name: kind for name, kind in KINDS.items() if name != "high roller"
} | {"poker regular": (card_player, KINDS["poker regular"][1])}


def live(number: int, kind: str, chance: Random) -> list[Row]:
    """Half a year of one person, in order."""
    life = Life(number, chance, "", kind)
    ORDINARY[kind][0](life, chance)
    rows = sorted(life.rows, key=lambda row: row.at)
    for happens in (
        moved_into_the_night, longer_sessions, limited, limited_at_tables, declined, taken_back,
        with_a_new_card,
    ):  # fmt: skip
        rows = sorted(happens(rows, chance), key=lambda row: row.at)
    return rows


def moved_into_the_night(rows: list[Row], chance: Random) -> Iterator[Row]:
    """Some sessions begin after two o'clock instead, with the deposit before them."""
    share = 0.5 if chance.random() < SHIFT_WORKERS else AT_NIGHT
    for _, evening in groupby(rows, lambda row: (row.at - 8 * HOUR) // DAY):
        of_evening = list(evening)
        begins = next((row.at for row in of_evening if row.kind == "session-begun"), None)
        later = 0
        if begins is not None and chance.random() < share:
            later = max(0, (begins - 8 * HOUR) // DAY * DAY + int(chance.uniform(26, 28) * HOUR) - begins)
        yield from (structs.replace(row, at=row.at + later) for row in of_evening)


def longer_sessions(rows: list[Row], chance: Random) -> Iterator[Row]:
    for row in rows:
        stays = row.kind == "session-ended" and chance.random() < STAYS_LONGER
        yield structs.replace(row, at=row.at + int(chance.uniform(0.5, 3) * HOUR)) if stays else row


def limited(rows: list[Row], chance: Random) -> Iterator[Row]:
    """What the own limit refuses is not deposited; what was played with it stays, so nothing looks better."""
    if chance.random() >= LIMITED:
        yield from rows
        return
    by_month: dict[int, int] = defaultdict(int)
    largest = max((row.cents for row in rows if row.kind == "deposit"), default=0)
    for row in rows:
        if row.kind == "deposit":
            by_month[row.at // MONTH] += row.cents
    # Nobody sets a limit below what is paid at once.
    limit = max(largest, int(max(by_month.values(), default=0) * chance.uniform(0.8, 1.5)))
    used: dict[int, int] = defaultdict(int)
    for row in rows:
        if row.kind != "deposit" or used[row.at // MONTH] + row.cents <= limit:
            used[row.at // MONTH] += row.cents if row.kind == "deposit" else 0
            yield row
            continue
        yield structs.replace(row, kind="deposit-over-limit")
        if chance.random() < ASKS_FOR_MORE:
            yield Row(row.at + 10 * MINUTE, "limit-raise-asked")


def limited_at_tables(rows: list[Row], chance: Random) -> Iterator[Row]:
    """A bet above the limit is refused once in its period, as the house notes it; the play stays.

    The limit is set after the first period, when they know what they lose.
    """
    period = chance.choice((DAY, 7 * DAY, MONTH)) if chance.random() < LIMITED_AT_TABLES else 0
    lost: dict[int, int] = defaultdict(int)
    for row in rows if period else ():
        lost[row.at // period] += row.lost
    limit = max(lost.values(), default=0) * chance.uniform(0.8, 1.5)
    stopped = {min(lost, default=0)}
    lost.clear()
    for row in rows:
        yield row
        number = row.at // period if period else 0
        lost[number] += row.lost
        if period and number not in stopped and lost[number] > limit > 0:
            stopped.add(number)
            yield Row(row.at + MINUTE, "bet-over-limit")
            if chance.random() < ASKS_FOR_MORE:
                yield Row(row.at + 10 * MINUTE, "limit-raise-asked")


def declined(rows: list[Row], chance: Random) -> Iterator[Row]:
    for row in rows:
        yield row
        share, at = DECLINED, row.at
        while row.kind == "deposit" and row.method != "transfer" and chance.random() < share:
            at -= 2 * MINUTE
            yield structs.replace(row, kind="deposit-failed", at=at)
            share = TRIED_AGAIN * DECLINED_AGAIN


def taken_back(rows: list[Row], chance: Random) -> Iterator[Row]:
    for row in rows:
        yield row
        if row.kind == "withdrawal" and chance.random() < TAKES_BACK:
            later = row.at + int(chance.uniform(0.1, 12) * HOUR)
            yield Row(later, "withdrawal-cancelled", row.cents)


def with_a_new_card(rows: list[Row], chance: Random) -> Iterator[Row]:
    """From some deposit on."""
    deposits = [row.at for row in rows if row.kind == "deposit"]
    since = chance.choice(deposits) if deposits and chance.random() < NEW_CARD else None
    for row in rows:
        is_newer = since is not None and row.at >= since and row.account
        yield structs.replace(row, account=f"{row.account}'") if is_newer else row


def losses_by_month(rows: list[Row]) -> list[int]:
    """What was lost in each month in which somebody played at a table against the house."""
    lost: dict[int, int] = defaultdict(int)
    for row in rows:
        if row.kind == "round" and row.game != "holdem":
            lost[row.at // MONTH] += row.lost
    return list(lost.values())
