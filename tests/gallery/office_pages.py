"""The pages of the back office: by the names of their addresses, as the head of the house sees them unless
another role sees more.
"""

from __future__ import annotations

from collections.abc import Iterator

from playwright.sync_api import Page

from tests.gallery.office_past import Office, impact_stands
from tests.gallery.pages import Shown, fill
from tests.gallery.past import Past
from tests.gallery.round import table_of

HEAD, RULES = "direcao", "/admin/rulebook/rulechange"
LISTS = {
    "games_table": "games/table", "floor_tablechange": "floor/tablechange", "games_round": "games/round",
    "games_rulesheet": "games/rulesheet", "rulebook_rulechange": "rulebook/rulechange",
    "games_incident": "games/incident", "games_tablesession": "games/tablesession",
    "games_chatline": "games/chatline", "players_player": "players/player",
    "players_playsession": "players/playsession", "identity_identity": "identity/identity",
    "protection_limit": "protection/limit", "cashier_payment": "cashier/payment",
    "cashier_adjustment": "cashier/adjustment", "inbox_complaint": "inbox/complaint",
    "wallet_account": "wallet/account", "wallet_transfer": "wallet/transfer", "audit_line": "audit/line",
    "audit_seal": "audit/seal", "players_person": "players/person", "auth_group": "auth/group",
    "backoffice_staffchange": "backoffice/staffchange",
}  # fmt: skip


def searched(term: str, page: Page) -> None:
    """The search that two keys open, with what it found."""
    page.keyboard.press("Control+k")
    with page.expect_response(lambda answer: "/admin/search/" in answer.url):
        page.locator("#search-input-command").press_sequentially(term)
    page.wait_for_timeout(300)


def pages(past: Past, office: Office) -> Iterator[Shown]:
    yield Shown("admin", "/admin/", HEAD)
    yield Shown("admin-login", "/admin/login/")
    for name, address in LISTS.items():
        yield Shown(f"{name}_changelist", f"/admin/{address}/", HEAD)
    yield from _lists(office)
    yield from _tables(past, office)
    yield from _rules(past, office)
    yield from _people(past, office)
    for term, phase in (("co", "word"), ("1", "number"), ("nada disto", "empty")):
        yield Shown("search", "/admin/", HEAD, phase, act=lambda page, term=term: searched(term, page))  # type: ignore[misc]


def _lists(office: Office) -> Iterator[Shown]:
    yield Shown("games_round_changelist", f"/admin/games/round/?{office.filtered}", HEAD, "filtered")
    yield Shown("games_round_changelist", "/admin/games/round/?q=999999999", HEAD, "empty")
    yield Shown("wallet_transfer_changelist", "/admin/wallet/transfer/?kind__exact=stake", HEAD, "filtered")


def _tables(past: Past, office: Office) -> Iterator[Shown]:
    yield Shown("floor", "/admin/floor/", HEAD)
    yield Shown("floor_jackpots", "/admin/jackpots/", HEAD)
    table = table_of("american-roulette")
    yield Shown("games_table_add", "/admin/games/table/add/", HEAD)
    yield Shown("games_table_change", f"/admin/games/table/{table}/change/", HEAD)
    yield Shown("games_table_change", f"/admin/games/table/{office.held}/change/", HEAD, "history")
    yield Shown("games_table_setting", f"/admin/games/table/{table}/setting/", HEAD)
    wrong = fill(minimum="0,05", step="0,30", seats="900")
    yield Shown("games_table_setting", f"/admin/games/table/{table}/setting/", HEAD, "refused", act=wrong)
    yield Shown("games_table_hours", f"/admin/games/table/{table}/hours/", HEAD)
    yield Shown(
        "games_table_hours",
        f"/admin/games/table/{table}/hours/",
        HEAD,
        "refused",
        act=fill(**{"day-0": "das 10 às 12"}),
    )
    yield Shown(
        "floor_tablechange_change",
        f"/admin/floor/tablechange/{past.setting_change}/change/",
        HEAD,
        "proposed",
    )
    yield Shown(
        "floor_tablechange_change", f"/admin/floor/tablechange/{office.deferred}/change/", HEAD, "deferred"
    )
    yield Shown("games_incident_change", f"/admin/games/incident/{office.incident}/change/", HEAD, "proposed")
    for system in ("blackjack", "holdem", "macau-stud"):
        yield Shown(
            f"games_round_change.{system}", f"/admin/games/round/{past.rounds[system]}/change/?replay=1", HEAD
        )
    yield Shown(
        "games_round_change.paper",
        f"/admin/games/round/{past.rounds['blackjack']}/change/?replay=1",
        HEAD,
        paper=True,
    )
    yield Shown("games_tablesession_change", f"/admin/games/tablesession/{office.meeting}/change/", HEAD)
    yield Shown("games_tablesession_add", "/admin/games/tablesession/add/", HEAD)
    late = fill(table=str(office.by_sessions), starts_0="2020-01-01", starts_1="21:00")
    yield Shown("games_tablesession_add", "/admin/games/tablesession/add/", HEAD, "refused", act=late)


def _rules(past: Past, office: Office) -> Iterator[Shown]:
    yield Shown("games_rulesheet_change", "/admin/games/rulesheet/3/change/", HEAD)
    yield Shown("rulebook_rulechange_add", f"{RULES}/add/", "autor")
    yield Shown("rulebook_rulechange_edit", f"{RULES}/{past.change}/edit/", "autor")
    yield Shown("rulebook_rulechange_change", f"{RULES}/{past.change}/change/", HEAD, "draft")
    unlawful = fill(places_per_player="9", reason="Para quem quer jogar em mais lugares.")
    yield Shown("rulebook_rulechange_edit", f"{RULES}/{past.change}/edit/", "autor", "refused", act=unlawful)
    counted = f"{RULES}/{office.counted}/change/"
    for state in ("counting", "stopped", "failed"):
        yield Shown(
            "rulebook_rulechange_change",
            counted,
            "aprovador",
            state,
            before=impact_stands(office.counted, state),
        )
    done = impact_stands(office.counted, "done")
    yield Shown("rulebook_rulechange_change", counted, "aprovador", "submitted", before=done)
    yield Shown("rulebook_rulechange_change", f"{RULES}/{office.scheduled}/change/", "regulador", "scheduled")
    yield Shown("rulebook_rulechange_change.paper", counted, "aprovador", paper=True, before=done)


def _people(past: Past, office: Office) -> Iterator[Shown]:
    yield Shown("players_player_change", f"/admin/players/player/{past.player}/change/", HEAD)
    yield Shown("identity_identity_change", f"/admin/identity/identity/{office.identity}/change/", HEAD)
    yield Shown("cashier_payment_change", f"/admin/cashier/payment/{past.withdrawal}/change/", HEAD)
    yield Shown("inbox_complaint_change", f"/admin/inbox/complaint/{office.complaint}/change/", HEAD)
    yield Shown("audit_line_change", f"/admin/audit/line/{office.line}/change/", HEAD)
    yield Shown("players_person_change", f"/admin/players/person/{office.person}/change/", HEAD)
    yield Shown("auth_group_change", "/admin/auth/group/1/change/", HEAD)
    yield Shown(
        "backoffice_staffchange_change",
        f"/admin/backoffice/staffchange/{office.staff_change}/change/",
        "oficial",
    )
