"""At every table, on a desktop and on an upright phone: what jumps during a round, how things
move, and what takes long enough to keep a finger waiting.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser

from games.catalogue import GAMES
from tests.pages.cards import MOUNTED, described, given, golden, modules, steps
from tests.pages.opened_table import OPENED, page_facts
from tests.pages.screen import blank, run
from tests.pages.test_holdem_phone import JUMP, SHIFTS, SHOWN, TASK
from tests.pages.test_weight import PLAYED, ROUNDS
from tests.rounds.golden import FOLDER

pytestmark = pytest.mark.journey

SIZES = [(1280, 800), (360, 740)]
NAMES = sorted(path.stem for path in FOLDER.glob("*.json"))
RUNS = 3  # the shortest counts: the machine has other work
MOVED = ("offset", "computedOffset", "easing", "composite", "transform", "opacity")


def whole_rounds(name: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Watching, seated, and every moment of every round as its first seat sees them."""
    file = golden(name)
    moments = list(steps(file, file["seats"][0]))
    if file["system"] == "holdem":  # a seat has a name
        for moment in moments:
            moment["table"]["seats"] = {str(seat): f"Jogador {seat}" for seat in file["seats"]}
    return file, [{**moments[0], "mine": None}, *moments]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_nothing_jumps_from_watching_to_the_end_of_the_last_round(
    chromium: Browser, name: str, width: int, height: int
) -> None:
    """The whole page, its header, phase and foot included: each round, those among them that are void."""
    file, moments = whole_rounds(name)
    system = file["system"]
    facts = given(
        system, {}, facts=page_facts(file), cards=GAMES[system].page.cards, first=moments[0], moments=moments
    )
    body = (
        OPENED
        + SHOWN
        + SHIFTS
        + """
      const rounds = {};
      for (const moment of given.moments) {
        await show(moment);
        (rounds[moment.table.round] ??= []).push(...shifts.splice(0));
      }
      await new Promise((done) => setTimeout(done, 100));
      rounds[given.moments.at(-1).table.round].push(...shifts);
      return rounds;
    """
    )
    with blank(chromium, width, height) as page:
        page.emulate_media(reduced_motion="reduce")
        rounds = run(page, {}, body, facts)
    assert len(rounds) == len(file["rounds"])
    for number, shifts in rounds.items():
        assert sum(value for value, _where in shifts) <= JUMP, (number, sorted(shifts, reverse=True)[:5])


ANIMATED = """
  const found = new Set();
  const watched = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    for (const frame of [frames].flat()) for (const name of Object.keys(frame)) found.add(name);
    return watched.call(this, frames, options);
  };
"""


def played(chromium: Browser, system: str, *, still: bool) -> dict[str, Any]:
    file = golden(ROUNDS[system])
    facts = given(
        system,
        described(file),
        steps=list(steps(file, file["seats"][0])),
        still=still,
        later=[16, 300, 6_000],
    )
    body = MOUNTED + ANIMATED + PLAYED.replace("shifts: window.shifts", "animated: [...found]")
    with blank(chromium, 360, 740) as page:
        page.emulate_media(reduced_motion="reduce" if still else "no-preference")
        result: dict[str, Any] = run(page, modules(system), body, facts)
    return result


@pytest.mark.parametrize("system", ROUNDS)
def test_what_moves_moves_by_transform_and_opacity_and_only_if_wanted(chromium: Browser, system: str) -> None:
    assert set(played(chromium, system, still=False)["animated"]) <= set(MOVED)
    assert played(chromium, system, still=True)["animated"] == []


@pytest.mark.long
@pytest.mark.parametrize("system", ROUNDS)
def test_no_frame_of_a_round_keeps_a_finger_waiting(chromium: Browser, system: str) -> None:
    runs = [played(chromium, system, still=False)["took"] for _ in range(RUNS)]
    shortest = [min(times) for times in zip(*runs, strict=True)]
    assert len(shortest) > 20
    assert max(shortest) < TASK, sorted(shortest)[-5:]
