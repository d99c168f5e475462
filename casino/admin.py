"""The roles in the admin site. Unregisters the libraries' own models."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.contrib.auth.models import Group
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from casino.backoffice.permission_labels import describe_permissions
from casino.backoffice.roles import ROLES
from players.shared.admin_base import ReadOnlyAdmin

for model in (Group, EmailAddress, Authenticator):
    if admin.site.is_registered(model):
        admin.site.unregister(model)


@admin.register(Group)
class RoleAdmin(ReadOnlyAdmin):
    """Read-only: the permissions of a role are defined in code, and reviewed with it."""

    list_display = ("role_name", "permission_text")
    search_fields = ("name",)
    ordering = ("name",)
    fields = ("role_name", "permission_text")
    readonly_fields = ("role_name", "permission_text")

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Group | None:
        """The group under its translated name, for the title of the page. It is never saved."""
        group: Group | None = super().get_object(request, object_id, from_field)
        if group is not None:
            group.name = gettext(group.name)
        return group

    @display(description=_("role"), ordering="name")
    def role_name(self, group: Group) -> str:
        return gettext(group.name)

    @display(description=_("may"))
    def permission_text(self, group: Group) -> str:
        matches = (granted for name, granted in ROLES.items() if group.name in (name, gettext(name)))
        return describe_permissions(next(matches, ()))
