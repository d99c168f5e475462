"""Compiles the translation catalogues with Babel, so that no gettext is needed.

`python -m casino.catalogues` compiles the changed ones, without loading Django.
"""

from __future__ import annotations

from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LOCALE = Path(__file__).resolve().parent / "locale"


def stale(folder: Path = LOCALE) -> list[Path]:
    """The catalogues that changed after they were compiled, or were never compiled."""
    return [source for source in sorted(folder.glob("*/LC_MESSAGES/*.po")) if not is_fresh(source)]


def is_fresh(source: Path) -> bool:
    target = source.with_suffix(".mo")
    return target.exists() and target.stat().st_mtime_ns >= source.stat().st_mtime_ns


def compile_catalogue(source: Path) -> int:
    """Write the compiled catalogue beside its source. Returns its number of messages."""
    with source.open("rb") as file:
        catalogue = read_po(file, abort_invalid=True)
    unfinished = source.with_suffix(".mo.new")
    with unfinished.open("wb") as file:
        write_mo(file, catalogue)
    unfinished.rename(source.with_suffix(".mo"))
    return len(catalogue)


if __name__ == "__main__":
    for changed in stale():
        print(f"{changed.parent.parent.name}: {compile_catalogue(changed)} messages")
