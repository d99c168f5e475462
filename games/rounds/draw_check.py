"""A round checked again from what was published of it, and from nothing else.

The browser does the same sums (`static/js/table/verification/proof.js`), check by check under the same codes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, assert_never

import msgspec
from msgspec import Struct

from games.catalogue import GAMES
from games.catalogue.draws import Draw, PackDraw, ShoeDraw, WheelDraw
from games.draw import card_commitments, generator
from games.rounds.proof import OfPack, OfShoe, OfWheel
from games.rules.shared.cards import COVERED, PACK, in_order
from games.rules.shared.cards import names as card_names

TABLE = 0  # the owner of the common cards in a draw record; seats begin at one


class Check(Struct, frozen=True):
    """One thing that was looked at: what (a code that words are found by), whether it agrees, the figures."""

    code: str
    good: bool
    said: dict[str, Any] = {}


class Verdict(Struct, frozen=True):
    checks: tuple[Check, ...]

    @property
    def good(self) -> bool:
        return bool(self.checks) and not self.failed

    @property
    def failed(self) -> tuple[str, ...]:
        """The codes of what does not agree, each once, in the order of the checks."""
        return tuple(dict.fromkeys(check.code for check in self.checks if not check.good))


def verify(system: str, published: Mapping[str, Any]) -> Verdict:
    """Everything that can be computed again from the published data of a round of that game, each under its code."""
    game = published.get("game")
    if isinstance(game, str) and game != system:
        return Verdict((Check("game", False, {"game": game, "asked": system}),))
    unreadable = Verdict((Check("unreadable", False, {"game": system}),))
    if system not in GAMES:
        return unreadable
    try:
        return Verdict(tuple(_checks(GAMES[system].draw, published)))
    except msgspec.ValidationError:  # its text describes the program, which no reader of a verdict needs
        return unreadable


def _checks(draw: Draw, published: Mapping[str, Any]) -> list[Check]:
    match draw:
        case WheelDraw():
            return _of_wheel(draw, msgspec.convert(published, type=OfWheel))
        case ShoeDraw():
            return _of_shoe(draw, msgspec.convert(published, type=OfShoe))
        case PackDraw():
            return _of_pack(draw, msgspec.convert(published, type=OfPack))
    assert_never(draw)


def _promise(told: OfWheel | OfShoe | OfPack) -> Check:
    made = generator.promise(bytes.fromhex(told.seed))
    return Check("promise", made == told.commitment, {"commitment": told.commitment, "made": made})


def _of_wheel(draw: WheelDraw, told: OfWheel) -> list[Check]:
    wheel = draw.wheels.get(told.wheel)
    checks = [_promise(told), Check("wheel", wheel is not None, {"wheel": told.wheel})]
    if wheel is not None:
        chance = generator.Draw(generator.key(bytes.fromhex(told.seed), told.table, told.round, told.shares))
        made = [wheel[chance.below(len(wheel))]]
        checks.append(Check("drawn", made == told.drawn, {"drawn": told.drawn, "made": made}))
    return checks


def _of_shoe(shoe: ShoeDraw, told: OfShoe) -> list[Check]:
    size, end = PACK * told.decks, told.start + len(told.drawn)
    # The round that a shoe begins with begins the shoe.
    since = (told.shoe < told.round and shoe.kept) or (told.shoe == told.round and not told.start)
    fits = told.decks in shoe.decks and end <= size and since
    checks = [
        _promise(told),
        Check("shoe", fits, {"shoe": told.shoe, "decks": told.decks, "start": told.start, "end": end}),
    ]
    if fits:
        order = generator.Draw(
            generator.key(bytes.fromhex(told.seed), told.table, told.shoe, told.shares)
        ).shuffled(size)
        made = card_names(in_order(order, told.start, len(told.drawn)))
        right = all(card in (name, COVERED) for card, name in zip(told.drawn, made, strict=True))
        turned = told.drawn.count(COVERED) <= shoe.unturned
        checks.append(Check("drawn", right and turned, {"drawn": told.drawn, "made": made}))
    return checks


def _of_pack(draw: PackDraw, told: OfPack) -> list[Check]:
    shares = told.shares
    made = card_commitments.root(told.top, told.table, told.round, told.commitment, shares)
    checks = [Check("root", made == told.root, {"root": told.root, "made": made})]
    checks.append(
        Check(
            "order",
            dealt_right(told.to, {card.position for card in told.cards}, draw.common),
            {"to": told.to},
        )
    )
    names, places = [card.card for card in told.cards], [card.position for card in told.cards]
    checks.append(
        Check("pack", len(set(names)) == len(names) and len(set(places)) == len(places), {"cards": names})
    )
    for card in told.cards:
        opening = card_commitments.Opening(card.position, card.card, card.salt, tuple(card.path))
        right = card_commitments.opened_right(opening, told.top, told.table, told.round)
        to = told.to[card.position] if card.position < len(told.to) else TABLE
        checks.append(Check("opening", right, {"position": card.position, "card": card.card, "to": to}))
    if told.seed:
        pack = card_commitments.pack(bytes.fromhex(told.seed), told.table, told.round, shares)
        checks += [
            _promise(told),
            Check(
                "tree",
                pack.top == told.top,
                {"top": told.top, "made": pack.top, "cards": card_names(pack.order)},
            ),
        ]
    return checks


def dealt_right(to: Sequence[int], opened: set[int], numbers_of_common: Sequence[int]) -> bool:
    """Did the cards go where they must: one to each player, one more in the same order, then the table; all those of the table open?

    Who left between the two has one card only.
    """
    private = [seat for seat in to if seat != TABLE]
    common = range(len(private), len(to))
    if (
        list(to[: len(private)]) != private
        or len(common) not in numbers_of_common
        or not opened <= set(range(len(to)))
        or not set(common) <= opened
    ):
        return False
    firsts = list(dict.fromkeys(private))
    seconds = private[len(firsts) :]
    return private[: len(firsts)] == firsts and seconds == [seat for seat in firsts if seat in seconds]


def follows(rounds: Sequence[Mapping[str, Any]]) -> Check:
    """Rounds of one shoe, in their order: each is dealt from where the one before it ended, the first from the shoe's beginning."""
    told = sorted((msgspec.convert(each, type=OfShoe) for each in rounds), key=lambda each: each.round)
    same = (
        len(
            {
                (each.table, each.shoe, each.seed, each.decks, tuple(sorted(each.nonces.items())))
                for each in told
            }
        )
        == 1
    )
    whole = [each.round for each in told] == list(range(told[0].shoe, told[0].shoe + len(told)))
    ends = [0, *(each.start + len(each.drawn) for each in told)]
    joined = all(each.start == end for each, end in zip(told, ends, strict=False))
    return Check(
        "follows", same and whole and joined, {"rounds": [each.round for each in told], "ends": ends[1:]}
    )
