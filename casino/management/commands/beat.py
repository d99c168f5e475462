"""Runs a beat until it is told to stop."""

from __future__ import annotations

from typing import Any

from celery import current_app
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Runs a beat, which sends the tasks that are due. Any number may run at once."
    # They load every page of the house; the house was checked when it was prepared.
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        current_app.Beat(quiet=True).run()
