"""The pages of the back office, by URL name. The head of the house opens them unless another role is
given.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Page

from tests.gallery.office_data import (
    Office,
    held_level,
    held_short,
    held_unknown,
    impact_stands,
    incident_opened,
)
from tests.gallery.pages import GalleryPage, fill
from tests.gallery.player_data import PlayerData
from tests.gallery.round import table_of

HEAD, RULES = "direcao", "/admin/rulebook/rulechange"
LISTS = {
    "games_table": "games/table", "floor_tablechange": "floor/tablechange", "games_round": "games/round",
    "games_rulesheet": "games/rulesheet", "rulebook_rulechange": "rulebook/rulechange",
    "games_incident": "games/incident", "games_tablesession": "games/tablesession",
    "games_chatline": "games/chatline", "players_player": "players/player",
    "players_playsession": "players/playsession", "identity_identity": "identity/identity",
    "protection_limit": "protection/limit", "cashier_payment": "cashier/payment",
    "cashier_adjustment": "cashier/adjustment", "cashier_ceiling": "cashier/ceiling",
    "inbox_complaint": "inbox/complaint",
    "wallet_account": "wallet/account", "wallet_transfer": "wallet/transfer",
    "audit_seal": "audit/seal", "players_person": "players/person", "auth_group": "auth/group",
    "backoffice_staffchange": "backoffice/staffchange", "bank_statement": "bank/statement",
    "bank_reconciliationday": "bank/reconciliationday", "bank_match": "bank/match",
    "bank_bankfile": "bank/bankfile", "bank_payoutbatch": "bank/payoutbatch",
}  # fmt: skip


def searched(term: str, page: Page) -> None:
    """The search that two keys open, with what it found."""
    page.keyboard.press("Control+k")
    with page.expect_response(lambda answer: "/admin/search/" in answer.url):
        page.locator("#search-input-command").press_sequentially(term)
    page.wait_for_timeout(300)


def documents_shown(page: Page) -> None:
    """With a reason; for ten minutes they stay shown."""
    form = page.locator("form[action$='/unmask/']")
    if form.count():
        form.locator("[name=reason]").fill("Conferir os documentos enviados.")
        with page.expect_navigation():
            form.locator("button").click()


def bulk_tried(page: Page) -> None:
    """Every table is chosen, and the step is tried."""
    for box in page.locator("[name=table]").all():
        box.check()
    with page.expect_navigation():
        page.locator(".bulk-form button:not([name])").click()


def bulk_proposed(page: Page) -> None:
    bulk_tried(page)
    page.locator("[name=reason]").fill("Manutenção desta noite.")
    with page.expect_navigation():
        page.locator("[name=propose]").click()


def notice_tried(page: Page) -> None:
    """A notice to the active players, in the languages of the back office."""
    page.locator("[name=subject_pt-pt]").fill("Manutenção no domingo")
    page.locator("[name=text_pt-pt]").fill("As mesas estão fechadas no domingo, das 4h00 às 6h00.")
    page.locator("[name=subject_en]").fill("Maintenance on Sunday")
    page.locator("[name=text_en]").fill("The tables are closed on Sunday from 4:00 to 6:00.")
    page.locator("[name=kind][value=status]").check()
    page.locator("[name=statuses][value=active]").check()
    with page.expect_navigation():
        page.locator(".notice-preview button").click()


def notice_proposed(page: Page) -> None:
    notice_tried(page)
    page.locator("[name=reason]").fill("Manutenção dos servidores.")
    with page.expect_navigation():
        page.locator("[name=propose]").click()


def shift_opened(page: Page) -> None:
    """The end of one's shift, with what the house writes into the handover."""
    page.locator(".office-fold summary").first.click()


def damaged_file_sent(page: Page) -> None:
    file: Any = {"name": "extrato.xml", "mimeType": "text/xml", "buffer": b"<Document>"}
    page.locator("#id_file").set_input_files(file)
    with page.expect_navigation():
        page.locator("form[action$='/send/'] button").click()


def pages(player_data: PlayerData, office: Office) -> Iterator[GalleryPage]:
    yield GalleryPage("admin", "/admin/", HEAD)
    yield GalleryPage("admin-login", "/admin/login/")
    yield GalleryPage("office_rights", "/admin/rights/", HEAD)
    yield GalleryPage("office_notices", "/admin/notices/", HEAD)
    yield GalleryPage("office_notices", "/admin/notices/", HEAD, "tried", act=notice_tried)
    yield GalleryPage("office_notice", "/admin/notices/", HEAD, act=notice_proposed)
    yield GalleryPage("office_tokens", "/admin/api-tokens/", HEAD)
    yield GalleryPage("office_webhooks", "/admin/webhooks/", HEAD)
    yield GalleryPage("office_webhook", f"/admin/webhooks/{office.webhook}/", HEAD)
    yield GalleryPage("office_gateway", "/admin/cashier/gatewayrequest/", HEAD)
    yield GalleryPage(
        "office_gateway_request", f"/admin/cashier/gatewayrequest/{office.request}/change/", HEAD
    )
    yield GalleryPage("office_rights", "/admin/rights/?role=support&actions=on", HEAD, "role")
    yield GalleryPage("office_work", "/admin/work/", HEAD)
    yield GalleryPage("office_work", "/admin/work/?only=mine", "autor", "nothing")
    yield GalleryPage("office_shifts", "/admin/shifts/", HEAD)
    yield GalleryPage("office_shifts", "/admin/shifts/", HEAD, "ending", act=shift_opened)
    yield GalleryPage("office_shifts", "/admin/shifts/?week=2020-01-06", "autor", "nothing")
    yield GalleryPage("office_home", "/admin/overview/", HEAD)
    yield GalleryPage("office_work_item", f"/admin/work/complaint/{office.complaint}/", HEAD)
    for name, address in LISTS.items():
        yield GalleryPage(f"{name}_changelist", f"/admin/{address}/", HEAD)
    yield from _lists(office)
    yield from _tables(player_data, office)
    yield from _rules(player_data, office)
    yield from _people(player_data, office)
    yield from _bank(office)
    for term, phase in (("co", "word"), ("1", "number"), ("nada disto", "empty")):
        yield GalleryPage("search", "/admin/", HEAD, phase, act=lambda page, term=term: searched(term, page))


def _lists(office: Office) -> Iterator[GalleryPage]:
    yield GalleryPage("games_round_changelist", f"/admin/games/round/?{office.filtered}", HEAD, "filtered")
    yield GalleryPage("games_round_changelist", "/admin/games/round/?q=999999999", HEAD, "empty")
    yield GalleryPage(
        "wallet_transfer_changelist", "/admin/wallet/transfer/?kind__exact=stake", HEAD, "filtered"
    )


def _tables(player_data: PlayerData, office: Office) -> Iterator[GalleryPage]:
    yield GalleryPage("floor", "/admin/floor/", HEAD)
    yield GalleryPage("floor_jackpots", "/admin/jackpots/", HEAD)
    yield GalleryPage("floor_switches", "/admin/floor/switches/", HEAD)
    yield GalleryPage("floor_bulk", "/admin/floor/bulk/", HEAD)
    yield GalleryPage("floor_bulk", "/admin/floor/bulk/", HEAD, "tried", act=bulk_tried)
    yield GalleryPage("floor_bulk_change", "/admin/floor/bulk/", HEAD, act=bulk_proposed)
    table = table_of("american-roulette")
    yield GalleryPage("games_table_add", "/admin/games/table/add/", HEAD)
    yield GalleryPage("games_table_change", f"/admin/games/table/{table}/change/", HEAD)
    yield GalleryPage("games_table_change", f"/admin/games/table/{office.held}/change/", HEAD, "history")
    yield GalleryPage("games_table_setting", f"/admin/games/table/{table}/setting/", HEAD)
    wrong = fill(minimum="0,05", step="0,30", seats="900")
    yield GalleryPage(
        "games_table_setting", f"/admin/games/table/{table}/setting/", HEAD, "refused", act=wrong
    )
    yield GalleryPage("games_table_hours", f"/admin/games/table/{table}/hours/", HEAD)
    yield GalleryPage(
        "games_table_hours",
        f"/admin/games/table/{table}/hours/",
        HEAD,
        "refused",
        act=fill(**{"day-0": "das 10 às 12"}),
    )
    yield GalleryPage(
        "floor_tablechange_change",
        f"/admin/floor/tablechange/{player_data.setting_change}/change/",
        HEAD,
        "proposed",
    )
    yield GalleryPage(
        "floor_tablechange_change", f"/admin/floor/tablechange/{office.deferred}/change/", HEAD, "deferred"
    )
    yield GalleryPage(
        "games_table_change", f"/admin/games/table/{office.suspended}/change/", HEAD, "suspended"
    )
    incident = f"/admin/games/incident/{office.incident}/change/"
    yield GalleryPage("games_incident_change", incident, HEAD, "proposed")
    yield GalleryPage(
        "games_incident_change", incident, HEAD, "counting", before=incident_opened(office.incident)
    )
    for system in ("blackjack", "holdem", "macau-stud"):
        yield GalleryPage(
            f"games_round_change.{system}",
            f"/admin/games/round/{player_data.rounds[system]}/change/?replay=1",
            HEAD,
        )
    yield GalleryPage(
        "games_round_change.paper",
        f"/admin/games/round/{player_data.rounds['blackjack']}/change/?replay=1",
        HEAD,
        paper=True,
    )
    yield GalleryPage(
        "games_tablesession_change", f"/admin/games/tablesession/{office.meeting}/change/", HEAD
    )
    yield GalleryPage("games_tablesession_add", "/admin/games/tablesession/add/", HEAD)
    late = fill(table=str(office.by_sessions), starts_0="2020-01-01", starts_1="21:00")
    yield GalleryPage("games_tablesession_add", "/admin/games/tablesession/add/", HEAD, "refused", act=late)


def _rules(player_data: PlayerData, office: Office) -> Iterator[GalleryPage]:
    yield GalleryPage("games_rulesheet_change", "/admin/games/rulesheet/3/change/", HEAD)
    yield GalleryPage("rulebook_rulechange_add", f"{RULES}/add/", "autor")
    yield GalleryPage("rulebook_rulechange_edit", f"{RULES}/{player_data.change}/edit/", "autor")
    yield GalleryPage("rulebook_rulechange_change", f"{RULES}/{player_data.change}/change/", HEAD, "draft")
    unlawful = fill(places_per_player="9", reason="Para quem quer jogar em mais lugares.")
    yield GalleryPage(
        "rulebook_rulechange_edit", f"{RULES}/{player_data.change}/edit/", "autor", "refused", act=unlawful
    )
    counted = f"{RULES}/{office.counted}/change/"
    for state in ("counting", "stopped", "failed"):
        yield GalleryPage(
            "rulebook_rulechange_change",
            counted,
            "aprovador",
            state,
            before=impact_stands(office.counted, state),
        )
    done = impact_stands(office.counted, "done")
    yield GalleryPage("rulebook_rulechange_change", counted, "aprovador", "submitted", before=done)
    yield GalleryPage(
        "rulebook_rulechange_change", f"{RULES}/{office.scheduled}/change/", "regulador", "scheduled"
    )
    yield GalleryPage("rulebook_rulechange_change.paper", counted, "aprovador", paper=True, before=done)


def _people(player_data: PlayerData, office: Office) -> Iterator[GalleryPage]:
    player = f"/admin/players/player/{player_data.player}/change/"
    yield GalleryPage("players_player_change", player, "oficial")
    for tab in ("money", "protection", "identity", "links", "audit"):
        yield GalleryPage("players_player_change", f"{player}?tab={tab}", "oficial", tab)
    yield GalleryPage("players_player_find", "/admin/players/player/find/", "identidade")
    search = fill(term="demonstração")
    yield GalleryPage("players_player_find", "/admin/players/player/find/", "identidade", "found", act=search)
    yield GalleryPage("identity_identity_change", f"/admin/identity/identity/{office.identity}/change/", HEAD)
    documents = f"/admin/identity/identity/{office.documents}/change/"
    yield GalleryPage("identity_identity_change", documents, "identidade", "documents", act=documents_shown)
    adjustment = f"/admin/cashier/adjustment/{office.adjustment}/change/"
    yield GalleryPage("cashier_adjustment_change", adjustment, HEAD)
    yield GalleryPage("cashier_ceiling_change", f"/admin/cashier/ceiling/{office.ceiling}/change/", HEAD)
    yield GalleryPage("cashier_ceiling_propose", "/admin/cashier/ceiling/propose/", HEAD)
    ambiguous = fill(amount="1.234", reason="Mais levantamentos pequenos.")
    yield GalleryPage(
        "cashier_ceiling_propose",
        "/admin/cashier/ceiling/propose/",
        HEAD,
        "refused",
        act=ambiguous,
        quiet=("422",),
    )
    yield GalleryPage(
        "inbox_complaint_change", f"/admin/inbox/complaint/{office.disputed}/change/", HEAD, "round"
    )
    yield GalleryPage(
        "cashier_payment_change", f"/admin/cashier/payment/{player_data.withdrawal}/change/", HEAD
    )
    yield GalleryPage("inbox_complaint_change", f"/admin/inbox/complaint/{office.complaint}/change/", HEAD)
    yield GalleryPage("audit_line_change", f"/admin/audit/line/{office.line}/change/", HEAD)
    yield GalleryPage("players_person_change", f"/admin/players/person/{office.person}/change/", HEAD)
    yield GalleryPage("auth_group_change", "/admin/auth/group/1/change/", HEAD)
    yield GalleryPage(
        "backoffice_staffchange_change",
        f"/admin/backoffice/staffchange/{office.staff_change}/change/",
        "oficial",
    )


def _bank(office: Office) -> Iterator[GalleryPage]:
    bank = office.bank
    for name, key in (
        ("statement", bank.statement),
        ("chargeback", bank.chargeback),
        ("payoutbatch", bank.batch),
        ("match", bank.match),
        ("reconciliationday", bank.day),
    ):
        yield GalleryPage(f"bank_{name}_change", f"/admin/bank/{name}/{key}/change/", HEAD)
    totals = "/admin/players_funds/daytotal/"
    for phase, held in (("unknown", held_unknown), ("short", held_short), ("whole", held_level)):
        yield GalleryPage("players_funds_daytotal_changelist", totals, HEAD, phase, before=held)
    yield GalleryPage("players_funds_daytotal_change", f"{totals}{bank.total}/change/", HEAD)
    yield GalleryPage("bank_match_change", f"/admin/bank/match/{bank.decided}/change/", HEAD, "proposed")
    yield GalleryPage("bank_bankfile_change", f"/admin/bank/bankfile/{bank.refused}/change/", HEAD, "refused")
    yield GalleryPage(
        "bank_bankfile_changelist", "/admin/bank/bankfile/", HEAD, "sent", act=damaged_file_sent
    )
