"""The eyes have the result in the order of the law: the number, then the losing chips, then the payment.

[AR-3d] [AR-16] [AR-17] [AR-23] [FR-3d] [FR-R17] [FR-R18] [FR-R24]
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.pages.screen import run

pytestmark = pytest.mark.journey

STAGED = """
  const calls = [];
  const wheel = {
    launch: () => calls.push("launch"),
    land: ({ within }) => { calls.push("land"); return Math.min(5000, within); },
    settle: (number) => calls.push(`settle ${number}`),
    moving: false,
  };
  const made = scene.scene({ wheel, reducedMotion: () => given.still, clock: { until: () => given.rest ?? 12000 } });
  const bets = { seat: 1, net: 0, game: { bets: { red: 100 }, total: 100 } };
  const result = { staked: 100, lost: 0, back: 100, prize: 100, held: 0, lines: [] };
  const won = { seat: 1, net: 100, game: { ...bets.game, result } };
  const first = { round: 3, phase: "betting", history: ["5"], game: { phase: "betting" } };
  const open = { table: first, mine: bets, purse: { n: 1, cents: 900 } };
  const closed = { ...open, table: { ...open.table, phase: "closed", game: { phase: "closed" } } };
  const out = { phase: "settled", number: "9", colour: "red" };
  const settled = {
    table: { round: 3, phase: "resting", due: 1, commitment: "aa", history: ["9", "5"], game: out },
    mine: won, purse: { n: 2, cents: 1100 },
  };
  const played = () => {
    made.heard(open, closed, { t: "table" }, 0);
    made.heard(closed, settled, { t: "table" }, 1200);
  };
  const seen = (at) => {
    const { step, purse, mine, table } = made.shown(settled, at);
    return [step, purse.cents, mine.net, table.game.number ?? null, table.history[0]];
  };
"""


def test_nothing_of_the_result_is_shown_before_the_ball_rests_and_no_money_before_the_payment(
    page: Page,
) -> None:
    body = (
        STAGED
        + """
      made.heard(open, closed, { t: "table" }, 0);
      const running = made.shown(closed, 100).step;
      // The seat's stream and the purse may come before everybody's.
      made.heard(closed, { ...closed, mine: won }, { t: "mine" }, 1190);
      made.heard({ ...closed, mine: won }, { ...closed, mine: won, purse: settled.purse }, { t: "purse" }, 1195);
      const early = made.shown({ ...closed, mine: won, purse: settled.purse }, 1196);
      made.heard({ ...closed, mine: won, purse: settled.purse }, settled, { t: "table" }, 1200);
      return { running, early: [early.purse.cents, early.mine.net], steps: [1300, 6100, 6300, 7300, 8300, 9500].map(seen), calls };
    """
    )
    found = run(page, {"scene": "games/roulette/scene.js"}, body, {"still": False})
    assert found["running"] == "running"
    assert found["early"] == [900, 0]
    assert found["steps"] == [
        ["spinning", 900, 0, None, "5"],
        ["spinning", 900, 0, None, "5"],
        ["marked", 900, 0, "9", "9"],
        ["collect", 900, 0, "9", "9"],
        ["pay", 1100, 100, "9", "9"],
        ["live", 1100, 100, "9", "9"],
    ]
    assert found["calls"] == ["launch", "land"]


def test_a_skipped_run_goes_on_with_the_marking(page: Page) -> None:
    body = STAGED + "played(); made.skip(2000); return [seen(2001), calls];"
    found = run(page, {"scene": "games/roulette/scene.js"}, body, {"still": False})
    assert found[0][0] == "marked"
    assert found[1][-1] == "settle 9"


def test_who_comes_back_in_the_middle_sees_the_end(page: Page) -> None:
    body = (
        STAGED
        + """
      played();
      made.lost();
      made.heard(settled, settled, { t: "snapshot" }, 2000);
      return [seen(2001), calls];
    """
    )
    found = run(page, {"scene": "games/roulette/scene.js"}, body, {"still": False})
    assert found[0] == ["live", 1100, 100, "9", "9"]
    assert found[1][-1] == "settle 9"


def test_with_reduced_motion_nothing_runs_and_the_order_is_kept(page: Page) -> None:
    body = STAGED + "played(); return [[1201, 2300, 3300, 4500].map((at) => seen(at)[0]), calls];"
    found = run(page, {"scene": "games/roulette/scene.js"}, body, {"still": True})
    assert found == [["marked", "collect", "pay", "live"], ["settle 9"]]


def test_a_skipped_or_void_round_takes_the_ball_out(page: Page) -> None:
    body = (
        STAGED
        + """
      const nul = { ...closed, table: { ...closed.table, phase: "void", game: { phase: "void", cause: "system" } } };
      made.heard(open, closed, { t: "table" }, 0);
      made.heard(closed, nul, { t: "table" }, 900);
      return [made.shown(nul, 901).step, calls];
    """
    )
    assert run(page, {"scene": "games/roulette/scene.js"}, body, {"still": False}) == [
        "live",
        ["launch", "settle undefined"],
    ]


def test_a_table_that_rests_briefly_shows_all_of_it_before_the_next_bets(page: Page) -> None:
    body = STAGED + "played(); return [1300, 4700, 4900, 5300, 5700, 5951].map((at) => seen(at)[0]);"
    found = run(page, {"scene": "games/roulette/scene.js"}, body, {"still": False, "rest": 5000})
    assert found == [
        "spinning",
        "spinning",
        "marked",
        "collect",
        "pay",
        "live",
    ]  # the next bets open at 6,200 ms
