"""Permissions as readable text."""

from __future__ import annotations

from collections.abc import Iterable

from django.apps import apps
from django.utils.text import capfirst
from django.utils.translation import gettext
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
    "reprocess": _("has files produced again"),
}
# Permissions that do not belong to a list.
SPECIAL_LABELS = {
    "auth.view_group": _("sees roles"),
    "backoffice.send_webhook": _("tests webhooks and sends failed messages again"),
    "cashier.review_payer": _("reviews deposits from accounts of other people"),
    "collusion.open_hands": _("has the hands of a case opened face up"),
    "monitoring.decide_bots_case": _("decides bot cases"),
    "monitoring.decide_care_case": _("decides player protection cases"),
    "monitoring.decide_laundering_case": _("decides money laundering cases"),
    "monitoring.view_bots_alert": _("sees alerts about bots"),
    "monitoring.view_care_alert": _("sees signs that players may need help"),
    "monitoring.view_laundering_alert": _("sees alerts about money laundering"),
    "laundering.act_file": _("enters measures and reports of money laundering"),
    "laundering.view_file": _("sees money laundering files"),
    "screening.decide_match": _("decides whether a player is somebody on a list"),
    "returning.decide_resemblance": _("decides whether a new player is somebody who was blocked"),
    "identity.view_searchmark": _("finds players by name, tax number, document or IBAN"),
}
# Rights that an optional app asks for, and that exist without it: what they are about.
OF_EXTRAS = {"reports.add_reportschedule": _("scheduled reports")}


def describe_permissions(permissions: tuple[str, ...]) -> str:
    """Grouped by verb: "sees tables, rounds; changes tables"."""
    by_verb: dict[str, list[str]] = {}
    for permission in permissions:
        if permission in SPECIAL_LABELS:
            continue
        app, _dot, code = permission.partition(".")
        verb, _dash, model = code.partition("_")
        named = OF_EXTRAS.get(permission) or apps.get_model(app, model)._meta.verbose_name_plural
        by_verb.setdefault(verb, []).append(str(named))
    phrases = [f"{VERBS[verb]} {', '.join(models)}" for verb, models in by_verb.items()]
    special = [str(SPECIAL_LABELS[permission]) for permission in permissions if permission in SPECIAL_LABELS]
    return "; ".join([*phrases, *special])


def area_title(permission: str) -> str:
    """The title of the application of a right."""
    label = permission.partition(".")[0]
    return gettext("Roles") if label == "auth" else capfirst(str(apps.get_app_config(label).verbose_name))


def describe_by_area(permissions: Iterable[str]) -> list[tuple[str, str]]:
    """The title of each area, and what the permissions allow in it."""
    by_area: dict[str, list[str]] = {}
    for permission in permissions:
        by_area.setdefault(area_title(permission), []).append(permission)
    return [(title, describe_permissions(tuple(names))) for title, names in sorted(by_area.items())]
