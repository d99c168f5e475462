"""The typeface of PDF files: Inter from the back office's theme, converted, with tabular figures."""

from __future__ import annotations

from functools import cache
from importlib.metadata import version
from pathlib import Path

import unfold
from django.conf import settings
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

WEIGHTS = {"Inter": "Regular", "Inter-SemiBold": "SemiBold"}
CHARACTERS = [*range(0x20, 0x7F), *range(0xA0, 0x180), *map(ord, "–—‘’“”•…€←→−≤≥·")]


@cache
def register_fonts() -> tuple[str, str]:
    """Registers both weights with the PDF writer, once per process. Returns the names of the regular and the
    strong one.
    """
    for name, weight in WEIGHTS.items():
        pdfmetrics.registerFont(TTFont(name, str(_font_file(weight))))
    regular, strong = WEIGHTS
    return regular, strong


def _font_file(weight: str) -> Path:
    folder = Path(settings.HOUSE_DIR) / "made" / f"unfold-{version('django-unfold')}" / "paper"
    target = folder / f"inter-{weight.lower()}.ttf"
    if not target.exists():
        folder.mkdir(parents=True, exist_ok=True)
        _convert(
            Path(unfold.__file__).parent / "static" / "unfold" / "fonts" / "inter" / f"Inter-{weight}.woff2",
            target,
        )
    return target


def _convert(source: Path, target: Path) -> None:
    from fontTools import subset
    from fontTools.ttLib import TTFont as OpenTypeFont

    options = subset.Options()
    options.layout_features, options.hinting, options.notdef_outline = ["tnum"], False, True
    font: OpenTypeFont = subset.load_font(str(source), options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=CHARACTERS)
    subsetter.subset(font)
    tabular: dict[str, str] = {}
    for feature in font["GSUB"].table.FeatureList.FeatureRecord:
        if feature.FeatureTag == "tnum":
            for index in feature.Feature.LookupListIndex:
                for table in font["GSUB"].table.LookupList.Lookup[index].SubTable:
                    tabular.update(getattr(getattr(table, "ExtSubTable", table), "mapping", {}))
    # The PDF writer supports no OpenType features: the tabular figures replace the others.
    for table in font["cmap"].tables:
        table.cmap = {code: tabular.get(name, name) for code, name in table.cmap.items()}
    font.flavor = None
    partial = target.with_suffix(f".{id(font)}.part")
    font.save(str(partial))
    partial.replace(target)
