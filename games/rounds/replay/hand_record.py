"""A hold'em hand as one of its players saw it, ready to be written as a file.

It is built from the steps that the player's seat was shown, so it cannot contain a card that the player did
not see.  [HE-11d] [HE-65]
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from msgspec import Struct

from games.rules.shared.money import Cents, Seat

News = Mapping[str, Any]
BETS = ("blind-posted", "called", "raised")


class HandTerms(Struct, frozen=True, kw_only=True):
    """What a hand's file says about the table and the house."""

    house: str
    hand: int
    table: str
    seats: int
    currency: str
    limit: str
    small_blind: Cents
    big_blind: Cents
    at: datetime  # in the time of Lisbon


class HandPlayer(Struct, frozen=True, kw_only=True):
    """One player of a hand: the stack before it, and what became of it."""

    seat: Seat
    name: str
    stack: Cents
    committed: Cents  # less the unmatched part
    gross: Cents  # won from the pots, before the commission
    commission: Cents
    posted: Cents  # the blind, or the bet of a newcomer
    enters: bool  # posted the bet of a newcomer

    @property
    def finishing_stack(self) -> Cents:
        return self.stack - self.committed + self.gross - self.commission


class HandRecord(Struct, frozen=True, kw_only=True):
    """A finished hand. The players are in dealing order, from the small blind clockwise."""

    terms: HandTerms
    button: Seat
    hero: Seat
    cards: tuple[str, ...]  # of the hero; none if the hero was not dealt in
    players: tuple[HandPlayer, ...]
    events: tuple[News, ...]  # from the blinds to the payment

    @property
    def rake(self) -> Cents:
        return sum(player.commission for player in self.players)

    @property
    def pots(self) -> tuple[Mapping[str, Any], ...]:
        return tuple(pot for event in self.events if event["t"] == "pots-paid" for pot in event["pots"])

    @property
    def board(self) -> tuple[str, ...]:
        return tuple(
            card for event in self.events if event["t"] == "common-turned" for card in event["cards"]
        )

    def player(self, seat: Seat) -> HandPlayer:
        return next(player for player in self.players if player.seat == seat)


def build_hand(
    steps: Iterable[tuple[News | None, Mapping[str, Any]]],
    *,
    terms: HandTerms,
    hero: Seat,
    names: Mapping[Seat, str],
) -> HandRecord | None:
    """The hand from its steps: what happened, and the table as everybody then saw it.

    None if no hand was dealt, or if it was void: then no chips moved.
    """
    order: tuple[Seat, ...] = ()
    button: Seat = 0
    stacks: dict[Seat, Cents] = {}
    events: list[News] = []
    for news, table in steps:
        if news is None:
            continue
        if news["t"] == "button-placed":
            order, button = tuple(news["players"]), news["button"]
            stacks = {seat: table["seats"][str(seat)]["stack"] for seat in order}
            events = []
        elif order:
            events.append(news)
    if not order or not events or not any(event["t"] == "pots-paid" for event in events):
        return None
    cards = tuple(event["card"] for event in events if event["t"] == "cards-dealt" and "card" in event)
    players = tuple(_player(seat, stacks[seat], names.get(seat, ""), events) for seat in order)
    return HandRecord(
        terms=terms, button=button, hero=hero, cards=cards, players=players, events=tuple(events)
    )


def _player(seat: Seat, stack: Cents, name: str, events: Sequence[News]) -> HandPlayer:
    own = [event for event in events if event.get("seat") == seat]
    committed = sum(event["cents"] for event in own if event["t"] in BETS)
    returned = sum(event["cents"] for event in own if event["t"] == "excess-returned")
    blinds = [event for event in own if event["t"] == "blind-posted"]
    shares = [
        share
        for event in events
        if event["t"] == "pots-paid"
        for pot in event["pots"]
        for share in pot["shares"]
        if share["name"] == seat
    ]
    return HandPlayer(
        seat=seat,
        name=name or f"Seat {seat}",
        stack=stack,
        committed=committed - returned,
        gross=sum(share["gross"] for share in shares),
        commission=sum(share.get("commission", 0) for share in shares),
        posted=sum(event["cents"] for event in blinds),
        enters=any(event["blind"] == "entry" for event in blinds),
    )


def short_cards(cards: Iterable[str]) -> list[str]:
    """Cards as the files of the trade write them: Th for the ten of hearts."""
    return [card[:-1].replace("10", "T") + card[-1].lower() for card in cards]
