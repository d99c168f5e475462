"""The browser checks every round with its own cryptography and comes to the house's own verdict, on true data and on changed ones."""

from __future__ import annotations

import copy
import hashlib
import json
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from games.rounds.draw_check import verify
from games.rounds.proof import known
from games.rules.shared.cards import NAMES
from games.tables.messages.verification import MESSAGES
from tests.games.tables import luck
from tests.pages import screen

pytestmark = pytest.mark.journey

MODULES = {"proof": "table/verification/proof.js"}
BODY = "return Promise.all(given.rounds.map((each) => proof.verifyRound(each, given.known)));"


@pytest.fixture
def secure(chromium: Browser) -> Page:
    """Chromium hands its cryptography to secure pages: an address of this machine is one."""
    screen_site, screen.SITE = screen.SITE, "http://localhost"
    try:
        with screen.blank(chromium) as page:
            yield page  # type: ignore[misc]
    finally:
        screen.SITE = screen_site


def true_rounds() -> list[dict[str, Any]]:
    """Rounds of all seven games, of fresh shoes and of kept ones, and what a seat, everybody and an auditor are told of hold'em."""
    told = [each.told() for system in luck.SYSTEMS for each in luck.rounds(system, 4)]
    told += [
        each.told() for system in ("blackjack", "baccarat") for each in luck.rounds(system, 6, kept=True)
    ]
    shown = luck.showdown()
    return [*told, *(shown.told(seat) for seat in luck.PLAYERS), shown.told(auditor=True)]


def spoilt(told: dict[str, Any], random: Random) -> dict[str, Any]:
    """The same data with one thing in it changed, left out or added, wherever it may lie."""
    other: dict[str, Any] = copy.deepcopy(told)
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


def judged(told: dict[str, Any]) -> list[tuple[str, bool]]:
    system = told.get("game")
    return [
        (check.code, check.good) for check in verify(system if isinstance(system, str) else "", told).checks
    ]


def claims(told: dict[str, Any]) -> set[tuple[int, str]]:
    """Which card is said to have lain where, or which number to have come."""
    if "cards" in told:
        return {(card["position"], card["card"]) for card in told["cards"]}
    return {(told.get("start", 0) + at, name) for at, name in enumerate(told["drawn"]) if name}


def test_the_browser_agrees_with_the_house_on_true_rounds_of_every_game(secure: Page) -> None:
    given = true_rounds()
    found = screen.run(secure, MODULES, BODY, {"rounds": given, "known": known()})
    assert [each["good"] for each in found] == [True] * len(given)
    assert [[(check["code"], check["good"]) for check in each["checks"]] for each in found] == [
        judged(each) for each in given
    ]


def test_the_browser_computes_the_same_cards_as_the_house(secure: Page) -> None:
    given = true_rounds()
    found = screen.run(secure, MODULES, BODY, {"rounds": given, "known": known()})
    for told, browsers in zip(given, found, strict=True):
        ours = [check.said.get("made") for check in verify(told["game"], told).checks]
        theirs = [check["said"].get("made") for check in browsers["checks"]]
        assert theirs == ours


def test_the_browser_agrees_with_the_house_on_spoilt_rounds(secure: Page) -> None:
    """Hundreds of changes; and what still passes claims nothing that was not so: something was left out, or the same was drawn."""
    random = Random("spoilt")
    true = [each for each in true_rounds() for _ in range(8)]
    given = [json.loads(json.dumps(spoilt(each, random))) for each in true]
    found = screen.run(secure, MODULES, BODY, {"rounds": given, "known": known()})
    for told, browsers in zip(given, found, strict=True):
        theirs = [(check["code"], check["good"]) for check in browsers["checks"]]
        assert theirs == judged(told), told
    passed = [(told, was) for told, was, browsers in zip(given, true, found, strict=True) if browsers["good"]]
    assert len(given) > 300 and len(passed) < len(given) / 10
    assert all(claims(told) <= claims(was) for told, was in passed)


def test_every_check_has_its_sentence_and_every_figure_its_words(secure: Page) -> None:
    given = [*true_rounds(), {}]
    found = screen.run(secure, MODULES, BODY, {"rounds": given, "known": known()})
    codes = {check["code"] for each in found for check in each["checks"]}
    assert codes == {
        "promise",
        "wheel",
        "shoe",
        "drawn",
        "root",
        "order",
        "pack",
        "opening",
        "tree",
        "unreadable",
    }
    assert {f"check.{code}" for code in codes} <= set(MESSAGES)


def test_eight_packs_are_shuffled_within_half_a_second(secure: Page) -> None:
    seed = hashlib.sha256(b"eight packs").hexdigest()
    shuffle = "await (await draw.createStream(await draw.drawKey(given, 'label'))).shuffle(416);"
    body = f"const start = performance.now(); {shuffle} return performance.now() - start;"
    times = [screen.run(secure, {"draw": "table/verification/draw.js"}, body, seed) for _ in range(3)]
    assert min(times) < 500
