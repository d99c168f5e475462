"""A simulation of blackjack, thousands of rounds at once. It shares only decisions with `games.odds`."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import sqrt
from typing import Any

import numpy as np

from games.odds.blackjack import TRIO, Against, shoe_of
from games.rules.blackjack.decisions import Choice
from games.rules.blackjack.sheet import Sheet

STAND, HIT, DOUBLE, SURRENDER, SPLIT = range(5)
CODES = {Choice.STAND: STAND, Choice.HIT: HIT, Choice.DOUBLE: DOUBLE, Choice.SURRENDER: SURRENDER}
ROUNDS_AT_ONCE = 5_000  # as many shoes as a processor keeps at hand
DEPTH = 44  # cards of each shoe that are shuffled; no round comes near the last
VALUES = np.array([min(card % 13 + 1, 10) for card in range(52)], dtype=np.int8)
SUITS = np.array([card // 13 for card in range(52)], dtype=np.int8)

Cards = tuple[int, ...]


@dataclass
class Plan:
    """The decision: for two cards by the open card and whether they are suited, then by the set of cards."""

    two: Any  # [open card, one, other, suited]
    after_split: Any
    more: Any  # [open card, set of cards]: whether to draw
    next_set: Any  # [set of cards, card]
    set_of_two: Any
    sets: dict[Cards, int]


def sets_of_cards() -> dict[Cards, int]:
    """Every set of two cards or more worth at most 21 with aces as 1; number 0 is any other set."""
    held_sets = [
        cards
        for length in range(2, 22)
        for cards in combinations_with_replacement(range(1, 11), length)
        if sum(cards) <= 21
    ]
    return {cards: number for number, cards in enumerate(held_sets, 1)}


def plan(sheet: Sheet, decks: int) -> Plan:
    sets = sets_of_cards()
    more = np.zeros((11, len(sets) + 1), dtype=bool)
    two, after_split = (np.zeros((11, 11, 11, 2), dtype=np.int8) for _ in range(2))
    next_set = np.zeros((len(sets) + 1, 11), dtype=np.int32)
    set_of_two = np.zeros((11, 11), dtype=np.int32)
    for cards, number in sets.items():
        for card in range(1, 11):
            next_set[number, card] = sets.get(tuple(sorted((*cards, card))), 0)
        if len(cards) == 2:
            set_of_two[cards], set_of_two[cards[::-1]] = number, number
    for up in range(1, 11):
        left = shoe_of(decks)
        left[up] -= 1
        against = Against(sheet, up, left)
        for cards, number in sets.items():
            if any(cards.count(card) > left[card] for card in cards):
                continue
            for card in cards:
                against.take(card)
            if len(cards) > 2:
                more[up, number] = draws(against, cards)
            else:
                for suited in (False, True):
                    two[up][cards][int(suited)] = two[up][cards[::-1]][int(suited)] = first(
                        against, *cards, suited
                    )
                    for one, other in (cards, cards[::-1]):
                        after_split[up, one, other, int(suited)] = best(against, one, other, True, suited)[0]
            for card in cards:
                against.put_back(card)
    return Plan(two, after_split, more, next_set, set_of_two, sets)


def draws(against: Against, cards: Cards) -> bool:
    points = sum(cards)
    total = points + 10 if 1 in cards and points <= 11 else points
    if total <= 11:
        return True
    return total < 21 and against.draw(points, 1 in cards) > against.bank.stand(total)


def best(against: Against, one: int, other: int, split: bool, suited: bool) -> tuple[int, float]:
    prize = 0.0
    if against.sheet.special_prizes and one == other == 7:
        prize = 3 * against.left[7] / against.count
    elif against.sheet.special_prizes and suited and one != other and one in TRIO and other in TRIO:
        prize = 3 * 0.25 * against.left[sum(TRIO) - one - other] / against.count
    worth = against.choices(one, other, split, prize)
    choice = max(worth, key=lambda choice: worth[choice])
    return CODES[choice], worth[choice]


def first(against: Against, one: int, other: int, suited: bool) -> int:
    code, worth = best(against, one, other, False, suited)
    return SPLIT if one == other and against.sheet.split_limit != 0 and against.split(one) > worth else code


class Simulation:
    def __init__(self, sheet: Sheet, decks: int, seed: int) -> None:
        self.sheet, self.plan = sheet, plan(sheet, decks)
        self.random = np.random.Generator(np.random.PCG64(seed))
        self.shoe = np.tile(np.arange(52 * decks, dtype=np.int16), (ROUNDS_AT_ONCE, 1))
        self.rows = np.arange(ROUNDS_AT_ONCE)
        self.rounds, self.sum, self.squares = 0, 0.0, 0.0

    @property
    def mean(self) -> float:
        return self.sum / self.rounds

    @property
    def error(self) -> float:
        return sqrt((self.squares / self.rounds - self.mean**2) / self.rounds)

    def play(self, times: int) -> None:
        for _ in range(times):
            won = self.once()
            self.rounds += len(won)
            self.sum += float(won.sum())
            self.squares += float((won * won).sum())

    def once(self) -> Any:
        self.shuffle()
        values, suits = VALUES[self.shoe[:, :DEPTH] % 52], SUITS[self.shoe[:, :DEPTH] % 52]
        one, up, other, hole = (values[:, place].astype(np.int64) for place in range(4))
        suited = (suits[:, 0] == suits[:, 2]).astype(np.int64)
        choice = self.plan.two[up, one, other, suited]
        natural = (one + other == 11) & ((one == 1) | (other == 1))
        choice[natural] = STAND
        held = self.plan.set_of_two[one, other]
        points, ace = one + other, (one == 1) | (other == 1)
        at, drawn, special = np.full(len(one), 4), np.zeros(len(one), dtype=np.int64), np.zeros(len(one))
        drawing = (choice == HIT) | (choice == DOUBLE)
        while drawing.any():
            rows = np.flatnonzero(drawing)
            card = values[rows, at[rows]].astype(np.int64)
            if self.sheet.special_prizes:
                third = drawn[rows] == 0
                trio = (
                    (suits[rows, at[rows]] == suits[rows, 0])
                    & (suited[rows] == 1)
                    & (points[rows] + card == 21)
                )
                trio &= (
                    np.isin(one[rows], TRIO)
                    & np.isin(other[rows], TRIO)
                    & np.isin(card, TRIO)
                    & (one[rows] != other[rows])
                )
                sevens = (one[rows] == 7) & (other[rows] == 7) & (card == 7)
                special[rows[third & ((trio & (card != one[rows]) & (card != other[rows])) | sevens)]] = 3
            at[rows] += 1
            drawn[rows] += 1
            points[rows] += card
            ace[rows] |= card == 1
            held[rows] = self.plan.next_set[held[rows], card]
            drawing[rows] = self.plan.more[up[rows], held[rows]] & (choice[rows] == HIT)
        bound = (
            (choice == DOUBLE)
            & ((one == 1) | (other == 1))
            & (one + other >= 9)
            & (one + other <= 11)
            & (not self.sheet.double_any)
        )
        free = ace & (~bound | (values[self.rows, at - 1] == 1))
        total = points + np.where(free & (points <= 11), 10, 0)
        bank, matched = self.bank(values, up, hole, at)
        stake = np.where(choice == DOUBLE, 2.0, 1.0)
        won = np.sign(np.where(bank > 21, 0, bank) * -1 + total) * stake
        won = np.where(matched, -stake, won)
        won = np.where(natural, np.where(matched, 0.0, 1.5), won)
        won = np.where(total > 21, -stake, won) + special * stake
        won = np.where(choice == SURRENDER, -0.5, won)
        for row in np.flatnonzero(choice == SPLIT):
            won[row] = self.split(values[row].tolist(), suits[row].tolist())
        return won

    def shuffle(self) -> None:
        cards = self.shoe.shape[1]
        for place in range(DEPTH):
            other = self.random.integers(place, cards, ROUNDS_AT_ONCE)
            here = self.shoe[:, place].copy()
            self.shoe[:, place] = self.shoe[self.rows, other]
            self.shoe[self.rows, other] = here

    def bank(self, values: Any, up: Any, hole: Any, at: Any) -> tuple[Any, Any]:
        points, ace, at = up + hole, (up == 1) | (hole == 1), at.copy()
        matched = ace & (points == 11)
        while True:
            total = points + np.where(ace & (points <= 11), 10, 0)
            rows = np.flatnonzero(total < 17)
            if not len(rows):
                return total, matched
            card = values[rows, at[rows]]
            points[rows] += card
            ace[rows] |= card == 1
            at[rows] += 1

    def split(self, values: list[int], suits: list[int]) -> float:
        """One place that is split, hand by hand."""
        pair, up, at, splits = values[0], values[1], 4, 1
        hands, waiting = [], [(values[0], suits[0]), (values[2], suits[2])]
        special = 0.0
        limit = 99 if self.sheet.split_limit is None else self.sheet.split_limit
        while waiting:
            value, suit = waiting.pop(0)
            card, other_suit, at = values[at], suits[at], at + 1
            if card == pair and splits < limit and (pair != 1 or self.sheet.resplit_aces):
                waiting[:0] = [(value, suit), (card, other_suit)]
                splits += 1
                continue
            cards, flushed, stake = [value, card], suit == other_suit, 1
            choice = self.plan.after_split[up, value, card, int(flushed)]
            while choice in (HIT, DOUBLE):
                cards.append(values[at])
                flushed &= suits[at] == suit
                at += 1
                stake = 2 if choice == DOUBLE else stake
                if (
                    len(cards) == 3
                    and self.sheet.special_prizes
                    and (cards == [7, 7, 7] or (flushed and tuple(sorted(cards)) == TRIO))
                ):
                    special += 3 * stake
                number = self.plan.sets.get(tuple(sorted(cards)), 0)
                choice = HIT if choice == HIT and number and self.plan.more[up, number] else STAND
            bound = stake == 2 and not self.sheet.double_any and 1 in cards[:2]
            free = 1 in (cards[2:] if bound else cards)
            total = sum(cards) + (10 if free and sum(cards) <= 11 else 0)
            hands.append((total, stake))
        drawn = [up, values[3]]
        while (bank := sum(drawn) + (10 if 1 in drawn and sum(drawn) <= 11 else 0)) < 17:
            drawn.append(values[at])
            at += 1
        blackjack = len(drawn) == 2 and bank == 21
        result = special
        for total, stake in hands:
            if total > 21 or blackjack or (bank <= 21 and bank > total):
                result -= stake
            elif bank > 21 or total > bank:
                result += stake
        return result
