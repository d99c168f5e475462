"""The limits of a table change during play: the manager proposes them, both signers see the exact limits,
a second person confirms, and they apply from the next round. Then the table closes: its player is notified
at once, finishes the round, and leaves.

[AR-P2] [AR-10] [AR-11a-i] [AR-26]
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
from tests.journeys.page_steps import page_of, sign_in
from tests.journeys.table_steps import sit_down, wait_for_next_round
from tests.running import RunningHouse

pytestmark = [pytest.mark.journey, pytest.mark.long]  # waits for rounds in real time
ROUND = 120_000
TABLE = "Porto"
PLAYED = f"""
import json
from games.models import Round, Table
table = Table.objects.get(name="{TABLE}")
rounds = Round.objects.filter(table=table, opened__isnull=False).select_related("setting").order_by("number")
print(json.dumps({{
    "status": table.status,
    "since": table.setting.created.isoformat(),
    "rounds": [{{"minimum": json.loads(r.setting.data)["minimum"], "opened": r.opened.isoformat(),
                 "ended": r.ended and r.ended.isoformat()}} for r in rounds],
}}))
"""


def record(house: RunningHouse) -> dict[str, Any]:
    command = [sys.executable, "manage.py", "shell", "--no-imports", "-c", PLAYED]
    done = subprocess.run(
        command, cwd=PROJECT, env=house.environment(), capture_output=True, text=True, check=True
    )
    return dict(json.loads(done.stdout.strip().splitlines()[-1]))


def proposed(manager: Page) -> str:
    """The form says what a figure would make of the table while it is typed, refuses what is unlawful, and
    proposes; its address.
    """
    manager.goto("/admin/games/table/")
    manager.get_by_role("link", name=TABLE, exact=True).click()
    manager.get_by_role("link", name="Alterar a configuração").click()
    expect(manager.locator("[data-told]")).to_have_text("Nada difere da configuração atual.")
    manager.fill("input[name=minimum]", "2,05")
    expect(manager.locator("[data-field=minimum] [data-wrong]")).to_contain_text("[AR-10]")
    manager.fill("input[name=minimum]", "2,00")
    straight = manager.locator("[data-limits] tr").filter(has_text="Pleno")
    expect(straight).to_have_text(
        re.compile(r"Pleno\s*1,00\s€ – 30,00\s€\s*2,00\s€ – 60,00\s€\s*30 × AR-11a-i")
    )
    expect(manager.locator("[data-told]")).to_contain_text("Espera por uma segunda pessoa")
    manager.fill("#why", "há procura para uma mesa mais alta")
    manager.get_by_role("button", name="Propor", exact=True).click()
    expect(manager.get_by_text("uma segunda pessoa tem de confirmar").first).to_be_visible()
    assert manager.get_by_role("button", name=re.compile("^Confirmar")).count() == 0, (
        "nobody confirms what is their own"
    )
    return manager.url


def confirmed(head: Page, address: str, ana: Page) -> None:
    """The second person sees the same figures, the greatest cost of a round among them, and who sits there
    now.
    """
    head.goto("/admin/floor/tablechange/")
    head.locator("#result_list tbody tr").filter(has_text=TABLE).get_by_role("link").first.click()
    assert head.url.partition("?")[0] == address.partition("?")[0], "what waits stands first in the list"

    expect(head.locator(".sheet").first).to_contain_text(re.compile(r"1,00\s€\s*2,00\s€"))
    cost = head.locator(".sheet").nth(1).locator("tr").last
    before, after = (cell.inner_text() for cell in cost.locator(".figure").all())
    assert euros(after) == 2 * euros(before) > 0, "twice the limits, twice the cost"
    expect(ana.locator('#table[data-phase="betting"]')).to_be_attached(timeout=ROUND)
    head.get_by_role("button", name=re.compile("^Confirmar")).click()
    expect(head.get_by_text("Confirmado: aplica-se a partir da próxima jogada.").first).to_be_visible()


def euros(text: str) -> int:
    return int(re.sub(r"\D", "", text))


def acted(manager: Page, act: str) -> None:
    """From the live floor: the box of that table, a reason, and the act."""
    manager.goto("/admin/floor/?system=american-roulette&currency=EUR")
    row = manager.locator(".office-floor tbody tr").filter(has_text=TABLE)
    row.locator("details summary").click()
    row.locator("input[name=reason]").fill("fim do turno desta mesa")
    row.locator(f"button[value={act}]").click()


def state_of(manager: Page, *states: str) -> None:
    row = manager.locator(".office-floor tbody tr").filter(has_text=TABLE)
    expect(row).to_have_attribute("data-status", re.compile("|".join(states)), timeout=ROUND)


def test_limits_change_between_two_rounds_and_a_table_closes_under_its_player(
    chromium: Browser, house: RunningHouse
) -> None:
    manager, head, ana = (page_of(chromium, house) for _ in range(3))
    for page, name in ((manager, "mesas"), (head, "direcao"), (ana, "ana")):
        sign_in(page, name)
    ana.goto("/lobby/?game=american-roulette&money=EUR")
    ana.get_by_role("link", name=TABLE, exact=True).first.click()
    sit_down(ana)
    expect(ana.locator('#table[data-seated][data-phase="betting"]')).to_be_attached(timeout=ROUND)

    confirmed(head, proposed(manager), ana)
    for _ in range(3):  # the first may have been announced before the change was confirmed
        wait_for_next_round(ana, ROUND)
        state = record(house)
        if state["rounds"][-1]["minimum"] == 200:
            break
    before = [row for row in state["rounds"] if row["minimum"] == 100][-1]
    after = next(row for row in state["rounds"] if row["minimum"] == 200)
    assert before["opened"] < state["since"] < before["ended"] <= after["opened"], (
        "the round that ran ended under the old limits"
    )
    # The page that was open all the while says so, and offers no chip below the new minimum.  [AR-25]
    expect(ana.locator(".tell.terms[data-shown]")).to_contain_text(
        "Aposta mínima: 2,00\u00a0€ em vez de 1,00\u00a0€"
    )
    assert int(ana.locator(".tray-chip input").first.get_attribute("value") or 0) >= 200
    manager.goto("/admin/games/table/")
    manager.get_by_role("link", name=TABLE, exact=True).click()
    expect(manager.locator(".sheet").last).to_contain_text("direcao@feltro.example")

    expect(ana.locator('#table[data-phase="betting"]')).to_be_attached(timeout=ROUND)
    acted(manager, "drain")
    expect(manager.get_by_text("quem lá está sentado é avisado de imediato").first).to_be_visible()
    expect(ana.get_by_text("A casa vai fechar esta mesa").first).to_be_visible()
    expect(ana.get_by_text("A casa terminou a sessão.").first).to_be_visible(timeout=ROUND)
    expect(ana.locator('#table[data-phase="shut"]:not([data-seated])')).to_be_attached(timeout=ROUND)
    expect(ana.get_by_text("A mesa está fechada").first).to_be_attached()
    state_of(manager, "closed")

    acted(manager, "open")
    expect(manager.get_by_text("A mesa está aberta.").first).to_be_visible()
    state_of(manager, "open")
    expect(ana.locator('#table:not([data-phase="shut"])')).to_be_attached(timeout=ROUND)
    acted(manager, "close")
    state_of(manager, "closed")
    assert record(house)["status"] == "closed"
    expect(ana.locator('#table[data-phase="shut"]')).to_be_attached(timeout=ROUND)
    acted(manager, "open")
    state_of(manager, "open")
