"""Every game, played from the first visit to the closing of the table, with a stop in each phase."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from playwright.sync_api import BrowserContext

from games.rules.engine import Wait
from games.tables.messages.table import messages_for
from players.models import Player
from tests.gallery.camera import Camera
from tests.gallery.dealer import Dealer
from tests.gallery.round import BETS, Round, table_of
from tests.gallery.seat import Seat

Contexts = dict[str, BrowserContext]
WHEELS = ("american-roulette", "french-roulette")
HISTORY = 4  # rounds before the first picture: displays and roads show something
# What Ana presses to lay her bets, with the number of the one among several that fit.
Lays = tuple[tuple[str, int], ...]
ON_WHEELS = ("red", "straight:17", "corner:25-26-28-29")
ON_BACCARAT = (("banco", 1), ("tie", 0))  # each with its chip
LAYS: dict[str, Lays] = {
    **dict.fromkeys(
        WHEELS, ((".tray-chip", 1), *((f'.hit[data-place="{place}"]', 0) for place in ON_WHEELS))
    ),
    "blackjack": (
        (".tray-chip", 1),
        (".seat[data-mine] .spot", 0),
        (".seat[data-open]:not([data-mine]) .spot", 0),
    ),
    "baccarat": tuple(
        step
        for place, chip in ON_BACCARAT
        for step in ((".tray-chip", chip), (f'.zone[data-place="{place}"] .zone-name', 0))
    ),
    "caribbean-stud": ((".tray-chip", 1), (".seat[data-mine] .spot", 0)),
    "macau-stud": ((".tray-chip", 1), (".seat[data-mine] .spot", 0), (".seat[data-mine] .box-jackpot", 0)),
    "holdem": (('[data-act="buy-in"]', 0),),
}
CHOICES = ("decline", "continue", "stand", "check", "call", "fold")
# Faults that are meant: a line that is cut.
MEANT = ("WebSocket",)


def play(camera: Camera, dealer: Dealer, system: str, visitors: Contexts, ana: Contexts) -> None:
    """One language after the other: a person follows a table in one window at a time."""
    table = table_of(system)
    for language in ana:
        if not camera.manifest.is_in(system, language):
            continue
        dealer.reopen(table)
        _watching(camera, dealer, system, table, language, visitors[language])
        seat = Seat(camera, ana[language], dealer, language, quiet=MEANT)
        game_round = Round(camera, dealer, system, table, [seat])
        try:
            for phase in (_come, _past, _bets, _deal, _end, _idle, _fault, _closing):
                phase(game_round)
        finally:  # a page that is left open counts among the tables that a person may have open
            seat.page.close()


def _watching(
    camera: Camera, dealer: Dealer, system: str, table: int, language: str, visitor: BrowserContext
) -> None:
    """A visitor watches an empty table."""
    seat = Seat(camera, visitor, dealer, language)
    seat.go(table)
    seat.until('#table[data-link="open"]')
    seat.rest()
    seat.shoot(system, "asleep")
    seat.page.close()


def _come(game_round: Round) -> None:
    for seat in game_round.seats:
        seat.socket.held = True
        seat.go(game_round.table)
        seat.move(300)
    game_round.shoot("loading")
    for other in game_round.others:
        game_round.dealer.send_command(game_round.table, other, {"t": "sit"})
    for seat in game_round.seats:
        seat.socket.held = False
        seat.socket.disconnect()
        seat.until('#table[data-link="open"]')
        if game_round.system == "holdem" and game_round.ana.pk not in game_round.live.players:
            seat.rest()
            game_round.shoot_one(seat, "choosing")
            seat.press(".he-seat[data-open] .he-plate")
        elif game_round.system != "holdem":
            seat.until(".seat-offer:not([hidden]) button:enabled, #table[data-seated]")
            if seat.page.locator("#table:not([data-seated])").count():
                seat.press(".seat-offer button")
        seat.until("#table[data-seated]")
    if game_round.system == "holdem":
        game_round.all(lambda seat: seat.rest())


def _others_bet(game_round: Round) -> None:
    for player, bet in zip(game_round.others, BETS[game_round.system][1:], strict=True):
        game_round.dealer.do(game_round.table, player, bet(game_round.live.players[player.pk]))


def _is_over(game_round: Round, number: int) -> bool:
    """Whether the round with that number has ended."""
    return game_round.live.ended > game_round.live.opened or game_round.live.round > number


def _open(game_round: Round) -> None:
    if game_round.system == "holdem":
        game_round.until(lambda: game_round.live.running)
    else:
        game_round.until(lambda: game_round.waits() is Wait.BETS and game_round.live.running)


def _past(game_round: Round) -> None:
    """Rounds that Ana only looks at."""
    for number in range(HISTORY):
        _open(game_round)
        if game_round.system != "holdem" or number == 0:
            _others_bet(game_round)
        played = game_round.live.round
        game_round.until(partial(_is_over, game_round, played))
    game_round.all(lambda seat: seat.rest())


def _bets(game_round: Round) -> None:
    first = game_round.seats[0]
    _open(game_round)
    if game_round.system == "holdem":
        game_round.all(lambda seat: seat.rest())
        game_round.shoot("betting")
        _lay(game_round, first)
        return
    _others_bet(game_round)
    game_round.sync()
    game_round.all(lambda seat: seat.rest())
    _lay(game_round, first)
    game_round.sync()
    game_round.all(lambda seat: seat.move(900))
    game_round.shoot("betting")
    _refused(game_round, lambda seat: _press(seat, LAYS[game_round.system][1]))
    if game_round.system == "french-roulette":
        game_round.all(lambda seat: seat.press(".choices .choice", 1))
        game_round.shoot("race")
        game_round.all(lambda seat: seat.press(".choices .choice", 0))
    _offline(game_round)


def _press(seat: Seat, button: tuple[str, int]) -> None:
    seat.press(*button)


def _lay(game_round: Round, seat: Seat) -> None:
    for button in LAYS[game_round.system]:
        _press(seat, button)
    seat.move(600)


def _refused(game_round: Round, act: Callable[[Seat], Any]) -> None:
    for seat in game_round.seats:
        seat.socket.exceeds_limits = True
        act(seat)
        seat.until(".refusal[data-shown]")
        seat.socket.exceeds_limits = False
        seat.move(1_200)
        game_round.shoot_one(seat, "refused")
        seat.page.clock.fast_forward(5_000)
        seat.rest()


def _offline(game_round: Round) -> None:
    for seat in game_round.seats:
        seat.socket.cut = True
        seat.socket.disconnect()
        seat.until('#table[data-link="lost"]')
        game_round.shoot_one(seat, "offline")
        seat.socket.cut = False
        seat.until('#table[data-link="open"]', 30)
        seat.rest()


def _deal(game_round: Round) -> None:
    if game_round.system == "holdem":
        game_round.until(
            lambda: game_round.waits() is Wait.HOUSE and bool(game_round.live.seats) and _dealt_in(game_round)
        )
    else:
        game_round.step()
        game_round.all(lambda seat: seat.move(200))
        game_round.shoot("closed", still=False)
    if "squeeze" in game_round.camera.manifest.phases(game_round.system):
        _squeezed(game_round)
    game_round.step() if game_round.system in WHEELS else _ring_cards(game_round)
    game_round.all(lambda seat: seat.move(2_600 if game_round.system in WHEELS else 230))
    game_round.shoot("dealing", still=False)
    if "decision" in game_round.camera.manifest.phases(game_round.system):
        game_round.until(lambda: game_round.live.players[game_round.ana.pk] in game_round.acting())
        game_round.all(lambda seat: seat.rest())
        game_round.shoot("decision")
        if game_round.system == "holdem":
            _refused(game_round, lambda seat: seat.press('.decision[data-choice="fold"]:not([disabled])'))
            _offline(game_round)
            _raised(game_round)


def _raised(game_round: Round) -> None:
    """Another player has raised: Ana folds, calls or raises."""
    engine, own = game_round.dealer.rules(game_round.table).engine, game_round.ana.pk
    for _ in range(100):
        acting, live = game_round.acting(), game_round.live
        options = engine.options(live.game, acting[0]) if acting else {}
        if acting and live.seats[acting[0]].player != own and "raise" in options:
            player = Player.objects.get(pk=live.seats[acting[0]].player)
            game_round.dealer.do(game_round.table, player, {"t": "raise", "to": 2 * options["raise"]["min"]})
        elif acting and live.seats[acting[0]].player == own:
            if "call" in options and "raise" in options:
                game_round.sync()
                game_round.all(lambda seat: seat.rest())
                game_round.shoot("raised")
                return
            _decides(game_round)
        else:
            game_round.play_step()
    raise AssertionError("nobody raises")


def _squeezed(game_round: Round) -> None:
    """The first hand while Ana uncovers it; she chose so among her settings."""
    page = game_round.seats[0].page
    page.evaluate("document.querySelector('[data-squeeze]').dataset.squeeze = 'slow'")
    covered = page.locator(".pair-cards[data-covered]")
    while not covered.count() and game_round.waits() is Wait.HOUSE:
        game_round.step()
        for _ in range(30):
            if covered.count():
                break
            game_round.all(lambda seat: seat.move(50))
    game_round.all(lambda seat: seat.move(200))
    game_round.shoot("squeeze", still=False)
    page.evaluate("document.querySelector('[data-squeeze]').dataset.squeeze = 'once'")


def _dealt_in(game_round: Round) -> bool:
    live = game_round.live
    return live.players[game_round.ana.pk] in {seat for seat, _ in live.game.dealt_in()}


def _ring_cards(game_round: Round) -> None:
    for _ in range(3):
        if game_round.waits() is Wait.HOUSE:
            game_round.step()


def _decides(game_round: Round) -> None:
    """Ana answers what she is asked, in the browser."""
    seat = game_round.seats[0]
    seat.rest()
    for choice in CHOICES:
        before = game_round.live.seq
        if seat.press(f'.decision[data-choice="{choice}"]:not([disabled])'):
            for _ in range(40):
                if game_round.live.seq > before:
                    return
                seat.move(100)
    game_round.dealer.step(game_round.table)


def _end(game_round: Round) -> None:
    played = game_round.live.round
    for _ in range(200):
        if game_round.live.ended > game_round.live.opened or game_round.live.round > played:
            break
        if game_round.live.players[game_round.ana.pk] in game_round.acting():
            _decides(game_round)
        else:
            game_round.play_step()
        game_round.sync()
    game_round.all(lambda seat: seat.rest())
    game_round.shoot("settled")
    for phase, act in (
        ("explained", _explain),
        ("verified", _verify),
        ("menu", lambda seat: seat.press(".bar-menu")),
    ):
        for seat in game_round.seats:
            act(seat)
            for _ in range(6):
                seat.move(100)
                seat.page.wait_for_timeout(60)
            game_round.shoot_one(seat, phase)
            seat.page.keyboard.press("Escape")
            seat.move(300)


def _explain(seat: Seat) -> None:
    seat.press(f"button:text-is('{messages_for(seat.language)['explain.open']}')")


def _verify(seat: Seat) -> None:
    """By the menu, which leads there also while the shoe is still being dealt from."""
    seat.press(".bar-menu")
    seat.press(f".menu-item:text-is('{messages_for(seat.language)['menu.verify']}')")


def _idle(game_round: Round) -> None:
    """Ana bets no more: she is invited to end her session, warned, and shown out with her statement."""
    if game_round.system == "holdem":
        game_round.dealer.send_command(game_round.table, game_round.ana, {"t": "leave"})
        game_round.until(lambda: game_round.ana.pk not in game_round.live.players)
        game_round.all(lambda seat: seat.rest())
        game_round.dealer.send_command(game_round.table, game_round.ana, {"t": "sit"})
        game_round.sync()
        game_round.all(lambda seat: seat.rest())
        game_round.all(lambda seat: seat.page.keyboard.press("Escape"))
    for step in ("invited", "warned", ""):
        _until_nudged(game_round, step)
        game_round.all(lambda seat: seat.rest())
        game_round.shoot(step or "statement")


def _until_nudged(game_round: Round, step: str) -> None:
    for _ in range(12):
        _open(game_round)
        if game_round.system != "holdem":
            _others_bet(game_round)
        played = game_round.live.round
        game_round.until(partial(_is_over, game_round, played))
        game_round.dealer.sweep(game_round.table)
        game_round.sync()
        seat = game_round.live.players.get(game_round.ana.pk)
        if (game_round.live.seats[seat].nudge if seat is not None else "") == step:
            return
    raise AssertionError(f"{game_round.system}: nobody is {step or 'shown out'}")


def _fault(game_round: Round) -> None:
    """The house comes back too late to a round: it is void, and the table on hold until two people have
    looked.
    """
    for seat in game_round.seats:
        seat.press("dialog[open] .act.main")
        seat.rest()
    if game_round.ana.pk not in game_round.live.players:
        game_round.dealer.send_command(game_round.table, game_round.ana, {"t": "sit"})
    _open(game_round)
    if game_round.system == "holdem":
        _lay(game_round, game_round.seats[0])
        game_round.until(lambda: game_round.live.players[game_round.ana.pk] in game_round.acting())
    else:
        _others_bet(game_round)
        game_round.all(lambda seat: seat.rest())
        _lay(game_round, game_round.seats[0])
    game_round.step(late=200)
    game_round.all(lambda seat: seat.rest())
    game_round.shoot("held")
    game_round.dealer.release(game_round.table)
    game_round.sync()
    game_round.all(lambda seat: seat.rest())
    game_round.shoot("void")


def _closing(game_round: Round) -> None:
    game_round.dealer.shut(game_round.table)
    for _ in range(60):
        if game_round.dealer.phase(game_round.table) == "shut":
            break
        game_round.dealer.step(game_round.table)
    game_round.sync()
    game_round.all(lambda seat: seat.rest())
    game_round.shoot("shut")
