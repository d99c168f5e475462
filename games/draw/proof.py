"""The published proof of a finished round, with which anybody can check its draw.

Plain data, built from plain arguments.

In games against the house, the seed is published after the round.
In games between players the seed would reveal the folded cards, so it stays sealed. There the house commits
to the pack card by card, and each viewer receives the openings of the cards they saw. The engine lists
these cards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from games.catalogue import GAMES
from games.catalogue.draws import PackDraw, ShoeDraw, WheelDraw
from games.draw import card_commitments, generator
from games.draw.beacon import PINNED, BeaconUse
from games.draw.ending import EndingSignature
from games.draw.shoe import ShoeBefore
from games.rules.engine import DrawRecord
from games.rules.shared.cards import PACK, names

FORMAT: Final = "feltro/round/v1"
SHOE_FORMAT: Final = "feltro/round/v2"
BEACON_FORMAT: Final = "feltro/round/v3"

Number = Annotated[int, Meta(ge=1, le=2**31)]
Hash = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
Share = Annotated[str, Meta(pattern=r"\A[0-9a-f]{32}\Z")]
SeatName = Annotated[str, Meta(pattern=r"\A[1-9][0-9]{0,5}\Z")]
Name = Annotated[str, Meta(max_length=3)]
CardName = Annotated[str, Meta(pattern=r"\A(?:[2-9]|10|[JQKA])[SHCD]\Z")]
Decks = Annotated[int, Meta(ge=1, le=8)]


class RoundProof(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the proof of every round contains."""

    format: Literal["feltro/round/v1", "feltro/round/v2", "feltro/round/v3"]
    game: str
    table: Number
    round: Number
    commitment: Hash
    nonces: dict[SeatName, Share]

    @property
    def shares(self) -> dict[int, str]:
        return {int(seat): share for seat, share in self.nonces.items()}


class WheelProof(RoundProof, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A number of a wheel."""

    format: Literal["feltro/round/v1", "feltro/round/v3"]
    seed: Hash
    wheel: str
    drawn: Annotated[list[Name], Meta(max_length=1)]


class ShoeProof(RoundProof, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Cards of a shoe that began in round `shoe`.

    `dealt` are the cards that earlier rounds took from it, and `before` is the digest of the last of them.
    """

    format: Literal["feltro/round/v2", "feltro/round/v3"]
    seed: Hash
    shoe: Number
    decks: Decks
    dealt: Annotated[list[CardName], Meta(max_length=8 * PACK)]
    before: Annotated[str, Meta(pattern=r"\A([0-9a-f]{64})?\Z")]
    drawn: Annotated[list[Name], Meta(max_length=8 * PACK)]


class BeaconWheelProof(WheelProof, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A number of a wheel that depends on a beacon.

    Of a round that became void after its bets closed: the number that it would have given. `ending` is the
    croupier's signature that the round was void, or counted. Rounds of earlier versions have none.
    """

    format: Literal["feltro/round/v3"]
    beacon: BeaconUse
    void: bool = False
    ending: EndingSignature | UnsetType = UNSET


class BeaconShoeProof(ShoeProof, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Cards of a shoe that depend on a beacon.

    Of a round that became void after its bets closed: the cards that it would have given up to the next
    decision. They stay in the shoe. `ending` as at a wheel.
    """

    format: Literal["feltro/round/v3"]
    beacon: BeaconUse
    void: bool = False
    ending: EndingSignature | UnsetType = UNSET


class OrderedShoeProof(RoundProof, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Cards of a shoe whose whole order one seed decided: the first format, which stays checkable.

    The shares are those of round `shoe`, where it began; `start` cards were dealt before this round.
    """

    format: Literal["feltro/round/v1"]
    seed: Hash
    shoe: Number
    decks: Decks
    start: Annotated[int, Meta(ge=0, le=8 * PACK)]
    drawn: Annotated[list[Name], Meta(max_length=8 * PACK)]


class CardOpening(Struct, frozen=True, forbid_unknown_fields=True):
    """One card of a committed pack, with its path in the hash tree."""

    position: Annotated[int, Meta(ge=0, lt=PACK)]
    card: Name
    salt: Hash
    path: Annotated[list[Hash], Meta(min_length=card_commitments.DEPTH, max_length=card_commitments.DEPTH)]


SeatNumber = Annotated[int, Meta(ge=1, le=99)]


class PackProof(RoundProof, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The cards of a committed pack that one viewer saw.

    `to` gives the seat of each card, or 0 for the table.
    """

    format: Literal["feltro/round/v1", "feltro/round/v3"]
    root: Hash
    top: Hash
    to: Annotated[list[Annotated[int, Meta(ge=0, le=99)]], Meta(max_length=PACK)]
    cards: Annotated[list[CardOpening], Meta(max_length=PACK)]
    seed: Hash = ""  # only for an auditor


class BeaconPackProof(PackProof, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The cards of a committed pack that depends on a beacon, and the button.

    `players` are the seats that were dealt in, ascending. The seed of the button is there if it was drawn by
    lot among them. `ending` is the croupier's signature that the hand counted: a void one has no proof.
    """

    format: Literal["feltro/round/v3"]
    beacon: BeaconUse
    players: Annotated[list[SeatNumber], Meta(min_length=2, max_length=PACK // 2)]
    button: SeatNumber
    button_commitment: Hash
    button_seed: Hash = ""
    ending: EndingSignature | UnsetType = UNSET


def build_seed_proof(
    *,
    system: str,
    table: int,
    round_number: int,
    commitment: str,
    seed: str,
    nonces: Mapping[int, str],
    drawn: DrawRecord,
    shoe: ShoeBefore | None = None,
    beacon: BeaconUse | None = None,
    void: bool = False,
    ending: str = "",
) -> dict[str, Any]:
    """The proof of a finished round against the house, once its seed is published."""
    facts = _common_facts(system, table, round_number, commitment, nonces, seed)
    if isinstance(GAMES[system].draw, WheelDraw):
        facts |= {"wheel": drawn.wheel, "drawn": list(drawn.given)}
        if beacon is None:
            return _to_builtins(WheelProof(**facts))
        return _to_builtins(BeaconWheelProof(**_beacon_facts(facts, beacon, ending), void=void))
    shoe = shoe or ShoeBefore(round_number)
    facts |= {
        "shoe": shoe.began,
        "decks": drawn.decks,
        "dealt": names(shoe.dealt),
        "before": shoe.digest,
        "drawn": list(drawn.given),
    }
    if beacon is None:
        return _to_builtins(ShoeProof(**{**facts, "format": SHOE_FORMAT}))
    return _to_builtins(BeaconShoeProof(**_beacon_facts(facts, beacon, ending), void=void))


def _beacon_facts(facts: dict[str, Any], beacon: BeaconUse, ending: str) -> dict[str, Any]:
    return facts | {"format": BEACON_FORMAT, "beacon": beacon, "ending": ending or UNSET}


def build_card_proof(
    pack: card_commitments.Pack,
    *,
    system: str,
    table: int,
    round_number: int,
    commitment: str,
    nonces: Mapping[int, str],
    drawn: DrawRecord,
    positions: Sequence[int],
    seed: str = "",
    beacon: BeaconUse | None = None,
    button_seed: bytes = b"",
    ending: str = "",
) -> dict[str, Any]:
    """The proof of a round between players for a viewer of the cards at those positions.

    Only an auditor gets the seed. A draw with a beacon has a seed of its own for the button.
    """
    openings = card_commitments.opened(pack, positions)
    cards = [
        CardOpening(opening.position, opening.card, opening.salt, list(opening.path)) for opening in openings
    ]
    root = card_commitments.root(pack.top, table, round_number, commitment, nonces, beacon)
    facts = _common_facts(system, table, round_number, commitment, nonces, seed)
    facts |= {"root": root, "top": pack.top, "to": list(drawn.to), "cards": cards}
    if beacon is None:
        return _to_builtins(PackProof(**facts))
    facts = _beacon_facts(facts, beacon, ending) | {
        "players": list(drawn.players),
        "button": drawn.button,
        "button_commitment": generator.promise(button_seed),
        "button_seed": button_seed.hex() if drawn.by_lot else "",
    }
    return _to_builtins(BeaconPackProof(**facts))


def _common_facts(
    system: str, table: int, round_number: int, commitment: str, nonces: Mapping[int, str], seed: str
) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "game": system,
        "table": table,
        "round": round_number,
        "commitment": commitment,
        "nonces": {str(seat): nonces[seat] for seat in sorted(nonces)},
        "seed": seed,
    }


def _to_builtins(proof: RoundProof) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.to_builtins(proof)
    return data


def keeps_seed_sealed(system: str) -> bool:
    """Whether cards are opened one by one, because the seed would reveal the folded cards."""
    return isinstance(GAMES[system].draw, PackDraw)


def verification_data() -> dict[str, Any]:
    """What a browser needs to check a proof: the order of every wheel, the kinds of shoe, and the beacons
    whose key is pinned.

    It contains no rule.
    """
    wheels, shoes, committed_packs = {}, {}, []
    for system, game in GAMES.items():
        match game.draw:
            case WheelDraw(wheels=wheels_by_name):
                wheels[system] = {name: list(pockets) for name, pockets in wheels_by_name.items()}
            case ShoeDraw():
                shoes[system] = msgspec.to_builtins(game.draw)
            case PackDraw():
                committed_packs.append(system)
    return {
        "format": FORMAT,
        "wheels": wheels,
        "shoes": shoes,
        "promised": committed_packs,
        "beacons": msgspec.to_builtins(PINNED),
    }
