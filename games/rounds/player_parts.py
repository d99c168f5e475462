"""What rounds bring to a player's page in the back office: timeline entries, panels, ways to find."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

from django.db.models import QuerySet, Sum
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Event, Stake
from games.rounds.replay.explanations import result_label
from players.administration.player_page import (
    Panel,
    PanelCell,
    PanelTable,
    register_panels,
)
from players.administration.player_search import Finder, register_finders
from players.administration.timeline import (
    PlayerTimelineEntry,
    TimelineQuery,
    TimelineSource,
    register_sources,
)
from players.history.models import DailyPlay
from players.models import Player
from players.play_records import game_name
from players.shared.admin_base import format_moment, parse_number
from players.shared.exports.list_document import Column
from players.shared.money import format_money

MAX_ROWS = 50
RECEIPT = re.compile(r"(?:feltro-)?(\d{1,18})[-/](\d{1,18})(?:\.json)?")
# The columns of a round that its line shows; a round also holds its sealed draw.
ROUND_COLUMNS = ("number", "status", "outcome", "table__name", "table__system", "table__currency")


def _stakes_of(player: Player) -> QuerySet[Stake]:
    columns = [f"round__{column}" for column in ROUND_COLUMNS]
    own = ("round", "player", "seat", "staked", "back", "prize", "commission", "at")
    return Stake.objects.filter(player=player).select_related("round__table").only(*own, *columns)


def _round_entries(player: Player, query: TimelineQuery) -> Sequence[PlayerTimelineEntry]:
    return [
        PlayerTimelineEntry(
            stake.at,
            stake.pk,
            str(stake.round),
            f"{result_label(stake.round)} · "
            + _("staked %(amount)s") % {"amount": format_money(stake.staked, stake.round.table.currency)},
            format_money(stake.net, stake.round.table.currency, signed=True),
            reverse("admin:games_round_change", args=[stake.round_id]),
        )
        for stake in query.rows(_stakes_of(player), "round", "at")
    ]


def _rounds(request: HttpRequest, player: Player) -> Mapping[str, object]:
    rows = []
    for stake in _stakes_of(player).order_by("-at", "-id")[:MAX_ROWS]:
        currency = stake.round.table.currency
        rows.append(
            [
                PanelCell(format_moment(stake.at)),
                PanelCell(str(stake.round), reverse("admin:games_round_change", args=[stake.round_id])),
                PanelCell(game_name(stake.round.table.system)),
                PanelCell(result_label(stake.round)),
                PanelCell(format_money(stake.staked, currency)),
                PanelCell(format_money(stake.net, currency, signed=True)),
            ]
        )
    columns = [
        Column(_("ended")),
        Column(_("round")),
        Column(_("game")),
        Column(_("result")),
        Column(_("staked"), "money"),
        Column(_("net"), "money"),
    ]
    return {"table": PanelTable(columns, rows)}


def _play_totals(request: HttpRequest, player: Player) -> Mapping[str, object]:
    """Play for money by game, from the totals of finished days."""
    days = DailyPlay.objects.filter(player=player, currency="EUR").order_by().values("system")
    sums = days.annotate(count=Sum("rounds"), staked_sum=Sum("staked"), returned_sum=Sum("returned"))
    rows = [
        [
            PanelCell(game_name(row["system"])),
            PanelCell(row["count"]),
            PanelCell(format_money(row["staked_sum"], "EUR")),
            PanelCell(format_money(row["returned_sum"], "EUR")),
            PanelCell(format_money(row["returned_sum"] - row["staked_sum"], "EUR", signed=True)),
        ]
        for row in sums.order_by("-staked_sum", "system")
    ]
    columns = [
        Column(_("game")),
        Column(_("rounds"), "count"),
        Column(_("staked"), "money"),
        Column(_("returned"), "money"),
        Column(_("net"), "money"),
    ]
    return {"table": PanelTable(columns, rows, _("Finished days only; today is in the list below."))}


def _by_round(term: str) -> list[int]:
    number = parse_number(term)
    if number is None:
        return []
    return list(Stake.objects.filter(round=number).order_by("pk").values_list("player", flat=True)[:20])


def _by_receipt(term: str) -> list[int | None]:
    """A receipt's file name or its text: the table, and the event that it proves."""
    place = _receipt_place(term)
    if place is None:
        return []
    table, event = place
    return list(Event.objects.filter(table=table, seq=event).values_list("player", flat=True))


def _receipt_place(term: str) -> tuple[int, int] | None:
    if match := RECEIPT.fullmatch(term):
        return int(match[1]), int(match[2])
    try:
        receipt = json.loads(term)
    except (ValueError, RecursionError):
        return None
    if not isinstance(receipt, dict):
        return None
    values = (receipt.get("table"), receipt.get("event"))
    numbers = [value for value in values if type(value) is int and 0 <= value < 2**63]
    return (numbers[0], numbers[1]) if len(numbers) == len(values) else None


register_sources(TimelineSource("round", "rounds", "games.view_round", _round_entries))
register_panels(
    Panel("play-totals", "play", gettext_lazy("By game"), "games.view_round", 10, _play_totals),
    Panel("rounds", "play", gettext_lazy("Rounds"), "games.view_round", 30, _rounds),
)
register_finders(
    Finder("round", gettext_lazy("round"), "games.view_round", _by_round),
    Finder("receipt", gettext_lazy("receipt"), "games.view_round", _by_receipt),
)
