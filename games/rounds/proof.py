"""What the house publishes of a round when it is over, so that anybody can check the draw: as plain data, made from plain arguments.

Where people play against the house, the seed is opened after the round (or after the shoe, where it is kept). Where people bet
against each other it stays sealed for ever, since it would tell what was folded: there the pack was promised card by card, and
each viewer is given the openings of the cards that were seen, by the whitelist of the engine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from games.catalogue import GAMES
from games.catalogue.draws import PackDraw, ShoeDraw, WheelDraw
from games.draw import card_commitments
from games.rules.engine import DrawRecord
from games.rules.shared.cards import PACK

FORMAT: Final = "feltro/round/v1"

Number = Annotated[int, Meta(ge=1, le=2**31)]
Hash = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
Share = Annotated[str, Meta(pattern=r"\A[0-9a-f]{32}\Z")]
SeatName = Annotated[str, Meta(pattern=r"\A[1-9][0-9]{0,5}\Z")]
Name = Annotated[str, Meta(max_length=3)]


class Published(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is published of any round."""

    format: Literal["feltro/round/v1"]
    game: str
    table: Number
    round: Number
    commitment: Hash
    nonces: dict[SeatName, Share]

    @property
    def shares(self) -> dict[int, str]:
        return {int(seat): share for seat, share in self.nonces.items()}


class OfWheel(Published, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A number of a wheel."""

    seed: Hash
    wheel: str
    drawn: Annotated[list[Name], Meta(max_length=1)]


class OfShoe(Published, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Cards of a shoe that began with round `shoe`, whose shares these are; `start` of them had gone before this round."""

    seed: Hash
    shoe: Number
    decks: Annotated[int, Meta(ge=1, le=8)]
    start: Annotated[int, Meta(ge=0, le=8 * PACK)]
    drawn: Annotated[list[Name], Meta(max_length=8 * PACK)]


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    position: Annotated[int, Meta(ge=0, lt=PACK)]
    card: Name
    salt: Hash
    path: Annotated[list[Hash], Meta(min_length=card_commitments.DEPTH, max_length=card_commitments.DEPTH)]


class OfPack(Published, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The cards that one viewer has seen of a promised pack. `to` is the seat that each card went to, 0 for the table."""

    root: Hash
    top: Hash
    to: Annotated[list[Annotated[int, Meta(ge=0, le=99)]], Meta(max_length=PACK)]
    cards: Annotated[list[Card], Meta(max_length=PACK)]
    seed: Hash = ""  # an auditor's


def published(
    *,
    system: str,
    table: int,
    round: int,
    commitment: str,
    seed: str,
    nonces: Mapping[int, str],
    drawn: DrawRecord,
    shoe: int = 0,
) -> dict[str, Any]:
    """What is told of a finished round against the house, once its seed is open.

    Of a kept shoe, commitment, seed and shares are those of the round that it began with, whose number is `shoe`.
    """
    about = _about(system, table, round, commitment, nonces, seed)
    if isinstance(GAMES[system].draw, WheelDraw):
        return _plain(OfWheel(**about, wheel=drawn.wheel, drawn=list(drawn.given)))
    return _plain(
        OfShoe(**about, shoe=shoe or round, decks=drawn.decks, start=drawn.start, drawn=list(drawn.given))
    )


def published_cards(
    pack: card_commitments.Pack,
    *,
    system: str,
    table: int,
    round: int,
    commitment: str,
    nonces: Mapping[int, str],
    drawn: DrawRecord,
    positions: Sequence[int],
    seed: str = "",
) -> dict[str, Any]:
    """What is told of a round among players to whoever has seen the cards at those positions; the seed to nobody but an auditor."""
    cards = [
        Card(one.position, one.card, one.salt, list(one.path))
        for one in card_commitments.opened(pack, positions)
    ]
    root = card_commitments.root(pack.top, table, round, commitment, nonces)
    about = _about(system, table, round, commitment, nonces, seed)
    return _plain(OfPack(**about, root=root, top=pack.top, to=list(drawn.to), cards=cards))


def _about(
    system: str, table: int, round: int, commitment: str, nonces: Mapping[int, str], seed: str
) -> dict[str, Any]:
    named = {str(seat): nonces[seat] for seat in sorted(nonces)}
    return {
        "format": FORMAT,
        "game": system,
        "table": table,
        "round": round,
        "commitment": commitment,
        "nonces": named,
        "seed": seed,
    }


def _plain(told: Published) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(told)
    return plain


def keeps_seed_sealed(system: str) -> bool:
    """Whether cards are opened one by one, because the seed would reveal those that were folded."""
    return isinstance(GAMES[system].draw, PackDraw)


def known() -> dict[str, Any]:
    """What a browser needs besides the published data: the wheels in their order, and the shoes there are. It holds no rule."""
    wheels, shoes, promised = {}, {}, []
    for system, game in GAMES.items():
        match game.draw:
            case WheelDraw(wheels=by_name):
                wheels[system] = {name: list(places) for name, places in by_name.items()}
            case ShoeDraw():
                shoes[system] = msgspec.to_builtins(game.draw)
            case PackDraw():
                promised.append(system)
    return {"format": FORMAT, "wheels": wheels, "shoes": shoes, "promised": promised}
