"""Facts from the code: imports, games, commands, scheduled tasks."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from inspect import getdoc

import grimp
from celery.schedules import crontab
from django.conf import settings
from django.core.management import get_commands, load_command_class

from games.catalogue import GAMES
from tests.docs.generate import ROOT
from tests.docs.markdown import code, mermaid, node, table

LAYERS = ("casino", "games", "players")
# Packages large enough to be shown part by part.
DIVIDED = (
    "casino.compliance", "casino.extras", "games.extras", "games.tables", "players.extras", "players.wallet",
)  # fmt: skip
# They serve Django, and import what they need from everywhere.
ASIDE = ("management", "templatetags", "formats")
TARGET = re.compile(r"^([a-z-]+):.*?## (.+)$", re.MULTILINE)


def unit_of(module: str, packages: frozenset[str]) -> str:
    """The package that stands for a module in the diagrams."""
    parts = module.split(".")
    depth = 3 if any(module.startswith(f"{package}.") for package in DIVIDED) else 2
    unit = ".".join(parts[:depth])
    while unit not in packages:
        unit = unit.rpartition(".")[0]
    return unit


@cache
def imports() -> Mapping[str, frozenset[str]]:
    """By package, the packages that it imports."""
    graph = grimp.build_graph(*LAYERS, cache_dir=None)
    modules = {module for module in graph.modules if ".migrations" not in module}
    packages = frozenset(module for module in modules if graph.find_children(module))
    units: dict[str, set[str]] = defaultdict(set)
    for module in modules:
        unit = unit_of(module, packages)
        units[unit] |= {unit_of(other, packages) for other in graph.find_modules_directly_imported_by(module)}
    return {unit: frozenset(units[unit] - {unit}) for unit in sorted(units)}


def import_diagrams() -> str:
    """For each layer the imports among its packages, then a table of those that cross into a lower layer."""
    parts: list[str] = []
    for layer in LAYERS:
        units = [
            unit for unit in imports() if unit.startswith(f"{layer}.") and unit.split(".")[-1] not in ASIDE
        ]
        graph = {unit: imports()[unit] & set(units) for unit in units}
        names = [f"    {node(unit)}[{unit.removeprefix(f'{layer}.')}]" for unit in units]
        arrows = [f"    {node(unit)} --> {node(other)}" for unit, other in _needed_arrows(graph)]
        parts += [f"### Inside {layer}", mermaid("flowchart LR", *names, *arrows)]
    rows = [(code(unit), ", ".join(crossings)) for unit, crossings in _crossings()]
    return "\n\n".join([*parts, "### Between layers", table(("package", "imports from a lower layer"), rows)])


def _needed_arrows(graph: Mapping[str, frozenset[str]]) -> Iterator[tuple[str, str]]:
    """The imports, without those that follow from others by a chain of imports."""
    reached = {unit: _reachable(graph, unit) for unit in graph}
    for unit, others in graph.items():
        for other in sorted(others):
            between = (via for via in others - {other} if unit not in reached[via])
            if not any(other in reached[via] for via in between):
                yield unit, other


def _reachable(graph: Mapping[str, frozenset[str]], start: str) -> frozenset[str]:
    units: set[str] = set()
    waiting = set(graph[start])
    while waiting:
        unit = waiting.pop()
        units.add(unit)
        waiting |= graph[unit] - units
    return frozenset(units)


def _crossings() -> Iterator[tuple[str, list[str]]]:
    for unit, others in imports().items():
        layer = unit.split(".")[0]
        if lower := [code(other) for other in sorted(others) if other.split(".")[0] != layer]:
            yield unit, lower


def games() -> str:
    rows = [(code(system), str(game.name), code(_module_of(game.engine))) for system, game in GAMES.items()]
    return table(("system", "game", "engine"), rows)


def shared_files_with_games() -> str:
    """The files outside the packages of single games that name one, by the example of blackjack."""
    paths = (path for top in LAYERS for path in sorted((ROOT / top).rglob("*.py")))
    own = [
        path
        for path in paths
        if "blackjack" not in path.relative_to(ROOT).as_posix() and "migrations" not in path.parts
    ]
    named = [
        path.relative_to(ROOT).as_posix()
        for path in own
        if re.search(r"\bblackjack\b", path.read_text("utf-8"))
    ]
    return "\n".join(f"- {code(name)}" for name in named) or "None: the catalogue is the only list of games."


def _module_of(engine: object) -> str:
    return str(getattr(engine, "__name__", type(engine).__module__))


def management_commands() -> str:
    rows = []
    for name, app in sorted(get_commands().items()):
        if str(app).split(".")[0] in LAYERS:
            command = load_command_class(str(app), name)
            rows.append((code(f"manage.py {name}"), command.help))
    return table(("command", "what it does"), rows)


def make_targets() -> str:
    return table(
        ("command", "what it does"),
        [(code(f"make {name}"), text) for name, text in TARGET.findall((ROOT / "Makefile").read_text())],
    )


def scheduled_tasks() -> str:
    rows = []
    for name, entry in settings.CELERY_BEAT_SCHEDULE.items():
        path = str(entry["task"])
        rows.append((name, _interval(entry["schedule"]), code(path), first_sentence(_task(path))))
    return table(("name", "when", "task", "what it does"), rows)


def _task(path: str) -> object:
    module, _, name = path.rpartition(".")
    return getattr(import_module(module), name)


def first_sentence(thing: object) -> str:
    paragraph = (getdoc(thing) or "").split("\n\n")[0].replace("\n", " ")
    return re.split(r"(?<=[a-z)]\.)\s", paragraph)[0]


def _interval(schedule: object) -> str:
    if isinstance(schedule, crontab):
        return f"cron {schedule._orig_minute} {schedule._orig_hour} {schedule._orig_day_of_month} * *"
    seconds = float(str(schedule))
    return f"every {seconds:g} s" if seconds < 60 else f"every {seconds / 60:g} min"
