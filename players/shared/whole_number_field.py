"""Whole numbers as people type them: digits alone.

Django's field drops a point and the zeros after it: it reads «5.000», five thousand in Portuguese, as 5.
"""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

DIGITS = re.compile(r"[+-]?\d+", re.ASCII)
SEPARATED = re.compile(r"[+-]?\d+(?:[.,\s]\d+)+", re.ASCII)


class WholeNumberField(forms.IntegerField):
    default_error_messages = {
        "separated": _("Write “%(typed)s” using digits only, without a point, a comma or a space."),
    }

    def to_python(self, value: Any) -> int | None:
        text = value.strip() if isinstance(value, str) else value
        if isinstance(text, str) and SEPARATED.fullmatch(text):
            message = self.error_messages["separated"]
            raise ValidationError(message, code="separated", params={"typed": text})
        if isinstance(text, str) and text and not DIGITS.fullmatch(text):
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        return super().to_python(text)
