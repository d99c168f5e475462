"""Honest people of many kinds. Some of what they do looks like a typology and has an ordinary reason."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.proofs.laundering.life import DAY, DAYS, HOUR, Life, moment
from tests.proofs.laundering.typologies import euros


def evenings(life: Life, chance: Random, every: float, lasts: tuple[float, float] = (0, DAYS)) -> list[int]:
    """Moments at which somebody sits down, so many days apart on average."""
    day, found = lasts[0] + chance.uniform(0, every), []
    while day < lasts[1] - 1:
        found.append(moment(int(day), min(23.0, max(9.0, chance.gauss(20.5, 2)))))
        day += max(0.6, chance.expovariate(1 / every))
    return found


def ordinary(life: Life, chance: Random, every: float, budget: tuple[float, float], stake: int) -> None:
    """Deposits when the money is gone, plays it, and takes a good win out."""
    game = chance.choice(("french-roulette", "baccarat", "blackjack", "american-roulette"))
    for at in evenings(life, chance, every):
        usual = euros(chance, *budget)
        if life.balance < usual // 2:
            life.deposit(at, usual)
        end = life.play(at + HOUR // 6, game, stake, chance.randint(8, 45))
        if life.balance > 3 * usual:
            life.withdraw(end + int(chance.uniform(0, 1) * DAY), int(life.balance * chance.uniform(0.5, 0.9)))


def casual(life: Life, chance: Random) -> None:
    ordinary(life, chance, chance.uniform(6, 25), (10, 60), 200)


def student(life: Life, chance: Random) -> None:
    ordinary(life, chance, chance.uniform(8, 20), (10, 30), 100)


def pensioner(life: Life, chance: Random) -> None:
    """Each week at the same hour, with the same small sum."""
    day = chance.randint(0, 6)
    while day < DAYS - 1:
        at = moment(day, chance.uniform(14, 17))
        if life.balance < 1_500:
            life.deposit(at, 2_000)
        life.play(at + HOUR // 6, "french-roulette", 100, chance.randint(20, 50))
        day += 7


def regular(life: Life, chance: Random) -> None:
    ordinary(life, chance, chance.uniform(2, 6), (30, 150), 500)


def grinder(life: Life, chance: Random) -> None:
    """Plays small and often without any bonus, keeps a balance, and takes a little out each month."""
    life.deposit(moment(1, 20), euros(chance, 200, 500))
    for number, at in enumerate(evenings(life, chance, chance.uniform(1.2, 3))):
        if life.balance < 5_000:
            life.deposit(at, euros(chance, 50, 200))
        life.play(at + HOUR // 6, "blackjack", 300, chance.randint(20, 60))
        if number % 15 == 14:
            life.withdraw(at + 5 * HOUR, life.balance // 4)


def high_roller(life: Life, chance: Random) -> None:
    """Large sums, played in earnest: several thousand on an evening, and real losses."""
    ordinary(life, chance, chance.uniform(7, 20), (1_000, 6_000), chance.choice((5_000, 10_000, 20_000)))


def salary_day(life: Life, chance: Random) -> None:
    """One larger deposit in a month, played down over the weeks."""
    for month in range(6):
        life.deposit(moment(30 * month + chance.uniform(0, 3), 18), euros(chance, 150, 600))
        for at in evenings(life, chance, 5, (30 * month + 3, 30 * month + 30)):
            life.play(at, "baccarat", 500, chance.randint(8, 30))
        if chance.random() < 0.25:
            life.withdraw(moment(30 * month + 29.5, 12), int(life.balance * 0.8))


def poker_regular(life: Life, chance: Random) -> None:
    """Brings a stack, plays a few hundred hands a week, loses and wins whole stacks to strangers."""
    blind = chance.choice((50, 100, 200, 200, 500))
    for at in evenings(life, chance, chance.uniform(1.5, 4)):
        if life.balance < 60 * blind:
            life.deposit(at, 100 * blind)
        end = life.poker(at + HOUR // 6, blind, chance.randint(30, 90))
        if life.balance > 400 * blind:
            life.withdraw(end + int(chance.uniform(0.2, 2) * DAY), life.balance - 150 * blind)


def couple(life: Life, chance: Random) -> None:
    """Two people of one household: one address, sometimes one device at one table, an account each."""
    for number, at in enumerate(evenings(life, chance, chance.uniform(5, 14))):
        if life.balance < 2_000:
            life.deposit(at, euros(chance, 20, 80))
        if number % 6 == 3:
            life.share_device(at + HOUR // 10, 3_000_000 + life.number)
        life.play(at + HOUR // 6, "french-roulette", 300, chance.randint(10, 35))


def lucky(life: Life, chance: Random) -> None:
    """Wins much with little, and takes it all out once."""
    casual(life, chance)
    at = moment(chance.uniform(30, DAYS - 20), 21)
    life.deposit(at, euros(chance, 50, 200))
    for number in range(4):
        life.hand(at + HOUR + number * HOUR // 30, 5_000, -euros(chance, 200, 900))
    life.withdraw(at + DAY, life.balance)


def second_thoughts(life: Life, chance: Random) -> None:
    """Deposits a small sum, thinks better of it and takes it out again, once or twice in half a year."""
    casual(life, chance)
    for _ in range(chance.randint(1, 2)):
        at = moment(chance.uniform(10, DAYS - 10), chance.uniform(10, 22))
        life.deposit(at, euros(chance, 20, 120))
        life.withdraw(at + int(chance.uniform(0.1, 1) * DAY), life.balance)


def new_bank(life: Life, chance: Random) -> None:
    """Changes the bank account, as people do, and takes an ordinary sum out later."""
    regular(life, chance)
    at = moment(chance.uniform(40, DAYS - 30), chance.uniform(9, 18))
    life.change_account(at)
    life.withdraw(at + int(chance.uniform(3, 20) * DAY), min(life.balance, euros(chance, 50, 400)))


def comes_back(life: Life, chance: Random) -> None:
    """Plays in winter, not for months, and again at the old sums."""
    for first, last in ((0, 30), (chance.uniform(120, 150), DAYS)):
        for at in evenings(life, chance, 6, (first, last)):
            if life.balance < 1_500:
                life.deposit(at, euros(chance, 20, 70))
            life.play(at + HOUR // 6, "blackjack", 300, chance.randint(10, 35))


def hedger(life: Life, chance: Random) -> None:
    """Now and then a superstitious chip on the other side too, never the whole stake."""
    for at in evenings(life, chance, chance.uniform(6, 15)):
        if life.balance < 2_000:
            life.deposit(at, euros(chance, 20, 80))
        life.sign_in(at)
        life.add(at, "session-begun")
        for number in range(chance.randint(8, 30)):
            hedged = 200 if chance.random() < 0.08 else 0
            life.round(at + (number + 1) * HOUR // 50, "french-roulette", 500, hedged=hedged)
        life.add(at + 2 * HOUR, "session-ended")


# How many of a thousand honest people are of each kind.
KINDS: dict[str, tuple[Callable[[Life, Random], None], int]] = {
    "casual": (casual, 280), "student": (student, 100), "pensioner": (pensioner, 100),
    "regular": (regular, 130), "grinder": (grinder, 50), "high roller": (high_roller, 15),
    "salary day": (salary_day, 90), "poker regular": (poker_regular, 65), "couple": (couple, 50),
    "lucky": (lucky, 20), "second thoughts": (second_thoughts, 40), "new bank": (new_bank, 20),
    "comes back": (comes_back, 30), "hedger": (hedger, 10),
}  # fmt: skip


def kind_of(chance: Random) -> str:
    kinds = list(KINDS)
    return chance.choices(kinds, [share for _, share in KINDS.values()])[0]
