"""What traces cost: acknowledged bets per second of one table with TRACES_URL and without, in turn.

Each side has a house of its own, which rests while the other is measured. The collector runs in this process,
which is idle otherwise.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from casino.services.folder import PROJECT
from casino.services.postgres import tie_to_parent
from tests.bench.measure import detail, goal, spread

PAIRS = int(os.environ.get("TRACE_PAIRS", "7"))
PARTS = ("command", "receive", "queue", "turn", "transaction", "publish", "frame")


class Collector(BaseHTTPRequestHandler):
    """Counts the spans that arrive by name, and keeps them by trace."""

    spans: dict[str, int] = {}
    traces: dict[bytes, dict[str, tuple[int, int]]] = {}

    def do_POST(self) -> None:
        import gzip

        from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.headers.get("Content-Encoding") == "gzip":
            body = gzip.decompress(body)
        for resource in ExportTraceServiceRequest.FromString(body).resource_spans:
            for scope in resource.scope_spans:
                for span in scope.spans:
                    self.spans[span.name] = self.spans.get(span.name, 0) + 1
                    times = (span.start_time_unix_nano, span.end_time_unix_nano)
                    self.traces.setdefault(span.trace_id, {})[span.name] = times
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_arguments: object) -> None:
        pass


@contextmanager
def collector() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Collector)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1/traces"
    finally:
        server.shutdown()
        server.server_close()


class HouseAside:
    """A house of its own in a process of its own, whose table is measured when it is told so."""

    def __init__(self, url: str) -> None:
        command = tie_to_parent(
            [sys.executable, "-m", "tests.bench.traces", url], signal_number=signal.SIGTERM
        )
        self.process = subprocess.Popen(
            command, cwd=PROJECT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def rate(self) -> float:
        """Acknowledged bets a second, measured now."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write("measure\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(60)


def traces() -> None:
    rates: dict[str, list[float]] = {"without": [], "with": []}
    with collector() as address:
        houses = {"without": HouseAside(""), "with": HouseAside(address)}
        for pair in range(PAIRS):
            for name in sorted(houses, reverse=bool(pair % 2)):
                rates[name].append(houses[name].rate())
        for house in houses.values():
            house.close()
    spans = Collector.spans
    if sorted(spans) != sorted(PARTS):
        raise AssertionError(f"the collector got {spans}")
    for name, values in rates.items():
        detail(f"acknowledged/s {name} traces: {spread(values)}")
    detail(f"spans: {spans}")
    ratios = [on / off for on, off in zip(rates["with"], rates["without"], strict=True)]
    detail(f"with / without: {spread(ratios)}")
    goal("traces", ratios, least=0.97, beside="the same without traces")


def measure_when_told(url: str) -> None:
    """One house, one table, three hundred players, and a rate for each line that comes."""
    from tests.bench import environment
    from tests.bench.table import CENTS, MONEY, PLAYERS, SECONDS, Side, measure_full_load, seat_players
    from tests.bench.wire import close_clients, run

    with environment.house(TRACES_URL=url) as house:
        from tests.live_table import players_with, table_open
        from tests.proofs.running_system import cookie

        cookies = [cookie(player.person) for player in players_with(MONEY, PLAYERS)]

        async def measured(table: int) -> float:
            side = Side(house.url, f"/ws/table/{table}/", 0, True)
            players, measurement = await seat_players(side, cookies)
            try:
                return (await measure_full_load(players, measurement, SECONDS)).acknowledged
            finally:
                await close_clients(players)

        while sys.stdin.readline():
            # A new table each time, as in a new house.
            table = table_open(seats=PLAYERS, minimum=CENTS, betting_seconds=3600).pk
            print(run(measured(table)), flush=True)


if __name__ == "__main__":
    measure_when_told(sys.argv[1])
