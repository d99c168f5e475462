"""A rule change from the first draft to the next round: an author, an approver and the regulator, each in
their own browser, while a player plays. The current round ends under its own rules, and the next one opens
under the new rules.

[PB-P3] [PB-P4] [PB-26a] [PB-26b]
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from casino.services.folder import PROJECT
from tests.journeys.page_steps import CONTRAST, page_of, sign_in
from tests.journeys.table_steps import sit_down, wait_for_next_round
from tests.running import RunningHouse

pytestmark = [pytest.mark.journey, pytest.mark.long]  # waits for rounds in real time
ROUND = 120_000
# What the house keeps of a bet on banca with eight packs: a commission of 5%, and one of half the prize at 5
# and 6.
EDGE = {"a": ("1,05790578", "114753351728/10847218479825"), "b": ("3,62595821", "101138299576/2789284751955")}
NAMELESS = """() => [...document.querySelectorAll(
    '.office :is(a, button, summary, input:not([type=hidden]), select, textarea)')]
  .filter((node) => node.checkVisibility())
  .filter((node) => !(node.innerText || node.labels?.[0]?.innerText || node.getAttribute('aria-label') || '')
    .trim())
  .map((node) => node.outerHTML.slice(0, 80))"""
PLAYED = """
import json
from games.models import Round, RuleSheet
rounds = Round.objects.filter(table__name="Estoril", opened__isnull=False)
rounds = rounds.select_related("sheet", "setting").order_by("number")
print(json.dumps({
    "since": RuleSheet.objects.get(system="baccarat", status="in-force").since.isoformat(),
    "rounds": [{"sheet": r.sheet.version, "commission": json.loads(r.setting.data)["commission"],
                "opened": r.opened.isoformat(), "ended": r.ended and r.ended.isoformat()} for r in rounds],
}))
"""


def seen(page: Page) -> None:
    """Nothing of ours is too wide, too pale, without a name or without a label; what the theme does is the
    theme's.
    """
    assert (
        page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
    ), page.url
    ours = page.locator(".office").first.inner_text().split("\n")
    lines = {line.strip()[:40] for line in ours}
    assert [fault for fault in page.evaluate(CONTRAST) if fault.partition(" ")[2] in lines] == [], page.url
    assert page.evaluate(NAMELESS) == [], page.url


def record(house: RunningHouse) -> dict[str, Any]:
    command = [sys.executable, "manage.py", "shell", "--no-imports", "-c", PLAYED]
    done = subprocess.run(
        command, cwd=PROJECT, env=house.environment(), capture_output=True, text=True, check=True
    )
    return dict(json.loads(done.stdout.strip().splitlines()[-1]))


def step(page: Page, address: str, button: str, expected_text: str) -> None:
    """Opens the request, takes the step, and reads the result."""
    page.goto(address)
    seen(page)
    with page.expect_navigation():
        page.get_by_role("button", name=button, exact=True).click()
    expect(page.get_by_text(expected_text)).to_be_visible()


def drafted(author: Page) -> str:
    """A draft for commission b alone, after a slip that the desk points out; the address of the request."""
    author.goto("/admin/rulebook/rulechange/add/")
    seen(author)
    author.fill("#title-baccarat", "Comissão b em todas as mesas")
    author.locator(".rule-game", has_text="Ponto e banca").get_by_role("button").click()
    author.wait_for_url(re.compile(r"/\d+/edit/"))
    seen(author)
    author.get_by_label("sem comissão").uncheck()
    author.locator("input[name=commissions][value=a]").uncheck()
    author.locator("input[name='max_times.tie']").fill("16")
    author.get_by_role("button", name="Guardar o rascunho").click()
    expect(author.get_by_text("[PB-15b]")).to_be_visible()
    author.locator("input[name='max_times.tie']").fill("")
    author.fill("textarea[name=reason]", "A comissão b é mais simples para quem joga.")
    author.get_by_role("button", name="Guardar o rascunho").click()
    author.wait_for_url(re.compile(r"/\d+/change/"))
    expect(author.locator(".rule-diff [data-changed] del").first).to_have_text("sem comissão")
    return author.url


def edge_seen(page: Page) -> None:
    """Each signing person sees the exact house edge of every bet before and after: that of one bet changes,
    no other.
    """
    expect(page.locator("#impact[data-state=done]")).to_be_visible(timeout=ROUND)
    group = page.locator(".impact-group[open]").filter(has_text="Estoril").first
    expect(group).to_contain_text(re.compile(r"comissão de 5\s% → .*comissão de 50\s% com 5 e 6"))
    changed = group.locator("tbody tr[data-changed]")
    expect(changed).to_have_count(1)
    expect(changed.locator("th")).to_have_text("Banca")
    for way, cell in zip("ab", changed.locator("td").all(), strict=False):
        expect(cell).to_contain_text(EDGE[way][0])
        assert "".join((cell.locator("small").inner_text()).split()).replace("\u200b", "") == EDGE[way][1]
    expect(changed.locator("td").last).to_contain_text("+2,57")
    expect(group.locator("tbody tr").filter(has_text="Ponto").first.locator("td").last).to_have_text("=")


def published(page: Page) -> None:
    """Both versions, for anybody: what is in force with its edge, what was in force with its own, and what
    changed between them.
    """
    page.goto("/rules/baccarat/")
    expect(page.get_by_text("SRIJ-2026/114").first).to_be_visible()
    expect(page.get_by_role("row", name=re.compile(r"^Banca 1 × aposta 3,62\s% 3,63\s%$"))).to_be_visible()
    page.locator("#version-1 summary").click()
    expect(page.locator("#version-1")).to_contain_text("sem comissão")
    page.locator("#version-2 summary").click()
    line = page.locator("#version-2 .version-changes tbody tr").filter(has_text="PB-26")
    expect(line.locator("del")).to_contain_text(re.compile(r"5\s%"))
    expect(line.locator("ins")).to_contain_text(re.compile(r"50\s%"))
    page.locator("#version-1").get_by_role("link").last.click()
    page.wait_for_url(re.compile("/rules/baccarat/1/$"))
    expect(
        page.get_by_role("row", name=re.compile(r"^Banca, comissão de 5\s% 1 × aposta 1,06\s% 1,06\s%$"))
    ).to_be_visible()


def test_a_commission_changes_from_a_to_b_between_two_rounds(chromium: Browser, house: RunningHouse) -> None:
    author, approver, regulator, ana = (page_of(chromium, house) for _ in range(4))
    for page, name in ((author, "autor"), (approver, "aprovador"), (regulator, "regulador"), (ana, "ana")):
        sign_in(page, name)

    address = drafted(author)
    edge_seen(author)
    step(author, address, "Submeter o pedido", "tem de ser visado por uma segunda pessoa")
    assert author.get_by_role("button", name="Visar", exact=True).count() == 0, (
        "nobody endorses what is their own"
    )
    approver.goto(address)
    edge_seen(approver)
    step(approver, address, "Visar", "está com o regulador")
    assert approver.get_by_role("button", name="Autorizar", exact=True).count() == 0
    regulator.goto("/admin/rulebook/rulechange/")
    seen(regulator)
    expect(regulator.locator(".inbox [data-state=mine]")).to_be_visible()
    regulator.goto(address)
    seen(regulator)
    regulator.fill("#reference", "SRIJ-2026/114")
    regulator.fill("#dated", regulator.locator("#dated").get_attribute("max") or "")
    regulator.set_input_files(
        "#document", {"name": "despacho.pdf", "mimeType": "application/pdf", "buffer": b"%PDF-1.7 autorizado"}
    )
    regulator.get_by_role("button", name="Autorizar", exact=True).click()
    expect(regulator.get_by_text("a casa pode dizer a partir de quando se aplica")).to_be_visible()

    ana.goto("/lobby/?game=baccarat&money=EUR")
    ana.get_by_role("link", name="Estoril", exact=True).first.click()
    sit_down(ana)
    expect(ana.locator('#table[data-seated][data-phase="betting"]')).to_be_attached(timeout=ROUND)
    step(author, address, "Agendar", "entra em vigor automaticamente")
    expect(author.locator("h1 [data-state=in-force], h1 [data-state=scheduled]")).to_be_visible()
    for _ in range(3):  # the first may have been announced before the change applied
        wait_for_next_round(ana, ROUND)
        state = record(house)
        if state["rounds"][-1]["sheet"] == 2:
            break
    before = [row for row in state["rounds"] if row["sheet"] == 1][-1]
    after = next(row for row in state["rounds"] if row["sheet"] == 2)
    assert before["opened"] < state["since"] < before["ended"], "the round that ran ended under the old rules"
    assert state["since"] < after["opened"] and before["ended"] <= after["opened"]
    assert (before["commission"], after["commission"]) == ("a", "b"), "and the tables followed"

    # The page that ana has open says what changed, and prints the new commission on its table.  [PB-32]
    expect(ana.locator(".tell.terms[data-shown]")).to_contain_text(
        re.compile(r"Comissão: 50\s%[^;]* em vez de 5\s% quando ganha a banca")
    )
    author.goto(address)
    seen(author)
    expect(author.locator("h1 [data-state=in-force]")).to_be_visible()
    published(page_of(chromium, house))
