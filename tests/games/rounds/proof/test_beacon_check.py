"""The published proof of a round that depends on a beacon, and what is wrong with every change of it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from games.catalogue import GAMES
from games.catalogue.draws import WheelDraw
from games.draw import beacon, generator, hand_draw
from games.draw.beacon import QUICKNET, BeaconUse, Chain
from games.draw.ending import Ending
from games.draw.shoe import shoe_digest
from games.rounds.proof.draw_check import check_shoe_sequence, verify_round
from games.rules.shared.cards import CARDS, in_order, names
from tests.games.draw.test_beacon import NUMBER, SANDBOX, SECRET, SIGNATURE
from tests.games.rounds.proof import sample_rounds
from tests.games.rounds.proof.test_draw_check import changed
from tests.running import run_in_turn

MARGIN = 300
SEED = hashlib.sha256(b"seed").digest()
NONCES = {"1": "ab" * 16, "4": "cd" * 16}
HOUSE = Ed25519PrivateKey.from_private_bytes(hashlib.sha256(b"house").digest())
FORGER = Ed25519PrivateKey.from_private_bytes(hashlib.sha256(b"forger").digest())
KEYS = ("00" * 32, HOUSE.public_key().public_bytes_raw().hex())


def signed(proof: dict[str, Any], key: Ed25519PrivateKey = HOUSE) -> dict[str, Any]:
    """The proof with the signature of how its round ended."""
    ending = Ending(proof["table"], proof["round"], proof["commitment"], proof.get("void", False))
    return proof | {"ending": key.sign(ending.content).hex()}


def beacon_use(chain: Chain, number: int, signature: str) -> BeaconUse:
    """The value with this number, for bets that closed just so that the rule picks it."""
    return BeaconUse(chain, chain.scheduled_ms(number) - MARGIN, MARGIN, number, signature)


USES = {
    "quicknet": beacon_use(QUICKNET, NUMBER, SIGNATURE),
    "sandbox": beacon_use(SANDBOX, 77, beacon.sign(SECRET, 77)),
}


def published_use(use: BeaconUse) -> dict[str, Any]:
    chain = use.chain
    facts = {
        "name": chain.name,
        "public_key": chain.public_key,
        "genesis": chain.genesis,
        "period": chain.period,
        "group_hash": chain.group_hash,
    }
    return {
        "chain": facts,
        "closed": use.closed,
        "margin": use.margin,
        "number": use.number,
        "signature": use.signature,
    }


def shares() -> dict[int, str]:
    return {int(seat): share for seat, share in NONCES.items()}


def common(system: str, number: int, use: BeaconUse) -> dict[str, Any]:
    return {
        "format": "feltro/round/v3",
        "game": system,
        "table": 7,
        "round": number,
        "commitment": generator.promise(SEED),
        "nonces": dict(NONCES),
        "seed": SEED.hex(),
        "beacon": published_use(use),
    }


def wheel_proof(use: BeaconUse) -> dict[str, Any]:
    draw = GAMES["french-roulette"].draw
    assert isinstance(draw, WheelDraw)
    wheel = draw.wheels["FR"]
    key = generator.key(SEED, 7, 3, shares(), use)
    drawn = wheel[generator.Draw(key).below(len(wheel))]
    return signed(common("french-roulette", 3, use) | {"wheel": "FR", "drawn": [drawn]})


def shoe_proofs(uses: list[BeaconUse], cards: int = 5) -> list[dict[str, Any]]:
    """Rounds of one kept shoe, each with its own value."""
    proofs: list[dict[str, Any]] = []
    dealt: list[str] = []
    before = ""
    for number, use in enumerate(uses, 10):
        key = generator.key(SEED, 7, number, shares(), use)
        order = generator.Draw(key, [CARDS[card] for card in dealt]).shuffled(52 * 6)
        drawn = in_order(order, len(dealt), cards)
        proof = common("blackjack", number, use)
        proof |= {"shoe": 10, "decks": 6, "dealt": list(dealt), "before": before, "drawn": names(drawn)}
        proofs.append(signed(proof))
        before = shoe_digest(before, 7, number, proof["commitment"], shares(), drawn)
        dealt += names(drawn)
    return proofs


def failed(proof: dict[str, Any]) -> tuple[str, ...]:
    return verify_round(proof["game"], proof).failed


@pytest.mark.parametrize("name", USES)
def test_a_round_that_depends_on_a_beacon_passes(name: str) -> None:
    verdict = verify_round("french-roulette", wheel_proof(USES[name]))
    assert verdict.good
    assert [check.code for check in verdict.checks] == [
        "promise", "beacon-number", "beacon", "wheel", "drawn", "ending",
    ]  # fmt: skip


CHANGES: list[tuple[str, tuple[Any, ...], Any]] = [
    ("promise", ("seed",), "00" * 32),
    ("promise", ("commitment",), "00" * 32),
    ("drawn", ("nonces", "1"), "00" * 16),
    ("drawn", ("round",), 4),
    ("drawn", ("drawn",), ["x"]),
    ("beacon-number", ("beacon", "number"), 78),
    ("beacon-number", ("beacon", "closed"), USES["sandbox"].closed + 1),
    ("beacon-number", ("beacon", "closed"), USES["sandbox"].closed - 1000),
    ("beacon-number", ("beacon", "margin"), MARGIN + 1),
    ("beacon-number", ("beacon", "chain", "genesis"), SANDBOX.genesis - 1),
    ("beacon", ("beacon", "signature"), beacon.sign(SECRET, 78)),
    ("beacon", ("beacon", "signature"), beacon.sign(SECRET + 1, 77)),
    ("beacon", ("beacon", "signature"), beacon.INFINITY),
    ("beacon", ("beacon", "chain", "public_key"), beacon.public_key_of(SECRET + 1)),
    ("beacon", ("beacon", "chain", "name"), "quicknet"),
    ("drawn", ("beacon", "chain", "group_hash"), "00" * 32),
    ("unreadable", ("beacon", "signature"), "ab"),
    ("unreadable", ("beacon", "number"), 0),
    ("unreadable", ("beacon",), None),
    ("unreadable", ("format",), "feltro/round/v1"),
    ("unreadable", ("format",), "feltro/round/v4"),
]


@pytest.mark.parametrize(("code", "way", "to"), CHANGES)
def test_every_change_is_found(code: str, way: tuple[Any, ...], to: Any) -> None:
    assert failed(changed(wheel_proof(USES["sandbox"]), *way, to=to))[0] == code


def test_a_beacon_of_the_same_name_is_not_the_pinned_one() -> None:
    """Values of a private network that calls itself quicknet are refused."""
    own = Chain("quicknet", SANDBOX.public_key, SANDBOX.genesis, 3, SANDBOX.group_hash)
    proof = wheel_proof(beacon_use(own, 5, beacon.sign(SECRET, 5)))
    assert failed(proof) == ("beacon",)


def test_without_its_value_a_round_is_another_round() -> None:
    proof = wheel_proof(USES["sandbox"])
    del proof["beacon"]
    assert failed(proof) == ("unreadable",)
    other = wheel_proof(beacon_use(SANDBOX, 78, beacon.sign(SECRET, 78)))
    assert failed(other | {"beacon": wheel_proof(USES["sandbox"])["beacon"]}) == ("drawn",)


def test_the_rounds_of_a_shoe_each_have_a_value_and_follow_each_other() -> None:
    proofs = kept_shoe()
    assert all(verify_round("blackjack", proof).good for proof in proofs)
    assert check_shoe_sequence(proofs).good
    assert not check_shoe_sequence([proofs[0], proofs[2]]).good
    assert failed(changed(proofs[1], "beacon", "number", to=108))[0] == "beacon-number"
    mixed = [proofs[0] | {"format": "feltro/round/v2"}, proofs[1]]
    assert not check_shoe_sequence(mixed).good, "a change of the generator begins a new shoe"


def kept_shoe() -> list[dict[str, Any]]:
    return shoe_proofs([beacon_use(SANDBOX, n, beacon.sign(SECRET, n)) for n in (100, 107, 115)])


def shoe_changes(proof: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """What the house could say wrongly about a later round of a kept shoe, and the check that refuses it."""
    use = proof["beacon"]
    return [
        ("promise", changed(proof, "seed", to="00" * 32)),
        ("promise", changed(proof, "commitment", to="00" * 32)),
        ("beacon-number", changed(proof, "beacon", "number", to=use["number"] + 1)),
        ("beacon-number", changed(proof, "beacon", "closed", to=use["closed"] - 1000)),
        ("beacon", changed(proof, "beacon", "signature", to=beacon.sign(SECRET, use["number"] + 1))),
        ("beacon", changed(proof, "beacon", "chain", "public_key", to=beacon.public_key_of(SECRET + 1))),
        ("drawn", changed(proof, "beacon", "chain", "group_hash", to="00" * 32)),
        ("drawn", changed(proof, "nonces", "1", to="00" * 16)),
        ("drawn", changed(proof, "nonces", to={"1": NONCES["1"]})),
        ("drawn", changed(proof, "dealt", to=proof["dealt"][:-1])),
        (
            "drawn",
            changed(proof, "dealt", to=proof["dealt"][:-1] + ["2S" if proof["dealt"][-1] != "2S" else "3S"]),
        ),
        ("drawn", changed(proof, "drawn", to=proof["drawn"][::-1])),
        ("drawn", changed(proof, "decks", to=8)),
        ("shoe", changed(proof, "dealt", to=[])),
        ("shoe", changed(proof, "before", to="")),
        ("shoe", changed(proof, "shoe", to=proof["round"])),
        ("shoe", changed(proof, "decks", to=5)),
        ("unreadable", changed(proof, "before", to="0" * 63)),
        ("unreadable", changed(proof, "dealt", to=["1X"])),
        ("unreadable", {name: value for name, value in proof.items() if name != "beacon"}),
    ]


def void_changes(proof: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """The same of what a void round would have given."""
    other = "0" if proof["drawn"] != ["0"] else "1"
    return [
        ("drawn", changed(proof, "drawn", to=[other])),
        ("drawn", changed(proof, "drawn", to=[])),
        ("promise", changed(proof, "seed", to="00" * 32)),
        ("beacon", changed(proof, "beacon", "signature", to=beacon.sign(SECRET, 78))),
        ("unreadable", changed(proof, "void", to="yes")),
        ("unreadable", changed(proof, "ending", to="")),
        ("unreadable", {name: value for name, value in proof.items() if name != "beacon"}),
    ]


def void_proof() -> dict[str, Any]:
    return signed(wheel_proof(USES["sandbox"]) | {"void": True})


def test_every_change_of_a_kept_shoe_is_found() -> None:
    proof = kept_shoe()[1]
    for code, other in shoe_changes(proof):
        assert failed(other)[0] == code, (code, failed(other))


def test_every_change_of_what_a_void_round_would_have_given_is_found() -> None:
    assert failed(void_proof()) == ()
    for code, other in void_changes(void_proof()):
        assert failed(other)[0] == code, (code, failed(other))


def test_a_round_that_does_not_follow_breaks_the_shoe() -> None:
    """Each round agrees by itself; only the whole shoe shows what was exchanged between two of them."""
    first, second, third = kept_shoe()
    for other in (changed(second, "before", to="00" * 32), second | {"void": True}):
        assert failed(other) == () and not check_shoe_sequence([first, other, third]).good
    assert check_shoe_sequence([third, first, second]).good, "their order in a file does not matter"


@pytest.mark.parametrize("button", [0, 3])
@pytest.mark.parametrize("seat", [None, *sample_rounds.PLAYERS, "auditor"])
def test_a_hand_that_depends_on_a_beacon_passes(button: int, seat: Any) -> None:
    proof = hand_proof(button, seat)
    verdict = verify_round("holdem", proof)
    assert verdict.good, verdict.failed
    codes = [check.code for check in verdict.checks if check.code != "opening"]
    lot = [] if button else ["button-promise"]
    whole = ["promise", "tree"] if seat == "auditor" else []
    assert codes == ["root", "beacon-number", "beacon", *lot, "button", "order", "pack", *whole, "ending"]
    assert proof["players"] == [1, 2, 3] and ("button_seed" in proof) is not bool(button)


def hand_proof(button: int, seat: Any = 1) -> dict[str, Any]:
    played = sample_rounds.beacon_hand(USES["sandbox"], button)
    proof = played.build_proof(None if seat == "auditor" else seat, auditor=seat == "auditor")
    read: dict[str, Any] = json.loads(json.dumps(proof))
    return signed(read)


def hand_changes(proof: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """What the house could say wrongly about a hand, and the check that refuses it."""
    seat, others = next(iter(proof["nonces"])), [n for n in proof["players"] if n != proof["button"]]
    return [
        ("root", changed(proof, "commitment", to="0" * 64)),
        ("root", changed(proof, "nonces", seat, to="0" * 32)),
        ("root", changed(proof, "top", to="0" * 64)),
        ("root", changed(proof, "beacon", "chain", "group_hash", to="00" * 32)),
        ("beacon-number", changed(proof, "beacon", "closed", to=proof["beacon"]["closed"] + 1)),
        ("beacon", changed(proof, "beacon", "signature", to=beacon.sign(SECRET, 78))),
        ("beacon-number", changed(proof, "beacon", "number", to=78)),
        ("button", changed(proof, "button", to=others[0])),
        ("button", changed(proof, "button", to=others[1])),
        ("button", changed(proof, "button", to=9)),
        ("button", changed(proof, "players", to=proof["players"][::-1])),
        ("button", changed(proof, "players", to=[1, 2, 2, 3])),
        ("button", changed(proof, "players", to=[1, 2])),
        ("button", changed(proof, "to", to=[proof["to"][at] for at in (1, 2, 0, 4, 5, 3)] + proof["to"][6:])),
        ("order", changed(proof, "to", to=proof["to"][:-1])),
        ("unreadable", changed(proof, "players", to=[1])),
        ("unreadable", changed(proof, "button", to=0)),
        ("unreadable", changed(proof, "format", to="feltro/round/v1")),
        ("unreadable", {name: value for name, value in proof.items() if name != "beacon"}),
        ("unreadable", {name: value for name, value in proof.items() if name != "button_commitment"}),
        ("unreadable", proof | {"void": False}),
    ]


@pytest.mark.parametrize("button", [0, 3])
def test_every_change_of_a_hand_is_found(button: int) -> None:
    for code, other in hand_changes(hand_proof(button)):
        assert code in failed(other), (code, failed(other))


def test_every_change_of_the_lot_is_found() -> None:
    proof = hand_proof(0)
    assert failed(changed(proof, "button_commitment", to="0" * 64)) == ("button-promise",)
    assert "button-promise" in failed(changed(proof, "button_seed", to="0" * 64))
    # Another seed and its own promise: only who saw the promise before the hand, or an auditor, refuses it.
    lot = next(
        seed
        for number in range(1, 99)
        if (seed := bytes([number]) * 32)
        and hand_draw.draw_place(seed, 7, proof["round"], played_shares(proof), USES["sandbox"], 3)
        == proof["players"].index(proof["button"])
    )
    other = proof | {"button_seed": lot.hex(), "button_commitment": generator.promise(lot)}
    assert failed(other) == ()
    audited = hand_proof(0, "auditor") | {
        "button_seed": lot.hex(),
        "button_commitment": generator.promise(lot),
    }
    assert failed(audited) == ("tree",)


def played_shares(proof: dict[str, Any]) -> dict[int, str]:
    return {int(seat): share for seat, share in proof["nonces"].items()}


def test_a_hand_without_its_value_is_another_hand() -> None:
    proof = hand_proof(0, "auditor")
    old = sample_rounds.showdown().build_proof(1)
    assert verify_round("holdem", old).good and old["format"] == "feltro/round/v1"
    mixed = {name: value for name, value in old.items() if name not in ("root", "top", "to", "cards")}
    assert failed(mixed | {"root": proof["root"], "top": proof["top"], "to": [], "cards": []}) == ("root",)


def test_the_command_verifies_a_file_without_a_database(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    proof = wheel_proof(USES["quicknet"])
    good.write_text(json.dumps(proof))
    bad.write_text(json.dumps(changed(proof, "beacon", "number", to=NUMBER + 1)))
    right, wrong = run_in_turn(tmp_path / "house", ("verify", good), ("verify", bad))
    assert right.code == 0 and right.stdout.endswith("all that was checked agrees; not checked: ending\n"), (
        right.stderr
    )
    assert "ok beacon: beacon quicknet" in right.stdout
    assert wrong.code == 1
    assert "does not agree: beacon-number, beacon, drawn" in wrong.stdout
    assert right.left == wrong.left == []


def ending_of(proof: dict[str, Any], keys: Sequence[str] = KEYS) -> tuple[bool | None, Any]:
    """Whether the end agrees, and what the house signed, or what is missing to tell."""
    check = verify_round(proof["game"], proof, keys).checks[-1]
    assert check.code == "ending"
    return check.good, check.details.get("signed", check.details.get("missing"))


def signed_proofs() -> dict[str, dict[str, Any]]:
    return {
        "number": wheel_proof(USES["sandbox"]),
        "void number": void_proof(),
        "cards": kept_shoe()[1],
        "void cards": signed(kept_shoe()[1] | {"void": True}),
        "hand": hand_proof(0),
    }


@pytest.mark.parametrize("name", signed_proofs())
def test_the_house_signed_how_the_round_ended(name: str) -> None:
    proof = signed_proofs()[name]
    assert ending_of(proof) == (True, proof.get("void", False))
    assert verify_round(proof["game"], proof, KEYS).good


def ending_changes() -> list[tuple[str, Any, dict[str, Any]]]:
    """What somebody could say wrongly of how a round ended, and what was signed instead."""
    counted, void, cards, hand = (
        signed_proofs()[name] for name in ("number", "void number", "cards", "hand")
    )
    return [
        ("a round that counted is said to be void", False, counted | {"void": True}),
        ("a void round is said to have counted", True, void | {"void": False}),
        ("cards that counted are said to be void", False, cards | {"void": True}),
        ("the end of another round", "other", counted | {"ending": cards["ending"]}),
        ("another round", "other", counted | {"round": counted["round"] + 1}),
        ("another table", "other", cards | {"table": cards["table"] + 1}),
        ("another promise", "other", counted | {"commitment": "0" * 64}),
        ("a hand at another table", "other", hand | {"table": hand["table"] + 1}),
        ("signed by somebody else", "other", signed(counted, FORGER)),
        ("no signature at all", "other", counted | {"ending": "0" * 128}),
    ]


@pytest.mark.parametrize(("what", "was_signed", "proof"), ending_changes())
def test_a_wrong_word_about_the_end_is_refused(what: str, was_signed: Any, proof: dict[str, Any]) -> None:
    """Red before: a proof that says `void` was checked like one that does not."""
    assert ending_of(proof) == (False, was_signed), what
    assert "ending" in verify_round(proof["game"], proof, KEYS).failed


def test_what_cannot_be_told_of_the_end_is_no_agreement() -> None:
    """Without a key, a signature or a beacon it is unknown. A key that comes with the data is not taken."""
    proof = wheel_proof(USES["sandbox"])
    older = {name: value for name, value in proof.items() if name != "ending"}
    assert ending_of(proof, ()) == (None, "key")
    assert ending_of(older) == (None, "signature") and ending_of(older, ()) == (None, "signature")
    plain = sample_rounds.rounds("french-roulette", 1)[0].build_proof()
    assert ending_of(plain) == (None, "beacon")
    for unknown in (proof, older, plain):
        verdict = verify_round("french-roulette", unknown)
        assert verdict.good and verdict.unchecked == ("ending",)
    with_key = signed(proof, FORGER) | {"key": FORGER.public_key().public_bytes_raw().hex()}
    assert failed(with_key) == ("unreadable",)
    assert failed(plain | {"ending": proof["ending"]}) == ("unreadable",)
