"""The two addresses of the sign-in by a provider."""

from __future__ import annotations

from django.urls import path

from casino.extras.provider_sign_in.views import provider_go, provider_return

urlpatterns = [
    path("sign-in/", provider_go, name="staff_provider"),
    path("sign-in/return/", provider_return, name="staff_provider_return"),
]
