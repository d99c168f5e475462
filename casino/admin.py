"""What belongs to no other package: the roles; and the libraries' own screens, which this house does not show."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import Group
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from casino.backoffice.roles import ROLES
from players.office import ReadOnly

VERBS = {
    "view": _("sees"),
    "add": _("adds"),
    "change": _("changes"),
    "release": _("releases"),
    "approve": _("approves"),
    "endorse": _("endorses"),
    "authorise": _("authorises"),
    "act": _("works on"),
    "reprocess": _("has made again"),
}
# Rights to something that is no list of its own.
BESIDE = {"integrity.open_hands": _("has the hands of a case opened face up")}

for model in (Group, EmailAddress, Authenticator):
    if admin.site.is_registered(model):
        admin.site.unregister(model)


@admin.register(Group)
class RoleAdmin(ReadOnly):
    """What a role may do stands in the code, so that it is reviewed like code; here it is read."""

    list_display = ("called", "rights")
    search_fields = ("name",)
    ordering = ("name",)
    fields = ("called", "rights")
    readonly_fields = ("called", "rights")

    @display(description=_("role"), ordering="name")
    def called(self, group: Group) -> str:
        return gettext(group.name)

    @display(description=_("may"))
    def rights(self, group: Group) -> str:
        return rights_said(ROLES.get(group.name, ()))


def rights_said(rights: tuple[str, ...]) -> str:
    """«vê mesas, jogadas; muda mesas»: what a role may do, in the words of the screens."""
    by_verb: dict[str, list[str]] = {}
    for right in (right for right in rights if right not in BESIDE):
        app, _dot, code = right.partition(".")
        verb, _dash, model = code.partition("_")
        by_verb.setdefault(verb, []).append(str(apps.get_model(app, model)._meta.verbose_name_plural))
    said = [f"{VERBS[verb]} {', '.join(models)}" for verb, models in by_verb.items()]
    return "; ".join([*said, *(str(BESIDE[right]) for right in rights if right in BESIDE)])
