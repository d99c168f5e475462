"""The parts of the random generator, from the declared list."""

from __future__ import annotations

from casino.generator.manifests import installed_package
from casino.generator.parts import PARTS
from tests.docs.markdown import code, table


def generator_parts() -> str:
    rows = [
        (
            part.number,
            f"**{part.name}**: {part.purpose}",
            ", ".join(map(code, part.files)),
            ", ".join(str(installed_package(name)) for name in part.packages) or "–",
            " · ".join(map(str, part.relevance.codes)),
        )
        for part in PARTS
    ]
    return table(("number", "part", "files", "libraries", "relevance"), rows)
