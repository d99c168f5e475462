"""Hold'em with ten players: on a phone, and as one of six tables in a window."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.pages.cards import MOUNTED, given, modules
from tests.pages.screen import blank, run
from tests.pages.test_holdem_felt import table, terms

pytestmark = pytest.mark.journey


@pytest.mark.parametrize(("money", "unit"), [("EUR", "€"), ("DEMO", "cr.")])
@pytest.mark.parametrize(("width", "height"), [(360, 740), (740, 360), (1012, 620)])
def test_with_ten_players_no_name_is_covered_and_no_stack_is_cut(
    chromium: Browser, width: int, height: int, money: str, unit: str
) -> None:
    """Alone, and at 1012 × 620 as one of six tables in a window."""
    names = ["Ana", "Medronho", "Bartolomeu", "Zimbro", "Constança", "Alecrim", "Filipe", "Guilhermina",
             "Rosmaninho", "Joana"]  # fmt: skip
    (step,) = table(seats=10, mine=1)
    for seat, place in step["table"]["game"]["seats"].items():
        place |= {"stack": 20_000 * int(seat), "bet": 200 * int(seat)}
    step["table"]["seats"] = {str(seat): alias for seat, alias in enumerate(names, start=1)}
    body = (
        MOUNTED
        + """
      applyStep(given.step);
      const boxOf = (node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        const text = range.getBoundingClientRect();
        return { left: text.left, top: text.top, right: text.right, bottom: text.bottom };
      };
      const bets = [...document.querySelectorAll(".he-bet[data-shown], .he-seat[data-mine] .pcard")];
      const boxes = bets.map((node) => node.getBoundingClientRect());
      const crossing = boxes.flatMap((one, at) => boxes.slice(at + 1).filter((other) =>
        bets[at].matches(".he-bet") && one.left < other.right - 1 && other.left < one.right - 1 &&
        one.top < other.bottom - 1 && other.top < one.bottom - 1)).length;
      const seats = [...document.querySelectorAll(".he-seat")].map((seat) => {
        const part = (name) => seat.querySelector(name);
        const [alias, stack] = [part(".he-alias"), part(".he-stack")];
        const [name, letter] = [boxOf(alias), part(".he-avatar").getBoundingClientRect()];
        const across = Math.min(letter.right - name.left, name.right - letter.left);
        const covered = Math.min(across, letter.bottom - name.top);
        return { alias: alias.textContent, stack: stack.textContent, covered,
          cut: stack.scrollWidth - stack.clientWidth };
      });
      return { seats, crossing, bets: bets.length };
    """
    )
    facts = given("holdem", terms(10), step=step)
    facts["styles"] += ["css/table/frame.css"] * (width > 1_000)
    body = body.replace('currency: "EUR"', f'currency: "{money}"')
    with blank(chromium, width, height) as page:
        seen = run(page, modules("holdem"), body, facts)
    seats = seen["seats"]
    assert [seat["alias"] for seat in seats] == names
    assert all(seat["stack"].endswith(unit) and seat["cut"] <= 0 for seat in seats), seats
    assert [seat for seat in seats if seat["covered"] > 1] == []
    if height > width:
        assert (seen["crossing"], seen["bets"]) == (0, 12), "no bet on another or on the own cards"
