"""A player's history as documents: the movements of a wallet, and the statement of a month."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from players.history import totals
from players.history.forms import KINDS
from players.history.models import Statement
from players.history.movements import MovementPosition, archived_until, movements
from players.history.statements import month_ends
from players.history.totals import HistorySelection
from players.models import Player
from players.play_records import game_name
from players.shared.exports.list_document import Cell, Column, ListDocument, Money
from players.wallet.models import Account
from players.wallet.transfer_kinds import transfer_kind_name

CHUNK = 1000
MAX_ROWS = 200_000  # in one file


def period_text(choice: HistorySelection) -> str:
    if choice.since and choice.until:
        return f"{date_format(choice.since)} – {date_format(choice.until)}"
    if choice.since:
        return _("since %(day)s") % {"day": date_format(choice.since)}
    return _("until %(day)s") % {"day": date_format(choice.until)} if choice.until else _("the whole history")


def wallet_name(currency: str) -> str:
    return _("Money") if currency == "EUR" else _("Demonstration credits")


def file_name(what: str, choice: HistorySelection) -> str:
    days = "-".join(day.strftime("%Y%m%d") for day in (choice.since, choice.until) if day)
    return "-".join(part for part in ("feltro", what, choice.currency.lower(), days) if part)


def movements_document(
    player: Player, wallet: Account, choice: HistorySelection, kind: str = ""
) -> ListDocument:
    flows = totals.flows(wallet.pk, choice)
    balances = not kind and not choice.until
    columns = [Column(_("When"), weight=3), Column(_("What"), weight=5), Column(_("Amount"), "money")]
    if balances:
        columns += [Column(_("Balance before"), "money"), Column(_("Balance after"), "money")]
    facts = [(_("Period"), period_text(choice)), (_("Wallet"), wallet_name(choice.currency))]
    if kind:
        facts.append((_("Movements"), str(dict(KINDS)[kind])))
    if (day := archived_until(choice)) is not None:
        facts.append((_("Earlier movements"), _("before %(day)s in our archive") % {"day": date_format(day)}))
    return ListDocument(
        name=file_name("movements", choice),
        title=_("Movements"),
        who=f"{player.alias} · {player.person.email}",
        facts=facts,
        sums=[
            (_("Money in"), Money(sum(flow.came for flow in flows))),
            (_("Money out"), Money(sum(flow.went for flow in flows))),
            (_("Balance now"), Money(wallet.balance)),
            (_("Deposits less withdrawals"), Money(totals.net_deposits(wallet.pk), signed=True)),
        ],
        columns=columns,
        rows=_movement_rows(wallet, choice, kind, balances=balances),
        currency=choice.currency,
    )


def _movement_rows(
    wallet: Account, choice: HistorySelection, kind: str, *, balances: bool
) -> Iterator[list[Cell]]:
    place: MovementPosition | None = None
    for _chunk in range(MAX_ROWS // CHUNK):
        page = movements(wallet, choice, kind, place, limit=CHUNK)
        for move in page:
            row: list[Cell] = [move.at, transfer_kind_name(move.kind), Money(move.cents, signed=True)]
            if balances:
                row += [Money(cents) if cents is not None else None for cents in (move.before, move.after)]
            yield row
        if len(page) < CHUNK:
            return
        place = MovementPosition(page[-1].at, page[-1].id, page[-1].before)


def _flow_kind(flow: dict[str, object]) -> str:
    """Statements are never made again; the oldest ones call the kind of a transfer `road`."""
    return str(flow["kind"] if "kind" in flow else flow["road"])


def statement_figures(statement: Statement) -> dict[str, Any]:
    """The stored figures with the names of games and kinds of transfer."""
    data = statement.data
    flows = [
        {**flow, "description": transfer_kind_name(_flow_kind(flow)), "net": flow["came"] - flow["went"]}
        for flow in data["flows"]
    ]
    days = [
        {
            **day,
            "day": date.fromisoformat(day["day"]),
            "game": game_name(day["system"]),
            "net": day["returned"] - day["staked"],
        }
        for day in data["days"]
    ]
    return {
        "opening": data["opening"],
        "closing": data["closing"],
        "flows": flows,
        "days": days,
        "rounds": sum(day["rounds"] for day in days),
        "staked": sum(day["staked"] for day in days),
        "returned": sum(day["returned"] for day in days),
        "net": sum(day["net"] for day in days),
        "deposits": sum(flow["net"] for flow in flows if flow["kind"] in totals.DEPOSITED_OR_WITHDRAWN),
    }


def statement_document(player: Player, statement: Statement) -> ListDocument:
    figures = statement_figures(statement)
    month = date_format(statement.month, "YEAR_MONTH_FORMAT")
    rows: list[list[Cell]] = [
        [
            day["day"],
            day["game"],
            day["rounds"],
            Money(day["staked"]),
            Money(day["returned"]),
            Money(day["net"], signed=True),
        ]
        for day in figures["days"]
    ]
    return ListDocument(
        name=f"feltro-statement-{statement.currency.lower()}-{statement.month:%Y-%m}",
        title=_("Statement of %(month)s") % {"month": month},
        who=f"{player.alias} · {player.person.email}",
        facts=[
            (_("Period"), f"{date_format(statement.month)} – {date_format(month_ends(statement.month))}"),
            (_("Wallet"), wallet_name(statement.currency)),
            (_("Digest"), statement.digest[:32]),
        ],
        sums=[
            (_("Balance at the beginning"), Money(figures["opening"])),
            *((flow["description"], Money(flow["net"], signed=True)) for flow in figures["flows"]),
            (_("Balance at the end"), Money(figures["closing"])),
            (_("Staked"), Money(figures["staked"])),
            (_("Returned"), Money(figures["returned"])),
            (_("Net of play"), Money(figures["net"], signed=True)),
            (_("Deposits less withdrawals in the month"), Money(figures["deposits"], signed=True)),
        ],
        columns=[
            Column(_("Day")),
            Column(_("Game"), weight=3),
            Column(_("Rounds"), "count", weight=1),
            Column(_("Staked"), "money"),
            Column(_("Returned"), "money"),
            Column(_("Net"), "money"),
        ],
        rows=rows,
        currency=statement.currency,
        closing=_("Every movement is listed in your account, which also keeps this statement unchanged."),
    )
