"""The home page, the lobby with its filters, and the window with several tables."""

from __future__ import annotations

from csp.constants import SELF
from csp.decorators import csp_replace, csp_update
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_safe

from games.catalogue import GAMES, game_choices
from games.catalogue.options import LANGUAGES
from games.lobby import selectors as lobby_selectors
from games.lobby.favourites import favourites_of
from games.lobby.filters import read_filter, stake_choices
from games.lobby.messages import window_messages
from games.lobby.seats import tables_played, with_seats
from games.lobby.sessions import scheduled_sessions
from games.lobby.tiles import Tile
from games.models import Table, stopped_reports
from games.tables.sheet_selectors import sheets_in_force
from games.tables.web.views import table as table_view
from players.audit.simulated_past import is_past_awaited
from players.languages import page_language
from players.models import Player
from players.protection.care_messages import waiting_card
from players.wallet.selectors import wallet_of

MAX_TABLES = 6  # in one window: on a smaller screen the last two lie below the others


def player_of(request: HttpRequest) -> Player | None:
    return Player.objects.filter(person=request.user.pk).first() if request.user.is_authenticated else None


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The home page: what happens in the house now, and one table of each game.

    Visitors see the tables where they can play at once.
    """
    tables = lobby_selectors.lobby_tables()
    currency = "EUR" if request.user.is_authenticated else "DEMO"
    player = player_of(request)
    tiles = with_seats(one_of_each_game(tables, currency), player)
    sheets = sheets_in_force()
    free = free_table(tables)
    wheel = running_wheel(tables)
    context: dict[str, object] = {
        "tiles": tiles,
        "games": [game.name for game in GAMES.values()],
        # What the regulator has approved rules of is what the licence covers.  [903-B 5.1.3]
        "licensed_games": [game.name for system, game in GAMES.items() if system in sheets],
        "free_table": free.table.pk if free else None,
        "jackpot": max(
            (tile for tile in tables if tile.meter is not None),
            key=lambda tile: (tile.table.currency == "EUR", tile.meter or 0),
            default=None,
        ),
        "open_tables": len(tables),
        "card": waiting_card(player) if player else None,
    }
    if wheel is not None:
        picture = GAMES[wheel.table.system].picture
        assert picture is not None
        context |= {"wheel": wheel, "picture": picture.template, **picture.context(wheel.setting)}
    return render(request, "portal/home.html", context)


def one_of_each_game(tables: list[Tile], currency: str) -> list[Tile]:
    """Of each game the table that is played most, of this money if there is one, and with a free seat."""

    def worth(tile: Tile) -> tuple[bool, bool, int]:
        return tile.table.currency == currency, tile.open, tile.table.seated

    by_game = {system: [tile for tile in tables if tile.table.system == system] for system in GAMES}
    return [max(tiles, key=worth) for tiles in by_game.values() if tiles]


def free_table(tables: list[Tile]) -> Tile | None:
    """The demonstration table at which «Play free» seats a visitor: with a free seat, best one that runs."""
    tiles = [tile for tile in tables if tile.table.currency == "DEMO" and tile.open and not tile.individual]
    wheels = [tile for tile in tiles if GAMES[tile.table.system].picture is not None]
    return max(wheels or tiles, key=lambda tile: tile.table.seated, default=None)


def running_wheel(tables: list[Tile]) -> Tile | None:
    """The wheel that the home page shows: the one with most players, best one with results."""
    wheels = [tile for tile in tables if GAMES[tile.table.system].picture is not None]
    return max(wheels, key=lambda tile: (tile.table.seated, bool(tile.results)), default=None)


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Every table with its limits, without signing in.  [AR-25] [FR-R26] [AR-30] [FR-R31]"""
    choice = read_filter(request.GET)
    player = player_of(request)
    favourites = favourites_of(player)
    tables = lobby_selectors.lobby_tables(choice.game, choice.money)
    tiles = choice.sorted(tile for tile in tables if choice.matches(tile, favourites))
    tiles = with_seats(tiles, player)
    sessions = scheduled_sessions(player, choice.money)[:3] if _shows_sessions(choice.game) else []
    context = {
        "groups": grouped(tiles, favourites, tables_played(player), plays_for_money(player)),
        "filter": choice,
        "systems": game_choices(),
        "stakes": stake_choices(),
        "languages": LANGUAGES.items(),
        "favourites": favourites,
        "scheduled_sessions": sessions,
        "any": bool(tiles),
        "reports_stopped": stopped_reports(),
        "past_awaited": is_past_awaited(),
        "section": "lobby",
    }
    return render(request, "portal/lobby/lobby.html", context)


def plays_for_money(player: Player | None) -> bool:
    """Whether the player has money to play with."""
    wallet = wallet_of(player, "EUR") if player is not None else None
    return wallet is not None and wallet.balance > 0


def grouped(
    tiles: list[Tile], favourites: frozenset[int], played: list[int], for_money: bool
) -> list[tuple[str, list[Tile]]]:
    """The tables in the order of the page: a player's own first, then those they can play at.

    Each is in the first group that it belongs to.
    """
    others = ("EUR", "DEMO") if for_money else ("DEMO", "EUR")
    groups: dict[str, list[Tile]] = {name: [] for name in ("seats", "favourites", "played", *others)}
    for tile in tiles:
        if tile.own is not None:
            groups["seats"].append(tile)
        elif tile.table.pk in favourites:
            groups["favourites"].append(tile)
        elif tile.table.pk in played:
            groups["played"].append(tile)
        else:
            groups[tile.table.currency].append(tile)
    groups["played"].sort(key=lambda tile: played.index(tile.table.pk))
    return list(groups.items())


def _shows_sessions(game: str) -> bool:
    """Whether the lobby lists scheduled sessions: for a game that has them, or without a choice of game."""
    return not game or GAMES[game].has_table_sessions


@require_safe
@csp_update({"frame-src": [SELF]})
def multitable(request: HttpRequest) -> HttpResponse:
    """Several tables of any games in one window, all for money or all for credits.  [HE-9]

    Each table is a page of its own with its own socket.
    """
    order = {system: place for place, system in enumerate(GAMES)}
    tables = sorted(
        Table.objects.exclude(status=Table.Status.CLOSED).filter(system__in=order, setting__isnull=False),
        key=lambda table: (order[table.system], table.pk),
    )
    numbers = [
        int(number)
        for number in request.GET.getlist("t")
        if number.isascii() and number.isdecimal() and len(number) < 19
    ]
    by_number = {table.pk: table for table in tables}
    chosen = [by_number[number] for number in dict.fromkeys(numbers) if number in by_number]
    default = "DEMO" if request.GET.get("money") == "DEMO" else "EUR"
    money = chosen[0].currency if chosen else default
    facts: dict[str, object] = {
        "tables": [
            {
                "id": table.pk,
                "name": table.name,
                "game": table.get_system_display(),
                "address": reverse("table-window", args=[table.pk]),
            }
            for table in tables
            if table.currency == money
        ],
        "open": [table.pk for table in chosen if table.currency == money][:MAX_TABLES],
        "most": MAX_TABLES,
        "language": page_language().tag,
    }
    context = {
        "facts": facts,
        "words": window_messages(),
        "money": money,
        "slots": range(MAX_TABLES),
        "tiles": sorted(
            (tile for tile in lobby_selectors.lobby_tables(currency=money) if tile.table.pk in by_number),
            key=lambda tile: (order[tile.table.system], tile.table.pk),
        ),
        "section": "table",
    }
    return render(request, "table/multitable.html", context)


@xframe_options_sameorigin
@csp_replace({"frame-ancestors": [SELF]})  # type: ignore[arg-type]  # django-csp types views without URL arguments
def table_window(request: HttpRequest, table_id: int) -> HttpResponse:
    """A table's page for the window with several tables. Only this site may frame it."""
    return table_view(request, table_id, window=True)
