"""`manage.py check_vectors PATH…`: worked examples of the regulations against the engines. Needs no database."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

from django.core.management.base import BaseCommand, CommandError

from games.rulebook.vectors.runner import run
from games.rulebook.vectors.vector import Unreadable, Vector, parse


class Command(BaseCommand):
    help = "Runs vector files, or every vector file of a folder, through the engines that the tables use."
    requires_system_checks: ClassVar[list[str]] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("paths", nargs="+", type=Path, metavar="PATH")

    def handle(self, *args: Any, **options: Any) -> None:
        files = [(file, read(file)) for path in options["paths"] for file in files_of(path)]
        passed = failed = 0
        for file, vectors in files:
            for number, (vector, why) in enumerate(run(file.stem, vectors)):
                if not why:
                    passed += 1
                    continue
                failed += 1
                self.stdout.write(
                    f"{file.name}[{number}] {vector.rule} {vector.given} expects {vector.expect}: {why}"
                )
        self.stdout.write(f"{passed} passed, {failed} failed")
        if failed:
            sys.exit(1)


def files_of(path: Path) -> Iterator[Path]:
    if not path.is_dir():
        yield path
        return
    inside = sorted(path.glob("*.json"))
    if not inside:
        raise CommandError(f"{path}: there is no vector file in this folder", returncode=2)
    yield from inside


def read(file: Path) -> list[Vector]:
    try:
        return parse(file.read_bytes())
    except OSError as error:
        raise CommandError(f"{file}: {error.strerror}", returncode=2) from error
    except Unreadable as error:
        raise CommandError(f"{file}: {error}", returncode=2) from error
