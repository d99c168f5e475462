"""Forgets which account at the sign-in provider belongs to a member of staff."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from casino.extras.provider_sign_in.models import ProviderLink
from players.audit import note
from players.models import Person


class Command(BaseCommand):
    help = "Forget the account at the sign-in provider of a member of staff. The next sign-in links it again."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email", help="the e-mail address of the member of staff")

    def handle(self, *args: Any, **options: Any) -> None:
        person = Person.objects.filter(email__iexact=options["email"].strip(), is_staff=True).first()
        if person is None:
            raise CommandError("No member of staff has this address.")
        with transaction.atomic():
            removed, _ = ProviderLink.objects.filter(person=person).delete()
            if not removed:
                raise CommandError("This person is linked to no account at the provider.")
            note("access.provider-unlinked", person=person, about=f"person:{person.pk}")
        self.stdout.write("Unlinked. The next sign-in through the provider links the account again.")
