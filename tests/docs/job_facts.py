"""The jobs of staff, in clicks and typed fields."""

from __future__ import annotations

import tomllib
from pathlib import Path

from msgspec import Struct, convert

from tests.docs.markdown import table

JOBS = Path(__file__).with_name("staff_jobs.toml")
UNCOUNTED = ("person",)  # another person signs in


class Job(Struct, frozen=True):
    """What a member of staff does, step by step, now and in the first version. An empty list: it was not
    possible. None: nobody counted.
    """

    title: str
    outcome: str
    role: str
    now: list[str]
    before: list[str] | None = None
    start: str = ""


class Step(Struct, frozen=True):
    kind: str
    text: str
    times: int


def read_jobs() -> dict[str, Job]:
    return convert(tomllib.loads(JOBS.read_text("utf-8")), dict[str, Job])


def read_step(line: str) -> Step:
    kind, _colon, rest = line.partition(": ")
    text, star, times = rest.partition(" * ")
    return Step(kind, text, int(times) if star else 1)


def clicks(lines: list[str]) -> int:
    steps = [read_step(line) for line in lines]
    return sum(step.times for step in steps if step.kind not in ("type", *UNCOUNTED))


def typed(lines: list[str]) -> int:
    return sum(step.times for step in map(read_step, lines) if step.kind == "type")


def cost(lines: list[str] | None) -> str:
    if lines is None:
        return "–"
    return f"{clicks(lines)} + {typed(lines)}" if lines else "not possible"


def staff_jobs() -> str:
    rows = [[job.title, cost(job.before), cost(job.now)] for job in read_jobs().values()]
    return table(["job", "first version", "now"], rows)
