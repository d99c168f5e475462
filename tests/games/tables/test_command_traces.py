"""The trace of one bet, from the socket of a browser through the croupier's commit and back."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import msgspec
import pytest
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from games.draw.seal_key import SealKey
from games.tables.croupier.worker import TableWorker
from games.tables.transport import protocol
from games.tables.transport.envelope import MessageBatch, QueuedMessage, decode_batch, encode
from players.shared import command_traces as module
from players.shared.command_traces import CommandTraces
from tests.live_table import players_with, seal_key, table_open
from tests.sessions import sign_in

SOCKET, TABLE = 3, 5


@pytest.fixture
def recorded(
    monkeypatch: pytest.MonkeyPatch, settings: object
) -> Iterator[tuple[CommandTraces, InMemorySpanExporter]]:
    settings.TRACES_EVERY = 1  # type: ignore[attr-defined]
    traces, exporter = CommandTraces(), InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    traces.use(provider)
    for place in ("games.tables.croupier.worker", "players.shared.command_traces"):
        monkeypatch.setattr(f"{place}.command_traces", traces)
    yield traces, exporter
    provider.shutdown()


def spans_by_name(exporter: InMemorySpanExporter) -> dict[str, ReadableSpan]:
    return {span.name: span for span in exporter.get_finished_spans()}


def test_a_bet_has_a_span_for_each_part_of_its_way(
    db: None, tmp_path: Path, recorded: tuple[CommandTraces, InMemorySpanExporter]
) -> None:
    traces, exporter = recorded
    (ana,) = players_with(1_000, 1)
    table = table_open(seats=1).pk
    proof = sign_in(ana.person)
    published: list[tuple[str, bytes]] = []
    worker = TableWorker(table, SealKey(seal_key(tmp_path)), published.extend)

    command = protocol.Sit(uuid4())
    carried = traces.begin_command(SOCKET, table, "Sit", command.id, time.time_ns())
    message = QueuedMessage(SOCKET, ana.pk, table, msgspec.json.encode(command), 0, proof, carried)
    [sent] = decode_batch(encode(MessageBatch("web", [message]))).messages
    worker.queue.append(("web", sent))
    worker.work()

    reply = next(body for channel, body in published if channel == "web:web")
    assert traces.reply_arrived(SOCKET + 1, reply) is None, "the reply of another socket"
    end = traces.reply_arrived(SOCKET, reply)
    assert end is not None
    end()

    spans = spans_by_name(exporter)
    assert set(spans) == {"command", "receive", "queue", "turn", "transaction", "publish", "frame"}
    assert len({span.context.trace_id for span in spans.values()}) == 1
    parents = {name: span.parent.span_id if span.parent else None for name, span in spans.items()}
    own = {name: span.context.span_id for name, span in spans.items()}
    assert parents["command"] is None
    for name in ("receive", "queue", "turn", "frame"):
        assert parents[name] == own["command"]
    assert parents["transaction"] == parents["publish"] == own["turn"]
    assert spans["queue"].end_time == spans["turn"].start_time == spans["transaction"].start_time
    assert spans["transaction"].end_time == spans["publish"].start_time
    everything = " ".join(f"{span.name} {dict(span.attributes or {})}" for span in spans.values())
    assert str(ana.person) not in everything and "player" not in everything


def test_only_every_n_th_command_is_traced(
    recorded: tuple[CommandTraces, InMemorySpanExporter], settings: object
) -> None:
    traces, _ = recorded
    settings.TRACES_EVERY = 10  # type: ignore[attr-defined]
    carried = [traces.begin_command(SOCKET, TABLE, "Do", uuid4(), time.time_ns()) for _ in range(30)]
    assert [len(context) > 0 for context in carried].count(True) == 3
    assert traces.begin_command(SOCKET, TABLE, "Chat", None, time.time_ns()) == b""


def test_nothing_is_traced_without_an_address(settings: object) -> None:
    settings.TRACES_URL = ""  # type: ignore[attr-defined]
    traces = CommandTraces()
    traces.start("web")
    assert traces.tracer is None
    assert traces.begin_command(SOCKET, TABLE, "Do", uuid4(), 0) == b""
    assert traces.begin_turn(TABLE, []) is None and traces.reply_arrived(SOCKET, b"") is None


def test_what_a_web_process_invents_as_a_context_does_no_harm(
    recorded: tuple[CommandTraces, InMemorySpanExporter],
) -> None:
    traces, exporter = recorded
    turn = traces.begin_turn(
        TABLE, [b"short", b"x" * 4_000, bytes(module.CARRIED.size), b"\xff" * module.CARRIED.size]
    )
    assert turn is not None
    turn.end()
    assert [span.name for span in exporter.get_finished_spans()].count("turn") == 2


def test_a_message_of_the_release_before_has_no_context() -> None:
    message = QueuedMessage(SOCKET, 1, TABLE, b"{}", 0, b"proof")
    older = msgspec.msgpack.encode(["web", [[SOCKET, 1, TABLE, b"{}", 0, b"proof"]]])
    assert decode_batch(older).messages == [message]


def test_a_closed_socket_leaves_no_open_trace(
    recorded: tuple[CommandTraces, InMemorySpanExporter],
) -> None:
    traces, _ = recorded
    traces.begin_command(SOCKET, TABLE, "Do", uuid4(), time.time_ns())
    traces.forget(SOCKET)
    assert traces.open == {}
