"""Several tables in one window: the table whose decision time ends first comes to the front, but never
under a pressed pointer.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.pages.screen import run

pytestmark = pytest.mark.journey


def test_a_table_in_a_window_reports_its_decision_and_deadline(page: Page) -> None:
    """Once for each change, also in a hidden window: it reports when it receives, not when it draws."""
    body = """
      const heard = [];
      addEventListener("message", ({ data }) => data.feltro === "table" && heard.push(data));
      const clock = { until: (due) => due - 1000 };
      const tell = windows.parentReporter({ table: 7, clock,
        awaitsDecision: (state) => Boolean(state.mine?.game?.options?.fold) });
      const state = (more) => ({ table: { due: 9000, ...more?.table },
        mine: { seat: 2, game: { options: more?.options ?? {} } } });
      tell(state(), "open");
      tell(state(), "open");
      tell(state({ options: { fold: {} } }), "open");
      tell(state({ options: { fold: {} }, table: { called: true } }), "open");
      tell(state({ options: { fold: {} } }), "lost");
      dispatchEvent(new KeyboardEvent("keydown", { key: "2", altKey: true, cancelable: true }));
      await new Promise((done) => setTimeout(done, 50));
      const told = (now, table) => [table, now.link, now.turn, now.extra, now.ends !== null];
      return heard.map(({ now, go, busy, table }) =>
        (now ? told(now, table) : go ? ["go", go] : ["busy", busy]));
    """
    assert run(page, {"windows": "table/parent_window.js"}, body) == [
        [7, "open", False, False, False],
        [7, "open", True, False, True],
        [7, "open", True, True, True],
        [7, "lost", False, False, False],
        ["busy", True],
        ["go", 2],
    ]


def test_alerts_can_be_switched_off_and_the_title_names_the_table(page: Page) -> None:
    body = """
      const made = () => alerts.createAlerts({ language: "pt-PT", title: "Feltro",
        t: (code, figures) => `${code} ${figures.table}` });
      const one = made();
      const titles = [["Figueira", "Póvoa"], ["Póvoa"], []]
        .map((names) => { one.showInTitle(names); return document.title; });
      const before = one.switches.map((name) => one.isOn(name));
      one.setOn("sound", true);
      one.setOn("front", false);
      const kept = made();
      return { titles, before, kept: [kept.isOn("sound"), kept.isOn("front")],
        table: localStorage.getItem("feltro.sound.sound") };
    """
    result = run(page, {"alerts": "table/multitable/alerts.js"}, body)
    assert result["titles"] == ["(2) alert.title Figueira · Feltro", "alert.title Póvoa · Feltro", "Feltro"]
    assert result["before"][0] is False and result["before"][-1] is True, "no sound until it is wanted"
    assert result["kept"] == [True, False] and result["table"] is None, (
        "the tables' own switch is another one"
    )
