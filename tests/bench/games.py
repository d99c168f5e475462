"""Our engines compared with the fastest public libraries: the same hands, decisions and shoes in one
process.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from random import Random, SystemRandom
from statistics import median
from typing import Any

from games.rules.shared.cards import PACK
from tests.bench import blackjack_rounds, holdem_hands
from tests.bench.measure import CLOCK, PROCESSOR, QUICK, detail, goal, library, quickly, spread

ROUNDS = quickly(3, 5)
HANDS_OF_SEVEN = 50_000
SHOE = 416  # eight packs
SHUFFLES = 200
# A second, where a call of eval7 takes so many nanoseconds.
LEAST_IN_ARRAYS, EVAL7_NS = 40_000_000, 380


def games() -> None:
    batch(seven())
    holdem()
    blackjack()
    shuffle()
    odds()


def seconds(work: Callable[[], Any]) -> float:
    """Processor time, so that other processes do not count."""
    gc.collect()
    begun = time.process_time()
    work()
    return time.process_time() - begun


def beside(
    ours: Callable[[], Any], theirs: Callable[[], Any], rounds: int = ROUNDS
) -> tuple[list[float], list[float]]:
    """The seconds of both sides, measured alternately so that other load affects both alike. The first run
    of each is not counted.
    """
    ours()
    theirs()
    own, others = [], []
    for _ in range(rounds):
        own.append(seconds(ours))
        others.append(seconds(theirs))
    return own, others


def _times(own: list[float], others: list[float]) -> list[float]:
    return [other / one for one, other in zip(own, others, strict=True)]


def seven() -> float:
    """Evaluates seven cards, one call per hand. Each side gets the cards in its own format. Returns the
    nanoseconds of eval7.
    """
    import eval7
    from phevaluator import evaluate_cards

    from games.rules.shared.cards import NAMES
    from games.rules.shared.poker_hands import strength_of_seven

    random = Random(7)
    hands = [tuple(random.sample(range(PACK), 7)) for _ in range(HANDS_OF_SEVEN)]
    pool = [eval7.Card(name.replace("10", "T")[0] + name[-1].lower()) for name in NAMES]
    pooled = [[pool[card] for card in hand] for hand in hands]

    def ours() -> None:
        for hand in hands:
            strength_of_seven(hand)

    def phe() -> None:
        for hand in hands:
            evaluate_cards(*hand)

    def seven7() -> None:
        evaluate = eval7.evaluate
        for hand in pooled:
            evaluate(hand)

    for name, theirs, least in (("phevaluator", phe, 2.5), ("eval7", seven7, 1.5)):
        own, others = beside(ours, theirs, 2 * ROUNDS)
        ours_ns, other = ([taken / HANDS_OF_SEVEN * 1e9 for taken in side] for side in (own, others))
        detail(f"ns for seven cards, of one call each: ours {spread(ours_ns)}; {name} {spread(other)}")
        goal(f"seven-{name}", _times(own, others), least=least, beside=library(name))
    return median(other)


def batch(eval7_ns: float) -> None:
    """Ranks nine hands on every board that the cards of nobody leave, in arrays."""
    from games.rounds.replay.equities import complete_boards, strengths_on

    pack = Random(9).sample(range(PACK), PACK)
    hands = [tuple(pack[at : at + 2]) for at in range(0, 18, 2)]
    boards = complete_boards(tuple(sorted(pack[18:])), ())

    def ranked() -> None:
        for hand in hands:
            strengths_on(boards, hand)

    ranked()  # the tables of these hands are kept
    rates = [boards.count * len(hands) / seconds(ranked) for _ in range(ROUNDS)]
    detail(f"hands of seven ranked in arrays a second: {spread(rates)}")
    scale = EVAL7_NS / eval7_ns
    goal("seven-batch", rates, least=LEAST_IN_ARRAYS, beside=f"{library('eval7')} as scale", machine=scale)


def holdem() -> None:
    own, others = beside(holdem_hands.ours, holdem_hands.theirs)
    rates = [holdem_hands.HANDS / taken for taken in own], [holdem_hands.FEW / taken for taken in others]
    decisions = holdem_hands.ours() / holdem_hands.HANDS, holdem_hands.theirs() / holdem_hands.FEW
    detail(f"hands/s of six players deciding at random: ours {spread(rates[0])}; pokerkit {spread(rates[1])}")
    detail(f"decisions in a hand: ours {decisions[0]:.2f}, pokerkit {decisions[1]:.2f}")
    ratios = [one / other for one, other in zip(*rates, strict=True)]
    goal("holdem", ratios, least=25, beside=library("pokerkit"))


def blackjack() -> None:
    own, others = beside(blackjack_rounds.ours, blackjack_rounds.theirs)
    rates = [[blackjack_rounds.ROUNDS / taken for taken in side] for side in (own, others)]
    events, cards = blackjack_rounds.ours(), blackjack_rounds.theirs()
    detail(f"rounds/s by basic strategy: ours {spread(rates[0])}; blackjack21 {spread(rates[1])}")
    events_per_round, drawn = events / blackjack_rounds.ROUNDS, cards / blackjack_rounds.ROUNDS
    detail(
        f"in a round: {events_per_round:.2f} of our events, each applied and stored;  "
        f"the other draws {drawn:.2f} cards and keeps nothing"
    )
    goal("blackjack", _times(own, others), least=0.5, beside=library("blackjack21"))


def shuffle() -> None:
    """Shuffles with a new key for each shoe, from the operating system as at the table."""
    from games.draw.generator import Draw, new_seed

    system = SystemRandom()

    def ours() -> None:
        for _ in range(SHUFFLES):
            Draw(new_seed()).shuffled(SHOE)

    def theirs() -> None:
        for _ in range(SHUFFLES):
            system.shuffle(list(range(SHOE)))

    own, others = beside(ours, theirs)
    ours_us, other = ([taken / SHUFFLES * 1e6 for taken in side] for side in (own, others))
    detail(f"us for {SHOE} cards: ours {spread(ours_us)}; SystemRandom.shuffle {spread(other)}")
    goal("shuffle", _times(own, others), least=5, beside="SystemRandom.shuffle of Python")


def odds() -> None:
    from games.catalogue.odds_query import query_odds
    from games.management.stud_deals import count
    from games.odds import baccarat
    from games.odds.stud_counts import COUNTS
    from games.rules.stud.sheet import VARIANTS
    from games.rules.stud.variant import Cor

    def counted(commission: str) -> float:
        baccarat.deals.cache_clear()
        baccarat._plan.cache_clear()
        return seconds(lambda: query_odds("baccarat", ["decks=8", f"commission={commission}"]))

    cold = [max(counted(commission) for commission in ("none", "a", "b")) for _ in range(ROUNDS)]
    detail(f"seconds of one processor for every bet of ponto e banca from the deals: {spread(cold)}")
    goal("odds-baccarat", cold, most=0.3, beside="no peer", machine=PROCESSOR)
    for system in ("caribbean-stud", "macau-stud"):
        query_odds(system)
    kept = [
        max(seconds(lambda s=system: query_odds(s)) for system in ("caribbean-stud", "macau-stud")) * 1000
        for _ in range(10 * ROUNDS)
    ]
    detail(f"ms for a stud from kept counts: {median(kept):.3g} (at most {max(kept):.3g})")
    goal("odds-kept-ms", kept, most=1, beside="no peer", machine=PROCESSOR)
    if QUICK:
        return
    begun = time.perf_counter()
    exact = count([(VARIANTS[system], cor or Cor.SUIT) for system, cor in COUNTS])
    taken = time.perf_counter() - begun
    assert exact == list(COUNTS.values()), "the kept counts are not these"
    detail(f"seconds for all 19,933,230,517,200 deals of {len(COUNTS)} studs: {taken:.1f}")
    goal("odds-studs", taken, most=120, beside="no peer", machine=CLOCK)
