"""What `manage.py check --deploy` says of this project's own settings."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import Tags, register
from django.core.checks import Warning as CheckWarning


@register(Tags.security, deploy=True)
def valkey_user(app_configs: Any, **kwargs: Any) -> list[CheckWarning]:
    """A password without a user, or the user `default`, is shared by all processes and has every right."""
    user = urlsplit(settings.REDIS_URL).username
    if not settings.REDIS_URL or user not in (None, "", "default"):
        return []
    return [
        CheckWarning(
            "REDIS_URL names no user of its own.",
            hint="Create the users of deploy/valkey-users.acl.",
            id="casino.W001",
        )
    ]
