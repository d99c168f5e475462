"""Macau stud poker (61/2004): suits decide between equal ranks, so that there are no ties."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.rules.shared.poker_hands import HandKind, PokerHand
from games.rules.stud.variant import MACAU, BetBox, Cor, Dealing, Variant

# What a winning additional bet pays, from the lowest, as article 9 lists it.
TIMES: Final[Mapping[HandKind, int]] = {
    HandKind.HIGH_CARDS: 1,  # [MS-9.5.1]
    HandKind.ONE_PAIR: 1,  # [MS-9.5.1]
    HandKind.TWO_PAIRS: 2,  # [MS-9.5.2]
    HandKind.THREE_OF_A_KIND: 3,  # [MS-9.5.3]
    HandKind.STRAIGHT: 4,  # [MS-9.5.4]
    HandKind.FLUSH: 5,  # [MS-9.5.5]
    HandKind.FULL_HOUSE: 7,  # [MS-9.5.6]
    HandKind.FOUR_OF_A_KIND: 20,  # [MS-9.5.7]
    HandKind.STRAIGHT_FLUSH: 50,  # [MS-9.5.8]
    HandKind.ROYAL_FLUSH: 100,  # unless the sheet sets less  [MS-9.5.9]
}
# The operator chooses a figure in this range, when authorised.  [MS-9.5.9] [MS-13]
ROYAL: Final = (50, TIMES[HandKind.ROYAL_FLUSH])
CAPPED: Final = frozenset(
    {HandKind.FOUR_OF_A_KIND, HandKind.STRAIGHT_FLUSH, HandKind.ROYAL_FLUSH}
)  # [MS-9.5.7] [MS-9.5.8] [MS-9.5.9]

# Limits, times, faults and sessions, which 61/2004 does not regulate, follow 803/2015 (A50).
RULES: Final[Mapping[str, str]] = {
    "specific": "MS-P1",
    "round": "MS-6.8",
    "mode": "CS-4",
    "boxes": "MS-2.2",
    "seats": "MS-2.1",
    "pack": "MS-1.1",
    "compared": "MS-9.3",
    "equal": "MS-9.3",
    "period": "CS-14a",
    "closing": "CS-14b",
    "launch": "CS-15",
    "ante": "CS-16",
    "minimum": "CS-17",
    "maximum": "CS-18",
    "royal": "MS-9.5.9",
    "deal": "MS-7.1",
    "deal-five": "MS-7.2",
    "choice": "MS-6.5",
    "fold": "MS-6.7",
    "decision": "CS-21",
    "second": "MS-6.6",
    "shown": "MS-6.8",
    "qualifies": "MS-9.1",
    "no-game": "MS-9.2",
    "won-second": "MS-9.5",
    "won-ante": "MS-9.5",
    "lost": "MS-9.4",
    "paid": "MS-9.5",
    "extra": "CS-31",
    "lapsed": "CS-32",
    "void": "CS-33",
    "stands": "CS-34",
    "individual": "CS-41a",
    "multiple": "CS-41b",
    "inactive": "CS-42",
    "demo": "CS-43",
    "own-hand": "MS-6.1",
    "jackpot-after": "MS-6.3",
    "jackpot-bet": "MS-10.1",
    "jackpot": "MS-10.2",
    "jackpot-order": "MS-10.4",
    "jackpot-restart": "MS-10.8b",
    "jackpot-carried": "MS-11.1",
    "betless": "MS-11.3",
}

# Causes that void a hand and carry its jackpot bets over to the next one.
CARRY_OVER_CAUSES: Final[Mapping[str, str]] = {
    "wrong-deal": "MS-11.1",
    "wrong-number-of-cards": "MS-11.1",
    "two-cards-exposed": "MS-11.1",
    "shuffler-failure": "MS-11.4",
}


def weigh(hand: PokerHand, cor: Cor) -> int:
    """Kind and ranks first, then a suit: spades, hearts, clubs, diamonds.  [MS-4.1] [MS-4.2]

    The suit is that of the first card in order of weight: of the whole hand if it has one suit [MS-8.1]
    [MS-8.2] [MS-8.5], otherwise of the top card [MS-8.6] [MS-8.10], or of the higher card of the (higher)
    pair (A44) [MS-8.8] [MS-8.9]. With three or four of a rank, and so with a full house, no other hand has
    that rank [MS-8.3] [MS-8.4] [MS-8.7].
    """
    return hand.strength << 2 | 3 - (hand.cards[0] & 3)


VARIANT: Final = Variant(
    system=MACAU,
    rules=RULES,
    boxes=(BetBox.JACKPOT, BetBox.ANTE, BetBox.BET),  # [MS-2.2] [MS-5.1] [MS-5.2] [MS-5.3]
    kinds={
        kind: "five-odd-cards" if kind is HandKind.HIGH_CARDS else str(kind) for kind in HandKind
    },  # [MS-8.10]
    times=TIMES,
    royal=ROYAL,
    times_rules={kind: f"MS-9.5.{max(1, place)}" for place, kind in enumerate(TIMES)},
    decided_by={kind: f"MS-8.{10 - place}" for place, kind in enumerate(TIMES)},
    weigh=weigh,
    suits_decide=True,  # [MS-4.1]
    dealings=(Dealing.SHOE, Dealing.SHUFFLER),  # [MS-7.1] [MS-7.2]
    shuffles=True,  # [MS-3.1] [MS-3.2]
    discards_first=False,
    capped=CAPPED,
    jackpot=True,  # [MS-1.4]
    carry_over_causes=CARRY_OVER_CAUSES,  # [MS-11.1] [MS-11.4]
    prohibitions={
        "joint-bets": "MS-6.1",  # [MS-6.1]
        "recording": "MS-12.1",  # [MS-12.1]
        "talking": "MS-12.2",  # [MS-12.2]
    },
    silence="MS-12.2",  # [MS-12.2]
)
