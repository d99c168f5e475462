"""The translations: compiled from their catalogues with Babel, so that a bare machine needs no gettext.

`python -m casino.catalogues` compiles what has changed, and needs nothing else of the house.
"""

from __future__ import annotations

from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LOCALE = Path(__file__).resolve().parent / "locale"


def stale(folder: Path = LOCALE) -> list[Path]:
    """The catalogues that were written after they were last compiled, or never were."""
    return [source for source in sorted(folder.glob("*/LC_MESSAGES/*.po")) if not fresh(source)]


def fresh(source: Path) -> bool:
    target = source.with_suffix(".mo")
    return target.exists() and target.stat().st_mtime_ns >= source.stat().st_mtime_ns


def compile_catalogue(source: Path) -> int:
    """Write the compiled catalogue beside its source; how many messages it has."""
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
