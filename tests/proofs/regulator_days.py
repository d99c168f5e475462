"""Eight simulated days of all games, and the regulator's files of them by every pack.

    python -m tests.proofs.regulator_days [--rounds 2400] [--seed 5] [--mutants 1200]

Four days in March and four in October, so that one day has 23 hours and another 25. Tables are played by
the simulated past, with void rounds in every phase, jackpots, exclusions and corrections. Each evening the
same few people use the real cashier and a real table: deposits, withdrawals, a chargeback that the house
bears, another that two people take from the balance, a correction, an exclusion. Each file of each pack must
be valid and delivered, and the sums of each day, its details and the ledger must be equal to the cent. Then
files of Portugal are changed one by one (`regulator_mutants`), and a regulator that knows nothing of the
house must notice.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import uuid4

from lxml import etree
from msgspec import Struct

from tests.bench import environment
from tests.proofs import regulator_mutants

SPRING = tuple(date(2025, 3, day) for day in (28, 29, 30, 31))  # the 30th has 23 hours
AUTUMN = tuple(date(2025, 10, day) for day in (24, 25, 26, 27))  # the 26th has 25
PRINTED = "casino.compliance.regulator.packs.pt_2015"
PACKS = (PRINTED, "casino.compliance.regulator.packs.pt_2018", "tests.casino.compliance.regulator.packs")
VAULT, ENTITY, LICENCE = "2AA", 2, "004"
SCHEMAS = Path("tests/casino/compliance/regulator/second_transcription")
HOURS_LATER = timedelta(hours=12)  # after the last day of a stretch, when its past is written
PLAYED_AT = timedelta(hours=21)
# What play moved on the side of players on a day, and all else that moved their money: by rows alone.
LEDGER = """
SELECT (t.at AT TIME ZONE 'Europe/Lisbon')::date AS day, t.round IS NOT NULL AS is_play, t.kind,
       sum(CASE WHEN a.id = t.target_id THEN t.cents ELSE -t.cents END)::bigint
FROM wallet_transfer AS t JOIN wallet_account AS a ON a.id IN (t.source_id, t.target_id)
JOIN players_player AS p ON p.id = a.player_id
WHERE a.kind IN ('wallet', 'stack') AND t.currency = 'EUR' AND NOT p.testing
  AND t.kind NOT IN ('buy-in', 'cash-out')
GROUP BY 1, 2, 3
"""
Stretches = tuple[tuple[date, ...], ...]


class Result(Struct):
    """What one pack came to."""

    pack: str
    files: int = 0
    rows: int = 0
    faults: list[str] = []

    def line(self) -> str:
        return f"{self.pack}: {self.files} files, {self.rows} records, {len(self.faults)} faults"


# --- the days


def play_days(days: tuple[date, ...], *, rounds: int, seed: int, players: int) -> None:
    """The tables of these days, and after them the evenings of real people."""
    from django.core.management import call_command

    from players.shared import clock

    with clock.at(clock.midnight(days[-1] + timedelta(days=1)) + HOURS_LATER):
        call_command(
            "simulate_house", rounds=rounds, players=players, seed=seed, days=len(days), jobs=1,
            every_kind=True, stdout=StringIO(), stderr=StringIO(),
        )  # fmt: skip


class Evenings:
    """The same few people at the cashier and at a table, evening after evening."""

    def __init__(self, folder: Path, first: date) -> None:
        from players.models import Player
        from players.shared import clock
        from tests.live_table import LiveTable, limit_stakes, players_with, table_open
        from tests.players.wallet.bank.conftest import take_in
        from tests.players.wallet.bank.files import entry, statement
        from tests.sandbox_cashier import identified

        self.room = LiveTable(folder, table_open())
        with self._dated(clock_of(first)):
            self.people = players_with(0, 4)
            for player in self.people:
                identified(player, tax_number(player))
            # The simulated past writes no lines about its people, whom the register has all the same, from
            # the first of these days on. Whoever excludes themselves later is then in it.
            for player in Player.objects.filter(testing=False, identity__isnull=False):
                self._note("account.registered", player)
        limit_stakes(self.people, 100_000_00)
        self.count = 0
        # The bank has reported once, so that its days begin and chargebacks are booked.
        today = f"{clock.day_of(clock.now())}"
        assert take_in(statement(entry(1_00, "first", day=today), day=today, cents=1_00)).state == "imported"

    def spend(self, day: date) -> None:
        """An evening of this day."""
        from players.protection.exclusions import begin_exclusion
        from tests.live_table import bet, players_with
        from tests.sandbox_cashier import identified

        self.count += 1
        with self._dated(clock_of(day)):
            (guest,) = players_with(0, 1)
            identified(guest, tax_number(guest))
            self._note("account.registered", guest)
            visits = [
                self._sign_in(player, number) for number, player in enumerate([*self.people[:3], guest])
            ]
            for player in (*self.people, guest):
                self._deposit(player, 200_00)
            self.room.sit(self.people[:2])
            for _ in range(2):
                self.room.until("bets-opened")
                self.room.send(
                    (self.people[0], bet(self.room.round, {"red": 500})),
                    (self.people[1], bet(self.room.round, {"straight:17": 200, "black": 300})),
                )
                self.room.until("round-ended")
            for player in self.people[:2]:
                self._leave(player)
            self._correct(self.people[2], 1_50)
            self._charge_back(self.people[2], recovered=False)
            self._charge_back(self.people[3], recovered=True)
            self._withdraw(self.people[3], 20_00)
            begin_exclusion(guest, 12)
            for visit in visits:
                self._sign_out(visit)
            self._note("account.limits-set", self.people[0])

    @contextmanager
    def _dated(self, ends: datetime) -> Iterator[None]:
        """What is written inside gets the times of that evening, in the same order."""
        from players.shared import clock
        from tests.casino.compliance.regulator.conftest import moved_to

        began = clock.now()
        yield
        moved_to(ends, since=began)

    def _note(self, kind: str, player: Any) -> None:
        from players.audit import note

        note(kind, player=player)

    def _sign_in(self, player: Any, number: int) -> Any:
        from players.identity.models import SignIn
        from players.shared import clock

        device = ("Mozilla/5.0 (iPhone; Mobile)", "Mozilla/5.0 (Windows NT 10.0)", "curl/8")[number % 3]
        return SignIn.objects.create(
            person=player.person, began=clock.now(), address=f"192.0.2.{10 + number}", device=device
        )

    def _sign_out(self, visit: Any) -> None:
        from players.identity.models import SignIn
        from players.shared import clock

        SignIn.objects.filter(pk=visit.pk).update(ended=clock.now(), cause="signed-out")

    def _deposit(self, player: Any, cents: int) -> Any:
        from django.db import transaction

        from players.wallet.cashier.deposits import deposit_paid, request_deposit
        from players.wallet.cashier.models import Payment

        with transaction.atomic():
            payment = request_deposit(player, uuid4(), cents)
            assert payment.status == Payment.Status.ASKED, payment.reason
            assert deposit_paid(payment) and payment.status == Payment.Status.PAID, payment.reason
        return payment

    def _withdraw(self, player: Any, cents: int) -> None:
        from players.wallet.cashier.withdrawals import request_withdrawal

        payment = request_withdrawal(player, uuid4(), cents)
        assert payment.status not in ("refused", "failed"), payment.reason

    def _leave(self, player: Any) -> None:
        from games.tables.transport import protocol

        self.room.send((player, protocol.Leave(uuid4())))

    def _correct(self, player: Any, cents: int) -> None:
        from players.decisions.deciding import take_step
        from players.wallet.cashier.adjustments import ADJUSTMENT, request_adjustment

        asks, approves = cashiers()
        asked = request_adjustment(player, cents, f"T-{self.count}", "A round that stood still", asks)
        take_step(ADJUSTMENT, asked.pk, "approve", person=approves)

    def _charge_back(self, player: Any, *, recovered: bool) -> None:
        """The provider takes a deposit back; two people may take it from the balance."""
        from players.decisions.deciding import take_step
        from players.shared import clock
        from players.wallet.bank.chargebacks import RECOVERY, propose_recovery
        from players.wallet.bank.models import Chargeback
        from players.wallet.bank.reconciling import reconcile
        from tests.players.wallet.bank.conftest import role, row, take_in
        from tests.players.wallet.bank.files import settlement

        payment = self._deposit(player, 25_00)
        today, number = clock.day_of(clock.now()), self.count * 10 + recovered
        told = row(payment, number, day=today, cents=-25_00, batch=f"C{number}", kind="chargeback")
        assert take_in(settlement(told, cents=-25_00), f"C{number}").state == "imported"
        with role("house_worker"):
            reconcile()
        case = Chargeback.objects.get(payment=payment)
        if recovered:
            asks, approves = cashiers()
            recovery = propose_recovery(case.pk, reason="the card was the player's own", person=asks)
            take_step(RECOVERY, recovery.pk, "approve", person=approves)


def tax_number(player: Any) -> int:
    """One with its right check digit."""
    from players.identity.verification.identifiers import nif_from_digits

    return int(nif_from_digits(f"2{player.pk % 10_000_000:07}"))


def clock_of(day: date) -> datetime:
    from players.shared import clock

    return clock.midnight(day) + PLAYED_AT


def cashiers() -> tuple[Any, Any]:
    from django.contrib.auth.models import Group

    from players.models import Person

    found = []
    for name in ("caixa-um", "caixa-dois"):
        person, _ = Person.objects.get_or_create(email=f"{name}@feltro.example", defaults={"is_staff": True})
        person.groups.add(Group.objects.get(name="cashier"))
        found.append(person)
    return found[0], found[1]


# --- the files


def licensee() -> Any:
    from tests.sandbox_regulator.reading import Licensee

    return Licensee(str(ENTITY), VAULT, LICENCE)


def make_files(folder: Path, days: tuple[date, ...]) -> dict[str, bytes]:
    """The files of these days by the pack in force, as they were laid down."""
    from casino.compliance.regulator import production
    from casino.compliance.regulator.models import RegulatorFile
    from players.shared import clock

    bounds = clock.midnight(days[0]), clock.midnight(days[-1] + timedelta(days=1))
    while production.make_files(seconds=600, since=bounds[0], until=bounds[1]):
        pass
    names = [
        production.file_name_of(file)
        for file in RegulatorFile.objects.filter(state="delivered", day__gte=days[0], day__lte=days[-1])
    ]
    return {name: (folder / "outbox" / name).read_bytes() for name in names}


def ledger_by_day() -> dict[date, tuple[int, int]]:
    """What play moved for players on each day without commissions on chips, and everything else."""
    from django.db import connection

    sums: dict[date, list[int]] = defaultdict(lambda: [0, 0])
    with connection.cursor() as cursor:
        cursor.execute(LEDGER)
        for day, is_play, kind, cents in cursor.fetchall():
            if kind != "buy-in-commission":
                sums[day][0 if is_play else 1] += cents
    return {day: (play, money) for day, (play, money) in sums.items()}


def printed_faults(files: dict[str, bytes], days: tuple[date, ...]) -> list[str]:
    """Against the second transcription, the regulator's own sums, and the ledger, day by day."""
    from tests.sandbox_regulator.checks import check
    from tests.sandbox_regulator.reading import read_file

    faults = [f"{reason.code} {reason.file}: {reason.says}" for reason in check(files, licensee(), SCHEMAS)]
    ledger = ledger_by_day()
    for name, content in files.items():
        schema = etree.XMLSchema(etree.parse(SCHEMAS / f"{name[:4].lower()}.xsd"))
        if not schema.validate(etree.fromstring(content)):
            faults.append(f"{name}: {schema.error_log.last_error}")
    told: dict[date, Counter[str]] = defaultdict(Counter)
    for name, content in files.items():
        if "rp" in name or name[:4] not in ("RESF", "TRAN"):
            continue
        file = read_file(name, content, licensee(), SCHEMAS)
        for record in file.records:
            if file.family == "TRAN":
                sign = 1 if record["cod_optct"] == "CREDITO" else -1
                told[file.day]["money"] += sign * euros_to_cents(record["saldo_mov"])
            else:
                for part, sign in (("ganhos", 1), ("reembolsos", 1), ("apostas", -1)):
                    told[file.day]["play"] += sign * euros_to_cents(record[f"total_{part}"])
    for day in days:
        play, money = ledger.get(day, (0, 0))
        if (told[day]["play"], told[day]["money"]) != (play, money):
            faults.append(f"{day}: {dict(told[day])} in the files, {play} and {money} in the ledger")
    return faults


def euros_to_cents(text: str) -> int:
    return int(text.replace(".", ""))


def toy_faults(files: dict[str, bytes], days: tuple[date, ...]) -> list[str]:
    """The lines of the pack that no regulator wants: its sums, its details and the ledger."""
    sums, plays, cash = Counter[date](), Counter[date](), Counter[date]()
    for name, content in files.items():
        _vault, day_text, *_rest = name.split(".")
        day = datetime.strptime(day_text, "%Y%m%d").date()  # noqa: DTZ007 - a day
        for line in content.splitlines()[1:]:
            values = json.loads(line)
            if ".SUMS." in name:
                sums[day] += values["settlement"] + values["refund"] - values["stake"]
            elif ".PLAYS." in name:
                plays[day] += values["cents"] * (-1 if values["what"] in ("stake", "entry") else 1)
            elif ".CASH." in name:
                cash[day] += values["cents"]
    ledger = ledger_by_day()
    faults = []
    for day in days:
        play, money = ledger.get(day, (0, 0))
        if (sums[day], plays[day], cash[day]) != (play, play, money):
            faults.append(
                f"{day}: sums {sums[day]}, details {plays[day]}, cash {cash[day]}; ledger {play}, {money}"
            )
    return faults


@contextmanager
def reporting(pack: str, folder: Path) -> Iterator[None]:
    """A house that reports by this pack; what it notes of its files is gone afterwards."""
    from django.db import transaction
    from django.test import override_settings

    settings = {
        "REGULATOR_PACK": pack, "REGULATOR_VAULT": VAULT, "REGULATOR_ENTITY": ENTITY,
        "REGULATOR_LICENCE": LICENCE,
        "REGULATOR_FILES": str(folder / "files"), "REGULATOR_OUTBOX": str(folder / "outbox"),
        "REGULATOR_DELIVERY": "casino.compliance.regulator.delivery.FolderDelivery",
    }  # fmt: skip
    with override_settings(**settings), transaction.atomic():
        yield
        transaction.set_rollback(True)


Files = dict[str, bytes]


def prove_pack(pack: str, folder: Path, stretches: Stretches) -> tuple[Result, Files]:
    """The files of all days by this pack, valid, delivered, and equal to the ledger."""
    from casino.compliance.regulator.models import RegulatorFile

    with reporting(pack, folder / pack):
        files: Files = {}
        for days in stretches:
            files |= make_files(folder / pack, days)
        result = Result(pack.removeprefix("casino.compliance.regulator.packs."))
        undelivered = RegulatorFile.objects.exclude(state="delivered")
        result.faults = [f"{file.name} is {file.state}: {file.error}" for file in undelivered]
        result.files = len(files)
        result.rows = sum(RegulatorFile.objects.filter(state="delivered").values_list("rows", flat=True))
        days = tuple(day for stretch in stretches for day in stretch)
        find_faults = printed_faults if pack.startswith("casino.") else toy_faults
        result.faults += find_faults(files, days)
    return result, files


def missing_facts(files: Files) -> list[str]:
    """What eight days must have in them to prove anything."""
    from games.catalogue import GAMES
    from tests.sandbox_regulator.reading import read_file

    read = [read_file(name, content, licensee(), SCHEMAS) for name, content in files.items()]
    operations = [one for file in read for account in file.accounts for one in account.operations]
    seen = {one["cod_aptr_jog"] for one in operations}
    missing = [f"no round of {system}" for system in GAMES if system not in seen]
    missing += [f"no {kind}" for kind in sorted(WANTED_KINDS - ledger_kinds())]
    kinds = {"gain": "g_ganho", "refund": "r_valor", "bet": "a_valor", "commission": "a_comissao"}
    missing += [f"no {what}" for what, name in kinds.items() if not any(one[name] for one in operations)]
    for family in ("JGDR", "SESS", "TRAN", "EXCL", "RESF"):
        if not any(file.records for file in read if file.family == family):
            missing.append(f"no record in {family}")
    return missing


def ledger_kinds() -> set[str]:
    """The kinds of transfers that the days have."""
    from players.wallet.models import Transfer

    return set(Transfer.objects.filter(currency="EUR").values_list("kind", flat=True).distinct())


WANTED_KINDS = {
    "deposit", "withdrawal", "adjustment", "chargeback", "chargeback-recovered", "jackpot-bet", "stake-back",
    "chips-back", "buy-in-commission",
}  # fmt: skip


@contextmanager
def house(folder: Path, stretches: Stretches, *, rounds: int, seed: int, players: int) -> Iterator[None]:
    """A house that has played these days. Its rows are gone afterwards."""
    from django.db import transaction
    from django.test import override_settings

    from players.audit import seals
    from tests.live_table import seal_key
    from tests.players.wallet.bank.files import IBAN

    settings = {
        "SEAL_KEY_FILE": str(seal_key(folder)), "BANK_ACCOUNTS": [IBAN], "GATEWAY_URL": "http://127.0.0.1:9",
        "REGULATOR_STOP_HOURS": 0,
    }  # fmt: skip
    with override_settings(**settings), transaction.atomic():
        for number, days in enumerate(stretches):
            play_days(days, rounds=rounds // len(stretches), seed=seed + number, players=players)
        evenings = Evenings(folder, stretches[0][0])
        for days in stretches:
            for day in days:
                evenings.spend(day)
        # The first call takes the horizon, the next one seals up to it.
        while not seals.seal(margin=timedelta(seconds=-5)):
            time.sleep(0.05)
        yield
        transaction.set_rollback(True)


def mutant_lines(files: Files, *, seed: int, most: int) -> tuple[list[str], bool]:
    """What the checker says to changed files, and whether it is right."""
    from tests.sandbox_regulator.checks import findings

    tally = regulator_mutants.run(
        files,
        lambda changed: findings(changed, licensee(), SCHEMAS),
        regulator_mutants.mutants(files, seed=seed, most=most),
    )
    lines = [f"wrong reason: {line}" for line in tally.wrong]
    lines += [f"survived, and is not listed: {line}" for line in tally.unlisted]
    lines += [f"survived {count} times, as listed: {key}" for key, count in sorted(tally.survived.items())]
    lines.append("reasons: " + ", ".join(f"{code} {count}" for code, count in sorted(tally.reasons.items())))
    total = tally.rejected + len(tally.wrong) + sum(tally.survived.values())
    lines.append(
        f"{total} mutants: {tally.rejected} rejected with the right reason, {sum(tally.survived.values())} "
        f"survived, {len(tally.unlisted)} of them unlisted, {len(tally.wrong)} rejected for another reason"
    )
    return lines, not tally.wrong and not tally.unlisted and tally.rejected > 0


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=2_400)
    parser.add_argument("--players", type=int, default=60)
    parser.add_argument("--mutants", type=int, default=1_200)
    parser.add_argument("--seed", type=int, default=5)
    options = parser.parse_args()
    started, is_right = time.monotonic(), True
    with environment.servers(as_administrator=True), tempfile.TemporaryDirectory() as place:
        folder, files = Path(place), {}
        stretches = (SPRING, AUTUMN)
        with house(folder, stretches, rounds=options.rounds, seed=options.seed, players=options.players):
            print(f"played {sum(map(len, stretches))} days in {time.monotonic() - started:.0f} s", flush=True)
            for pack in PACKS:
                result, made = prove_pack(pack, folder, stretches)
                files = files or made
                is_right &= not result.faults and result.rows > 0
                print(result.line(), flush=True)
                print("\n".join(f"  {fault}" for fault in result.faults[:40]), flush=True)
            missing = missing_facts(files)
            is_right &= not missing
            print(
                "\n".join(missing) or "every game, bets, gains, refunds, commissions and exclusions are there"
            )
        lines, is_noticed = mutant_lines(files, seed=options.seed, most=options.mutants)
        print("\n".join(lines), flush=True)
    verdict = "all days are level" if is_right and is_noticed else "NOT level, or not noticed"
    print(f"{verdict}, {time.monotonic() - started:.0f} s")
    return 0 if is_right and is_noticed else 1


if __name__ == "__main__":
    sys.exit(main())
