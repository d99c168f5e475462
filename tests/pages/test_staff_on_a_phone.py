"""What the back office draws on a phone: folded rows, marked rows, and the forms of a decision."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.pages.screen import blank

pytestmark = pytest.mark.journey
SHEETS = (
    "components.css", "data_table.css", "backoffice/base.css", "backoffice/forms.css",
    "backoffice/rule_changes.css", "backoffice/impact.css", "backoffice/rtp_monitoring.css",
    "backoffice/work.css", "backoffice/narrow.css",
)  # fmt: skip
ROOT = "--mark: rgb(255, 240, 200); --mark-line: rgb(200, 160, 60); --gap-2: 0.5rem; --gap-3: 0.75rem"


def drawn(chromium: Browser, body: str, script: str) -> Any:
    """What the script returns where the back office's own sheets draw this body on a phone."""
    with blank(chromium, 360, 740) as page:
        links = "".join(f'<link rel="stylesheet" href="/css/{sheet}">' for sheet in SHEETS)
        page.set_content(f'<body style="margin: 16px; {ROOT}">{links}<div class="office">{body}</div></body>')
        page.wait_for_function(f"() => document.styleSheets.length === {len(SHEETS)}")
        return page.evaluate(script)


def test_the_name_of_a_figure_stays_in_its_column(chromium: Browser) -> None:
    """Red before: «Um ponto deteta-se após» was cut off at the edge of the window."""
    names = ("Estado", "Um ponto deteta-se após", "Entre os dois alarmes", "Diferença (€)")
    cells = "".join(f'<td class="figure" data-label="{name}"><span>1 368,00 €</span></td>' for name in names)
    body = (
        '<div class="sheet-frame"><table class="sheet office-compact" data-folds>'
        f"<tbody><tr><th>Roleta</th>{cells}</tr></tbody></table></div>"
    )
    wide = """() => [...document.querySelectorAll("td, .sheet-frame")]
      .filter((node) => node.scrollWidth > node.clientWidth).map((node) => node.dataset.label ?? "frame")"""
    assert drawn(chromium, body, wide) == []


def test_a_changed_row_is_marked_at_its_edge_alone(chromium: Browser) -> None:
    """Red before: a second mark lay behind the first letter of the row's name."""
    body = (
        '<div class="impact"><table class="sheet" data-folds><tbody><tr data-changed><th>Banca</th>'
        '<td data-label="Em vigor"><span>1,06 %</span></td></tr></tbody></table></div>'
        '<table class="sheet rule-diff" data-folds="words"><tbody><tr data-changed><th>Comissão</th>'
        '<td data-label="Em vigor">5 %</td></tr></tbody></table>'
    )
    marks = """() => ["tr", "th", "td"].flatMap((name) => [...document.querySelectorAll(name)]
      .map((node) => getComputedStyle(node).boxShadow !== "none"))"""
    assert drawn(chromium, body, marks) == [True, True, False, False, False, False]


def test_a_reason_does_not_stand_beside_the_button_that_needs_none(chromium: Browser) -> None:
    """Red before: «Confere com a ordem · Motivo» read as one."""
    body = (
        '<form class="office-act"><button class="office-first">Confere com a ordem</button>'
        '<label for="why">Motivo</label><input id="why">'
        '<span class="office-soft">Pelo menos 8 caracteres.</span>'
        "<button>Recusar</button></form>"
    )
    places = """() => [document.querySelector("button"), document.querySelector("label")]
      .map((node) => node.getBoundingClientRect()).map(({ top, bottom }) => [top, bottom])"""
    (_, bottom), (top, _) = drawn(chromium, body, places)
    assert top >= bottom


def test_a_box_to_tick_stands_before_its_sentence(chromium: Browser) -> None:
    body = (
        '<div class="office-fields"><div class="field"><label for="one">Já não está em uso</label>'
        '<input id="one" type="checkbox"></div></div>'
    )
    places = """() => ["input", "label"].map((name) => document.querySelector(name).getBoundingClientRect())
      .map(({ left, top, bottom }) => [left, (top + bottom) / 2])"""
    (box, height), (sentence, middle) = drawn(chromium, body, places)
    assert box < sentence and abs(height - middle) < 4


def test_a_brief_row_takes_two_lines_until_it_is_opened(chromium: Browser) -> None:
    """Red before: nine figures of a game took 240 pixels each."""
    figure = '<td class="figure" data-label="{}"{}><span>97,30 %</span></td>'.format
    strip = '<td><span><svg class="returns-strip" viewBox="0 0 100 14"></svg></span></td>'
    cells = f"{figure('Retorno', '')}{figure('Esperado', '')}{strip}{figure('Diferença (€)', ' data-more')}"
    body = (
        '<table class="sheet office-compact returns-games" data-folds data-brief="Todos"><tbody><tr>'
        '<th>Roleta americana<button type="button" class="row-more"></button></th><td>dentro do acaso</td>'
        f"{cells}</tr></tbody></table>"
    )
    heights = """() => {
      const row = document.querySelector("tr"), button = document.querySelector("button");
      const brief = row.offsetHeight;
      row.dataset.open = "";
      return [brief, row.offsetHeight > brief, button.offsetWidth, button.offsetHeight];
    }"""
    brief, grows, *button = drawn(chromium, body, heights)
    assert brief <= 72 and grows and button == [44, 44]
