"""Rounds of kept shoes as a player may be given them: true ones, and all ways in which they do not follow."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from games.draw import generator
from games.draw.shoe import shoe_digest
from games.rules.shared.cards import CARDS, NAMES, PACK, in_order, names
from tests.games.draw.test_beacon import SANDBOX
from tests.games.rounds.proof import sample_rounds
from tests.games.rounds.proof.test_beacon_check import beacon_use, kept_shoe, signed

Proof = dict[str, Any]
FIRST_FORMAT = Path(__file__).parent / "proofs_v1.json"


def drawn_anew(proof: Proof, **changes: Any) -> Proof:
    """The round as the house would publish it from another shoe: it agrees by itself."""
    other = proof | changes
    shares = {int(seat): share for seat, share in other["nonces"].items()}
    seed = bytes.fromhex(other["seed"])
    use = (
        beacon_use(SANDBOX, other["beacon"]["number"], other["beacon"]["signature"])
        if "beacon" in other
        else None
    )
    key = generator.key(seed, other["table"], other["round"], shares, use)
    order = generator.Draw(key, [CARDS[card] for card in other["dealt"]]).shuffled(PACK * other["decks"])
    other = other | {"drawn": names(in_order(order, len(other["dealt"]), len(other["drawn"])))}
    return signed(other) if "ending" in other else other


def after(proof: Proof) -> tuple[list[str], str]:
    """The cards that are gone after this round, and its digest."""
    shares = {int(seat): share for seat, share in proof["nonces"].items()}
    cards = drawn_anew(proof)["drawn"]
    facts = (proof["before"], proof["table"], proof["round"], proof["commitment"], shares)
    return [*proof["dealt"], *cards], shoe_digest(*facts, [CARDS[card] for card in cards])


def shoe(system: str) -> list[Proof]:
    """The rounds of one shoe with seeds and shares alone."""
    played = [sample.build_proof() for sample in sample_rounds.rounds(system, 40, kept=True)]
    rounds = [proof for proof in played if proof["shoe"] == played[0]["shoe"]]
    assert len(rounds) > 4
    proofs: list[Proof] = json.loads(json.dumps(rounds[:5]))
    return proofs


def with_a_round_without_cards(proofs: list[Proof]) -> list[Proof]:
    """A round that ended before a card was dealt, between two others."""
    first, second = proofs[:2]
    return [first, second | {"drawn": []}, drawn_anew(second, round=second["round"] + 1)]


def void_of(proof: Proof) -> Proof:
    """The next round of the shoe, which became void after its close: it takes nothing."""
    dealt, digest = after(proof)
    return drawn_anew(proof, round=proof["round"] + 1, dealt=dealt, before=digest, void=True)


def true_chains() -> Iterator[tuple[str, list[Proof]]]:
    for system in ("blackjack", "baccarat"):
        yield f"{system}, without a beacon", shoe(system)
        yield f"{system}, the first round alone", shoe(system)[:1]
        yield f"{system}, a round without cards", with_a_round_without_cards(shoe(system))
        yield f"{system}, the first format", json.loads(FIRST_FORMAT.read_text())[system]
    yield "with a beacon", kept_shoe()
    yield "with a beacon, a round without cards", with_a_round_without_cards(kept_shoe())
    first, empty, later = with_a_round_without_cards(kept_shoe())
    yield "a round without cards needs no value", [first, _other_format(empty), later]
    none = first | {"drawn": []}
    yield "no round with cards", [_other_format(none), signed(none | {"round": 11})]
    first, second, third = kept_shoe()
    yield "a void round at the end", [first, second, third, void_of(third)]
    yield "a void round in between", [first, second, void_of(second), drawn_anew(third, round=13)]


def wrong_chains() -> Iterator[tuple[str, list[Proof], int]]:
    """Each with the first round that does not follow; 0 where the list is no chain at all."""
    shoes = {"blackjack": shoe("blackjack"), "baccarat": shoe("baccarat"), "with a beacon": kept_shoe()}
    for name, proofs in shoes.items():
        first, second, third, *_ = proofs
        numbers = [proof["round"] for proof in proofs]
        for at in range(1, len(proofs) - 1):
            yield f"{name}, a gap after {at} rounds", [*proofs[:at], *proofs[at + 1 :]], numbers[at + 1]
        yield f"{name}, no beginning", proofs[1:], numbers[1]
        yield f"{name}, a later round alone", [second], numbers[1]
        yield f"{name}, a round twice", [first, second, second, third], numbers[1]
        yield f"{name}, another digest", [first, second | {"before": "0" * 64}, third], numbers[1]
        yield f"{name}, the digest before", [first, second, third | {"before": second["before"]}], numbers[2]
        other_share = {**first["nonces"], "77": "0" * 32}
        yield f"{name}, another share", [drawn_anew(first, nonces=other_share), second, third], numbers[1]
        yield f"{name}, another seed", [_with_seed(first), second, third], numbers[1]
        dealt = second["dealt"]
        unseen = next(card for card in NAMES if card not in dealt)
        for change, cards in {
            "a card went back": dealt[:-1],
            "a card more is gone": [*dealt, unseen],
            "another card is gone": [*dealt[:-1], unseen],
        }.items():
            yield f"{name}, {change}", [first, drawn_anew(second, dealt=cards), third], numbers[1]
        yield f"{name}, full again", [first, drawn_anew(second, dealt=[], before=""), third], numbers[1]
        yield f"{name}, another table", [first, drawn_anew(second, table=8), third], numbers[1]
        yield f"{name}, another shoe", [first, second | {"shoe": first["shoe"] + 1}, third], numbers[1]
        yield (
            f"{name}, other packs",
            [first, drawn_anew(second, decks=14 - second["decks"]), third],
            numbers[1],
        )
        yield (
            f"{name}, more cards than the shoe has",
            [first | {"drawn": ["2S"] * 416, "decks": 6}, second],
            numbers[0],
        )
        yield f"{name}, an unreadable round", [first, second | {"before": "x"}, third], 0
        yield f"{name}, a round without a shoe", [first, second, _wheel()], 0
        yield f"{name}, two formats", [first, _other_format(second)], 0
    first, second, third = kept_shoe()
    yield "a void round counted as a link", [first, second | {"void": True}, third], third["round"]
    other = void_of(second)
    yield "a void round of another shoe", [first, second, other | {"before": "0" * 64}], other["round"]
    first, empty, later = with_a_round_without_cards(kept_shoe())
    yield (
        "a round without cards of another shoe",
        [first, empty | {"before": "0" * 64}, later],
        empty["round"],
    )
    published = json.loads(FIRST_FORMAT.read_text())["baccarat"]
    newer = shoe("baccarat")[0] | {"drawn": []}
    yield "the first format and a round without cards of the second", [*published[:2], newer], 0
    yield "the first format, a gap", [published[0], *published[2:]], published[2]["round"]
    yield "the first format, no beginning", published[1:], published[1]["round"]
    moved = published[1] | {"start": published[1]["start"] + 1}
    yield "the first format, another start", [published[0], moved], moved["round"]
    yield (
        "the first format, another seed",
        [published[0], published[1] | {"seed": "0" * 64}],
        published[1]["round"],
    )
    yield (
        "the first format, other shares",
        [published[0], published[1] | {"nonces": {}}],
        published[1]["round"],
    )


def _with_seed(proof: Proof) -> Proof:
    seed = bytes(32)
    return drawn_anew(proof, seed=seed.hex(), commitment=generator.promise(seed))


def _wheel() -> Proof:
    proof: Proof = json.loads(json.dumps(sample_rounds.rounds("french-roulette", 1)[0].build_proof()))
    return proof


def _other_format(proof: Proof) -> Proof:
    if "beacon" not in proof:
        return proof | {"format": "feltro/round/v3", "beacon": kept_shoe()[1]["beacon"]}
    without = {name: value for name, value in proof.items() if name not in ("beacon", "ending")}
    return without | {"format": "feltro/round/v2"}
