"""A player who only listens follows every round: the announcements of a round of each game, as files.

The files hold the text of each announcement in its order, in every language, as a player at a seat hears it.
After a wanted change, `python -m tests.pages.test_announcement_logs` writes them anew; a person reads them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from playwright.sync_api import Page

from casino.demo.sample_data import TABLES
from games.catalogue import GAMES
from players.languages import HOUSE_LANGUAGES
from tests.docs.generate import set_up_django
from tests.pages import screen
from tests.pages.cards import MOUNTED, described, given, golden, modules, steps
from tests.rounds.golden import FOLDER

pytestmark = pytest.mark.journey

LOGS: Final = Path(__file__).parent / "announcement_logs"
LANGUAGES: Final = tuple(language.short for language in HOUSE_LANGUAGES)
# The round of each game that is written down: the one in which most happens to the player of that seat.
ROUNDS: Final = {
    "american-roulette": ("roulette-american-two-players", 1),
    "french-roulette": ("roulette-french-prison", 1),
    "blackjack": ("blackjack-split-and-double", 2),
    "baccarat": ("baccarat-two-players", 1),
    "holdem": ("holdem-side-pots", 1),
    "caribbean-stud": ("caribbean-stud-two-players", 1),
    "macau-stud": ("macau-stud-jackpot", 1),
}
DECIDE: Final = ("blackjack", "caribbean", "macau", "holdem")
WORDS_PER_MINUTE: Final = 150  # normal speech
# Each moment of a round is one list: what is said at once, with what the game asks to be heard.
HEARD = """
  const AT_REST = ["live", "running"]; // a ball runs until the table tells where it fell
  const moments = [];
  let shown = null, time = performance.now();
  const look = () => {
    const view = { ...game.visibleState(held, time), link: "open" };
    game.render(view, held, time);
    if (shown) {
      const changes = phases.phaseAnnouncements(i18n.t, shown, view);
      moments.push([...changes, ...game.announcements(shown, view)]);
    }
    shown = view;
    return view;
  };
  look();
  for (const step of given.steps) {
    const before = held;
    held = { ...held, table: step.table, mine: step.mine, purse: { n: 1, cents: 100000 } };
    game.receive(before, held, { t: "table", news: step.news }, time);
    for (let looks = 0; looks < 2000 && !AT_REST.includes(look().step); looks += 1) time += 25;
    time += 25;
    look();
  }
  return moments.filter((moment) => moment.some(({ text }) => text));
"""


def moments(page: Page, name: str, seat: int, language: str) -> list[list[dict[str, Any]]]:
    file = golden(name)
    round_steps = list(steps(file, seat))
    if file["system"] == "holdem":  # the only game whose engine bets while the table waits for decisions
        for step in round_steps:
            if step["table"]["phase"] == "betting":
                step["table"]["phase"] = "choosing"
    heard: list[list[dict[str, Any]]] = screen.run(
        page,
        {**modules(file["system"]), "phases": "table/announcements.js"},
        MOUNTED + HEARD,
        given(file["system"], described(file), language, steps=round_steps),
    )
    return heard


def log_of(page: Page, system: str, language: str) -> str:
    name, seat = ROUNDS[system]
    texts = [
        moment["text"]
        for heard in moments(page, name, seat, language)
        for moment in heard
        if moment.get("text")
    ]
    return "\n".join(texts) + "\n"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("system", GAMES)
def test_the_announcements_of_a_round_are_those_of_the_file(page: Page, system: str, language: str) -> None:
    assert log_of(page, system, language) == (LOGS / f"{system}.{language}.txt").read_text("utf-8")


@pytest.mark.parametrize(
    "name", sorted(path.stem for path in FOLDER.glob("*.json") if path.stem.startswith(DECIDE))
)
def test_a_decision_is_heard_within_the_shortest_time_to_decide(page: Page, name: str) -> None:
    file = golden(name)
    shortest, decisions = shortest_decision(file["system"]), 0
    for place, seat in enumerate(map(int, file["seats"])):
        # The first seat hears each language; a second one hears other decisions in the same words.
        for language in LANGUAGES if place == 0 else (LANGUAGES[place % len(LANGUAGES)],):
            for moment in moments(page, name, seat, language):
                if any(announcement.get("sound") == "turn" for announcement in moment):
                    decisions += 1
                    spoken = " ".join(announcement.get("text") or "" for announcement in moment)
                    seconds = len(spoken.split()) * 60 / WORDS_PER_MINUTE
                    assert seconds <= shortest, f"{seconds:.1f} s: {spoken}"
            page.goto(f"{screen.SITE}/")
    assert decisions or name.endswith("void")


def shortest_decision(system: str) -> float:
    """The seconds of the fastest table of the house, and of a table whose operator sets no time."""
    engine: Any = GAMES[system].engine
    fields = {field.name: field.default for field in msgspec.structs.fields(engine.setting_type)}
    tables = [table.setting.get("decision_seconds") for table in TABLES if table.system == system]
    return min(seconds for seconds in (fields["decision_seconds"], *tables) if seconds)


if __name__ == "__main__":
    set_up_django()
    LOGS.mkdir(exist_ok=True)
    with screen.chromium() as opened:
        for game in GAMES:
            for spoken_language in LANGUAGES:
                with screen.blank(opened) as blank_page:
                    log = log_of(blank_page, game, spoken_language)
                (LOGS / f"{game}.{spoken_language}.txt").write_text(log, "utf-8")
