"""Sets up a new installation: staff, terms, the first rule sheet of each game, and tables.

The steps are those of every later change. The author submits, the approver endorses, the regulator
authorises; the table manager proposes a setting and a second person confirms it. The database checks each
step. Running it again continues where it stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from msgspec import Struct

from casino.backoffice.roles import ROLES, grant_role, write_roles
from games.catalogue import GAMES
from games.floor.changes import TABLE_CHANGE, Unlawful, propose_change
from games.floor.staff_actions import act_on_table
from games.models import RuleSheet, Table
from games.rulebook import changes
from games.rulebook.models import OPEN, RuleChange
from games.tables.journal_reading import ACCOUNTS
from players.audit import note
from players.decisions.deciding import take_step
from players.identity.registration.terms import publish_terms
from players.models import Person
from players.shared.clock import now
from players.wallet.ledger import open_ledger_account

REASON = "As primeiras regras da entidade exploradora"
TABLE_REASON = "As primeiras mesas da entidade exploradora"
# Without these people, no rule sheet, table or change of staff can be approved.
REQUIRED_STAFF = {"management": 2, "rules author": 1, "rules approver": 1, "regulator": 1, "table manager": 2}


class RegulatorDecision(Struct, frozen=True):
    """The regulator's decision on the sheets that were submitted."""

    reference: str
    dated: date
    document: Path


class TablePlan(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    system: str
    currency: str = "EUR"
    setting: Mapping[str, Any] = {}


class Plan(Struct, frozen=True, forbid_unknown_fields=True):
    """The operator's file: e-mail addresses by role, changes to the default sheets, and the tables."""

    staff: Mapping[str, tuple[str, ...]]
    sheets: Mapping[str, Mapping[str, Any]]
    tables: tuple[TablePlan, ...] = ()


class PlanError(Exception):
    """The problems of the file, one sentence each."""

    def __init__(self, *problems: str) -> None:
        super().__init__("\n".join(problems))


def read_plan(path: Path) -> Plan:
    try:
        plan = msgspec.toml.decode(path.read_bytes(), type=Plan)
    except (OSError, msgspec.DecodeError) as error:
        raise PlanError(f"{path}: {error}") from error
    if problems := [*_staff_problems(plan), *_rule_problems(plan)]:
        raise PlanError(*problems)
    return plan


def _staff_problems(plan: Plan) -> list[str]:
    problems = [f"Unknown role: {role}." for role in plan.staff if role not in ROLES]
    for role, count in REQUIRED_STAFF.items():
        if len(set(plan.staff.get(role, ()))) < count:
            problems.append(f"The role '{role}' needs {count} different people.")
    for address in {address for addresses in plan.staff.values() for address in addresses}:
        try:
            validate_email(address)
        except ValidationError:
            problems.append(f"Not an e-mail address: {address}.")
    signers = [plan.staff.get(role, ("",))[0] for role in ("rules author", "rules approver", "regulator")]
    if len(set(signers)) < len(signers):
        problems.append("Author, approver and regulator of a rule sheet are three different people.")
    return problems


def _rule_problems(plan: Plan) -> list[str]:
    problems = []
    sheets = {}
    for system in plan.sheets:
        if system not in GAMES:
            problems.append(f"Unknown game: {system}. Known: {', '.join(GAMES)}.")
            continue
        try:
            sheets[system] = sheet_of(plan, system)
        except msgspec.ValidationError as error:
            problems.append(f"sheets.{system}: {error}")
            continue
        for breach in GAMES[system].engine.check_sheet(sheets[system]):
            problems.append(f"sheets.{system}: {breach.field} breaks {breach.rule} ({breach.code}).")
    for table in plan.tables:
        if table.system not in sheets:
            problems.append(f"Table {table.name}: no lawful sheet of {table.system} in this file.")
            continue
        try:
            setting = setting_of(table)
        except msgspec.ValidationError as error:
            problems.append(f"Table {table.name}: {error}")
            continue
        for breach in GAMES[table.system].engine.check_setting(sheets[table.system], setting):
            problems.append(f"Table {table.name}: {breach.field} breaks {breach.rule} ({breach.code}).")
    return problems


def sheet_of(plan: Plan, system: str) -> Any:
    defaults = msgspec.to_builtins(changes.first_sheet(system))
    kind = GAMES[system].engine.sheet_type
    return msgspec.convert({**defaults, **plan.sheets[system]}, type=kind, strict=False)


def setting_of(table: TablePlan) -> Any:
    kind = GAMES[table.system].engine.setting_type
    return msgspec.convert({**table.setting, "currency": table.currency}, type=kind, strict=False)


def set_up(plan: Plan, decision: RegulatorDecision | None, report: Callable[[str], object]) -> bool:
    """Do every step that is possible now. Returns whether nothing is left to do."""
    staff = _hire(plan, report)
    with transaction.atomic():
        report(f"Terms: version {publish_terms().version}")
    waiting = [system for system in plan.sheets if not _bring_in_force(plan, system, staff, decision, report)]
    missing = [table for table in plan.tables if not _open_table(table, staff, report)]
    return not waiting and not missing


def _hire(plan: Plan, report: Callable[[str], object]) -> dict[str, list[Person]]:
    """Create the staff of the file, if there are none. Later changes are made in the back office."""
    with transaction.atomic():
        write_roles()
        if not Person.objects.filter(is_staff=True).exists():
            for address in sorted({address.lower() for people in plan.staff.values() for address in people}):
                person = Person.objects.create_user(address, None, is_staff=True)
                roles = [role for role, people in plan.staff.items() if address in map(str.lower, people)]
                for role in roles:
                    grant_role(person, role)
                note("staff.first", person=person, about=f"person:{person.pk}", email=address, roles=roles)
                report(f"Staff: {address} ({', '.join(roles)})")
    people = {person.email: person for person in Person.objects.filter(is_staff=True)}
    missing = {address.lower() for group in plan.staff.values() for address in group} - people.keys()
    if missing:
        raise PlanError(
            f"Not members of staff: {', '.join(sorted(missing))}. Staff exist already, so add them in the "
            "back office."
        )
    return {role: [people[address.lower()] for address in group] for role, group in plan.staff.items()}


def _bring_in_force(
    plan: Plan,
    system: str,
    staff: Mapping[str, list[Person]],
    decision: RegulatorDecision | None,
    report: Callable[[str], object],
) -> bool:
    if RuleSheet.objects.filter(system=system, status=RuleSheet.Status.IN_FORCE).exists():
        return True
    author, approver, regulator = (staff[role][0] for role in ("rules author", "rules approver", "regulator"))
    change = RuleChange.objects.filter(system=system, state__in=OPEN).first()
    if change is None:
        change = changes.begin_rule_change(system=system, person=author, title=REASON)
        changes.save_draft(
            change=change.pk, person=author, sheet=sheet_of(plan, system), title=REASON, reason=REASON
        )
    for verb, person in (
        ("submit", author),
        ("endorse", approver),
        ("authorise", regulator),
        ("schedule", author),
    ):
        change.refresh_from_db()
        if STATES_BEFORE[verb] != change.state:
            continue
        if verb == "authorise" and decision is None:
            report(f"Rules: {system} waits for the regulator's decision on {change.content.digest}")
            return False
        data: dict[str, Any] = {}
        if verb == "authorise" and decision is not None:
            data = _decision_data(decision, change, person)
        elif verb == "schedule":
            data = {"moment": max(now(), change.earliest or now())}
        changes.take_change_step(
            change=change.pk, verb=verb, person=person, digest=change.content.digest, **data
        )
    changes.activate_due()
    change.refresh_from_db()
    if change.state != "in-force":
        report(f"Rules: {system} comes in force {change.moment:%Y-%m-%d %H:%M} UTC")
        return False
    report(f"Rules: {system} is in force")
    return True


STATES_BEFORE = {"submit": "draft", "endorse": "submitted", "authorise": "endorsed", "schedule": "authorised"}


def _decision_data(decision: RegulatorDecision, change: RuleChange, person: Person) -> dict[str, Any]:
    document = changes.save_document(
        change=change, person=person, name=decision.document.name, data=decision.document.read_bytes()
    )
    return {"reference": decision.reference, "dated": decision.dated, "document": document}


def _open_table(plan: TablePlan, staff: Mapping[str, list[Person]], report: Callable[[str], object]) -> bool:
    """Create and open a table. Returns False while its game has no rules in force."""
    if Table.objects.filter(name=plan.name).exists():
        return True
    if not RuleSheet.objects.filter(system=plan.system, status=RuleSheet.Status.IN_FORCE).exists():
        report(f"Table {plan.name} waits for the rules of {plan.system}")
        return False
    proposer, confirmer = staff["table manager"][:2]
    with transaction.atomic():
        table = Table.objects.create(
            name=plan.name, system=plan.system, currency=plan.currency, status=Table.Status.CLOSED
        )
        for kind in ACCOUNTS:
            open_ledger_account(kind=kind, currency=plan.currency, table=table.pk)
        note(
            "tables.made",
            person=proposer,
            about=f"table:{table.pk}",
            name=plan.name,
            system=plan.system,
            currency=plan.currency,
        )
        try:
            change = propose_change(
                table=table, setting=setting_of(plan), author=proposer, reason=TABLE_REASON
            )
            take_step(TABLE_CHANGE, change.pk, "confirm", person=confirmer)
        except Unlawful as error:
            raise PlanError(f"Table {plan.name}: {error.breaches}") from error
    act_on_table(table=table.pk, action="open", person=proposer, reason=TABLE_REASON)
    report(f"Table {table.pk}: {plan.name} ({plan.system}) is open")
    return True
