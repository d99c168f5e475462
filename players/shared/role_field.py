"""The form field for a role of staff."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import forms
from django.contrib.auth.models import Group
from django.utils.translation import gettext

if TYPE_CHECKING:
    _GroupField = forms.ModelChoiceField[Group]
else:
    _GroupField = forms.ModelChoiceField


class RoleField(_GroupField):
    """Roles, named in the reader's language."""

    def label_from_instance(self, obj: Group) -> str:
        return gettext(obj.name)
