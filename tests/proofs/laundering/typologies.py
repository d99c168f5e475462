"""How money is laundered through an online casino, one function for each published typology.

Each names where it is described. A source of which a text was read keeps its address. One known by
title and subject alone has none. Amounts and days vary with the seed; nothing is tuned to a rule.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from msgspec import Struct

from tests.proofs.laundering.life import DAY, DAYS, HOUR, MINUTE, Life, moment

GUIDANCE = "https://www.gamblingcommission.gov.uk/guidance/the-prevention-of-money-laundering-and-combating-the-financing-of-terrorism"
EXAMPLES = "https://austrac.gov.au/business/how-comply-guidance-and-resources/guidance-resources"


class Source(Struct, frozen=True):
    what: str
    year: int | None  # None: the page has no date
    address: str = ""

    def __str__(self) -> str:
        read = "" if self.address else ", by title"
        return f"{self.what}, {self.year or 'no date'}{read}"


FATF = Source("FATF and APG, Vulnerabilities of Casinos and Gaming Sector", 2009)
MONEYVAL = Source(
    "MONEYVAL, The use of online gambling for money laundering and the financing of terrorism purposes", 2013
)
# Linked transactions that are each below €2,000 and together reach it; deposits and withdrawals alike.
THRESHOLD = Source(
    "Gambling Commission, Prevention of money laundering, fifth edition, revision 3, part 6.8", None,
    f"{GUIDANCE}/prevention-of-ml-and-combating-the-financing-of-terrorism-part-6-8-threshold-approach",
)  # fmt: skip
# Money asked back after a week without a bet.
WAGERING = Source(
    "AUSTRAC, Worked examples for the online wagering industry", None,
    f"{EXAMPLES}/worked-examples-online-wagering-industry",
)  # fmt: skip
# Structuring and chips that change hands, as the main methods at casinos.
RISKS = Source(
    "AUSTRAC, Money Laundering in Australia: national risk assessment", 2024,
    "https://senetgroup.com/news-and-insights/austrac-national-risk-assessments-on-money-laundering-and-terrorism-financing-important-insights-for-the-gambling-sector",
)  # fmt: skip
DIRECTIVE = Source("Directive (EU) 2015/849, article 11(d)", 2015)
MULES = Source("Europol, European Money Mule Action", 2023)


def euros(chance: Random, least: float, most: float) -> int:
    """A round amount, in cents."""
    return int(chance.uniform(least, most) / 10) * 1000


def structuring(life: Life, chance: Random) -> None:
    """One sum in many deposits, each just under the amount at which the house has to look. [€2,000]"""
    start = chance.uniform(20, DAYS - 30)
    for number in range(chance.randint(6, 14)):
        at = moment(start + number * chance.uniform(0.2, 0.9), chance.uniform(9, 22))
        life.deposit(at, chance.choice((190_000, 195_000, 198_000, 199_000, 185_000, 180_000)))
        if chance.random() < 0.5:
            life.play(at + HOUR, "french-roulette", 2_000, chance.randint(3, 12))
    life.withdraw(moment(start + 14), life.balance)


def in_and_out(life: Life, chance: Random) -> None:
    """Deposited, hardly played, taken out again: the money is a win on paper."""
    day = chance.uniform(10, DAYS - 40)
    for _ in range(chance.randint(2, 5)):
        at = moment(day, chance.uniform(8, 23))
        life.deposit(at, euros(chance, 1_000, 7_500))
        if chance.random() < 0.6:
            life.play(at + 2 * HOUR, "blackjack", 1_000, chance.randint(1, 8))
        life.withdraw(at + int(chance.uniform(0.5, 4) * DAY), life.balance)
        day += chance.uniform(5, 9)


def both_sides(life: Life, chance: Random) -> None:
    """Equal stakes on red and black, or on ponto and banca: much turned over, next to nothing risked."""
    day = chance.uniform(10, DAYS - 40)
    game = chance.choice(("french-roulette", "baccarat"))
    for _ in range(chance.randint(3, 8)):
        at = moment(day, chance.uniform(10, 23))
        life.deposit(at, euros(chance, 800, 4_000))
        stake = life.balance // chance.randint(4, 10)
        end = life.play(at + HOUR, game, stake, chance.randint(15, 50), hedged=True)
        life.withdraw(end + int(chance.uniform(0.1, 2) * DAY), life.balance)
        day += chance.uniform(2, 6)


def dumping(life: Life, chance: Random) -> None:
    """A stack is lost to a partner at hold'em in a few hands. This is the one who loses it."""
    day, partner = chance.uniform(10, DAYS - 40), life.number + 1_000_000
    for _ in range(chance.randint(3, 7)):
        at = moment(day, chance.uniform(12, 24))
        life.deposit(at, euros(chance, 500, 2_500))
        life.sign_in(at + HOUR)
        life.add(at + HOUR, "session-begun")
        when = at + HOUR
        for _ in range(chance.randint(4, 15)):
            when += int(MINUTE * chance.uniform(0.7, 1.5))
            life.hand(when, 200, 200 if chance.random() < 0.4 else 0)
        while life.balance > 5_000:
            when += 2 * MINUTE
            lost = int(life.balance * chance.uniform(0.4, 1.0))
            life.hand(when, lost, lost, partner)
        life.add(when + MINUTE, "session-ended")
        day += chance.uniform(2, 7)


def dumped_to(life: Life, chance: Random) -> None:
    """The partner, who wins it without risk and takes it out."""
    day, partner = chance.uniform(10, DAYS - 40), life.number + 1_000_000
    life.deposit(moment(day - 1, 15), euros(chance, 50, 200))
    for _ in range(chance.randint(3, 7)):
        at = moment(day, chance.uniform(12, 24))
        life.sign_in(at)
        life.add(at, "session-begun")
        for _ in range(chance.randint(4, 15)):
            at += int(MINUTE * chance.uniform(0.7, 1.5))
            life.hand(at, 200, 200 if chance.random() < 0.4 else 0)
        for _ in range(chance.randint(1, 3)):
            at += 2 * MINUTE
            won = euros(chance, 300, 1_200)
            life.hand(at, won, -won, partner)
        life.add(at + MINUTE, "session-ended")
        life.withdraw(at + int(chance.uniform(0.2, 2) * DAY), int(life.balance * 0.95))
        day += chance.uniform(2, 7)


def mule(life: Life, chance: Random) -> None:
    """An account held for somebody else: one device and one payment account serve several people."""
    day, master = chance.uniform(5, DAYS - 40), 2_000_000 + life.number // 4
    life.account, life.device = f"account-{master}", f"device-{master}"
    life.share_account(moment(day, 9), master)
    for _ in range(chance.randint(2, 5)):
        at = moment(day, chance.uniform(8, 24))
        life.deposit(at, euros(chance, 400, 1_900))
        life.share_device(at + 50 * MINUTE, master)
        life.play(at + HOUR, "baccarat", 2_000, chance.randint(4, 15))
        life.withdraw(at + int(chance.uniform(0.3, 2) * DAY), life.balance)
        day += chance.uniform(3, 8)


def velocity(life: Life, chance: Random) -> None:
    """Money goes in and out many times within a few days."""
    day = chance.uniform(10, DAYS - 20)
    for number in range(chance.randint(8, 18)):
        at = moment(day + number * chance.uniform(0.25, 0.6), chance.uniform(0, 4))
        life.deposit(at, euros(chance, 300, 1_500))
        life.play(at + 20 * MINUTE, "american-roulette", 1_500, chance.randint(2, 10))
        life.withdraw(at + int(chance.uniform(2, 6) * HOUR), life.balance)


def linked(life: Life, chance: Random) -> None:
    """Several operations of one day that only together reach €2,000, on several days."""
    day = chance.uniform(10, DAYS - 40)
    for _ in range(chance.randint(3, 6)):
        whole, hour = euros(chance, 2_100, 4_500), chance.uniform(8, 14)
        parts = chance.randint(3, 6)
        for part in range(parts):
            at = moment(int(day), hour + part * chance.uniform(0.3, 1.4))
            life.deposit(at, whole // parts)
        life.play(moment(int(day), 22), "french-roulette", 2_000, chance.randint(3, 15))
        life.withdraw(moment(day + chance.uniform(1.2, 3), 12), int(life.balance * 0.9))
        day += chance.uniform(3, 9)


def new_instrument(life: Life, chance: Random) -> None:
    """An ordinary player of some weeks changes the payment account and takes a large sum out to it."""
    start = chance.uniform(5, 60)
    for week in range(chance.randint(4, 10)):
        at = moment(start + 7 * week, chance.uniform(18, 23))
        life.deposit(at, euros(chance, 20, 80))
        life.play(at + HOUR, "blackjack", 500, chance.randint(10, 30))
    at = moment(start + 80, chance.uniform(8, 20))
    life.deposit(at, euros(chance, 3_000, 9_000))
    life.play(at + HOUR, "blackjack", 4_000, chance.randint(5, 20))
    changed = at + int(chance.uniform(0.2, 3) * DAY)
    life.change_account(changed)
    life.withdraw(changed + int(chance.uniform(0.1, 4) * DAY), life.balance)


def dormant(life: Life, chance: Random) -> None:
    """An account that slept for months wakes with sums that it never saw."""
    at = moment(chance.uniform(0, 8), chance.uniform(18, 23))
    life.deposit(at, euros(chance, 20, 60))
    life.play(at + HOUR, "baccarat", 300, chance.randint(10, 25))
    day = chance.uniform(115, DAYS - 20)
    for _ in range(chance.randint(2, 4)):
        at = moment(day, chance.uniform(9, 23))
        life.deposit(at, euros(chance, 1_000, 5_000))
        life.play(at + HOUR, "baccarat", 5_000, chance.randint(5, 25))
        life.withdraw(at + int(chance.uniform(0.5, 2) * DAY), life.balance)
        day += chance.uniform(1, 4)


TYPOLOGIES: dict[str, tuple[Callable[[Life, Random], None], tuple[Source, ...]]] = {
    "structuring": (structuring, (FATF, RISKS)),
    "in-and-out": (in_and_out, (WAGERING, FATF)),
    "both-sides": (both_sides, (FATF, MONEYVAL)),
    "dumping": (dumping, (MONEYVAL, RISKS)),
    "dumped-to": (dumped_to, (MONEYVAL, RISKS)),
    "mule": (mule, (MULES, MONEYVAL)),
    "velocity": (velocity, (MONEYVAL,)),
    "linked": (linked, (THRESHOLD, DIRECTIVE)),
    "new-instrument": (new_instrument, (MONEYVAL,)),
    "dormant": (dormant, (FATF, MONEYVAL)),
}
