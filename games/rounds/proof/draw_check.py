"""Checks a finished round from its published data alone.

The browser makes the same checks (`static/js/table/verification/proof.js`), in the same order and under the
same codes.

Everything but one check rests on the data alone. Whether the round counted or was void (`ending`) is signed
with the key of the house that signs receipts, and the caller brings its public keys: a key that came with the
data would prove nothing, because whoever changes the data can bring a key of their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, assert_never

import msgspec
from msgspec import UNSET, Struct

from games.catalogue import GAMES
from games.catalogue.draws import Draw, PackDraw, ShoeDraw, WheelDraw
from games.draw import card_commitments, generator, hand_draw
from games.draw.beacon import BeaconUse
from games.draw.ending import Ending
from games.draw.proof import (
    BEACON_FORMAT,
    FORMAT,
    SHOE_FORMAT,
    BeaconPackProof,
    BeaconShoeProof,
    BeaconWheelProof,
    OrderedShoeProof,
    PackProof,
    RoundProof,
    ShoeProof,
    WheelProof,
)
from games.draw.shoe import shoe_digest
from games.rules.shared.cards import CARDS, COVERED, PACK, Card, in_order
from games.rules.shared.cards import names as card_names
from players.shared.decoding import prepare

prepare(
    WheelProof,
    BeaconWheelProof,
    ShoeProof,
    BeaconShoeProof,
    OrderedShoeProof,
    PackProof,
    BeaconPackProof,
)

TABLE = 0  # the owner of the common cards in a draw record; seat numbers start at one


class DrawCheck(Struct, frozen=True):
    """One check: its code, which selects the text, whether the data agree, and the figures.

    `good` is None where it could not be made: `missing` among the figures says why.
    """

    code: str
    good: bool | None
    details: dict[str, Any] = {}


class DrawVerdict(Struct, frozen=True):
    """The checks of one round, in order."""

    checks: tuple[DrawCheck, ...]

    @property
    def good(self) -> bool:
        return bool(self.checks) and not self.failed

    @property
    def failed(self) -> tuple[str, ...]:
        """The distinct codes of the failed checks, in order."""
        return tuple(dict.fromkeys(check.code for check in self.checks if check.good is False))

    @property
    def unchecked(self) -> tuple[str, ...]:
        """The distinct codes of the checks that could not be made, in order."""
        return tuple(dict.fromkeys(check.code for check in self.checks if check.good is None))


def verify_round(system: str, published: Mapping[str, object], keys: Sequence[str] = ()) -> DrawVerdict:
    """Recomputes everything in the published data of a round of that game.

    `keys` are the public keys of the house that verify how the round ended.
    """
    game = published.get("game")
    if isinstance(game, str) and game != system:
        return DrawVerdict((DrawCheck("game", False, {"game": game, "asked": system}),))
    unreadable = DrawVerdict((DrawCheck("unreadable", False, {"game": system}),))
    if system not in GAMES:
        return unreadable
    try:
        return DrawVerdict(tuple(_checks(GAMES[system].draw, published, keys)))
    except msgspec.ValidationError:  # its text describes the program, which no reader of a verdict needs
        return unreadable


def _checks(draw: Draw, published: Mapping[str, object], keys: Sequence[str]) -> list[DrawCheck]:
    depends_on_beacon = published.get("format") == BEACON_FORMAT
    proof: WheelProof | ShoeProof | OrderedShoeProof | PackProof
    match draw:
        case WheelDraw():
            wheel_type = BeaconWheelProof if depends_on_beacon else WheelProof
            proof = msgspec.convert(published, type=wheel_type)
            checks = _check_wheel(draw, proof)
        case ShoeDraw() if depends_on_beacon:
            proof = msgspec.convert(published, type=BeaconShoeProof)
            checks = _check_shoe(draw, proof)
        case ShoeDraw() if published.get("format") == SHOE_FORMAT:
            proof = msgspec.convert(published, type=ShoeProof)
            checks = _check_shoe(draw, proof)
        case ShoeDraw():
            proof = msgspec.convert(published, type=OrderedShoeProof)
            checks = _check_ordered_shoe(draw, proof)
        case PackDraw():
            pack_type = BeaconPackProof if depends_on_beacon else PackProof
            proof = msgspec.convert(published, type=pack_type)
            checks = _check_pack(draw, proof)
        case _:
            assert_never(draw)
    return [*checks, _check_ending(proof, keys)]


def _check_ending(proof: RoundProof, keys: Sequence[str]) -> DrawCheck:
    """The house signed that the round counted, or that it was void, as the data say."""
    if not isinstance(proof, BeaconWheelProof | BeaconShoeProof | BeaconPackProof):
        return DrawCheck("ending", None, {"missing": "beacon"})
    is_void = not isinstance(proof, BeaconPackProof) and proof.void
    details: dict[str, Any] = {"void": is_void}
    if proof.ending is UNSET or not keys:
        return DrawCheck("ending", None, details | {"missing": "key" if proof.ending else "signature"})
    signed = [
        void
        for void in (False, True)
        if Ending(proof.table, proof.round, proof.commitment, void).is_signed(proof.ending, keys)
    ]
    return DrawCheck("ending", signed == [is_void], details | {"signed": signed[0] if signed else "other"})


def _check_commitment(proof: WheelProof | ShoeProof | OrderedShoeProof | PackProof) -> DrawCheck:
    computed = generator.promise(bytes.fromhex(proof.seed))
    details = {"commitment": proof.commitment, "made": computed}
    return DrawCheck("promise", computed == proof.commitment, details)


def _check_beacon(proof: WheelProof | ShoeProof | PackProof) -> list[DrawCheck]:
    """The value was picked by the rule, before it existed, and the beacon signed it."""
    beacon = _beacon_of(proof)
    if beacon is None:
        return []
    details = {"beacon": beacon.chain.name, "chain": beacon.chain.hash, "number": beacon.number}
    return [
        DrawCheck("beacon-number", beacon.follows_rule(), {"closed": beacon.closed, **details}),
        DrawCheck("beacon", beacon.is_genuine(), {**details, "value": beacon.value}),
    ]


def _beacon_of(proof: WheelProof | ShoeProof | PackProof) -> BeaconUse | None:
    return proof.beacon if isinstance(proof, BeaconWheelProof | BeaconShoeProof | BeaconPackProof) else None


def _draw_key(proof: WheelProof | ShoeProof) -> bytes:
    seed = bytes.fromhex(proof.seed)
    return generator.key(seed, proof.table, proof.round, proof.shares, _beacon_of(proof))


def _check_wheel(draw: WheelDraw, proof: WheelProof) -> list[DrawCheck]:
    wheel = draw.wheels.get(proof.wheel)
    checks = [
        _check_commitment(proof),
        *_check_beacon(proof),
        DrawCheck("wheel", wheel is not None, {"wheel": proof.wheel}),
    ]
    if wheel is not None:
        computed = [wheel[generator.Draw(_draw_key(proof)).below(len(wheel))]]
        details = {"drawn": proof.drawn, "made": computed}
        checks.append(DrawCheck("drawn", computed == proof.drawn, details))
    return checks


def _check_shoe(shoe: ShoeDraw, proof: ShoeProof) -> list[DrawCheck]:
    size, start = PACK * proof.decks, len(proof.dealt)
    end = start + len(proof.drawn)
    # A shoe begins full. Only a kept shoe continues, and names the previous round.
    is_full = not proof.dealt and not proof.before and proof.shoe <= proof.round
    goes_on = bool(proof.dealt) and bool(proof.before) and proof.shoe < proof.round
    begins = is_full and (proof.shoe == proof.round or shoe.kept)
    once_per_pack = max(Counter(proof.dealt).values(), default=0) <= proof.decks
    fits = proof.decks in shoe.decks and end <= size and once_per_pack and (begins or (goes_on and shoe.kept))
    details: dict[str, object] = {"shoe": proof.shoe, "decks": proof.decks, "start": start, "end": end}
    checks = [_check_commitment(proof), *_check_beacon(proof), DrawCheck("shoe", fits, details)]
    if fits:
        computed = card_names(_drawn_from(proof))
        checks.append(_check_drawn(shoe, proof.drawn, computed))
    return checks


def cards_drawn(published: Mapping[str, object]) -> tuple[Card, ...]:
    """The cards that a round took from its shoe by its published data, unturned ones too."""
    return _drawn_from(_shoe_proof(published))


def _shoe_proof(published: Mapping[str, object]) -> ShoeProof:
    kind = BeaconShoeProof if published.get("format") == BEACON_FORMAT else ShoeProof
    return msgspec.convert(published, type=kind)


def _drawn_from(proof: ShoeProof) -> tuple[Card, ...]:
    order = generator.Draw(_draw_key(proof), [CARDS[card] for card in proof.dealt]).shuffled(
        PACK * proof.decks
    )
    return in_order(order, len(proof.dealt), len(proof.drawn))


def _check_drawn(shoe: ShoeDraw, drawn: list[str], computed: list[str]) -> DrawCheck:
    same_cards = all(card in (name, COVERED) for card, name in zip(drawn, computed, strict=True))
    allowed_covered = drawn.count(COVERED) <= shoe.unturned
    return DrawCheck("drawn", same_cards and allowed_covered, {"drawn": drawn, "made": computed})


def _check_ordered_shoe(shoe: ShoeDraw, proof: OrderedShoeProof) -> list[DrawCheck]:
    size, end = PACK * proof.decks, proof.start + len(proof.drawn)
    # The first round of a shoe starts at its first card. Only a kept shoe may have begun earlier.
    starts_shoe = proof.shoe == proof.round and not proof.start
    continues_shoe = proof.shoe < proof.round and shoe.kept
    fits = proof.decks in shoe.decks and end <= size and (starts_shoe or continues_shoe)
    details: dict[str, object] = {"shoe": proof.shoe, "decks": proof.decks, "start": proof.start, "end": end}
    checks = [_check_commitment(proof), DrawCheck("shoe", fits, details)]
    if fits:
        key = generator.key(bytes.fromhex(proof.seed), proof.table, proof.shoe, proof.shares)
        order = generator.Draw(key).shuffled(size)
        computed = card_names(in_order(order, proof.start, len(proof.drawn)))
        checks.append(_check_drawn(shoe, proof.drawn, computed))
    return checks


def _check_pack(draw: PackDraw, proof: PackProof) -> list[DrawCheck]:
    beacon = _beacon_of(proof)
    computed = card_commitments.root(
        proof.top, proof.table, proof.round, proof.commitment, proof.shares, beacon
    )
    names, positions = [card.card for card in proof.cards], [card.position for card in proof.cards]
    distinct = len(set(names)) == len(names) and len(set(positions)) == len(positions)
    in_dealing_order = is_dealing_order_valid(proof.to, set(positions), draw.common)
    checks = [
        DrawCheck("root", computed == proof.root, {"root": proof.root, "made": computed}),
        *_check_beacon(proof),
        *(_check_button(proof) if isinstance(proof, BeaconPackProof) else ()),
        DrawCheck("order", in_dealing_order, {"to": proof.to}),
        DrawCheck("pack", distinct, {"cards": names}),
    ]
    for card in proof.cards:
        opening = card_commitments.Opening(card.position, card.card, card.salt, tuple(card.path))
        opens = card_commitments.opened_right(opening, proof.top, proof.table, proof.round)
        owner = proof.to[card.position] if card.position < len(proof.to) else TABLE
        details = {"position": card.position, "card": card.card, "to": owner}
        checks.append(DrawCheck("opening", opens, details))
    if proof.seed:
        seed = bytes.fromhex(proof.seed)
        pack = card_commitments.pack(seed, proof.table, proof.round, proof.shares, beacon)
        details = {"top": proof.top, "made": pack.top, "cards": card_names(pack.order)}
        is_whole = pack.top == proof.top
        if isinstance(proof, BeaconPackProof):
            is_whole = is_whole and hand_draw.button_promise(seed) == proof.button_commitment
        checks += [_check_commitment(proof), DrawCheck("tree", is_whole, details)]
    return checks


def _check_button(proof: BeaconPackProof) -> list[DrawCheck]:
    """The button is the lot's, where one was drawn, and the cards went round from its left."""
    players, button = proof.players, proof.button
    first_cards = list(dict.fromkeys(seat for seat in proof.to if seat != TABLE))
    from_its_left = sorted(first_cards, key=lambda seat: (seat <= button, seat))
    agrees = (
        sorted(set(players)) == players
        and button in players
        and set(first_cards) <= set(players)
        and first_cards == from_its_left
    )
    details: dict[str, Any] = {"players": players, "button": button}
    if not proof.button_seed:
        return [DrawCheck("button", agrees, {**details, "kind": "moved"})]
    lot_seed = bytes.fromhex(proof.button_seed)
    promised = generator.promise(lot_seed)
    place = hand_draw.draw_place(lot_seed, proof.table, proof.round, proof.shares, proof.beacon, len(players))
    return [
        DrawCheck(
            "button-promise",
            promised == proof.button_commitment,
            {"commitment": proof.button_commitment, "seed": proof.button_seed, "made": promised},
        ),
        DrawCheck("button", agrees and players[place] == button, {**details, "made": players[place]}),
    ]


def is_dealing_order_valid(owners: Sequence[int], opened: set[int], allowed_common: Sequence[int]) -> bool:
    """Whether the cards went where they must, and every common card is open.

    Each player gets one card, then a second in the same order, then the table gets the common cards. A
    player who left between the two has one card only.
    """
    private = [seat for seat in owners if seat != TABLE]
    common = range(len(private), len(owners))
    if (
        list(owners[: len(private)]) != private
        or len(common) not in allowed_common
        or not opened <= set(range(len(owners)))
        or not set(common) <= opened
    ):
        return False
    first_cards = list(dict.fromkeys(private))
    second_cards = private[len(first_cards) :]
    remaining = [seat for seat in first_cards if seat in second_cards]
    return private[: len(first_cards)] == first_cards and second_cards == remaining


def check_shoe_sequence(
    rounds: Sequence[Mapping[str, object]], verdicts: Sequence[DrawVerdict] = ()
) -> DrawCheck:
    """Whether the first round of a shoe drew from the full shoe, and each later one from what was left, with
    the digest of the round before.

    A round that took no cards is no link of the chain, as a void one; what it found is compared too.
    `verdicts` are those of the rounds.
    """
    verdicts = verdicts or [verify_round(str(published.get("game")), published) for published in rounds]
    numbers: list[object] = [published.get("round") for published in rounds]
    readable = not any({"unreadable", "game"} & {*verdict.failed} for verdict in verdicts)
    if not (readable and all("shoe" in published for published in rounds) and _has_one_format(rounds)):
        return DrawCheck("follows", False, {"rounds": numbers})
    if rounds[0]["format"] == FORMAT:
        return _check_ordered_sequence([msgspec.convert(published, OrderedShoeProof) for published in rounds])
    pairs = [(_shoe_proof(published), verdict) for published, verdict in zip(rounds, verdicts, strict=True)]
    return _check_chain(sorted(pairs, key=lambda pair: pair[0].round))


def _has_one_format(rounds: Sequence[Mapping[str, object]]) -> bool:
    """A change of the generator begins a new shoe. A round in which nobody bet needed no beacon's value."""
    formats = {published["format"] for published in rounds}
    return len(formats) == 1 or (
        FORMAT not in formats
        and len({published["format"] for published in rounds if published["drawn"]}) <= 1
    )


def _check_chain(rounds: Sequence[tuple[ShoeProof, DrawVerdict]]) -> DrawCheck:
    first = rounds[0][0]
    dealt: list[str] = []
    digest, last, broken = "", 0, 0
    for proof, verdict in rounds:
        cards = _cards_of(verdict)
        if (
            cards is None
            or not _is_same_shoe(first, proof)
            or proof.round <= last
            or (proof.dealt, proof.before) != (dealt, digest)
        ):
            broken = proof.round
            break
        last = proof.round
        if cards and not (isinstance(proof, BeaconShoeProof) and proof.void):
            taken = [CARDS[card] for card in cards]
            digest = shoe_digest(digest, proof.table, proof.round, proof.commitment, proof.shares, taken)
            dealt = [*dealt, *cards]
    return _sequence_check(
        [(proof.round, len(proof.dealt) + len(proof.drawn)) for proof, _ in rounds], broken
    )


def _cards_of(verdict: DrawVerdict) -> list[str] | None:
    """The cards that the seed of a round gives; None where the shoe of its proof is not possible."""
    return next((check.details["made"] for check in verdict.checks if check.code == "drawn"), None)


def _is_same_shoe(one: ShoeProof | OrderedShoeProof, other: ShoeProof | OrderedShoeProof) -> bool:
    return (one.game, one.table, one.shoe, one.decks) == (other.game, other.table, other.shoe, other.decks)


def _check_ordered_sequence(rounds: Sequence[OrderedShoeProof]) -> DrawCheck:
    """The first format: each round starts where the one before it ended, and the first at the first card."""
    proofs = sorted(rounds, key=lambda proof: proof.round)
    first = proofs[0]
    number, end, broken = first.shoe, 0, 0
    for proof in proofs:
        same_secrets = (proof.seed, proof.nonces) == (first.seed, first.nonces)
        if not (_is_same_shoe(first, proof) and same_secrets and (proof.round, proof.start) == (number, end)):
            broken = proof.round
            break
        number, end = number + 1, proof.start + len(proof.drawn)
    return _sequence_check([(proof.round, proof.start + len(proof.drawn)) for proof in proofs], broken)


def _sequence_check(ends: Sequence[tuple[int, int]], broken: int) -> DrawCheck:
    """`broken` is the first round that does not follow; 0 if all do."""
    details: dict[str, Any] = {"rounds": [number for number, _ in ends], "ends": [end for _, end in ends]}
    return DrawCheck("follows", not broken, details | ({"broken": broken} if broken else {}))
