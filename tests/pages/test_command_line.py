"""The command line of each game offers what the table offers, and a line does what a press does."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.catalogue import GAMES
from games.tables.messages.table import messages_for
from tests.pages.cards import MOUNTED, described, given, golden, modules, steps
from tests.pages.screen import run

pytestmark = pytest.mark.journey

# The rounds of the games with decisions, and the seat that takes them.
DECIDING = {
    "blackjack-split-and-double": 2,
    "blackjack-ace-up": 1,
    "caribbean-stud-two-players": 1,
    "macau-stud-jackpot": 1,
    "holdem-heads-up": 2,
    "holdem-side-pots": 2,
}
LANGUAGES = ("pt", "en")
BETS: dict[str, list[tuple[str, Any]]] = {
    "roulette-american-two-players": [
        ("aposta 5 no encarnado", {"t": "bet", "on": {"red": 500}}),
        ("bet 2.50 dozen 2", {"t": "bet", "on": {"dozen:13-24": 250}}),
        ("bet 10 17", {"t": "bet", "on": {"straight:17": 1000}}),
    ],
    "blackjack-split-and-double": [
        ("aposta 10", {"t": "bet", "on": {"2": 1000}}),
        ("bet 20 on place 2", {"t": "bet", "on": {"2": 2000}}),
    ],
    "baccarat-two-players": [
        ("aposta 5 na banca", {"t": "bet", "on": {"banco": 500}}),
        ("bet 1 player pair", {"t": "bet", "on": {"punto-pair": 100}}),
    ],
    "caribbean-stud-two-players": [("aposta 5", {"t": "bet", "on": {"ante": 500}})],
    "macau-stud-jackpot": [("bet 1", {"t": "bet", "on": {"ante": 100}})],
}
TYPED = """
  const line = (text) => interpreter.interpret({
    i18n, table: game.typed(), showRefusal: (refusal) => refusals.push(refusal),
  }, text);
  const pause = () => new Promise((done) => setTimeout(done, 240)); // a new decision cannot have been read
"""
# Each decision that the round itself takes is typed, in the words of the first phrase of either language.
DECIDED = """
  const faults = [];
  let taken = 0;
  for (const [at, step] of given.steps.entries()) {
    applyStep(step);
    applyStep(step);
    const enabled = [...document.querySelectorAll(".decisions:not([hidden]) .decision:not([disabled])")]
      .filter((node) => !node.closest("[data-empty]")).map((node) => node.dataset.choice).sort();
    const offered = () => game.typed().commands.filter((each) => each.decision && each.isOffered)
      .map(({ name }) => name).filter((name) => name !== "all-in").sort();
    if (enabled.join() !== offered().join()) faults.push(`step ${at}: ${enabled} but typed ${offered()}`);
    const awaits = game.awaitsDecision(held); // a window of several tables brings it to the front
    if (awaits !== enabled.length > 0) faults.push(`step ${at}: ${enabled}, and awaits one: ${awaits}`);
    const decision = step.says?.t;
    if (!decision || !enabled.includes(decision)) continue;
    await pause();
    const phrases = given.words[`typed.${decision}`].split(", ");
    const amount = decision === "raise" ? ` ${step.says.to / 100}` : "";
    const answer = line(`${phrases[taken % phrases.length]}${amount}`).text;
    const sent = asked.at(-1) ?? {};
    const differs = Object.keys(step.says).filter((key) => sent[key] !== step.says[key]);
    if (differs.length) faults.push(`${decision}: ${JSON.stringify(sent)} for ${JSON.stringify(step.says)}`);
    if (!answer) faults.push(`${decision} is not answered`);
    taken += 1;
  }
  return { faults, taken };
"""
PLACED = """
  applyStep(given.steps[0]);
  const sent = [];
  for (const text of given.lines) {
    const answer = line(text).text;
    sent.push([text, asked.at(-1), answer]);
  }
  // After the close the gate of the table refuses, and nothing is sent.
  const count = asked.length, [step] = given.steps;
  applyStep({ ...step, table: { ...step.table, phase: "closed" } });
  line(given.lines[0]);
  return { sent, closed: refusals.map(({ code }) => code), later: asked.length - count };
"""
MODULES = {"interpreter": "table/command_line/interpret.js"}


def decided_steps(file: dict[str, Any], seat: int) -> list[dict[str, Any]]:
    """The steps as the seat sees them, each with what the seat says next."""
    seen = list(steps(file, seat))
    accepted = [step for round_steps in file["rounds"] for step in round_steps if "views" in step]
    for view, following in zip(seen, accepted[1:], strict=False):
        if following.get("seat") == seat and "says" in following:
            view["says"] = following["says"]
    return seen


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", DECIDING)
def test_every_decision_of_a_round_can_be_typed(page: Page, name: str, language: str) -> None:
    file, seat = golden(name), DECIDING[name]
    result = run(
        page,
        modules(file["system"]) | MODULES,
        MOUNTED + TYPED + DECIDED,
        given(file["system"], described(file), language, steps=decided_steps(file, seat)),
    )
    assert result["faults"] == []
    assert result["taken"] > 0


@pytest.mark.parametrize("name", BETS)
def test_a_typed_bet_is_the_command_that_a_press_sends(page: Page, name: str) -> None:
    file = golden(name)
    seat = DECIDING.get(name, 1)
    opening = next(step for step in steps(file, seat) if step["table"]["phase"] == "betting")
    result = run(
        page,
        modules(file["system"]) | MODULES,
        MOUNTED + TYPED + PLACED,
        given(file["system"], described(file), steps=[opening], lines=[line for line, _sent in BETS[name]]),
    )
    sent = result["sent"]
    assert [[text, command] for text, command, _answer in sent] == [
        [line, command] for line, command in BETS[name]
    ]
    assert all(answer for _text, _command, answer in sent)
    assert (result["closed"], result["later"]) == (["bets-closed"], 0)


@pytest.mark.parametrize("system", GAMES)
def test_every_command_and_question_of_a_game_has_its_words(page: Page, system: str) -> None:
    name = next(
        path for path in (*BETS, *DECIDING, "roulette-french-call-bets") if golden(path)["system"] == system
    )
    file = golden(name)
    body = (
        MOUNTED
        + """
      applyStep(given.steps[0]);
      const { commands, questions } = game.typed();
      const answers = Object.values(questions).map((answer) => answer([]));
      return { names: [...commands.map(({ name }) => name), ...Object.keys(questions)], answers };
    """
    )
    facts = given(system, described(file), steps=list(steps(file, file["seats"][0]))[:1])
    result = run(page, modules(system), body, facts)
    assert [code for code in result["names"] if f"typed.{code}" not in facts["words"]] == []
    assert {"bets", "limits"} <= set(result["names"])
    assert all(answer.strip() for answer in result["answers"]), result["answers"]


FIELD = """
  const i18n = texts.createI18n(given, { language: "pt-PT", currency: "EUR" });
  window.did = [];
  window.heard = [];
  const command = (name, more) => ({
    name, label: name, isOffered: true, run: () => { did.push(name); return { text: `${name}.` }; }, ...more,
  });
  const table = {
    commands: [
      command("hit", { decision: "1" }),
      command("bet", {
        takes: true,
        run: () => ({ text: "Sim ou não?", confirm: () => { did.push("call"); return { text: "Feito." }; } }),
      }),
    ],
    questions: { cards: () => "Sem cartas.", time: () => "Faltam 9 segundos." },
  };
  window.table = table;
  const line = field.createCommandLine({
    i18n, typed: () => table, say: (text) => heard.push(text), showRefusal() {}, requestDraw() {},
  });
  document.body.append(line.root);
  document.addEventListener("keydown", line.handleKey);
  window.shortcuts = keys.shortcuts;
"""
FIELD_MODULES = {
    "texts": "table/i18n.js",
    "field": "table/command_line/command_line.js",
    "keys": "table/shortcuts.js",
}


def test_the_line_is_opened_used_and_closed_by_keys_alone(page: Page) -> None:
    def heard() -> list[str]:
        texts: list[str] = page.evaluate("heard.splice(0)")
        return texts

    run(page, FIELD_MODULES, FIELD, messages_for("pt", "blackjack"))
    field, press, write = page.locator("#command-field"), page.keyboard.press, page.keyboard.type
    press("3")
    assert heard() == ["Faltam 9 segundos."], "a digit asks without the line"
    for _ in range(2):  # closed and opened anew, it works as before
        press("/")
        expect(field).to_be_focused()
        write("carta")
        press("Enter")
        assert heard() == ["hit."] and page.evaluate("did.splice(0)") == ["hit"]
        write("voar")
        press("Enter")
        assert heard()[0].startswith("«voar» não é um comando desta mesa.")
        press("1")
        assert heard() == ["Sem cartas."], "in the empty field as well"
        press("Escape")
        expect(page.locator(".command-line")).to_be_hidden()

    press("/")
    press("ArrowUp")
    expect(field).to_have_value("voar")
    press("ArrowDown")
    expect(field).to_have_value("")
    for reply, done in (("não", []), ("5", []), ("sim", ["call"])):
        write("aposta 5")
        press("Enter")
        write(reply if reply != "5" else "carta x")
        press("Enter")
        assert page.evaluate("did.splice(0)") == done, reply
    write("ca")
    page.evaluate("table.commands[0].decision = '2'")
    write("rta")
    press("Enter")
    assert page.evaluate("did") == [], "the decision changed while the line was typed"
    press("Escape")
    heard()
    page.evaluate("shortcuts.setOn(false)")
    press("/")
    press("1")
    expect(page.locator(".command-line")).to_be_hidden()
    assert heard() == [], "single keys can be turned off"
