"""The browser verifies every round with its own cryptography and reaches the server's verdict, on genuine
and on changed data.
"""

from __future__ import annotations

import copy
import hashlib
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page

from games.catalogue.signature_script import BUNDLED, STATIC_PATH
from games.draw import beacon
from games.draw.beacon import QUICKNET
from games.draw.proof import verification_data
from games.rounds.proof.draw_check import check_shoe_sequence, verify_round
from games.rules.shared.cards import NAMES
from games.tables.messages.table import messages_for
from games.tables.messages.verification import MESSAGES, check_messages
from tests.games.draw.test_beacon import (
    NUMBER,
    SANDBOX,
    SECRET,
    SIGNATURE,
    flipped,
    points_outside_the_group,
)
from tests.games.rounds.proof import sample_rounds, shoe_chains
from tests.games.rounds.proof.test_beacon_check import (
    CHANGES,
    KEYS,
    USES,
    beacon_use,
    ending_changes,
    hand_changes,
    hand_proof,
    kept_shoe,
    shoe_changes,
    shoe_proofs,
    signed_proofs,
    void_changes,
    void_proof,
    wheel_proof,
)
from tests.games.rounds.proof.test_draw_check import changed
from tests.pages import screen

pytestmark = pytest.mark.journey

KNOWN = verification_data() | {"signatures": f"/{STATIC_PATH}", "keys": KEYS}
MODULES = {"proof": "table/verification/proof.js"}
SHOE = {"shoe": "table/verification/shoe.js"}
SHOE_BODY = "return Promise.all(given.lists.map((rounds) => shoe.verifyRounds(rounds, given.known)));"
BODY = "return Promise.all(given.rounds.map((each) => proof.verifyRound(each, given.known)));"


def true_rounds() -> list[dict[str, Any]]:
    """Rounds of all seven games, of fresh shoes and of kept ones, in both published formats; and what a seat,
    everybody and an auditor see of hold'em.
    """
    proofs = [
        sample.build_proof() for system in sample_rounds.SYSTEMS for sample in sample_rounds.rounds(system, 4)
    ]
    proofs += [
        sample.build_proof()
        for system in ("blackjack", "baccarat")
        for sample in sample_rounds.rounds(system, 6, kept=True)
    ]
    first_format = json.loads((Path(sample_rounds.__file__).parent / "proofs_v1.json").read_text())
    proofs += [proof for published in first_format.values() for proof in published]
    proofs += [wheel_proof(use) for use in USES.values()]
    proofs += shoe_proofs([beacon_use(SANDBOX, number, beacon.sign(SECRET, number)) for number in (77, 80)])
    proofs.append({name: value for name, value in wheel_proof(USES["sandbox"]).items() if name != "ending"})
    proofs += signed_proofs().values()
    shown = sample_rounds.showdown()
    hands = [sample_rounds.beacon_hand(USES["sandbox"], button) for button in (0, 3)]
    proofs += [hand.build_proof(seat) for hand in hands for seat in (None, 1)]
    proofs += [hand.build_proof(auditor=True) for hand in hands]
    return [
        *proofs,
        *(shown.build_proof(seat) for seat in sample_rounds.PLAYERS),
        shown.build_proof(auditor=True),
    ]


def spoilt(proof: dict[str, Any], random: Random) -> dict[str, Any]:
    """The same data with one thing in it changed, left out or added, wherever it may lie."""
    other: dict[str, Any] = copy.deepcopy(proof)
    inside: Any = other
    while True:
        keys = list(inside) if isinstance(inside, dict) else list(range(len(inside)))
        if not keys:
            inside["1" if isinstance(inside, dict) else 0] = "0" * 32 if isinstance(inside, dict) else None
            return other
        key = random.choice(keys)
        if not isinstance(inside[key], dict | list) or random.random() < 0.1:
            break
        inside = inside[key]
        if isinstance(inside, list) and not inside:
            inside.append("2S")
            return other
    _spoil(inside, key, random)
    return other


def _spoil(inside: Any, key: Any, random: Random) -> None:
    value = inside[key]
    match random.randrange(4):
        case 0:
            del inside[key]
        case 1:
            inside[key] = random.choice([None, True, -1, 1.5, "", [], {}, "x" * 64])
        case _ if isinstance(value, int):
            inside[key] = value + random.choice([1, -1])
        case _ if value in NAMES or value == "":
            inside[key] = random.choice([name for name in (*NAMES, "") if name != value])
        case _ if isinstance(value, str) and value:
            at = random.randrange(len(value))
            inside[key] = value[:at] + ("0" if value[at] != "0" else "1") + value[at + 1 :]
        case _:
            inside[key] = "0" * 32


def judged(proof: dict[str, Any]) -> list[tuple[str, bool | None]]:
    system = proof.get("game")
    return [
        (check.code, check.good)
        for check in verify_round(system if isinstance(system, str) else "", proof, KEYS).checks
    ]


def claims(proof: dict[str, Any]) -> set[tuple[int, str]]:
    """The cards at their places, or the number, that a proof claims."""
    if "cards" in proof:
        return {(card["position"], card["card"]) for card in proof["cards"]}
    return {(proof.get("start", 0) + at, name) for at, name in enumerate(proof["drawn"]) if name}


def test_the_browser_agrees_with_the_house_on_true_rounds_of_every_game(page: Page) -> None:
    given = true_rounds()
    results = screen.run(page, MODULES, BODY, {"rounds": given, "known": KNOWN})
    assert [item["good"] for item in results] == [True] * len(given)
    assert [[(check["code"], check["good"]) for check in item["checks"]] for item in results] == [
        judged(item) for item in given
    ]


def test_the_browser_computes_the_same_cards_as_the_house(page: Page) -> None:
    given = true_rounds()
    results = screen.run(page, MODULES, BODY, {"rounds": given, "known": KNOWN})
    for proof, browsers in zip(given, results, strict=True):
        ours = [check.details.get("made") for check in verify_round(proof["game"], proof).checks]
        theirs = [check["details"].get("made") for check in browsers["checks"]]
        assert theirs == ours


def test_the_browser_agrees_with_the_house_on_spoilt_rounds(page: Page) -> None:
    """Hundreds of changes; and what still passes claims nothing that was not so: something was left out, or
    the same was drawn.
    """
    random = Random("spoilt")
    true = [item for item in true_rounds() for _ in range(8)]
    given = [json.loads(json.dumps(spoilt(item, random))) for item in true]
    results = screen.run(page, MODULES, BODY, {"rounds": given, "known": KNOWN})
    for proof, browsers in zip(given, results, strict=True):
        theirs = [(check["code"], check["good"]) for check in browsers["checks"]]
        assert theirs == judged(proof), proof
    passed = [
        (proof, was) for proof, was, browsers in zip(given, true, results, strict=True) if browsers["good"]
    ]
    assert len(given) > 300 and len(passed) < len(given) / 10
    assert all(claims(proof) <= claims(was) for proof, was in passed)


def test_the_browser_finds_every_named_change_as_the_house_does(page: Page) -> None:
    """The beacon's value, number, key and schedule, promise, shares, composition, and what a void round would
    have given; at hold'em the button and its lot. Random changes might miss one of them.
    """
    sandbox = wheel_proof(USES["sandbox"])
    given = [changed(sandbox, *way, to=to) for _code, way, to in CHANGES]
    given += [other for _code, other in shoe_changes(kept_shoe()[1])]
    given += [other for _code, other in void_changes(void_proof())]
    given += [other for button in (0, 3) for _code, other in hand_changes(hand_proof(button))]
    given += [other for _what, _signed, other in ending_changes()]
    given = [json.loads(json.dumps(proof)) for proof in given]
    results = screen.run(page, MODULES, BODY, {"rounds": given, "known": KNOWN})
    for proof, browsers in zip(given, results, strict=True):
        assert [(check["code"], check["good"]) for check in browsers["checks"]] == judged(proof), proof
        assert not browsers["good"]


def test_the_browser_follows_the_rounds_of_a_shoe_as_the_house_does(page: Page) -> None:
    """True chains, every named way in which rounds do not follow, and lists with something spoilt."""
    random = Random("spoilt chains")
    true = [rounds for _, rounds in shoe_chains.true_chains()]
    lists = [*true, *(rounds[::-1] for rounds in true)]
    lists += [rounds for _, rounds, _ in shoe_chains.wrong_chains()]
    for rounds in true:
        for _ in range(12):
            at = random.randrange(len(rounds))
            lists.append([*rounds[:at], spoilt(rounds[at], random), *rounds[at + 1 :]])
    lists = json.loads(json.dumps(lists))
    results = screen.run(page, SHOE, SHOE_BODY, {"lists": lists, "known": KNOWN})
    good = 0
    for rounds, result in zip(lists, results, strict=True):
        theirs = [
            [(check["code"], check["good"]) for check in verdict["checks"]] for verdict in result["verdicts"]
        ]
        assert theirs == [judged(proof) for proof in rounds], rounds
        assert (result["chain"] is not None) == any("shoe" in proof for proof in rounds)
        if result["chain"] is not None:
            ours = check_shoe_sequence(rounds)
            chain = result["chain"]
            assert (chain["code"], chain["good"]) == (ours.code, ours.good), rounds
            assert chain["details"].get("broken") == ours.details.get("broken"), rounds
            if "ends" in ours.details:
                assert chain["details"] == ours.details
            good += result["good"]
    assert 2 * len(true) <= good < len(lists) / 2


def test_the_browser_takes_no_empty_list_for_agreement(page: Page) -> None:
    lists: list[Any] = [[], [None], [[]], ["x"], [3, None]]
    results = screen.run(page, SHOE, SHOE_BODY, {"lists": lists, "known": KNOWN})
    assert [result["good"] for result in results] == [False] * len(lists)


def test_every_check_has_its_sentence_and_every_figure_its_words(page: Page) -> None:
    given = [*true_rounds(), {}]
    results = screen.run(page, MODULES, BODY, {"rounds": given, "known": KNOWN})
    codes = {check["code"] for item in results for check in item["checks"]}
    assert codes == {
        "promise",
        "beacon-number",
        "beacon",
        "wheel",
        "shoe",
        "drawn",
        "root",
        "button-promise",
        "button",
        "order",
        "pack",
        "opening",
        "tree",
        "ending",
        "unreadable",
    }
    assert {f"check.{code}" for code in (*codes, "follows")} <= set(MESSAGES)


WRONG_SIGNATURES = [
    *(flipped(SIGNATURE, at) for at in (2, 17, 50, 95)),
    beacon.INFINITY,
    "00" * 48,
    f"{int(SIGNATURE[:2], 16) ^ 0x20:02x}" + SIGNATURE[2:],
    f"{int(SIGNATURE[:2], 16) ^ 0x80:02x}" + SIGNATURE[2:],
    beacon.sign(SECRET, NUMBER),
    *points_outside_the_group(6),
]


def test_the_browser_refuses_the_same_signatures_as_the_house(page: Page) -> None:
    """A recorded value of quicknet, its neighbours' numbers, another key, and every wrong encoding."""
    given = [(NUMBER, SIGNATURE), (NUMBER + 1, SIGNATURE), *((NUMBER, wrong) for wrong in WRONG_SIGNATURES)]
    keys = (QUICKNET.public_key, SANDBOX.public_key, "00" * 96, "c0" + "00" * 95)
    cases = [(key, number, signature) for key in keys for number, signature in given]
    body = f"""const results = [];
    for (const each of given) results.push(await beacon.isSigned(...each, "/{STATIC_PATH}"));
    return results;"""
    theirs = screen.run(page, {"beacon": "table/verification/beacon.js"}, body, cases)
    assert theirs == [beacon.is_genuine(*case) for case in cases]
    assert sum(theirs) == 2  # quicknet's by its key, the sandbox's by its own


def test_a_page_without_the_script_says_what_it_could_not_check(page: Page) -> None:
    given = {"rounds": [wheel_proof(USES["quicknet"])], "known": KNOWN | {"signatures": ""}}
    (verdict,) = screen.run(page, MODULES, BODY, given)
    assert [check["code"] for check in verdict["checks"] if check.get("good") is None] == ["beacon"]
    assert BUNDLED.is_file() and "check.beacon.not" in MESSAGES and "verify.good.part" in MESSAGES


ENDING_LINES = """
  const t = (code) => given.words[code] ?? `no text: ${code}`;
  if (given.without) {
    const { generateKey, importKey } = crypto.subtle;
    const old = (then, at) => (...given) => given[at] === "Ed25519"
      ? Promise.reject(new DOMException("Unrecognized name.", "NotSupportedError"))
      : then.apply(crypto.subtle, given);
    crypto.subtle.generateKey = old(generateKey, 0);
    crypto.subtle.importKey = old(importKey, 2);
  }
  return Promise.all(given.rounds.map(async (each) => {
    const verdict = await proof.verifyRound(each, given.known);
    const line = checks.checkLines(verdict, t).at(-1);
    const summary = checks.verdictSummary(verdict, t);
    const said = [line, summary].map((node) => [node.textContent.trim(), node.dataset.agrees ?? null]);
    return said.flat();
  }));
"""


@pytest.mark.parametrize("language", ["en", "pt", "es"])
def test_the_page_says_how_the_round_ended_and_what_contradicts_it(page: Page, language: str) -> None:
    """Each in its own sentence. Red before: the browser agreed with every word about the end."""
    words = check_messages(language)
    proofs = [*signed_proofs().values(), *(proof for _what, _signed, proof in ending_changes())]
    facts = {"rounds": proofs, "known": KNOWN, "words": words}
    lines = screen.run(page, MODULES | {"checks": "table/verification/checks.js"}, ENDING_LINES, facts)
    yes, no = words["verify.yes"], words["verify.no"]
    counted, void = words["check.ending"], words["check.ending.void"]
    assert [line[:2] for line in lines[:5]] == [
        [f"{text} {yes}", "true"] for text in (counted, void, counted, void, counted)
    ]
    wrong = [
        {False: "void", True: "counted"}.get(signed, "other") for _what, signed, _proof in ending_changes()
    ]
    assert [line[:2] for line in lines[5:]] == [
        [f"{words[f'check.ending.wrong.{kind}']} {no}", "false"] for kind in wrong
    ]
    assert lines[5][2:] == [words["verify.bad.ending"], "false"]


def test_an_end_that_cannot_be_checked_is_never_shown_as_right(page: Page) -> None:
    """An old browser, no key of the house, data of an older version: said, and not in green."""
    words = check_messages("en")
    proof = wheel_proof(USES["sandbox"])
    older = {name: value for name, value in proof.items() if name != "ending"}
    modules = MODULES | {"checks": "table/verification/checks.js"}
    cases = [
        ("browser", {"rounds": [proof], "known": KNOWN, "without": True}),
        ("key", {"rounds": [proof], "known": KNOWN | {"keys": []}}),
        ("signature", {"rounds": [older], "known": KNOWN}),
    ]
    for missing, facts in cases:
        # In a browser without Ed25519 a forged word is not refused either: nothing is claimed.
        (line,) = screen.run(page, modules, ENDING_LINES, facts | {"words": words})
        assert line[:2] == [words[f"check.ending.not.{missing}"], None]
        assert line[2] == f"{words['verify.good']} {words['verify.good.ending']}" and line[3] == "part"
    plain = sample_rounds.rounds("french-roulette", 1)[0].build_proof()
    facts = {"rounds": [plain], "known": KNOWN, "words": words}
    (line,) = screen.run(page, modules, ENDING_LINES, facts)
    assert line == [words["check.ending.not.beacon"], None, words["verify.good"], "true"]


def test_eight_packs_are_shuffled_within_half_a_second(page: Page) -> None:
    seed = hashlib.sha256(b"eight packs").hexdigest()
    shuffle = "await (await draw.createStream(await draw.drawKey(given, 'label'))).shuffle(416);"
    body = f"const start = performance.now(); {shuffle} return performance.now() - start;"
    times = [screen.run(page, {"draw": "table/verification/draw.js"}, body, seed) for _ in range(3)]
    assert min(times) < 500


def test_the_panel_of_a_table_says_its_verdict_first(page: Page) -> None:
    """What decides a result, the value of the beacon, and every hash are folded below it."""
    modules = {"panel": "table/verification/panel.js", "texts": "table/i18n.js"}
    body = """
      const i18n = texts.createI18n(given.words, { language: "pt-PT", currency: "EUR" });
      const options = { i18n, published: given.published, known: given.known, witness: () => ({}), page: "" };
      const root = panel.verificationPanel({ ...options, draw: given.draw });
      document.body.append(root);
      while (!root.querySelector(".verdict-all")) await new Promise((later) => setTimeout(later, 10));
      return [root.firstElementChild.className, root.querySelectorAll("code").length,
        [...root.querySelectorAll("code")].filter((node) => node.checkVisibility()).length];
    """
    draw = {
        "terms": {"beacon": "sandbox", "margin_ms": 300, "wait_seconds": 20},
        "beacon": {"number": NUMBER, "value": SIGNATURE},
    }
    published = wheel_proof(USES["sandbox"])
    words = messages_for("pt", "american-roulette")
    facts = {"published": published, "known": KNOWN, "draw": draw, "words": words}
    first, hashes, visible = screen.run(page, modules, body, facts)
    assert first == "verdict-all"
    assert hashes > 0 and visible == 0
