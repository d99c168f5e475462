"""A card table in an otherwise empty page, which receives golden rounds as a browser at a live table does."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgspec

from games.catalogue import GAMES
from games.tables.messages.table import messages_for
from players.languages import language_of
from tests.rounds.golden import FOLDER

# Mounts the felt of `given.system` with everything a page gives it, and tells it what the house says:
# `applyStep(step)`.
MOUNTED = """
  await Promise.all(given.styles.map((name) => new Promise((ready) => {
    const sheet = Object.assign(document.createElement("link"), { rel: "stylesheet", href: `/${name}` });
    sheet.addEventListener("load", ready);
    document.head.append(sheet);
  })));
  // Widths are those of the product's own face, not of whichever the machine has.
  await Promise.all(["400 1rem Inter", "600 1rem Inter"].map((face) => document.fonts.load(face)));
  document.body.innerHTML = `<div class="stage table" id="table" data-cards
      data-mode="multiple"><div class="room">
    <div class="room-timeline"></div><div class="room-side"></div><div class="room-middle"></div></div>
    <div class="table-foot"></div></div>`;
  const [room, timeline, side, middle, foot] =
    ["#table", ".room-timeline", ".room-side", ".room-middle", ".table-foot"]
    .map((name) => document.querySelector(name));
  const asked = [];
  const refusals = [];
  const missing = new Set(); // the codes that have no sentence
  const words = new Proxy(given.words, {
    get: (sentences, code) => code in sentences ? sentences[code] : void missing.add(code),
  });
  const i18n = texts.createI18n(words, { language: given.language, currency: "EUR" });
  const facts = {
    describe: given.describe, table: { id: 1, system: given.system, currency: "EUR", mode: "multiple" },
    urls: { last: "/last" }, me: {},
  };
  const game = felt.mount({
    facts, i18n, clock: { until: () => 9000, now: () => 0, since: () => 0 }, sounds: { chip() {}, play() {} },
    regions: { room, timeline, side, middle, foot }, openVerification() {},
    sendCommand: (command) => asked.push(command),
    sendRequest: (kind, fields) => asked.push({ t: kind, ...fields }), requestDraw() {}, openPanel() {},
    showRefusal: (refusal) => refusals.push(refusal), takeSeat: () => false,
    reducedMotion: () => given.still ?? true,
  });
  let held = state.initialState();
  let last = null;
  const announced = [];
  const draw = (now = performance.now()) => {
    const seen = { ...game.visibleState(held, now), link: "open" };
    game.render(seen, held, now);
    if (last) announced.push(...game.announcements(last, seen).map(({ text }) => text).filter(Boolean));
    last = seen;
    return seen;
  };
  const applyStep = (step, now = performance.now()) => {
    const before = held;
    const frame = { t: "table", news: step.news };
    held = { ...held, table: step.table, mine: step.mine, purse: { n: 1, cents: 100000 } };
    game.receive(before, held, frame, now);
    return draw(now);
  };
"""
MODULES = {"texts": "table/i18n.js", "state": "table/state.js"}


def modules(system: str) -> dict[str, str]:
    return {**MODULES, "felt": f"games/{GAMES[system].page.folder}/game.js"}


def given(system: str, describe: dict[str, Any], language: str = "pt", **more: Any) -> dict[str, Any]:
    styles = ["css/base.css", "css/components.css", *GAMES[system].page.styles]
    return {
        "system": system,
        "describe": describe,
        "language": language_of(language).tag,
        "words": messages_for(language, system),
        "styles": styles,
        "module": f"/{GAMES[system].page.module}",
        **more,
    }


def golden(name: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    return content


def described(file: dict[str, Any]) -> dict[str, Any]:
    engine: Any = GAMES[file["system"]].engine
    sheet = msgspec.convert(file["sheet"], engine.sheet_type, strict=False)
    described: dict[str, Any] = engine.describe(
        sheet, msgspec.convert(file["setting"], engine.setting_type, strict=False)
    )
    return described


def steps(file: dict[str, Any], seat: int) -> Iterator[dict[str, Any]]:
    """Each accepted step of the file: everybody's view with the news, and the view of that seat."""
    engine: Any = GAMES[file["system"]].engine
    for number, game_round in enumerate(file["rounds"], start=1):
        for step in game_round:
            if "views" not in step:
                continue
            events = msgspec.convert(step["events"], tuple[engine.event_type, ...], strict=False)
            news = [
                event_view
                for event in events
                if (event_view := engine.event_for_seat(event, None)) is not None
            ]
            view, mine = step["views"]["table"], step["views"][str(seat)]
            deciding = {
                "offers": "choosing",
                "playing": "choosing",
                "deciding": "choosing",
                "settled": "resting",
                "void": "void",
                "betting": "betting",
            }
            phase = deciding.get(view["phase"], "closed")
            table = {
                "phase": phase,
                "round": number,
                "due": 9000,
                "seated": len(file["seats"]),
                "history": [],
                "game": view,
            }
            yield {"news": news, "table": table, "mine": {"seat": seat, "net": 0, "game": mine}}


def finished_round(file: dict[str, Any], seat: int) -> dict[str, Any]:
    """What the house tells of the file's first round once it is over, as a seat saw it."""
    return next(finished_rounds(file, seat))


def finished_rounds(file: dict[str, Any], seat: int) -> Iterator[dict[str, Any]]:
    """What the house tells of each round of the file once it is over, as a seat saw it."""
    engine: Any = GAMES[file["system"]].engine
    sheet, setting = (
        msgspec.convert(file["sheet"], engine.sheet_type),
        msgspec.convert(file["setting"], engine.setting_type),
    )
    state = None
    for number, game_steps in enumerate(file["rounds"], start=1):
        state = engine.begin(sheet, setting, state, file["seats"])
        for step in game_steps:
            for event in msgspec.convert(step.get("events", ()), tuple[engine.event_type, ...], strict=False):
                state = engine.apply(state, event)
        explained = [
            {"code": line.code, "rule": line.rule, "details": line.details}
            for line in engine.explain(state, seat)
        ]
        facts: dict[str, Any] = {
            "round": number,
            "outcome": engine.outcome(state),
            "explain": explained,
            "result": engine.view(state, seat).get("result"),
        }
        if facts["result"]:
            yield msgspec.to_builtins(facts)
