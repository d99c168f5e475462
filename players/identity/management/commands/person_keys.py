"""`manage.py person_keys`: seals what older releases wrote, renews the seal of keys, and compares the store
of keys with the record.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from players.identity.staff import sealing_rows
from players.models import PersonKey
from players.shared import person_keys
from players.shared.person_keys import PersonKeyError
from players.shared.progress import progress

RESUME = "Each row and each key is whole as it was or as it is now. Run the command again for the others."


class Command(BaseCommand):
    help = "The keys under which personal data of players are sealed: seal older rows, renew, compare."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--seal", action="store_true", help="seal personal data of older releases")
        parser.add_argument(
            "--renew", action="store_true", help="seal the keys under the newest line of PERSON_KEYS_FILE"
        )
        parser.add_argument(
            "--destroy-again",
            action="store_true",
            help="after the store was restored: destroy the keys again that the record says are destroyed",
        )

    def handle(self, *args: Any, seal: bool, renew: bool, destroy_again: bool, **options: Any) -> None:
        try:
            if seal:
                self._seal()
            if renew:
                self._renew()
            if destroy_again:
                gone = PersonKey.objects.filter(destroyed__isnull=False).values_list("pk", flat=True)
                count = person_keys.destroy(gone.iterator())
                self.stdout.write(f"{count} keys destroyed again.")
            self._compare()
        except PersonKeyError as error:
            raise CommandError(str(error)) from error

    def _seal(self) -> None:
        copied = sum(rows.count() for rows in sealing_rows.copied_accounts())
        with progress("Accounts of withdrawals", "withdrawals", copied, resume=RESUME) as shown:
            count = sealing_rows.link_accounts(shown.advance)
        self.stdout.write(f"{count} withdrawals name their account instead of a copy of it.")
        for model in sealing_rows.sealed_models():
            rows = sealing_rows.unsealed_rows(model)
            name = str(model._meta.verbose_name_plural)
            with progress(f"Sealing of {name}", "rows", rows.count(), resume=RESUME) as shown:
                count = sealing_rows.seal_rows(model, shown.advance)
            self.stdout.write(f"{model._meta.db_table}: {count} rows sealed.")
        told = sealing_rows.named_messages().count()
        with progress("Names in messages", "messages", told, resume=RESUME) as shown:
            count = sealing_rows.seal_names_in_messages(shown.advance)
        self.stdout.write(f"{count} names sealed in messages.")
        named = sealing_rows.names_of_players().count()
        with progress("Names of players beside their identities", "people", named, resume=RESUME) as shown:
            count = sealing_rows.clear_names(shown.advance)
        self.stdout.write(f"{count} names cleared that are in the identity.")

    def _renew(self) -> None:
        keys = PersonKey.objects.filter(destroyed=None).values_list("pk", flat=True)
        with progress("Renewal of keys", "keys", keys.count(), resume=RESUME) as shown:
            count = 0
            for number in keys.iterator():
                count += person_keys.rewrap(number)
                shown.advance(1)
        self.stdout.write(f"{count} keys sealed under the newest key of the house.")

    def _compare(self) -> None:
        """Record and store must agree; a restored record may know keys that were destroyed since."""
        states: Counter[tuple[bool, str]] = Counter()
        keys = PersonKey.objects.values_list("pk", "destroyed")
        with progress("Comparison of keys", "keys", keys.count(), resume=RESUME) as shown:
            for number, destroyed in keys.iterator():
                states[destroyed is not None, person_keys.state_of(number)] += 1
                shown.advance(1)
        self.stdout.write(
            f"{states[False, 'whole']} keys are whole, {states[True, 'destroyed']} are destroyed.\n"
            f"{states[False, 'destroyed']} were destroyed after the moment of this record.\n"
            f"{states[True, 'whole']} are destroyed in the record and still in the store.\n"
            f"{states[False, 'lost']} are lost."
        )
        if states[True, "whole"] or states[False, "lost"]:
            raise CommandError("The store of keys differs from the record; see docs/operating/keys.md.")
