"""Writes the published vectors with the house's own code: `python -m tests.verify.make_vectors`.

They are recorded, because three programs are held to them: the house, its browser code and `feltro-verify`. A
change of an answer is a change of a published format, so a test fails where the recorded answers are not
those of the house any more.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.verify import log_vectors

FOLDER = Path(__file__).resolve().parents[2] / "verify" / "vectors"
Vector = dict[str, Any]

# Every rule on which counted odds depend.
ODDS: tuple[tuple[str, dict[str, str]], ...] = (
    ("american-roulette", {"variant": "37"}),
    ("american-roulette", {"variant": "38"}),
    ("french-roulette", {"zero_option": "lose-all"}),
    ("french-roulette", {"zero_option": "la-partage"}),
    ("french-roulette", {"zero_option": "en-prison"}),
    ("french-roulette", {"zero_option": "en-prison", "second_zero": "stays"}),
    ("baccarat", {}),
    ("baccarat", {"decks": "6", "commission": "b"}),
    ("baccarat", {"commission": "none"}),
    ("baccarat", {"commission": "a", "charged": "all-prizes"}),
    ("baccarat", {"decks": "6", "commission": "b", "charged": "all-prizes"}),
    ("blackjack", {"decks": "4"}),
    ("blackjack", {"decks": "6"}),
    ("blackjack", {"decks": "8"}),
)
JACKPOT = {
    "bet": "100", "contribution": "70", "minimum": "5000000", "royal_flush": "100000",
    "straight_flush": "250000", "four_of_a_kind": "50000", "full_house": "10000", "flush": "5000",
}  # fmt: skip


def round_vectors() -> Iterator[Vector]:
    """True rounds of every game and format, and every named way in which one can be wrong."""
    from tests.games.rounds.proof import sample_rounds, shoe_chains
    from tests.games.rounds.proof import test_beacon_check as beacons

    keys = list(beacons.KEYS)
    for system in sample_rounds.SYSTEMS:
        for sample in sample_rounds.rounds(system, 2):
            yield _round(f"{system}, round {sample.number}", sample.build_proof(), keys)
    hand = sample_rounds.showdown()
    yield _round("holdem, what a seat saw", hand.build_proof(1), keys)
    yield _round("holdem, an auditor", hand.build_proof(auditor=True), keys)
    yield _round("a value of quicknet", beacons.wheel_proof(beacons.USES["quicknet"]), keys)
    for name, proof in beacons.signed_proofs().items():
        yield _round(f"with a beacon: {name}", proof, keys)
        yield _round(f"with a beacon, no key: {name}", proof, [])
    wheel = beacons.wheel_proof(beacons.USES["sandbox"])
    without = {name: value for name, value in wheel.items() if name != "ending"}
    yield _round("with a beacon, no signature of the end", without, keys)
    yield _round("holdem with a beacon, an auditor", beacons.hand_proof(0, "auditor"), keys)
    for code, way, to in beacons.CHANGES:
        yield _round(f"wrong: {code}, {_way_text(way)}", beacons.changed(wheel, *way, to=to), keys)
    for kind, changes in (
        ("kept shoe", beacons.shoe_changes(beacons.kept_shoe()[1])),
        ("void round", beacons.void_changes(beacons.void_proof())),
        ("hand", beacons.hand_changes(beacons.hand_proof(0))),
    ):
        for number, (code, proof) in enumerate(changes, 1):
            yield _round(f"wrong: {code}, {kind} {number}", proof, keys)
    audited, cards = beacons.hand_proof(0, "auditor"), beacons.hand_proof(0)["cards"]
    for name, proof in (
        ("the seed of the lot", beacons.changed(beacons.hand_proof(0), "button_seed", to="0" * 64)),
        ("the promise of the lot", beacons.changed(beacons.hand_proof(0), "button_commitment", to="0" * 64)),
        ("the seed of an auditor", audited | {"seed": "0" * 64}),
        ("a card opened twice", beacons.hand_proof(0) | {"cards": [*cards, cards[0]]}),
    ):
        yield _round(f"wrong: {name}", proof, keys)
    for what, _signed, proof in beacons.ending_changes():
        yield _round(f"wrong: {what}", proof, keys)
    for name, rounds in shoe_chains.true_chains():
        yield _round(f"shoe: {name}", rounds, keys)
    for name, rounds, _broken in shoe_chains.wrong_chains():
        if name.startswith(("baccarat", "with a beacon", "the first format")):
            yield _round(f"wrong shoe: {name}", rounds, keys)
    yield from _junk(wheel, beacons.hand_proof(0), keys)


def _junk(wheel: Any, hand: Any, keys: list[str]) -> Iterator[Vector]:
    """Shapes in which languages differ: fractions, truth values, digits of other scripts, half characters."""
    opening = hand["cards"][0]
    for name, proof in (
        ("nothing", {}),
        ("a truth value for a number", wheel | {"table": True}),
        ("an unknown game", wheel | {"game": "bingo"}),
        ("a game that is a list", wheel | {"game": ["holdem"]}),
        ("a field more", wheel | {"note": ""}),
        ("a field named like what objects inherit", wheel | {"constructor": 1}),
        ("a wheel named like what objects inherit", wheel | {"wheel": "constructor"}),
        ("a line break after a hash", wheel | {"seed": wheel["seed"] + "\n"}),
        ("digits of another script", wheel | {"nonces": {"١": "0" * 32}}),
        ("capital digits", wheel | {"seed": wheel["seed"].upper()}),
        ("a number too great", wheel | {"round": 2**31 + 1}),
        ("a fraction", wheel | {"round": 1.5}),
        ("four characters for a number", wheel | {"drawn": ["0000"]}),
        ("three characters beyond the basic plane", wheel | {"drawn": ["🂡🂢🂣"]}),
        ("two numbers", wheel | {"drawn": ["1", "2"]}),
        ("an empty seed of an auditor", hand | {"seed": ""}),
        ("an opened card that is none", hand | {"cards": [opening | {"card": "1X"}, *hand["cards"][1:]]}),
        ("half a character", hand | {"cards": [opening | {"card": "\ud800"}, *hand["cards"][1:]]}),
        ("a path too short", hand | {"cards": [opening | {"path": opening["path"][:5]}]}),
    ):
        yield _round(f"wrong: {name}", proof, keys)


def _way_text(way: tuple[Any, ...]) -> str:
    return ".".join(map(str, way))


def _round(name: str, published: Any, keys: list[str]) -> Vector:
    read = json.loads(json.dumps(published))
    return {"name": name, "given": {"published": read}, "keys": keys, "expect": house_answer(read, keys)}


def house_answer(published: Any, keys: list[str]) -> dict[str, Any]:
    """What the house's own code says of a round, or of the rounds of a shoe."""
    from games.rounds.proof.draw_check import check_shoe_sequence, verify_round

    rounds = published if isinstance(published, list) else [published]
    verdicts = [verify_round(_game(each), each, keys) for each in rounds]
    is_chain = isinstance(published, list) and any("shoe" in each for each in rounds)
    follows = check_shoe_sequence(rounds, verdicts).good if is_chain else None
    answer: dict[str, Any] = {
        "good": all(verdict.good for verdict in verdicts) and follows is not False,
        "checks": [[[check.code, check.good] for check in verdict.checks] for verdict in verdicts],
    }
    return answer | ({"follows": follows} if isinstance(published, list) else {})


def _game(published: dict[str, Any]) -> str:
    game = published.get("game")
    return game if isinstance(game, str) else ""


def receipt_vectors() -> Iterator[Vector]:
    """A true receipt with letters of several scripts, and every way in which one can be wrong."""
    from games.draw.signed_json import canonical_bytes
    from tests.games.rounds.proof.test_beacon_check import FORGER, HOUSE, KEYS

    facts = {
        "format": "feltro/receipt/v1", "table": 7, "name": "Roleta «São João» 🎲", "game": "french-roulette",
        "currency": "EUR", "round": 3, "event": 41, "at": "2026-11-30T02:17:09.120+00:00",
        "player": "Inês \"7\"\t\\", "wish": "5f1c9e6e-8a53-4f6a-9a46-0b7b2d6f2a10",
        "laid": {"straight:17": 500, "red": 1000, "split:17-20": 200},
        "cents": 1700, "chain": "ab" * 32, "ms_before_close": 4210,
    }  # fmt: skip
    true = facts | {"signature": HOUSE.sign(canonical_bytes(facts)).hex()}
    signature = true["signature"]
    older = {name: value for name, value in facts.items() if name != "ms_before_close"}
    for name, receipt, keys in (
        ("a receipt", true, KEYS),
        ("its fields in another order", dict(reversed(true.items())), KEYS),
        ("with what the log says", true | {"log": {"status": "awaited"}}, KEYS),
        ("before the close", older | {"signature": HOUSE.sign(canonical_bytes(older)).hex()}, KEYS),
        ("wrong: the amount", true | {"cents": 170000}, KEYS),
        ("wrong: a place", true | {"laid": {"straight:17": 500, "red": 1000, "split:17-21": 200}}, KEYS),
        ("wrong: the player", true | {"player": "Ines"}, KEYS),
        ("wrong: a field more", true | {"note": ""}, KEYS),
        ("wrong: a field less", {n: v for n, v in true.items() if n != "chain"}, KEYS),
        ("wrong: another format", true | {"format": "feltro/receipt/v2"}, KEYS),
        ("wrong: no signature", facts, KEYS),
        ("wrong: a signature that is no text", true | {"signature": 1}, KEYS),
        ("wrong: a signature cut off", true | {"signature": signature[:-2]}, KEYS),
        ("wrong: a signature in capitals", true | {"signature": signature.upper()}, KEYS),
        ("wrong: a signature with spaces", true | {"signature": f"{signature[:2]} {signature[2:]}"}, KEYS),
        (
            "wrong: signed by somebody else",
            facts | {"signature": FORGER.sign(canonical_bytes(facts)).hex()},
            KEYS,
        ),
        ("wrong: half a character", true | {"name": "\ud800"}, KEYS),
        ("wrong: another key of the house", true, ("00" * 32,)),
        ("wrong: a list", [true], KEYS),
    ):
        given = json.loads(json.dumps(receipt))
        yield {
            "name": name,
            "given": {"receipt": given},
            "keys": list(keys),
            "expect": {"genuine": not name.startswith("wrong: ")},
        }


def odds_vectors() -> Iterator[Vector]:
    from games.catalogue.odds_query import query_odds
    from games.odds.blackjack import insurance_edge

    def vector(game: str, options: dict[str, str], expect: dict[str, str]) -> Vector:
        name = " ".join([game, *(f"{option}={value}" for option, value in options.items())])
        return {"name": name, "given": {"game": game, "options": options}, "keys": [], "expect": expect}

    for game, options in ODDS:
        if game == "blackjack":  # the bet itself takes half a minute and is not counted exactly
            yield vector(game, options, {"insurance": str(insurance_edge(int(options["decks"])))})
            continue
        answer = query_odds(game, [f"{name}={value}" for name, value in options.items()])
        yield vector(game, options, {worth.bet: str(worth.edge) for worth, _ in answer.worths})
    from games.odds.stud import jackpot_edge
    from games.rules.shared.jackpot import FixedPrizes, Jackpot

    for change in ({}, {"minimum": "20005", "royal_flush": "9000000"}):
        terms = {name: int(value) for name, value in {**JACKPOT, **change}.items()}
        fixed = FixedPrizes(**{name: terms[name] for name in FixedPrizes.__struct_fields__})
        jackpot = Jackpot(terms["bet"], terms["contribution"], terms["minimum"], fixed)
        edge = str(jackpot_edge(jackpot, jackpot.minimum))
        yield vector("macau-stud", {**JACKPOT, **change}, {"jackpot": edge})


FUNDS_CODES = ("funds-parts", "funds-places", "funds-balance")


def funds_statement(player: int = 3, balances: tuple[int, ...] = (500, 0, 123_456_789, 1, 99)) -> Any:
    """A player's statement from a small tree of players 1, 2, 3 and so on."""
    import numpy as np

    from casino.players_funds.statements import statement_of
    from casino.players_funds.tree import Tree, root_of, spread

    tree = Tree("2026-11-29", "EUR", b"a secret of these vectors, 32 b.")
    leaves = spread(np.arange(1, len(balances) + 1), np.array(balances), tree.secret)
    tops = list(tree.tile_roots(leaves))
    facts = {"instant": 1_764_460_800_000_000, "leaves": leaves.count, "jackpots": 70_000}
    return statement_of(tree, facts, root_of(tops), player, list(tree.parts_in(0, leaves, player, tops)))


def funds_vectors() -> Iterator[Vector]:
    """A true statement, and every way in which a house can lie to one player. What fails stands beside."""
    true = funds_statement()
    parts, balance = true["parts"], 123_456_789

    def with_part(**changes: Any) -> Any:
        return true | {"parts": [parts[0] | changes, *parts[1:]]}

    def with_neighbour(cents: Any, at: int = 0) -> Any:
        path = parts[0]["path"]
        return with_part(path=[*path[:at], [cents, path[at][1]], *path[at + 1 :]])

    one = funds_statement(1, (7,))
    for name, statement, had, failing in (
        ("a statement", true, balance, ""),
        ("nobody said what they had", true, None, ""),
        ("the only player", one, 7, ""),
        ("a player with nothing", funds_statement(2), 0, ""),
        ("with a proof of the log", true | {"log": "read elsewhere"}, balance, ""),
        ("wrong: less than the player had", true, balance + 1, "funds-balance"),
        ("wrong: a part is left out", true | {"parts": parts[1:]}, balance, "funds-balance"),
        ("wrong: every part is left out", true | {"parts": []}, balance, "funds-balance"),
        ("wrong: a part counts twice", true | {"parts": [*parts, parts[0]]}, None, "funds-places"),
        ("wrong: a part is raised", with_part(cents=parts[0]["cents"] + 1), None, "funds-parts"),
        ("wrong: a part is lowered", with_part(cents=parts[0]["cents"] - 1), None, "funds-parts"),
        ("wrong: another salt", with_part(salt="0" * 64), balance, "funds-parts"),
        ("wrong: another place", with_part(place=parts[0]["place"] ^ 1), balance, "funds-parts"),
        ("wrong: a place beyond the tree", with_part(place=true["leaves"]), balance, "funds-parts"),
        ("wrong: a path too short", with_part(path=parts[0]["path"][:-1]), balance, "funds-parts"),
        ("wrong: the leaf of somebody else", true | {"player": 1}, balance, "funds-parts"),
        ("wrong: another day", true | {"day": "2026-11-28"}, balance, "funds-parts"),
        ("wrong: another currency", true | {"currency": "MOP"}, balance, "funds-parts"),
        ("wrong: a lower total", true | {"total": true["total"] - 1}, balance, "funds-parts"),
        ("wrong: a higher total", true | {"total": true["total"] + 1}, balance, "funds-parts"),
        ("wrong: another root", true | {"root": "0" * 64}, balance, "funds-parts"),
        ("wrong: the sum of a neighbour", with_neighbour(5), balance, "funds-parts"),
        ("wrong: a neighbour above the total", with_neighbour(2**53 - 1), balance, "funds-parts"),
        ("wrong: twice as many leaves", true | {"leaves": 2 * true["leaves"]}, balance, "funds-parts"),
        ("wrong: no power of two", true | {"leaves": true["leaves"] - 1}, balance, "funds-parts"),
        ("wrong: a neighbour below zero", with_neighbour(-1), balance, "funds-shape"),
        ("wrong: a neighbour that is a fraction", with_neighbour(1.5), balance, "funds-shape"),
        ("wrong: a neighbour that is a text", with_neighbour("5"), balance, "funds-shape"),
        ("wrong: a part below zero", with_part(cents=-1), balance, "funds-shape"),
        ("wrong: a part that is a truth value", with_part(cents=True), balance, "funds-shape"),
        ("wrong: more than can be counted", true | {"total": 2**53}, balance, "funds-shape"),
        ("wrong: a salt in capitals", with_part(salt="A" * 64), balance, "funds-shape"),
        ("wrong: a line break after a root", true | {"root": true["root"] + "\n"}, balance, "funds-shape"),
        ("wrong: digits of another script", true | {"day": "\u0662026-11-29"}, balance, "funds-shape"),
        ("wrong: another format", true | {"format": "feltro/funds/v2"}, balance, "funds-shape"),
        ("wrong: a field more", true | {"note": ""}, balance, "funds-shape"),
        ("wrong: a field of a part more", with_part(note=""), balance, "funds-shape"),
        ("wrong: named like what objects inherit", true | {"constructor": 1}, balance, "funds-shape"),
        ("wrong: a field less", {n: v for n, v in true.items() if n != "instant"}, balance, "funds-shape"),
        ("wrong: a log that is no text", true | {"log": 1}, balance, "funds-shape"),
        ("wrong: a list", [true], balance, "funds-shape"),
        ("wrong: nothing", None, balance, "funds-shape"),
    ):
        given = {"statement": json.loads(json.dumps(statement)), "balance": had}
        if failing == "funds-shape":
            checks: list[list[Any]] = [[failing, False]]
        else:
            checks = [[code, code != failing] for code in FUNDS_CODES]
            checks[2][1] = None if had is None else failing != "funds-balance" and checks[2][1]
        yield {"name": name, "given": given, "keys": [], "expect": {"checks": checks}}


def files() -> dict[str, list[Vector]]:
    return {
        "rounds.json": list(round_vectors()),
        "receipts.json": list(receipt_vectors()),
        "odds.json": list(odds_vectors()),
        "funds.json": list(funds_vectors()),
        "logged.json": list(log_vectors.receipt_vectors()),
        "followed.json": list(log_vectors.followed_vectors()),
    }


def file_text(vectors: list[Vector]) -> str:
    """One example on each line."""
    return "[\n" + ",\n".join(json.dumps(vector, separators=(",", ":")) for vector in vectors) + "\n]\n"


def main() -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    os.environ["HOUSE_PURE"] = "1"
    os.environ.setdefault("SECRET_KEY", "unused")
    import django

    django.setup()
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, vectors in files().items():
        (FOLDER / name).write_text(file_text(vectors), "utf-8")
        print(f"{name}: {len(vectors)} examples")
    return 0


if __name__ == "__main__":
    sys.exit(main())
