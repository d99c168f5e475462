"""The table's socket in a browser: it sends a command again with the same id until the house has decided on it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.pages.screen import run

pytestmark = pytest.mark.journey

MODULES = {"socket": "table/socket.js"}
# A house of which the test says every frame, and a clock that only the test moves.
OPENED = """
  let now = 1000;
  performance.now = () => now;
  const sent = [];
  window.WebSocket = class extends EventTarget {
    static OPEN = 1;
    static CLOSING = 2;
    readyState = 1;
    send(text) { const said = JSON.parse(text); if (said.t !== "look") sent.push(said.id); }
    close() {}
  };
  const heard = [];
  const line = new socket.Line("ws://feltro.test", { hear: (frame) => heard.push(frame), changed: () => {} });
  clearInterval(line.timer);
  const say = (frame) => line.socket.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(frame) }));
  const after = (ms) => { now += ms; line.last = now; line.tick(); };
  line.socket.dispatchEvent(new Event("open"));
  say({ t: "snapshot", v: 1 });
  after(200);
  const id = line.wish({ t: "do" });
  const no = (code, more = {}) => say({ t: "no", id, code, with: more });
  const told = () => heard.filter((frame) => frame.t !== "snapshot").map((frame) => frame.code ?? frame.t);
  const result = () => ({ sent: sent.filter((each) => each === id).length, told: told(), waiting: line.waiting.length });
"""


def play(page: Page, script: str) -> dict[str, Any]:
    played: dict[str, Any] = run(page, MODULES, f"{OPENED} {script} return result();")
    return played


def test_too_many_is_no_decision_on_a_command_that_was_sent_before(page: Page) -> None:
    """The first copy may stand on the record; only its own answer says so."""
    after = 'after(2100); no("too-many", { each_second: 10 });'
    assert play(page, after) == {"sent": 2, "told": [], "waiting": 1}


def test_a_command_met_by_too_many_is_sent_again_and_gets_the_answer_of_its_first_copy(page: Page) -> None:
    after = 'after(2100); no("too-many", { each_second: 10 }); after(2100); say({ t: "ok", id, v: 2 });'
    assert play(page, after) == {"sent": 3, "told": ["ok"], "waiting": 0}


def test_a_command_sent_again_after_a_lost_connection_is_kept_too(page: Page) -> None:
    after = """
      line.broken(); line.open(); line.socket.dispatchEvent(new Event("open")); say({ t: "snapshot", v: 1 });
      after(200); no("too-many", { each_second: 10 });
    """
    assert play(page, after) == {"sent": 2, "told": [], "waiting": 1}


def test_too_many_refuses_a_command_that_was_sent_once(page: Page) -> None:
    """The house did not pass it on, and the player hears why."""
    assert play(page, 'no("too-many", { each_second: 10 });') == {
        "sent": 1,
        "told": ["too-many"],
        "waiting": 0,
    }


@pytest.mark.parametrize(
    "refusal", ['"too-many", { why: "queue" }', '"too-many", { why: "chat" }', '"limit", {}', '"stale", {}']
)
def test_what_the_table_itself_refuses_is_decided(page: Page, refusal: str) -> None:
    assert play(page, f"after(2100); no({refusal});")["waiting"] == 0
