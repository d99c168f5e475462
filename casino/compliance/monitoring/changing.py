"""How a rule changes: one person proposes a text, it is replayed over the past, a second person decides."""

from __future__ import annotations

import re
import time
import tomllib
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import msgspec
from django.db import IntegrityError, transaction
from django.db.models import Max, Q
from django.db.models.functions import Now
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from msgspec import Struct

from casino.compliance.monitoring.models import RuleReplay, RuleVersion
from casino.compliance.monitoring.replay import Replay, players_of_money, replay_rules
from casino.compliance.monitoring.rules import Rule, read_rule
from players.audit import note
from players.decisions.deciding import Decision, StepRefused, check_right, propose
from players.decisions.kinds import By, Kind, Step, closing_steps
from players.identity.sign_in.reauthentication import step_up_required
from players.models import Person
from players.shared.background import enqueue_after_commit
from players.shared.exclusive_work import Claim, claim_work

VIEWS, PROPOSES, DECIDES = (f"monitoring.{action}_ruleversion" for action in ("view", "add", "approve"))
RULE_TARGET = timedelta(hours=48)  # the operator's own; no regulation sets it
CLAIM = timedelta(minutes=5)
SHOWN_EVERY = 1.0  # seconds between two writings of the progress
RETIRED = re.compile(r"\s*retired\s*=")
State = RuleVersion.State


def kinds_seen_by(person: Person) -> list[str]:
    """The kinds of rules about whose alerts this person may read."""
    return [kind for kind in RuleVersion.RuleKind.values if person.has_perm(f"monitoring.view_{kind}_alert")]


def _hidden(person: Person) -> Q:
    return ~Q(kind__in=kinds_seen_by(person))


class ChangeWaits(Exception):
    """A change of this rule already waits for a second person."""


class NotReplayed(StepRefused):
    """Nobody knows yet whom the rule would have flagged."""

    def sentences(self, kind: Kind[Any]) -> list[str]:
        return [_("It has not been replayed over the whole past yet.")]


class FlagsTheOrdinary(StepRefused):
    """The replay flagged too many."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence

    def sentences(self, kind: Kind[Any]) -> list[str]:
        return [self.sentence]


def refusal_of(of_version: RuleReplay) -> str:
    """Why a replayed version cannot be in force; empty if it can."""
    return Replay(of_version.players, of_version.flagged, of_version.alerts, []).refusal


def _activate(decision: Decision[RuleVersion]) -> None:
    """The database asks the same (`database/rule_versions.sql`)."""
    replayed = RuleReplay.objects.get(version=decision.row)
    if replayed.state != RuleReplay.State.FINISHED:
        raise NotReplayed
    if sentence := refusal_of(replayed):
        raise FlagsTheOrdinary(sentence)
    decision.write()


def _details(decision: Decision[RuleVersion]) -> dict[str, Any]:
    version = decision.row
    return {"rule": version.name, "version": version.number, "reason": decision.reason or version.reason}


RULE_CHANGE: Kind[RuleVersion] = Kind(
    name="rule-version",
    model=RuleVersion,
    proposes=PROPOSES,
    steps=(
        Step(
            State.PROPOSED,
            State.IN_FORCE,
            "activate",
            gettext_lazy("Bring it into force"),
            (DECIDES,),
            "monitoring.version-activated",
            gettext_lazy("In force. It watches from now on."),
            carry_out=_activate,
        ),
        *closing_steps(State.PROPOSED, (DECIDES,), "monitoring.version-", author_rights=(PROPOSES,)),
        # The first versions, which the house comes with.
        Step(State.PROPOSED, State.IN_FORCE, by=By.WORKER),
    ),
    proposed="monitoring.version-proposed",
    about=lambda version: f"ruleversion:{version.pk}",
    details=_details,
    concerned=_hidden,
    confirmed_by=step_up_required,
    title=gettext_lazy("Monitoring rules"),
    record=lambda version: f"{version._meta.verbose_name} · {version}",
    item=lambda version: (str(version), version.reason),
    page="admin:monitoring_ruleversion_change",
    own=gettext_lazy("The person who proposed the rule cannot bring it into force. A second person must."),
    waits=gettext_lazy("A second person must decide, once it has been replayed over the past."),
    related=("author", "decider", "replay"),
    target=RULE_TARGET,
)


def propose_version(*, source: str, reason: str, person: Person, request: Any = None) -> RuleVersion:
    """Enters a proposal and has it replayed. Raises RuleFault if the text is no rule."""
    rule = read_rule(source)
    check_right(person, (f"monitoring.view_{rule.kind}_alert",))
    newest = RuleVersion.objects.filter(name=rule.name).aggregate(last=Max("number"))["last"] or 0
    try:
        with transaction.atomic():
            version = propose(
                RULE_CHANGE,
                person=person,
                details={"rule": rule.name, "version": newest + 1, "reason": reason},
                request=request,
                name=rule.name,
                number=newest + 1,
                kind=rule.kind,
                source=source,
                reason=reason,
            )
            RuleReplay.objects.create(version=version)
    except IntegrityError as error:
        raise ChangeWaits from error
    enqueue_after_commit("casino.compliance.monitoring.tasks.replay_proposals")
    return version


def retired_source(source: str) -> str:
    """The text with which a rule is retired: proposed, replayed and decided as every other version."""
    kept = [line for line in source.splitlines(keepends=True) if not RETIRED.match(line)]
    return "retired = true\n" + "".join(kept)


def stop_replay(version: int, person: Person) -> bool:
    """Ends a replay that waits or runs. Says whether there was one."""
    check_right(person, (PROPOSES, DECIDES))
    unfinished = (RuleReplay.State.WAITING, RuleReplay.State.RUNNING)
    with transaction.atomic():
        changed = RuleReplay.objects.filter(version=version, state__in=unfinished).update(
            state=RuleReplay.State.STOPPED
        )
        if changed:
            note("monitoring.replay-stopped", person=person, about=f"ruleversion:{version}")
    return bool(changed)


def repeat_replay(version: int, person: Person) -> bool:
    """Begins a stopped replay again. Says whether there was one."""
    check_right(person, (PROPOSES, DECIDES))
    stopped = RuleReplay.objects.filter(
        version=version, version__state=State.PROPOSED, state=RuleReplay.State.STOPPED
    )
    with transaction.atomic():
        changed = stopped.update(state=RuleReplay.State.WAITING)
        if changed:
            note("monitoring.replay-repeated", person=person, about=f"ruleversion:{version}")
            enqueue_after_commit("casino.compliance.monitoring.tasks.replay_proposals")
    return bool(changed)


def replay_proposals() -> int:
    """Replays what waits, all in one reading. A worker that died left a replay running: it begins again."""
    finished = 0
    with claim_work("rule-replays", duration=CLAIM) as claim:
        while claim is not None and claim.renew():
            unfinished = RuleReplay.objects.filter(
                version__state=State.PROPOSED, state__in=(RuleReplay.State.WAITING, RuleReplay.State.RUNNING)
            )
            versions = RuleVersion.objects.filter(replay__in=unfinished).order_by("pk")
            rules = {version.pk: version.rule for version in versions}
            if not rules:
                break
            finished += _replay(rules, claim)
    return finished


def _replay(rules: Mapping[int, Rule], claim: Claim) -> int:
    """How many of them were finished: people stop some meanwhile."""
    unfinished = RuleReplay.objects.filter(
        version__in=rules, state__in=(RuleReplay.State.WAITING, RuleReplay.State.RUNNING)
    )
    unfinished.update(
        state=RuleReplay.State.RUNNING, begun=Now(), ended=None, done=0, players=players_of_money()
    )
    running = RuleReplay.objects.filter(version__in=rules, state=RuleReplay.State.RUNNING)
    wanted, shown = set(rules), time.monotonic()

    def still_wanted(done: int) -> set[int]:
        nonlocal wanted, shown
        if time.monotonic() - shown >= SHOWN_EVERY:
            shown = time.monotonic()
            running.update(done=done)
            wanted = set(running.values_list("version", flat=True)) if claim.renew() else set()
        return wanted

    return sum(
        running.filter(version=version).update(
            state=RuleReplay.State.FINISHED,
            ended=Now(),
            done=result.players,
            players=result.players,
            flagged=result.flagged,
            alerts=result.alerts,
            evidence=[{"player": one.player, **one.finding._asdict()} for one in result.examples],
        )
        for version, result in replay_rules(rules, still_wanted=still_wanted).items()
    )


class Difference(Struct, frozen=True):
    """A part of a rule that two versions have otherwise."""

    part: str
    before: str
    after: str


def version_before(version: RuleVersion) -> RuleVersion | None:
    """What was in force when this version was proposed."""
    earlier = RuleVersion.objects.filter(name=version.name, number__lt=version.number, state=State.IN_FORCE)
    return earlier.order_by("-number").first()


def differences(before: str, after: str) -> list[Difference]:
    """What a text changes, part by part, in the order of the text."""
    old, new = _parts(tomllib.loads(before), ""), _parts(tomllib.loads(after), "")
    return [
        Difference(part, old.get(part, ""), new.get(part, ""))
        for part in [*new, *(part for part in old if part not in new)]
        if old.get(part) != new.get(part)
    ]


def _parts(value: dict[str, Any], beginning: str) -> dict[str, str]:
    parts: dict[str, str] = {}
    for name, inner in value.items():
        if isinstance(inner, dict):
            parts |= _parts(inner, f"{beginning}{name}.")
        else:
            parts[beginning + name] = inner if isinstance(inner, str) else msgspec.json.encode(inner).decode()
    return parts
