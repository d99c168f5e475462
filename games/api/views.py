"""The API's addresses of games: the lobby, tables, rules and sheets in force; and a player's own rounds and play sessions."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import path, reverse
from django.utils.translation import get_language
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import serializers
from games.catalogue import GAMES, game_choices
from games.lobby import selectors as lobby_selectors
from games.models import RuleSheet, Stake, Table
from games.rounds import history
from games.rounds.explanations import result_label
from games.rounds.lists import rounds_list, sessions_list
from games.rulebook import publication
from games.rulebook import selectors as rulebook_selectors
from games.rulebook.base_rules import base_rules
from games.tables import selectors as table_selectors
from players.api import serializers as player_serializers
from players.api.base import PER_PAGE, Cursor, Mine, Public, document, page_of, paged, place, read
from players.api.views_history import reality_told, sitting_told
from players.history.totals import Choice
from players.models import PlaySession
from players.play_records import play_records
from players.shared import url_converters  # noqa: F401  (it names `<id:…>`)


def table_told(table: Table, setting: Any) -> dict[str, Any]:
    names = ("id", "name", "system", "currency", "status", "seated")
    return {
        **{name: getattr(table, name) for name in names},
        "mode": str(setting.mode),
        "minimum": getattr(setting, "minimum", None),
        "seats": int(setting.seats),
        "recent": table.recent.split("|") if table.recent else [],
    }


class Lobby(Public):
    @document(
        "Every table that may be played or watched",
        chooses=[serializers.LobbyChoice],
        answer=serializers.TableShape(many=True),
        tag="lobby",
    )
    def get(self, request: Request) -> Response:
        chosen = read(serializers.LobbyChoice, request.query_params)
        tiles = lobby_selectors.lobby(
            chosen.get("system", ""), chosen.get("currency", ""), chosen.get("mode", "")
        )
        return Response([table_told(tile.table, tile.setting) for tile in tiles])


class TableView(Public):
    @document("One table with its limits and prizes", answer=serializers.TableTold, tag="lobby")
    def get(self, request: Request, id: int) -> Response:
        table = get_object_or_404(Table.objects.select_related("setting"), pk=id)
        sheet = rulebook_selectors.sheets_in_force().get(table.system)
        if sheet is None or table.setting is None:
            raise Http404
        told = table_told(table, rulebook_selectors.setting_of(table.system, table.setting))
        description = rulebook_selectors.described(table.system, sheet, table.setting)
        return Response({**told, "round": table.round, "sheet": sheet.version, "description": description})


class Frequencies(Public):
    @document("How often each result came out at a table", answer=serializers.FrequenciesShape, tag="lobby")
    def get(self, request: Request, id: int) -> Response:
        get_object_or_404(Table, pk=id)
        return Response({"spans": table_selectors.frequencies(id)})


def sheet_told(sheet: RuleSheet | None) -> dict[str, Any] | None:
    if sheet is None:
        return None
    names = ("version", "reference", "since", "digest")
    return {
        **{name: getattr(sheet, name) for name in names},
        "rules": msgspec.json.decode(sheet.data.encode()),
    }


class Rules(Public):
    @document("Every game with the rule sheet in force", answer=serializers.GameShape(many=True), tag="rules")
    def get(self, request: Request) -> Response:
        sheets = rulebook_selectors.sheets_in_force()
        return Response(
            [
                {"system": value, "name": str(name), "sheet": sheet_told(sheets.get(value))}
                for value, name in game_choices()
            ]
        )


class RulesOf(Public):
    @document(
        "The base rules of a game, rule by rule, and the sheet in force",
        answer=serializers.RulesShape,
        tag="rules",
    )
    def get(self, request: Request, system: str) -> Response:
        if system not in GAMES:
            raise Http404
        regulation = base_rules(system, get_language() or "")
        rules = [
            {"number": rule.number, "texts": [{"id": text.id, "said": text.said} for text in rule.texts]}
            for rule in (regulation.approval, *regulation.rules)
        ]
        sheet = sheet_told(rulebook_selectors.sheets_in_force().get(system))
        told = {"system": system, "name": str(GAMES[system].name), "sheet": sheet, "rules": rules}
        told |= {
            "versions": [version_told(each) for each in publication.versions(system)],
            **house_told(system),
        }
        return Response(
            {
                **told,
                "regulation": regulation.number,
                "published": regulation.published,
                "note": regulation.note,
            }
        )


def house_told(system: str) -> dict[str, Any]:
    """What the house keeps of each bet, the limits of every table, and where to complain."""
    sheet = rulebook_selectors.sheets_in_force().get(system)
    edges = publication.exact(sheet) if sheet is not None else []
    tables = [
        {"id": each.table.pk, "name": each.table.name, "currency": each.table.currency, "mode": each.mode,
         "limits": [{"name": amount.name, "cents": amount.cents, "instead": amount.instead} for amount in each.amounts]}
        for each in (publication.tables(sheet) if sheet is not None else [])
    ]  # fmt: skip
    return {"edges": edges, "tables": tables, "complaints": reverse("complaints")}


def version_told(version: publication.Version) -> dict[str, Any]:
    sheet = version.sheet
    told = {name: getattr(sheet, name) for name in ("version", "since", "reference", "digest")}
    return {
        **told,
        "until": version.until,
        "address": reverse("rules-version", args=[sheet.system, sheet.version]),
    }


class RulesVersion(Public):
    @document(
        "One version of a game's specific rules, with what it changed",
        answer=serializers.VersionTold,
        tag="rules",
    )
    def get(self, request: Request, system: str, version: int) -> Response:
        found = next((each for each in publication.versions(system) if each.sheet.version == version), None)
        if system not in GAMES or found is None:
            raise Http404
        said = {
            "facts": [msgspec.to_builtins(fact) for fact in found.facts],
            "changed": [msgspec.to_builtins(line) for line in found.changed or ()],
            "rules": msgspec.json.decode(found.sheet.data.encode()),
            "edges": publication.exact(found.sheet),
        }
        return Response({"system": system, **version_told(found), **said})


def round_line(stake: Stake) -> dict[str, Any]:
    round, table = stake.round, stake.round.table
    return {
        "id": round.pk,
        "number": round.number,
        "table": table.pk,
        "table_name": table.name,
        "system": table.system,
        "currency": table.currency,
        "session": stake.session,
        "at": stake.at,
        "status": round.status,
        "outcome": round.outcome,
        "result": result_label(round),
        **{name: getattr(stake, name) for name in ("staked", "back", "prize", "commission", "held")},
    }


class Rounds(Mine):
    @document(
        "Your rounds, newest first",
        chooses=[player_serializers.Record, Cursor],
        answer=page_of(serializers.RoundLine),
        tag="history",
    )
    def get(self, request: Request) -> Response:
        choice = Choice(**read(player_serializers.Record, request.query_params))
        where = place(request, 2)
        from_ = (datetime.fromisoformat(where[0]), int(where[1])) if where else None
        return paged(
            rounds_list(self.me, choice, from_, limit=PER_PAGE + 1),
            round_line,
            lambda stake: (stake.at, stake.pk),
        )


class RoundView(Mine):
    @document(
        "One of your rounds with the reason of every figure", answer=serializers.RoundTold, tag="history"
    )
    def get(self, request: Request, id: int) -> Response:
        """Every essential element of a round, at any later time.  [AR-24] [FR-R25]"""
        stakes = Stake.objects.select_related("player", "round__table", "round__sheet", "round__setting")
        stake = get_object_or_404(stakes, player=self.me, round=id)
        return Response(
            {**round_line(stake), "told": msgspec.to_builtins(history.round_told(stake), str_keys=True)}
        )


class Sessions(Mine):
    @document(
        "Your play sessions, newest first",
        chooses=[player_serializers.Record, Cursor],
        answer=page_of(player_serializers.Sitting),
        tag="sessions",
    )
    def get(self, request: Request) -> Response:
        choice = Choice(**read(player_serializers.Record, request.query_params))
        where = place(request, 1)
        found = sessions_list(self.me, choice, int(where[0]) if where else None, limit=PER_PAGE + 1)
        return paged(found, sitting_told, lambda stay: (stay.pk,))


class OpenSessions(Mine):
    @document(
        "Where you sit now, what it came to so far, and when the next reality check is due",
        answer=player_serializers.OpenSitting(many=True),
        tag="sessions",
    )
    def get(self, request: Request) -> Response:
        stays = PlaySession.objects.filter(player=self.me, ended=None).order_by("id")
        return Response(
            [{**open_told(stay), "reality_check": reality_told(self.me.pk, stay)} for stay in stays]
        )


class SessionView(Mine):
    @document("The statement of one play session", answer=player_serializers.Sitting, tag="sessions")
    def get(self, request: Request, id: int) -> Response:
        """Staked, returned, profit or loss.  [AR-26] [FR-R27]"""
        return Response(open_told(get_object_or_404(PlaySession, player=self.me, pk=id)))


def open_told(sitting: PlaySession) -> dict[str, Any]:
    """The figures a stay closed with, or those of its settled rounds so far."""
    told = sitting_told(sitting)
    if sitting.ended is not None:
        return told
    so_far = play_records().session_totals(sitting.pk)
    return {
        **told,
        "rounds": so_far.rounds,
        "staked": so_far.staked,
        "returned": so_far.returned,
        "net": so_far.net,
    }


urlpatterns = [
    path("lobby/", Lobby.as_view()),
    path("tables/<id:id>/", TableView.as_view()),
    path("tables/<id:id>/frequencies/", Frequencies.as_view()),
    path("rules/", Rules.as_view()),
    path("rules/<slug:system>/", RulesOf.as_view()),
    path("rules/<slug:system>/<int:version>/", RulesVersion.as_view()),
    path("rounds/", Rounds.as_view()),
    path("rounds/<id:id>/", RoundView.as_view()),
    path("sessions/", Sessions.as_view()),
    path("sessions/open/", OpenSessions.as_view()),
    path("sessions/<id:id>/", SessionView.as_view()),
]
