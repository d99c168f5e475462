"""What a role may do, in the words of the screens."""

from __future__ import annotations

from django.apps import apps
from django.utils.translation import gettext_lazy as _

VERBS = {
    "view": _("sees"),
    "add": _("adds"),
    "change": _("changes"),
    "release": _("releases"),
    "approve": _("approves"),
    "endorse": _("endorses"),
    "authorise": _("authorises"),
    "act": _("works on"),
    "propose": _("proposes"),
    "reprocess": _("has made again"),
}
# Rights to something that is no list of its own.
BESIDE = {"integrity.open_hands": _("has the hands of a case opened face up")}


def rights_said(rights: tuple[str, ...]) -> str:
    """«vê mesas, jogadas; muda mesas»."""
    by_verb: dict[str, list[str]] = {}
    for right in (right for right in rights if right not in BESIDE):
        app, _dot, code = right.partition(".")
        verb, _dash, model = code.partition("_")
        by_verb.setdefault(verb, []).append(str(apps.get_model(app, model)._meta.verbose_name_plural))
    said = [f"{VERBS[verb]} {', '.join(models)}" for verb, models in by_verb.items()]
    return "; ".join([*said, *(str(BESIDE[right]) for right in rights if right in BESIDE)])
