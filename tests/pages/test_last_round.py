"""The last round of a player who is removed: the banner says so and covers no card, the own cards and the
decisions stay in sight, and no new session is offered after it. (A84)
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from games.catalogue import GAMES
from tests.pages.cards import given, golden, steps
from tests.pages.opened_table import OPENED, page_facts
from tests.pages.screen import blank, run
from tests.pages.test_landscape import DECIDING, SEEN, is_moment
from tests.spread import spread

pytestmark = pytest.mark.journey

LOOKED = """
  await until(() => document.querySelector(".banner[data-shown]"));
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const isShown = (node) => node.checkVisibility({ checkVisibilityCSS: true });
  const banner = document.querySelector(".banner");
  const box = banner.getBoundingClientRect();
  const foot = document.querySelector(".table-foot").getBoundingClientRect().top;
  const all = (selector) => [...document.querySelectorAll(selector)].filter(isShown);
  const nameOf = (node) => `${node.className} ${node.dataset.card ?? node.textContent}`;
  const covered = all(".pcard, .pill, .he-plate, .phrase, .phrase-detail, .bar, .decision").filter((node) => {
    const { left, right, top, bottom } = node.getBoundingClientRect();
    return left < box.right && right > box.left && top < box.bottom - 1 && bottom > box.top + 1;
  });
  const own = all(".he-seat[data-mine] .pcard, .hand-strip .pcard, .seat[data-mine] .pcard")
    .filter((node) => node.getBoundingClientRect().top < foot || node.closest(".hand-strip"));
  return { text: banner.textContent, covered: covered.map(nameOf), own: own.length,
    inside: box.left >= 0 && box.right <= innerWidth, decisions: all(given.drawn).length };
"""


SEATS = (("blackjack-split-and-double", 2), ("holdem-heads-up", 2))


@pytest.mark.parametrize(
    ("name", "seat", "width", "height", "cause"),
    spread(
        SEATS,
        [(1280, 800), (768, 1024), (360, 740)],
        ["excluded", "time", "house", "after-hand", "inactivity"],
        also=[(seat, (360, 740), "excluded") for seat in SEATS],
    ),
)
def test_the_banner_of_a_last_round_covers_nothing(
    chromium: Browser, name: str, seat: int, width: int, height: int, cause: str
) -> None:
    file = golden(name)
    seen = list(steps(file, seat))
    moment = next(step for step in seen if is_moment(step, True))
    moment["table"]["phase"] = "choosing"
    moment["mine"] |= {"leaving": "excluded", "removed": cause}
    facts = given(
        file["system"], {}, facts=page_facts(file), cards=GAMES[file["system"]].page.cards, first=seen[0],
        moment=moment, drawn=DECIDING,
    )  # fmt: skip
    with blank(chromium, width, height) as page:
        page.emulate_media(reduced_motion="reduce")
        result = run(page, {}, OPENED + SEEN[: SEEN.index("const faults")] + LOOKED, facts)
    assert result["text"] == facts["words"][f"removed.{cause}"]
    assert result["covered"] == [] and result["inside"]
    assert result["own"] >= 2 and result["decisions"] >= 1


ENDED = """
  const frames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const { cause } = given;
  say({ t: "snapshot", v: 2, now: Date.now(), table: given.first.table, purse: { n: 2, cents: 90000 },
    mine: { ended: { cause, since: 1, until: 2, rounds: 1, staked: 0, returned: 0, net: 0 } } });
  await until(() => document.querySelector('dialog[open] .acts-row'));
  const offered = [...document.querySelectorAll("dialog[open] .acts-row > *")].map((act) => act.textContent);
  return { offered, reason: document.querySelector("dialog[open] .stacked > p").textContent };
"""


@pytest.mark.parametrize("cause", ["excluded", "time", "house", "player", "inactivity"])
def test_who_may_not_play_is_offered_no_new_session(chromium: Browser, cause: str) -> None:
    """[903-B 5.2.1] The statement of a session that a pause or a limit ended leads to the tables alone."""
    file = golden("blackjack-individual")
    facts = given(
        "blackjack", {}, facts=page_facts(file), cards=True, first=next(iter(steps(file, 1))), cause=cause
    )
    with blank(chromium, 360, 740) as page:
        result = run(page, {}, OPENED + ENDED, facts)
    words = facts["words"]
    assert result["reason"] == words[f"ended.{cause}"]
    again = [words["statement.again"]] if cause in ("player", "inactivity") else []
    assert result["offered"] == [*again, words["statement.lobby"]]
