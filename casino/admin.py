"""What belongs to no other package: the roles; and the libraries' own screens, which this house does not show."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.contrib.auth.models import Group
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from casino.backoffice.permission_labels import rights_said
from casino.backoffice.roles import ROLES
from players.shared.admin_base import ReadOnlyAdmin

for model in (Group, EmailAddress, Authenticator):
    if admin.site.is_registered(model):
        admin.site.unregister(model)


@admin.register(Group)
class RoleAdmin(ReadOnlyAdmin):
    """What a role may do stands in the code, so that it is reviewed like code; here it is read."""

    list_display = ("called", "rights")
    search_fields = ("name",)
    ordering = ("name",)
    fields = ("called", "rights")
    readonly_fields = ("called", "rights")

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Group | None:
        """Under the name that people know it by, in the head of its page too: nothing of it is written here."""
        found: Group | None = super().get_object(request, object_id, from_field)
        if found is not None:
            found.name = gettext(found.name)
        return found

    @display(description=_("role"), ordering="name")
    def called(self, group: Group) -> str:
        return gettext(group.name)

    @display(description=_("may"))
    def rights(self, group: Group) -> str:
        return rights_said(
            next((rights for name, rights in ROLES.items() if group.name in (name, gettext(name))), ())
        )
