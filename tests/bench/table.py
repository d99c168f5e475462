"""Three hundred players at one table over real sockets: acknowledged bets per second, and their latency."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import median

from tests.bench import environment
from tests.bench.fanout import frame
from tests.bench.measure import CLOCK, detail, goal, library, percentile, quickly, spread
from tests.bench.places import places
from tests.bench.wire import SocketClient, close_clients, open_clients, run

PLAYERS = 300
SECONDS = quickly(3.0, 4.0)
ROUNDS = quickly(1, 3)
A_SECOND = 100  # bets of all players together that other benches send without waiting for replies
CALM_SECONDS = quickly(4.0, 6.0)
CENTS = 50
MONEY = 1_000_000_000


@dataclass
class Measurement:
    """What all players received during the measurement."""

    waits: list[float] = field(default_factory=list)
    refused: bytes = b""
    frames: int = 0


class BettingClient(SocketClient):
    """Bets when asked to, or again after each reply."""

    numbers = 0

    def __init__(self, path: str, host: str, cookie: str, measurement: Measurement) -> None:
        super().__init__(path, host, cookie)
        self.measurement = measurement
        self.count, self.repeats, self.round = 0, False, 0
        self.sent_at: dict[bytes, float] = {}
        self.seated = asyncio.get_running_loop().create_future()

    def sit(self) -> None:
        self.send(b'{"t":"sit","id":"%s"}' % self.id())

    def id(self) -> bytes:
        BettingClient.numbers += 1
        return b"00000000-0000-4000-8000-%012x" % BettingClient.numbers

    def bet(self) -> None:
        command_id, on = self.id(), b",".join(b'"%s":%d' % (place, CENTS) for place in places(self.count))
        self.count += 1
        self.sent_at[command_id] = time.perf_counter()
        self.send(
            b'{"t":"do","id":"%s","round":%d,"do":{"t":"bet","on":{%s}}}' % (command_id, self.round, on)
        )

    def frame_received(self, data: bytes, start: int, end: int) -> None:
        self.measurement.frames += 1
        if data.startswith((b'{"t":"ok"', b'{"t": "ok"'), start):
            at = data.index(b"-", start) - 8  # the id's first hyphen
            self._wait_for_answers(data[at : at + 36])
        elif data.startswith((b'{"t":"no"', b'{"t": "no"'), start):
            self.measurement.refused = data[start:end]

    def _wait_for_answers(self, command_id: bytes) -> None:
        begun = self.sent_at.pop(command_id, None)
        if begun is None:
            if not self.seated.done():
                self.seated.set_result(None)
            return
        self.measurement.waits.append(time.perf_counter() - begun)
        if self.repeats:
            self.bet()


@dataclass
class Side:
    """One of the two systems: the address of its table, the open round, and whether players take a seat
    before they bet.
    """

    url: str
    path: str
    round: int
    seats: bool


async def seat_players(side: Side, cookies: Sequence[str]) -> tuple[list[BettingClient], Measurement]:
    """Seats all players at the table and waits for open bets."""
    measurement, host = Measurement(), side.url.split("/")[2]
    players = await open_clients(
        [lambda c=c: BettingClient(side.path, host, c, measurement) for c in cookies], side.url
    )
    if side.seats:
        for player in players:
            player.sit()
        await asyncio.wait_for(asyncio.gather(*(player.seated for player in players)), 60)
    round_number = side.round or await asyncio.to_thread(wait_for_round, side.path)
    for player in players:
        player.round = round_number
    return players, measurement


def wait_for_round(path: str) -> int:
    """The number of the round that is open at that table."""
    table = int(path.strip("/").split("/")[-1])
    while not (
        rows := environment.query(
            "SELECT number FROM games_round WHERE table_id = %s AND status = 'open'", [table]
        )
    ):
        time.sleep(0.05)
    return int(rows[0][0])


@dataclass
class Rate:
    acknowledged: float
    frames: float
    p50: float
    p99: float


def _rate(measurement: Measurement, seconds: float) -> Rate:
    half, slowest = (percentile(measurement.waits, of) * 1000 for of in (0.5, 0.99))
    return Rate(len(measurement.waits) / seconds, measurement.frames / seconds, half, slowest)


async def measure_full_load(players: list[BettingClient], measurement: Measurement, seconds: float) -> Rate:
    """Closed loop: every player bets again as soon as the last bet is acknowledged."""
    for player in players:
        player.repeats = True
        player.bet()
    await asyncio.sleep(1.0)
    measurement.waits.clear()
    measurement.frames, begun = 0, time.perf_counter()
    await asyncio.sleep(seconds)
    rate = _rate(measurement, time.perf_counter() - begun)
    for player in players:
        player.repeats = False
    await _wait_for_answers(players, measurement)
    return rate


async def measure_calm_load(
    players: list[BettingClient], measurement: Measurement, seconds: float, a_second: float = A_SECOND
) -> Rate:
    """Open loop: a fixed number of bets per second at fixed times, whatever the replies."""
    measurement.waits.clear()
    measurement.frames, begun = 0, time.perf_counter()
    for number in range(int(seconds * a_second)):
        await asyncio.sleep(max(0.0, begun + number / a_second - time.perf_counter()))
        players[number * 7 % len(players)].bet()
    seconds = time.perf_counter() - begun
    await _wait_for_answers(players, measurement)
    return _rate(measurement, seconds)


async def _wait_for_answers(players: list[BettingClient], measurement: Measurement) -> None:
    """Waits for all replies and checks that no bet was refused: a side that refuses bets would seem fast."""
    end = time.perf_counter() + 60
    while any(player.sent_at for player in players):
        if measurement.refused or time.perf_counter() > end:
            raise AssertionError(
                f"not every bet was accepted: {measurement.refused or 'some were never answered'}"
            )
        await asyncio.sleep(0.05)


def table(own_url: str, plain_url: str) -> None:
    from tests.live_table import limit_stakes, players_with, table_open
    from tests.proofs.running_system import cookie

    def people() -> tuple[list[str], list[int]]:
        """New players each time: rounds stay open here, and stakes of open rounds count against limits."""
        players = players_with(MONEY, PLAYERS)
        limit_stakes(players, PLAYERS * MONEY)
        return [cookie(player.person) for player in players], [player.pk for player in players]

    def own() -> Side:
        opened_table = table_open(seats=PLAYERS, minimum=CENTS, betting_seconds=3600).pk
        return Side(own_url, f"/ws/table/{opened_table}/", 0, True)

    def other(ids: list[int], path: str = "bet") -> Side:
        return Side(plain_url, f"/ws/{path}/1/", environment.plain_round(1, CENTS, ids, MONEY), False)

    names = ("ours", "plain", "calm", "plain calm", "websockets")
    rates: dict[str, list[Rate]] = {name: [] for name in names}
    with environment.websockets_server(frame()) as sockets_url:
        for _ in range(ROUNDS):
            cookies, ids = people()
            fast, slow = run(_measured(other(ids), cookies, _half))
            half = _half(fast)
            rates["plain"].append(fast)
            rates["plain calm"].append(slow)
            fast, slow = run(_measured(own(), cookies, lambda _, rate=half: rate))
            rates["ours"].append(fast)
            rates["calm"].append(slow)
            rates["websockets"].append(run(_measured(Side(sockets_url, "/", 1, False), cookies))[0])
    telling, _ = run(_measured(other(ids, "bet-and-tell"), cookies))
    _reconcile()
    _report(rates, telling)


def _half(plain: Rate) -> float:
    """The calm load: half of what plain Django can take, measured just before."""
    return plain.acknowledged / 2


async def _measured(
    side: Side, cookies: Sequence[str], calm: Callable[[Rate], float] | None = None
) -> tuple[Rate, Rate]:
    """At full load, and then with so many bets a second, which may depend on it."""
    players, measurement = await seat_players(side, cookies)
    try:
        fast = await measure_full_load(players, measurement, SECONDS)
        if calm is None:
            return fast, fast
        return fast, await measure_calm_load(players, measurement, CALM_SECONDS, calm(fast))
    finally:
        await close_clients(players)


def _reconcile() -> None:
    """The stakes on the tables equal the bets, to the cent."""
    ((total,),) = environment.query("SELECT sum(balance) FROM wallet_account WHERE currency = 'EUR'")
    odd = environment.query(
        "SELECT a.id FROM wallet_account a "
        "JOIN (SELECT target_id, sum(cents) AS cents FROM wallet_transfer WHERE kind = 'stake' "
        "GROUP BY 1) t ON t.target_id = a.id "
        "WHERE a.kind = 'stakes' AND a.balance <> t.cents"
    )
    if total or odd:
        raise AssertionError(f"the money does not add up: {total} in all, stakes of {odd}")


def _report(rates: dict[str, list[Rate]], telling: Rate) -> None:
    def of(name: str, figure: str) -> list[float]:
        return [getattr(rate, figure) for rate in rates[name]]

    detail(
        f"{PLAYERS} players, everybody bets again when answered (acknowledged/s, frames/s, p50 ms, p99 ms):"
    )
    for name, label in (
        ("ours", "ours, all of it broadcast"),
        ("plain", "plain, nothing broadcast"),
        ("websockets", "websockets alone, answered at once, nothing stored, totals broadcast"),
    ):
        detail(
            f"  {label}: "
            + "; ".join(spread(of(name, figure)) for figure in ("acknowledged", "frames", "p50", "p99"))
        )
    detail(
        f"  plain, every bet broadcast: {telling.acknowledged:,.4g}; {telling.frames:,.4g}; "
        f"{telling.p50:,.4g}; {telling.p99:,.4g}"
    )
    calmly = [_half(rate) for rate in rates["plain"]]
    detail(f"half of plain's capacity, {spread(calmly)} bets/s (frames/s, p50 ms, p99 ms):")
    for name, label in (("calm", "ours"), ("plain calm", "plain, nothing broadcast")):
        detail(f"  {label}: " + "; ".join(spread(of(name, figure)) for figure in ("frames", "p50", "p99")))
    share = median(rate.acknowledged * PLAYERS / (rate.frames - rate.acknowledged) for rate in rates["ours"])
    detail(
        f"joined: the table tells totals ten times a second, which is {share:,.3g} times fewer frames than "
        "every bet to every player"
    )

    def beside(other: str, figure: str) -> list[float]:
        return [a / b for a, b in zip(of("ours", figure), of(other, figure), strict=True)]

    django, websockets = library("Django"), f"{library('websockets')} alone"
    goal("table", beside("plain", "acknowledged"), least=30, beside=django)
    goal("table-websockets", beside("websockets", "acknowledged"), least=0.6, beside=websockets)
    goal("table-p99", beside("plain", "p99"), most=0.06, beside=django)
    ratios = [a / b for a, b in zip(of("calm", "p99"), of("plain calm", "p99"), strict=True)]
    goal("table-calm", ratios, most=0.25, beside=f"{django} at half of its capacity")
    goal("table-calm-p99", of("calm", "p99"), most=30, beside="no peer", machine=CLOCK)
