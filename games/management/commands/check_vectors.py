"""`manage.py check_vectors PATH…`: checks the engines against worked examples. Needs no database."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.vectors.runner import run_vectors
from games.vectors.vector import InvalidVectors, Vector, parse_vectors
from players.shared.progress import progress


class Command(BaseCommand):
    help = "Runs vector files, or every vector file of a folder, through the engines that the tables use."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("paths", nargs="+", type=Path, metavar="PATH")

    def handle(self, *args: Any, **options: Any) -> None:
        files = [(file, read_vectors(file)) for path in options["paths"] for file in list_files(path)]
        total, failures = sum(len(vectors) for _, vectors in files), []
        with progress("Vectors", "vectors", total) as shown:
            for file, vectors in files:
                for number, (vector, failure) in enumerate(run_vectors(file.stem, vectors)):
                    shown.advance()
                    if failure:
                        name = f"{file.name}[{number}] {vector.rule} {vector.given}"
                        failures.append(f"{name} expects {vector.expect}: {failure}")
        for line in failures:
            self.stdout.write(line)
        self.stdout.write(f"{total - len(failures)} passed, {len(failures)} failed")
        if failures:
            sys.exit(1)


def list_files(path: Path) -> Iterator[Path]:
    if not path.is_dir():
        yield path
        return
    files = sorted(path.glob("*.json"))
    if not files:
        raise CommandError(f"{path}: there is no vector file in this folder", returncode=2)
    yield from files


def read_vectors(file: Path) -> list[Vector]:
    try:
        return parse_vectors(file.read_bytes())
    except OSError as error:
        raise CommandError(f"{file}: {error.strerror}", returncode=2) from error
    except InvalidVectors as error:
        raise CommandError(f"{file}: {error}", returncode=2) from error
