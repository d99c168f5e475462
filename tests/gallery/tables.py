"""Every game played from the first look to the closing of the table, with a stop in each phase."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import BrowserContext

from games.rules.engine import Wait
from games.tables.messages.table import messages_for
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
        dealer.reopen(table)
        _watching(camera, dealer, system, table, language, visitors[language])
        seat = Seat(camera, ana[language], dealer, language, quiet=MEANT)
        here = Round(camera, dealer, system, table, [seat])
        try:
            for phase in (_come, _past, _bets, _deal, _end, _idle, _fault, _closing):
                phase(here)
        finally:  # a page that is left open counts among the tables that a person may have open
            seat.page.close()


def _watching(
    camera: Camera, dealer: Dealer, system: str, table: int, language: str, visitor: BrowserContext
) -> None:
    """A visitor looks at a table where nobody sits."""
    seat = Seat(camera, visitor, dealer, language)
    seat.go(table)
    seat.until('#table[data-link="open"]')
    seat.rest()
    seat.shoot(system, "asleep")
    seat.page.close()


def _come(here: Round) -> None:
    for seat in here.seats:
        seat.socket.held = True
        seat.go(here.table)
        seat.move(300)
    here.shoot("loading")
    for other in here.others:
        here.dealer.send_command(here.table, other, {"t": "sit"})
    for seat in here.seats:
        seat.socket.held = False
        seat.socket.hang_up()
        seat.until('#table[data-link="open"]')
        if here.system == "holdem" and here.ana.pk not in here.live.players:
            seat.rest()
            here.shoot_one(seat, "choosing")
            seat.press(".he-seat[data-open] .he-plate")
        seat.until("#table[data-seated]")
    if here.system == "holdem":
        here.all(lambda seat: seat.rest())


def _others_bet(here: Round) -> None:
    for player, bet in zip(here.others, BETS[here.system][1:], strict=True):
        here.dealer.do(here.table, player, bet(here.live.players[player.pk]))


def _open(here: Round) -> None:
    if here.system == "holdem":
        here.until(lambda: here.live.running)
    else:
        here.until(lambda: here.waits() is Wait.BETS and here.live.running)


def _past(here: Round) -> None:
    """Rounds that Ana only looks at."""
    for number in range(HISTORY):
        _open(here)
        if here.system != "holdem" or number == 0:
            _others_bet(here)
        played = here.live.round
        here.until(lambda played=played: here.live.ended > here.live.opened or here.live.round > played)  # type: ignore[misc]
    here.all(lambda seat: seat.rest())


def _bets(here: Round) -> None:
    first = here.seats[0]
    _open(here)
    if here.system == "holdem":
        here.all(lambda seat: seat.rest())
        here.shoot("betting")
        _lay(here, first)
        return
    _others_bet(here)
    here.sync()
    here.all(lambda seat: seat.rest())
    _lay(here, first)
    here.sync()
    here.all(lambda seat: seat.move(900))
    here.shoot("betting")
    _refused(here, lambda seat: _press(seat, LAYS[here.system][1]))
    if here.system == "french-roulette":
        here.all(lambda seat: seat.press(".choices .choice", 1))
        here.shoot("race")
        here.all(lambda seat: seat.press(".choices .choice", 0))
    _offline(here)


def _press(seat: Seat, what: tuple[str, int]) -> None:
    seat.press(*what)


def _lay(here: Round, seat: Seat) -> None:
    for what in LAYS[here.system]:
        _press(seat, what)
    seat.move(600)


def _refused(here: Round, act: Callable[[Seat], Any]) -> None:
    for seat in here.seats:
        seat.socket.exceeds_limits = True
        act(seat)
        seat.until(".refusal[data-shown]")
        seat.socket.exceeds_limits = False
        seat.move(1_200)
        here.shoot_one(seat, "refused")
        seat.page.clock.fast_forward(5_000)
        seat.rest()


def _offline(here: Round) -> None:
    for seat in here.seats:
        seat.socket.cut = True
        seat.socket.hang_up()
        seat.until('#table[data-link="lost"]')
        here.shoot_one(seat, "offline")
        seat.socket.cut = False
        seat.until('#table[data-link="open"]', 30)
        seat.rest()


def _deal(here: Round) -> None:
    if here.system == "holdem":
        here.until(lambda: here.waits() is Wait.HOUSE and bool(here.live.seats) and _dealt_in(here))
    else:
        here.step()
        here.all(lambda seat: seat.move(200))
        here.shoot("closed", still=False)
    here.step() if here.system in WHEELS else _ring_cards(here)
    here.all(lambda seat: seat.move(2_600 if here.system in WHEELS else 230))
    here.shoot("dealing", still=False)
    if "decision" in here.camera.manifest.phases(here.system):
        here.until(lambda: here.live.players[here.ana.pk] in here.acting())
        here.all(lambda seat: seat.rest())
        here.shoot("decision")
        if here.system == "holdem":
            _refused(here, lambda seat: seat.press('.decision[data-choice="fold"]:not([disabled])'))
            _offline(here)


def _dealt_in(here: Round) -> bool:
    live = here.live
    return live.players[here.ana.pk] in {seat for seat, _ in live.game.dealt_in()}


def _ring_cards(here: Round) -> None:
    for _ in range(3):
        if here.waits() is Wait.HOUSE:
            here.step()


def _decides(here: Round) -> None:
    """Ana answers what she is asked, in the browser."""
    seat = here.seats[0]
    seat.rest()
    for choice in CHOICES:
        before = here.live.seq
        if seat.press(f'.decision[data-choice="{choice}"]:not([disabled])'):
            for _ in range(40):
                if here.live.seq > before:
                    return
                seat.move(100)
    here.dealer.step(here.table)


def _end(here: Round) -> None:
    played = here.live.round
    for _ in range(200):
        if here.live.ended > here.live.opened or here.live.round > played:
            break
        if here.live.players[here.ana.pk] in here.acting():
            _decides(here)
        else:
            here.play_step()
        here.sync()
    here.all(lambda seat: seat.rest())
    here.shoot("settled")
    for phase, act in (
        ("explained", _explain),
        ("verified", _verify),
        ("menu", lambda seat: seat.press(".bar-menu")),
    ):
        for seat in here.seats:
            act(seat)
            for _ in range(6):
                seat.move(100)
                seat.page.wait_for_timeout(60)
            here.shoot_one(seat, phase)
            seat.page.keyboard.press("Escape")
            seat.move(300)


def _explain(seat: Seat) -> None:
    seat.press(f"button:text-is('{messages_for(seat.language)['explain.open']}')")


def _verify(seat: Seat) -> None:
    """By the menu, which leads there also while the shoe is still being dealt from."""
    seat.press(".bar-menu")
    seat.press(f".menu-item:text-is('{messages_for(seat.language)['menu.verify']}')")


def _idle(here: Round) -> None:
    """Ana bets no more: she is invited to end her session, warned, and shown out with her statement."""
    if here.system == "holdem":
        here.dealer.send_command(here.table, here.ana, {"t": "leave"})
        here.until(lambda: here.ana.pk not in here.live.players)
        here.all(lambda seat: seat.rest())
        here.dealer.send_command(here.table, here.ana, {"t": "sit"})
        here.sync()
        here.all(lambda seat: seat.rest())
        here.all(lambda seat: seat.page.keyboard.press("Escape"))
    for step in ("invited", "warned", ""):
        _until_nudged(here, step)
        here.all(lambda seat: seat.rest())
        here.shoot(step or "statement")


def _until_nudged(here: Round, step: str) -> None:
    for _ in range(12):
        _open(here)
        if here.system != "holdem":
            _others_bet(here)
        played = here.live.round
        here.until(lambda played=played: here.live.ended > here.live.opened or here.live.round > played)  # type: ignore[misc]
        here.dealer.sweep(here.table)
        here.sync()
        seat = here.live.players.get(here.ana.pk)
        if (here.live.seats[seat].nudge if seat is not None else "") == step:
            return
    raise AssertionError(f"{here.system}: nobody is {step or 'shown out'}")


def _fault(here: Round) -> None:
    """The house comes back too late to a round: it is void, and the table on hold until two people have
    looked.
    """
    for seat in here.seats:
        seat.press("dialog[open] .act.main")
        seat.rest()
    if here.ana.pk not in here.live.players:
        here.dealer.send_command(here.table, here.ana, {"t": "sit"})
    _open(here)
    if here.system == "holdem":
        _lay(here, here.seats[0])
        here.until(lambda: here.live.players[here.ana.pk] in here.acting())
    else:
        _others_bet(here)
        here.all(lambda seat: seat.rest())
        _lay(here, here.seats[0])
    here.step(late=200)
    here.all(lambda seat: seat.rest())
    here.shoot("held")
    here.dealer.release(here.table)
    here.sync()
    here.all(lambda seat: seat.rest())
    here.shoot("void")


def _closing(here: Round) -> None:
    here.dealer.shut(here.table)
    for _ in range(60):
        if here.dealer.phase(here.table) == "shut":
            break
        here.dealer.step(here.table)
    here.sync()
    here.all(lambda seat: seat.rest())
    here.shoot("shut")
