"""The house's typeface for paper: Inter as the back office's theme ships it, as the PDF writer takes it, its figures all of one width."""

from __future__ import annotations

from functools import cache
from importlib.metadata import version
from pathlib import Path

import unfold
from django.conf import settings
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

WEIGHTS = {"Inter": "Regular", "Inter-SemiBold": "SemiBold"}
LETTERS = [*range(0x20, 0x7F), *range(0xA0, 0x180), *map(ord, "–—‘’“”•…€←→−≤≥·")]


@cache
def registered() -> tuple[str, str]:
    """The names of the regular and of the strong face, known to the writer from the first paper of a process on."""
    for name, weight in WEIGHTS.items():
        pdfmetrics.registerFont(TTFont(name, str(_made(weight))))
    regular, strong = WEIGHTS
    return regular, strong


def _made(weight: str) -> Path:
    folder = Path(settings.HOUSE_DIR) / "made" / f"unfold-{version('django-unfold')}" / "paper"
    target = folder / f"inter-{weight.lower()}.ttf"
    if not target.exists():
        folder.mkdir(parents=True, exist_ok=True)
        _cut(
            Path(unfold.__file__).parent / "static" / "unfold" / "fonts" / "inter" / f"Inter-{weight}.woff2",
            target,
        )
    return target


def _cut(source: Path, target: Path) -> None:
    from fontTools import subset
    from fontTools.ttLib import TTFont as Font

    options = subset.Options()
    options.layout_features, options.hinting, options.notdef_outline = ["tnum"], False, True
    font: Font = subset.load_font(str(source), options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=LETTERS)
    subsetter.subset(font)
    tabular = {}
    for feature in font["GSUB"].table.FeatureList.FeatureRecord:
        if feature.FeatureTag == "tnum":
            for index in feature.Feature.LookupListIndex:
                for table in font["GSUB"].table.LookupList.Lookup[index].SubTable:
                    tabular.update(getattr(getattr(table, "ExtSubTable", table), "mapping", {}))
    # The writer knows no features of a face: the figures of one width take the place of the others.
    for table in font["cmap"].tables:
        table.cmap = {code: tabular.get(name, name) for code, name in table.cmap.items()}
    font.flavor = None
    part = target.with_suffix(f".{id(font)}.part")
    font.save(str(part))
    part.replace(target)
