"""The API of games: the lobby, tables, rules and sheets in force; a player's own rounds and sessions."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import path, reverse
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import serializers
from games.api.views_house import HouseRounds
from games.catalogue import GAMES, game_choices
from games.lobby import selectors as lobby_selectors
from games.models import RuleSheet, Stake, Table, stopped_reports
from games.rounds import history
from games.rounds.lists import rounds_list, sessions_list
from games.rounds.replay.explanations import result_label
from games.rulebook import publication
from games.rulebook.base_rules import base_rules
from games.tables import selectors as table_selectors
from games.tables import sheet_selectors
from players.api import serializers as player_serializers
from players.api.base import (
    PER_PAGE,
    Cursor,
    PlayerView,
    PublicView,
    cursor_position,
    operation,
    page_of,
    page_response,
    validate,
)
from players.api.views_history import reality_check_data, session_data
from players.history.totals import HistorySelection
from players.languages import page_language
from players.models import PlaySession
from players.play_records import play_records
from players.shared import url_converters  # noqa: F401  (it names `<id:…>`)


def table_data(table: Table, setting: Any, stopped: str) -> dict[str, Any]:
    """`stopped`: what keeps the house from taking bets for money now."""
    names = ("id", "name", "system", "currency", "status", "seated")
    return {
        **{name: getattr(table, name) for name in names},
        "house_players": table.partners,
        "mode": str(setting.mode),
        "minimum": getattr(setting, "minimum", None),
        "seats": int(setting.seats),
        "reports_stopped": stopped if table.currency == "EUR" else "",
        "recent": table.recent.split("|") if table.recent else [],
    }


class Lobby(PublicView):
    @operation(
        "Every table that may be played or watched",
        query=[serializers.LobbyChoice],
        response=serializers.TableShape(many=True),
        tag="lobby",
    )
    def get(self, request: Request) -> Response:
        chosen = validate(serializers.LobbyChoice, request.query_params)
        tiles = lobby_selectors.lobby_tables(
            chosen.get("system", ""), chosen.get("currency", ""), chosen.get("mode", "")
        )
        stopped = stopped_reports()
        return Response([table_data(tile.table, tile.setting, stopped) for tile in tiles])


class TableView(PublicView):
    @operation("One table with its limits and prizes", response=serializers.TableTold, tag="lobby")
    def get(self, request: Request, id: int) -> Response:  # noqa: A002 (named in the documented URL)
        table = get_object_or_404(Table.objects.select_related("setting"), pk=id)
        sheet = sheet_selectors.sheets_in_force().get(table.system)
        if sheet is None or table.setting is None:
            raise Http404
        data = table_data(table, sheet_selectors.setting_of(table.system, table.setting), stopped_reports())
        description = sheet_selectors.described(table.system, sheet, table.setting)
        return Response({**data, "round": table.round, "sheet": sheet.version, "description": description})


class Frequencies(PublicView):
    @operation(
        "How often each result came out at a table", response=serializers.FrequenciesShape, tag="lobby"
    )
    def get(self, request: Request, id: int) -> Response:  # noqa: A002 (named in the documented URL)
        get_object_or_404(Table, pk=id)
        return Response({"spans": table_selectors.frequencies(id)})


def sheet_data(sheet: RuleSheet | None) -> dict[str, Any] | None:
    if sheet is None:
        return None
    names = ("version", "reference", "since", "digest")
    return {
        **{name: getattr(sheet, name) for name in names},
        "rules": msgspec.json.decode(sheet.data.encode()),
    }


class RulesView(PublicView):
    @operation(
        "Every game with the rule sheet in force", response=serializers.GameShape(many=True), tag="rules"
    )
    def get(self, request: Request) -> Response:
        sheets = sheet_selectors.sheets_in_force()
        return Response(
            [
                {"system": value, "name": str(name), "sheet": sheet_data(sheets.get(value))}
                for value, name in game_choices()
            ]
        )


class RulesOf(PublicView):
    @operation(
        "The base rules of a game, rule by rule, and the sheet in force",
        response=serializers.RulesShape,
        tag="rules",
    )
    def get(self, request: Request, system: str) -> Response:
        if system not in GAMES:
            raise Http404
        regulation = base_rules(system, page_language().code)
        rules = [
            {
                "number": rule.number,
                "texts": [{"id": text.id, "wording": text.wording} for text in rule.texts],
            }
            for rule in (regulation.approval, *regulation.rules)
        ]
        sheet = sheet_data(sheet_selectors.sheets_in_force().get(system))
        data = {"system": system, "name": str(GAMES[system].name), "sheet": sheet, "rules": rules}
        data |= {
            "versions": [version_data(version) for version in publication.versions(system)],
            **house_data(system),
        }
        return Response(
            {
                **data,
                "regulation": regulation.number,
                "published": regulation.published,
                "note": regulation.note,
            }
        )


def house_data(system: str) -> dict[str, Any]:
    """What the house keeps of each bet, the limits of every table, and where to complain."""
    sheet = sheet_selectors.sheets_in_force().get(system)
    edges = publication.exact(sheet) if sheet is not None else []
    tables = [
        {"id": row.table.pk, "name": row.table.name, "currency": row.table.currency, "mode": row.mode,
         "limits": [
             {"name": amount.name, "cents": amount.cents, "instead": amount.instead}
             for amount in row.amounts
         ]}
        for row in (publication.tables(sheet) if sheet is not None else [])
    ]  # fmt: skip
    return {"edges": edges, "tables": tables, "complaints": reverse("complaints")}


def version_data(version: publication.Version) -> dict[str, Any]:
    sheet = version.sheet
    data = {name: getattr(sheet, name) for name in ("version", "since", "reference", "digest")}
    return {
        **data,
        "until": version.until,
        "address": reverse("rules-version", args=[sheet.system, sheet.version]),
    }


class RulesVersion(PublicView):
    @operation(
        "One version of a game's specific rules, with what it changed",
        response=serializers.VersionTold,
        tag="rules",
    )
    def get(self, request: Request, system: str, version: int) -> Response:
        versions = publication.versions(system)
        chosen = next((one for one in versions if one.sheet.version == version), None)
        if system not in GAMES or chosen is None:
            raise Http404
        details = {
            "facts": [msgspec.to_builtins(fact) for fact in chosen.facts],
            "changed": [msgspec.to_builtins(line) for line in chosen.changed or ()],
            "rules": msgspec.json.decode(chosen.sheet.data.encode()),
            "edges": publication.exact(chosen.sheet),
        }
        return Response({"system": system, **version_data(chosen), **details})


def round_line(stake: Stake) -> dict[str, Any]:
    game_round, table = stake.round, stake.round.table
    return {
        "id": game_round.pk,
        "number": game_round.number,
        "table": table.pk,
        "table_name": table.name,
        "system": table.system,
        "currency": table.currency,
        "session": stake.session,
        "at": stake.at,
        "status": game_round.status,
        "outcome": game_round.outcome,
        "result": result_label(game_round),
        **{name: getattr(stake, name) for name in ("staked", "back", "prize", "commission", "held")},
    }


class RoundsView(PlayerView):
    @operation(
        "Your rounds, newest first",
        query=[player_serializers.RecordQuery, Cursor],
        response=page_of(serializers.RoundLine),
        tag="history",
    )
    def get(self, request: Request) -> Response:
        choice = HistorySelection(**validate(player_serializers.RecordQuery, request.query_params))
        where = cursor_position(request, 2)
        from_ = (datetime.fromisoformat(where[0]), int(where[1])) if where else None
        return page_response(
            rounds_list(self.player, choice, from_, limit=PER_PAGE + 1),
            round_line,
            lambda stake: (stake.at, stake.pk),
        )


class RoundView(PlayerView):
    @operation(
        "One of your rounds with the reason of every figure", response=serializers.RoundDetails, tag="history"
    )
    def get(self, request: Request, id: int) -> Response:  # noqa: A002 (named in the documented URL)
        """Every essential element of a round, at any later time.  [AR-24] [FR-R25]"""
        stakes = Stake.objects.select_related("player", "round__table", "round__sheet", "round__setting")
        stake = get_object_or_404(stakes, player=self.player, round=id)
        return Response(
            {**round_line(stake), "details": msgspec.to_builtins(history.round_details(stake), str_keys=True)}
        )


class Sessions(PlayerView):
    @operation(
        "Your play sessions, newest first",
        query=[player_serializers.RecordQuery, Cursor],
        response=page_of(player_serializers.SessionSummary),
        tag="sessions",
    )
    def get(self, request: Request) -> Response:
        choice = HistorySelection(**validate(player_serializers.RecordQuery, request.query_params))
        where = cursor_position(request, 1)
        stays = sessions_list(self.player, choice, int(where[0]) if where else None, limit=PER_PAGE + 1)
        return page_response(stays, session_data, lambda stay: (stay.pk,))


class OpenSessions(PlayerView):
    @operation(
        "Where you sit now, what it came to so far, and when the next reality check is due",
        response=player_serializers.OpenSessionSerializer(many=True),
        tag="sessions",
    )
    def get(self, request: Request) -> Response:
        stays = PlaySession.objects.filter(player=self.player, ended=None).order_by("id")
        return Response(
            [
                {**open_session_data(stay), "reality_check": reality_check_data(self.player.pk, stay)}
                for stay in stays
            ]
        )


class SessionView(PlayerView):
    @operation(
        "The statement of one play session", response=player_serializers.SessionSummary, tag="sessions"
    )
    def get(self, request: Request, id: int) -> Response:  # noqa: A002 (named in the documented URL)
        """Staked, returned, profit or loss.  [AR-26] [FR-R27]"""
        return Response(open_session_data(get_object_or_404(PlaySession, player=self.player, pk=id)))


def open_session_data(sitting: PlaySession) -> dict[str, Any]:
    """The figures a stay closed with, or those of its settled rounds so far."""
    data = session_data(sitting)
    if sitting.ended is not None:
        return data
    so_far = play_records().session_totals(sitting.pk)
    return {
        **data,
        "rounds": so_far.rounds,
        "staked": so_far.staked,
        "returned": so_far.returned,
        "net": so_far.net,
    }


urlpatterns = [
    path("house/rounds/", HouseRounds.as_view()),
    path("lobby/", Lobby.as_view()),
    path("tables/<id:id>/", TableView.as_view()),
    path("tables/<id:id>/frequencies/", Frequencies.as_view()),
    path("rules/", RulesView.as_view()),
    path("rules/<slug:system>/", RulesOf.as_view()),
    path("rules/<slug:system>/<int:version>/", RulesVersion.as_view()),
    path("rounds/", RoundsView.as_view()),
    path("rounds/<id:id>/", RoundView.as_view()),
    path("sessions/", Sessions.as_view()),
    path("sessions/open/", OpenSessions.as_view()),
    path("sessions/<id:id>/", SessionView.as_view()),
]
