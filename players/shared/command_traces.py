"""OpenTelemetry traces of commands, from the socket to the commit and back. Off unless TRACES_URL is set.

A web process begins a trace with every n-th command. Its context travels in the signed batch, and the
croupier adds its spans when the turn is over. No span names a person or a card.

    command ─┬─ receive      the web process reads the frame, checks it and hands it on
             ├─ queue        from there, through Valkey, until a turn takes it
             ├─ turn ─┬─ transaction   until the commit
             │        └─ publish       until Valkey has the replies
             └─ frame        from the reply's arrival until it is written to the socket

Times are those of each host: between two hosts a span is as exact as their clocks.
"""

from __future__ import annotations

import struct
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING
from uuid import UUID

from django.conf import settings

if TYPE_CHECKING:
    from opentelemetry.context import Context
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.trace import Span, Tracer

# What travels with a command: ids of the trace and of the span, and when it was handed on, in nanoseconds.
CARRIED = struct.Struct(">16s8sQ")


class TurnTrace:
    """The turn of a table in which commands with traces are decided."""

    def __init__(self, tracer: Tracer, table: int, carried: Sequence[bytes]) -> None:
        self.tracer, self.table, self.carried = tracer, table, carried
        self.begun = self.committed_at = time.time_ns()

    def note_commit(self) -> None:
        self.committed_at = time.time_ns()

    def end(self) -> None:
        """Records the spans of every command, now that the replies are on their way."""
        from opentelemetry.trace import set_span_in_context

        ended = time.time_ns()
        for carried in self.carried:
            if len(carried) != CARRIED.size:
                continue
            trace, span, sent = CARRIED.unpack(carried)
            parent = remote_context(trace, span)
            attributes = {"feltro.table": self.table, "feltro.turn.commands": len(self.carried)}
            queue = self.tracer.start_span("queue", parent, start_time=min(sent, self.begun))
            queue.end(self.begun)
            turn = self.tracer.start_span("turn", parent, start_time=self.begun, attributes=attributes)
            inside = set_span_in_context(turn)
            self.tracer.start_span("transaction", inside, start_time=self.begun).end(self.committed_at)
            self.tracer.start_span("publish", inside, start_time=self.committed_at).end(ended)
            turn.end(ended)


class CommandTraces:
    """The traces of this process."""

    def __init__(self) -> None:
        self.tracer: Tracer | None = None
        self.provider: TracerProvider | None = None
        self.count = 0
        # By socket: the last command with a trace, until its reply. A newer one takes its place.
        self.open: dict[int, tuple[bytes, Span]] = {}

    def start(self, process: str) -> None:
        """After the fork, because the sender of spans is a thread."""
        if not settings.TRACES_URL or self.tracer is not None:
            return
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor

        provider = TracerProvider(resource=Resource.create({"service.name": f"feltro-{process}"}))
        provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(settings.TRACES_URL)))
        self.use(provider)

    def use(self, provider: TracerProvider) -> None:
        self.provider, self.tracer = provider, provider.get_tracer("feltro")

    def begin_command(
        self, socket: int, table: int, kind: str, command_id: UUID | None, received: int
    ) -> bytes:
        """Begins the trace of every n-th command. Returns what travels with it; nothing for the others."""
        if self.tracer is None or command_id is None:
            return b""
        self.count += 1
        if self.count % settings.TRACES_EVERY:
            return b""
        from opentelemetry.trace import SpanKind, set_span_in_context

        command = self.tracer.start_span(
            "command",
            kind=SpanKind.SERVER,
            start_time=received,
            attributes={"feltro.table": table, "feltro.command": kind},
        )
        now = time.time_ns()
        self.tracer.start_span("receive", set_span_in_context(command), start_time=received).end(now)
        self.open[socket] = (str(command_id).encode(), command)
        context = command.get_span_context()
        return CARRIED.pack(context.trace_id.to_bytes(16), context.span_id.to_bytes(8), now)

    def forget(self, socket: int) -> None:
        """The socket has closed: its command gets no reply here."""
        self.open.pop(socket, None)

    def begin_turn(self, table: int, carried: Sequence[bytes]) -> TurnTrace | None:
        return TurnTrace(self.tracer, table, carried) if self.tracer is not None and carried else None

    def reply_arrived(self, socket: int, frame: bytes) -> Callable[[], None] | None:
        """If it answers a command with a trace: what to call when the frame has been written."""
        command_id, command = self.open.get(socket, (b"", None))
        if command is None or self.tracer is None or command_id not in frame:
            return None
        from opentelemetry.trace import set_span_in_context

        del self.open[socket]
        written = self.tracer.start_span("frame", set_span_in_context(command))

        def end() -> None:
            written.end()
            command.end()

        return end


def remote_context(trace: bytes, span: bytes) -> Context:
    from opentelemetry.trace import NonRecordingSpan, SpanContext, TraceFlags, set_span_in_context

    context = SpanContext(
        int.from_bytes(trace),
        int.from_bytes(span),
        is_remote=True,
        trace_flags=TraceFlags(TraceFlags.SAMPLED),
    )
    return set_span_in_context(NonRecordingSpan(context))


command_traces = CommandTraces()
