"""Creates the first two members of staff. Later changes need two people in the back office."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.core.validators import validate_email
from django.db import transaction

from casino.backoffice.roles import grant_role, write_roles
from players.audit import note
from players.models import Person


class Command(BaseCommand):
    help = "Create the first two members of staff, both in the role 'management'. Refused if staff exist."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email", nargs=2, help="the e-mail addresses of two different people")

    def handle(self, *args: Any, **options: Any) -> None:
        addresses = [address.strip().lower() for address in options["email"]]
        for address in addresses:
            validate_email(address)
        if len(set(addresses)) < 2:
            raise CommandError(
                "Give the addresses of two different people: one proposes, the other approves."
            )
        with transaction.atomic():
            if Person.objects.filter(is_staff=True).exists():
                raise CommandError(
                    "There are members of staff already. They change staff in the back office, under "
                    "'Staff changes'."
                )
            write_roles()
            for address in addresses:
                person = Person.objects.create_user(address, None, is_staff=True)
                grant_role(person, "management")
                note("staff.first", person=person, about=f"person:{person.pk}", email=address)
        self.stdout.write(
            "Both can now set a password under 'Forgot your password?', and then a second factor."
        )
